//! Where a king can go, and can have come from, without a capture: the same squares. Asks the rules once, for a board with
//! one king; knows no rule itself.

use draughts::{Position, Side, Square, SquareSet, Variant};

/// The squares in each of the four directions from every square of a board, as far as a king goes.
pub(crate) struct Rays(Vec<[u64; 4]>);

/// The first two directions lead to lower numbers, up the board.
const UP: usize = 2;

impl Rays {
    pub(crate) fn of(variant: Variant) -> Self {
        let ray = |index: u8| {
            let from =
                Square::from_number(variant, index + 1).expect("every index is below the number of squares");
            let alone = [SquareSet::from_bits(1 << index), SquareSet::EMPTY];
            let position = Position::from_sets(variant, Side::White, [SquareSet::EMPTY; 2], alone)
                .expect("a king may stand anywhere");
            let (column, row) = from.column_row(variant);
            let mut rays = [0; 4];
            for mv in &position.legal_moves() {
                let (to_column, to_row) = mv.to().column_row(variant);
                let direction = if to_row > row { 0 } else { UP } + usize::from(to_column > column);
                rays[direction] |= 1 << (mv.to().number() - 1);
            }
            rays
        };
        Self((0..variant.squares()).map(ray).collect())
    }

    /// The squares that a king on a square can go to between the pieces that stand there.
    #[inline(always)]
    pub(crate) fn from(&self, square: u32, occupied: u64) -> u64 {
        let mut reached = 0;
        for (direction, ray) in self.0[square as usize].into_iter().enumerate() {
            let blocked = ray & occupied;
            reached |= match blocked {
                0 => ray,
                _ if direction < UP => ray & (!0 << blocked.ilog2() << 1),
                _ => ray & ((blocked & blocked.wrapping_neg()) - 1),
            };
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::index::Index;
    use crate::tables::material::Material;

    #[test]
    fn kings_go_where_the_rules_let_them_go_wherever_there_is_no_capture() {
        for variant in Variant::ALL {
            let rays = Rays::of(variant);
            for material in Material::all_of(3).filter(|material| material.own_kings > 0) {
                let index = Index::new(variant, material);
                for number in (0..index.positions()).step_by(7) {
                    let placement = index.placement(number);
                    let legal = placement.position(variant).legal_moves();
                    if legal.iter().any(|mv| mv.is_capture()) {
                        continue;
                    }
                    let kings = SquareSet::from_bits(placement.own_kings);
                    let occupied =
                        placement.own_men | placement.own_kings | placement.other_men | placement.other_kings;
                    for king in kings.iter() {
                        let to: SquareSet =
                            legal.iter().filter(|mv| mv.from() == king).map(|mv| mv.to()).collect();
                        assert_eq!(
                            rays.from(u32::from(king.number()) - 1, occupied),
                            to.bits(),
                            "{placement:?}"
                        );
                    }
                }
            }
        }
    }
}
