//! How many men and kings each side has. Knows no square.

use super::MOST_PIECES;
use super::placement::Placement;
use std::fmt;

/// The pieces of a table's positions; one's own are those of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Material {
    pub(crate) own_men: u8,
    pub(crate) own_kings: u8,
    pub(crate) other_men: u8,
    pub(crate) other_kings: u8,
}

/// A side has from none to five of each.
const OF_EACH: usize = MOST_PIECES as usize;

impl Material {
    /// How many slots hold every material.
    pub(crate) const SLOTS: usize = OF_EACH.pow(4);

    /// A position's material, if a table can hold it: both sides have pieces, and not too many.
    #[inline(always)]
    pub(crate) fn of(placement: Placement) -> Option<Self> {
        let own = placement.own_men | placement.own_kings;
        let other = placement.other_men | placement.other_kings;
        if own == 0 || other == 0 || (own | other).count_ones() > MOST_PIECES {
            return None;
        }
        Some(Self {
            own_men: placement.own_men.count_ones() as u8,
            own_kings: placement.own_kings.count_ones() as u8,
            other_men: placement.other_men.count_ones() as u8,
            other_kings: placement.other_kings.count_ones() as u8,
        })
    }

    /// The material with the opponent to move.
    pub(crate) const fn turned(self) -> Self {
        Self {
            own_men: self.other_men,
            own_kings: self.other_kings,
            other_men: self.own_men,
            other_kings: self.own_kings,
        }
    }

    pub(crate) const fn pieces(self) -> u32 {
        self.men() + self.own_kings as u32 + self.other_kings as u32
    }

    pub(crate) const fn men(self) -> u32 {
        self.own_men as u32 + self.other_men as u32
    }

    /// Where in a list of [`Self::SLOTS`] the material has its place.
    #[inline(always)]
    pub(crate) const fn slot(self) -> usize {
        ((self.own_men as usize * OF_EACH + self.own_kings as usize) * OF_EACH + self.other_men as usize)
            * OF_EACH
            + self.other_kings as usize
    }

    /// Every material of so many pieces, in no order.
    pub(crate) fn all_of(pieces: u32) -> impl Iterator<Item = Self> {
        let pieces = pieces as u8;
        (1..pieces).flat_map(move |own| {
            (0..=own).flat_map(move |own_men| {
                (0..=pieces - own).map(move |other_men| Self {
                    own_men,
                    own_kings: own - own_men,
                    other_men,
                    other_kings: pieces - own - other_men,
                })
            })
        })
    }

    /// Of every pair that differs in the side to move the first, up to so many pieces, in the order in which they can
    /// be solved: an irreversible ply leads to fewer pieces, or to fewer men, or to men further on.
    pub(crate) fn in_order(most: u32) -> Vec<Self> {
        let mut pairs: Vec<Self> =
            (2..=most).flat_map(Self::all_of).filter(|material| *material <= material.turned()).collect();
        pairs.sort_by_key(|material| (material.pieces(), material.men(), *material));
        pairs
    }
}

impl fmt::Display for Material {
    /// The side to move first: `2m1k-0m3k`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k-{}m{}k", self.own_men, self.own_kings, self.other_men, self.other_kings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_material_has_a_slot_of_its_own() {
        let all: Vec<Material> = (2..=MOST_PIECES).flat_map(Material::all_of).collect();
        let slots: BTreeSet<usize> = all.iter().map(|material| material.slot()).collect();
        assert_eq!((all.len(), slots.len()), (155, 155));
        assert!(slots.iter().all(|slot| *slot < Material::SLOTS));
    }

    #[test]
    fn what_a_crowning_or_a_capture_leads_to_comes_first() {
        let order = Material::in_order(5);
        let place =
            |wanted: Material| order.iter().position(|m| *m == wanted || m.turned() == wanted).unwrap();
        for (at, material) in order.iter().enumerate() {
            if material.own_men > 0 {
                let crowned = Material {
                    own_men: material.own_men - 1,
                    own_kings: material.own_kings + 1,
                    ..*material
                };
                assert!(place(crowned) < at, "{material}");
            }
            if material.other_kings > 1 {
                let taken = Material { other_kings: material.other_kings - 1, ..*material };
                assert!(place(taken) < at, "{material}");
            }
        }
        assert_eq!(order.len(), order.iter().collect::<BTreeSet<_>>().len());
    }
}
