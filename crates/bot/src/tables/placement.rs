//! Pieces on squares as the side to move sees them, its men going up. Knows no rule.

use draughts::{Position, Side, SquareSet, Variant};

/// Sets of squares by number, seen by the side to move: Black's board is turned round and its sides exchanged, so that a
/// position and its mirror image are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    pub(crate) own_men: u64,
    pub(crate) own_kings: u64,
    pub(crate) other_men: u64,
    pub(crate) other_kings: u64,
}

/// A set on the board turned round.
#[inline(always)]
pub(crate) const fn turned(set: u64, squares: u32) -> u64 {
    set.reverse_bits() >> (64 - squares)
}

impl Placement {
    #[inline(always)]
    pub(crate) fn of(position: &Position) -> Self {
        let white = position.squares_of(Side::White).bits();
        let black = position.squares_of(Side::Black).bits();
        let kings = position.kings().bits();
        let placement = Self {
            own_men: white & !kings,
            own_kings: white & kings,
            other_men: black & !kings,
            other_kings: black & kings,
        };
        match position.side_to_move() {
            Side::White => placement,
            Side::Black => placement.turned(u32::from(position.variant().squares())),
        }
    }

    /// The same board with the opponent to move.
    #[inline(always)]
    pub(crate) const fn turned(self, squares: u32) -> Self {
        Self {
            own_men: turned(self.other_men, squares),
            own_kings: turned(self.other_kings, squares),
            other_men: turned(self.own_men, squares),
            other_kings: turned(self.own_kings, squares),
        }
    }

    /// The position with White to move.
    pub(crate) fn position(self, variant: Variant) -> Position {
        let men = [self.own_men, self.other_men].map(SquareSet::from_bits);
        let kings = [self.own_kings, self.other_kings].map(SquareSet::from_bits);
        Position::from_sets(variant, Side::White, men, kings)
            .expect("only placements that the rules allow are numbered")
    }
}
