//! A move and a list of moves. Knows what a move takes, not the way it goes nor whether it is legal.

use crate::{Role, Square, SquareSet};
use std::fmt;
use std::ops::Deref;

/// A move is what it takes: start, end and captured pieces, whatever the order of the jumps.
///
/// Only a [`Position`](crate::Position) makes moves; the move is legal in that position and says nothing of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: SquareSet,
    pub(crate) role: Role,
    pub(crate) crowned: bool,
}

impl Move {
    /// The square that the piece leaves.
    #[must_use]
    pub const fn from(&self) -> Square {
        self.from
    }

    /// The square where it stops; with captures it can be the one that it left.
    #[must_use]
    pub const fn to(&self) -> Square {
        self.to
    }

    /// The squares of the pieces taken.
    #[must_use]
    pub const fn captured(&self) -> SquareSet {
        self.captured
    }

    /// What the piece was before the move.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Whether a man becomes a king.
    #[must_use]
    pub const fn crowns(&self) -> bool {
        self.crowned
    }

    /// Whether it takes anything.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether a man moves, be it crowned by the move or not.
    #[must_use]
    pub const fn is_man_move(&self) -> bool {
        matches!(self.role, Role::Man)
    }
}

/// Legal moves: distinct, in an order that depends on the position alone.
#[derive(Clone, Default)]
pub struct MoveList {
    // Longer than `len`: the slots behind the last move are there so that a move is only written, not pushed.
    slots: Vec<Move>,
    len: usize,
}

impl MoveList {
    /// What stands in a slot before a move does.
    pub(crate) const NONE: Move = Move {
        from: Square::from_index(0),
        to: Square::from_index(0),
        captured: SquareSet::EMPTY,
        role: Role::Man,
        crowned: false,
    };

    /// More slots than most positions have moves.
    const SLOTS: usize = 32;

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, mv: Move) {
        if self.len >= self.slots.len() {
            // By value, so that no address of the list keeps it out of registers.
            self.slots = lengthened(std::mem::take(&mut self.slots));
        }
        self.slots[self.len] = mv;
        self.len += 1;
    }
}

#[cold]
#[inline(never)]
fn lengthened(mut slots: Vec<Move>) -> Vec<Move> {
    slots.resize((2 * slots.len()).max(MoveList::SLOTS), MoveList::NONE);
    slots
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.slots[..self.len]
    }
}

impl PartialEq for MoveList {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}
impl Eq for MoveList {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.slots.truncate(self.len);
        self.slots.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
