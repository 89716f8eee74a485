//! The placements of both sides' kings beside given men, numbered as the index does. Knows no value and no rule.

use super::binomial::{number_of, sets_of};
use super::material::Material;

/// What all cells of a material share: the sets of kings, on places 0, 1, 2… of the free squares.
pub(crate) struct KingSets {
    own: Vec<u64>,
    other: Vec<u64>,
}

impl KingSets {
    pub(crate) fn new(squares: u32, material: Material) -> Self {
        let free = (squares - material.men()) as usize;
        let own = usize::from(material.own_kings);
        Self {
            own: sets_of(free, own).collect(),
            other: sets_of(free - own, usize::from(material.other_kings)).collect(),
        }
    }
}

/// One cell: its men, and the squares that they leave to kings.
pub(crate) struct Cell<'a> {
    pub(crate) own_men: u64,
    pub(crate) other_men: u64,
    sets: &'a KingSets,
    /// The square of each place.
    square: [u8; 64],
    /// The place of each free square.
    place: [u8; 64],
}

impl<'a> Cell<'a> {
    pub(crate) fn new(squares: u32, sets: &'a KingSets, own_men: u64, other_men: u64) -> Self {
        let mut cell = Self { own_men, other_men, sets, square: [0; 64], place: [0; 64] };
        let mut free = !(own_men | other_men) & ((1 << squares) - 1);
        let mut place = 0;
        while free != 0 {
            let square = free.trailing_zeros();
            cell.square[place as usize] = square as u8;
            cell.place[square as usize] = place;
            place += 1;
            free &= free - 1;
        }
        cell
    }

    /// How many placements there are.
    pub(crate) fn len(&self) -> usize {
        self.sets.own.len() * self.sets.other.len()
    }

    /// One's own kings and the opponent's of a number.
    #[inline(always)]
    pub(crate) fn kings(&self, number: usize) -> (u64, u64) {
        let (own, other) = (number / self.sets.other.len(), number % self.sets.other.len());
        let own = self.sets.own[own];
        let (mut own_kings, mut rest) = (0, own);
        while rest != 0 {
            own_kings |= 1 << self.square[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        let (mut other_kings, mut rest) = (0, self.sets.other[other]);
        while rest != 0 {
            // The opponent's places leave out those of one's own kings.
            let mut place = rest.trailing_zeros();
            let mut before = own;
            while before != 0 && before.trailing_zeros() <= place {
                place += 1;
                before &= before - 1;
            }
            other_kings |= 1 << self.square[place as usize];
            rest &= rest - 1;
        }
        (own_kings, other_kings)
    }

    /// The number of a placement.
    #[inline(always)]
    pub(crate) fn number(&self, own_kings: u64, other_kings: u64) -> usize {
        let own = number_of(own_kings, |square| usize::from(self.place[square as usize]));
        let other = number_of(other_kings, |square| {
            let before = own_kings & ((1 << square) - 1);
            usize::from(self.place[square as usize]) - before.count_ones() as usize
        });
        own as usize * self.sets.other.len() + other as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::index::Index;
    use crate::tables::placement::Placement;
    use draughts::Variant;

    #[test]
    fn a_cell_numbers_its_kings_as_the_index_does() {
        for material in Material::all_of(5) {
            let index = Index::new(Variant::Brazilian, material);
            let sets = KingSets::new(32, material);
            for cell_number in [0, index.cells() / 2, index.cells() - 1] {
                let (own_men, other_men) = index.men(cell_number);
                let cell = Cell::new(32, &sets, own_men, other_men);
                assert_eq!(cell.len() as u64, index.kings);
                for number in (0..cell.len()).step_by(101) {
                    let (own_kings, other_kings) = cell.kings(number);
                    assert_eq!(cell.number(own_kings, other_kings), number);
                    let placement = Placement { own_men, own_kings, other_men, other_kings };
                    let expected = u64::from(cell_number) * index.kings + number as u64;
                    assert_eq!(index.number(placement), expected, "{material}");
                }
            }
        }
    }
}
