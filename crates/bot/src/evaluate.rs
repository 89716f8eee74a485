//! What a quiet board is worth. Looks no ply ahead.

use draughts::{Position, Side, SquareSet};

/// A man's worth; every other figure is in hundredths of it.
pub(crate) const MAN: i32 = 100;

/// Squares in a row of the board, and rows.
#[derive(Clone, Copy)]
struct Rows {
    squares: u32,
    rows: u32,
}

/// The board's worth to the side to move, in hundredths of a man.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let variant = position.variant();
    let rows =
        if variant.squares() == 32 { Rows { squares: 4, rows: 8 } } else { Rows { squares: 5, rows: 10 } };
    // A flying king is worth about three men, a short one less than one and a half.
    let king = if variant == draughts::Variant::American { 140 } else { 300 };
    let kings = position.kings();
    let white = worth(rows, king, position.squares_of(Side::White), kings, Side::White);
    let black = worth(rows, king, position.squares_of(Side::Black), kings, Side::Black);
    let pieces = position.squares_of(Side::White).len() + position.squares_of(Side::Black).len();
    // The fewer pieces are left, the more an advantage counts: who is ahead exchanges.
    let difference = white.material - black.material;
    let score = difference + difference * 4 / pieces.max(1) as i32 + white.place - black.place;
    match position.side_to_move() {
        Side::White => score,
        Side::Black => -score,
    }
}

struct Worth {
    material: i32,
    place: i32,
}

fn worth(rows: Rows, king: i32, own: SquareSet, kings: SquareSet, side: Side) -> Worth {
    let own = own.bits();
    let men = own & !kings.bits();
    let kings = own & kings.bits();
    let count = |set: u64| set.count_ones() as i32;
    let mut place = 0;
    let row = (1u64 << rows.squares) - 1;
    for from_top in 0..rows.rows {
        let men = count(men >> (from_top * rows.squares) & row);
        let advanced = match side {
            Side::White => rows.rows - 1 - from_top,
            Side::Black => from_top,
        } as i32;
        // Men at home keep the far row shut; on their way they are worth more with each row.
        place += men * if advanced == 0 { 8 } else { advanced * 2 };
    }
    place += 3 * count(men & centre(rows)) + 4 * count(kings & centre(rows));
    Worth { material: MAN * count(men) + king * count(kings), place }
}

/// The squares of the four middle rows that touch no edge.
fn centre(rows: Rows) -> u64 {
    let inner = ((1u64 << (rows.squares - 1)) - 1) & !1;
    let first = rows.rows / 2 - 2;
    (first..first + 4).fold(0, |set, from_top| set | inner << (from_top * rows.squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Fen, Variant};

    fn of(fen: &str) -> i32 {
        evaluate(&Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap())
    }

    #[test]
    fn the_start_is_even_for_every_variant() {
        for variant in Variant::ALL {
            assert_eq!(evaluate(&Position::initial(variant)), 0, "{variant}");
        }
    }

    #[test]
    fn a_man_more_is_better_and_a_king_better_than_two_men() {
        assert!(of("W:Wa1,c1:Bb8") > 80);
        assert!(of("B:Wa1,c1:Bb8") < -80);
        assert!(of("W:WKa1:Bb8,d8") > 0);
    }
}
