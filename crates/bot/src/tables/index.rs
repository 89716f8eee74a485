//! The numbers of a material's positions: none is left out, none has two. Knows no value.
//!
//! A cell is a placement of the men of both sides; the positions of one cell follow each other. Cells are numbered by the
//! set of one's own men, then by that of the opponent's among the squares that are left to them; in a cell one's own
//! kings count before the opponent's, each among the squares that are left.

use super::binomial::{BINOMIAL, number_of, set_of};
use super::material::Material;
use super::placement::Placement;
use draughts::Variant;

/// How the positions of one material are numbered.
pub(crate) struct Index {
    pub(crate) material: Material,
    pub(crate) squares: u32,
    /// Squares of a row, on which a man never stands: one's own on the first, the opponent's on the last.
    row: u32,
    /// How many cells come before those of each set of one's own men; the last is the number of all cells.
    before: Vec<u32>,
    /// Positions of a cell.
    pub(crate) kings: u64,
    /// Placements of the opponent's kings beside given ones of one's own.
    other_kings: u64,
}

#[inline(always)]
const fn below(square: u32) -> u64 {
    (1 << square) - 1
}

impl Index {
    pub(crate) fn new(variant: Variant, material: Material) -> Self {
        let squares = u32::from(variant.squares());
        let row = (squares * 2).isqrt() / 2;
        let places = (squares - row) as usize;
        let mut before = vec![0];
        let mut cells = 0;
        for set in super::binomial::sets_of(places, usize::from(material.own_men)) {
            let taken = (set << row & below(squares - row)).count_ones() as usize;
            cells += BINOMIAL[places - taken][usize::from(material.other_men)];
            before
                .push(u32::try_from(cells).expect("six men stand in fewer than four thousand million ways"));
        }
        let free = squares as usize - material.men() as usize;
        let other_kings = BINOMIAL[free - usize::from(material.own_kings)][usize::from(material.other_kings)];
        let kings = BINOMIAL[free][usize::from(material.own_kings)] * other_kings;
        Self { material, squares, row, before, kings, other_kings }
    }

    pub(crate) fn cells(&self) -> u32 {
        *self.before.last().expect("it begins with one")
    }

    pub(crate) fn positions(&self) -> u64 {
        u64::from(self.cells()) * self.kings
    }

    /// How many sets of kings there are, of one's own and of the opponent's beside given ones.
    pub(crate) const fn king_sets(&self) -> u64 {
        self.kings / self.other_kings + self.other_kings
    }

    /// The cell of those men.
    #[inline(always)]
    pub(crate) fn cell(&self, own_men: u64, other_men: u64) -> u32 {
        let own = number_of(own_men, |square| (square - self.row) as usize);
        let other = number_of(other_men, |square| (square - (own_men & below(square)).count_ones()) as usize);
        self.before[own as usize] + other as u32
    }

    /// One's own men and the opponent's in a cell.
    pub(crate) fn men(&self, cell: u32) -> (u64, u64) {
        let own = self.before.partition_point(|before| *before <= cell) - 1;
        let own_men = set_of(own as u64, usize::from(self.material.own_men)) << self.row;
        let other = set_of(u64::from(cell - self.before[own]), usize::from(self.material.other_men));
        (own_men, spread(other, !own_men))
    }

    /// The number of a position of this material.
    #[inline(always)]
    pub(crate) fn number(&self, placement: Placement) -> u64 {
        let Placement { own_men, own_kings, other_men, other_kings } = placement;
        let men = own_men | other_men;
        let taken = men | own_kings;
        let own = number_of(own_kings, |square| (square - (men & below(square)).count_ones()) as usize);
        let other = number_of(other_kings, |square| (square - (taken & below(square)).count_ones()) as usize);
        u64::from(self.cell(own_men, other_men)) * self.kings + own * self.other_kings + other
    }

    /// The position of that number.
    pub(crate) fn placement(&self, number: u64) -> Placement {
        let (own_men, other_men) = self.men((number / self.kings) as u32);
        let (own, other) = (number % self.kings / self.other_kings, number % self.other_kings);
        let free = !(own_men | other_men);
        let own_kings = spread(set_of(own, usize::from(self.material.own_kings)), free);
        let other_kings = spread(set_of(other, usize::from(self.material.other_kings)), free & !own_kings);
        Placement { own_men, own_kings, other_men, other_kings }
    }
}

/// The set on the places of `squares`: place 0 is the lowest of them.
fn spread(mut set: u64, squares: u64) -> u64 {
    let (mut rest, mut spread, mut place) = (squares, 0, 0);
    while set != 0 {
        let next = set.trailing_zeros();
        while place < next {
            rest &= rest - 1;
            place += 1;
        }
        spread |= rest & rest.wrapping_neg();
        set &= set - 1;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(variant: Variant, pieces: u32) -> u64 {
        Material::all_of(pieces).map(|material| Index::new(variant, material).positions()).sum()
    }

    #[test]
    fn the_numbers_of_positions_are_those_of_the_literature() {
        let of = |variant| [2, 3, 4, 5, 6].map(|pieces| positions(variant, pieces));
        assert_eq!(of(Variant::Brazilian), [3_488, 196_032, 6_209_316, 139_450_808, 2_426_085_676]);
        assert_eq!(positions(Variant::International, 3), 806_300);
        assert_eq!(positions(Variant::International, 4), 41_971_200);
    }

    #[test]
    fn every_number_is_one_position_that_the_rules_allow_and_is_found_again() {
        for variant in [Variant::Brazilian, Variant::International] {
            for material in (2..=3).flat_map(Material::all_of) {
                let index = Index::new(variant, material);
                for number in 0..index.positions() {
                    let placement = index.placement(number);
                    assert_eq!(index.number(placement), number, "{variant} {material}");
                    assert_eq!(Material::of(placement), Some(material));
                    assert_eq!(Placement::of(&placement.position(variant)), placement);
                }
            }
        }
    }

    #[test]
    fn the_numbers_of_five_pieces_are_found_again() {
        for material in Material::all_of(5) {
            let index = Index::new(Variant::Russian, material);
            for number in (0..index.positions()).step_by(997) {
                assert_eq!(index.number(index.placement(number)), number, "{material}");
            }
        }
    }
}
