//! Many boards, each of their fields by itself, so that one instruction works on several. Knows no rule.

use crate::layout::Board;
use crate::perft::Queue;

/// How many boards are worked on side by side: as many 64-bit numbers as the widest registers hold.
pub(super) const LANES: usize = 8;

/// One field of so many boards.
pub(super) type Lanes = [u64; LANES];

/// A queue of boards that grows as needed.
#[derive(Debug, Default)]
pub(super) struct Boards {
    // All three are equally long, and longer than `len` by what was once written there and taken back.
    own: Vec<u64>,
    other: Vec<u64>,
    kings: Vec<u64>,
    len: usize,
}

/// The places for the next boards, a field each.
pub(super) struct Places<'a> {
    pub(super) own: &'a mut Lanes,
    pub(super) other: &'a mut Lanes,
    pub(super) kings: &'a mut Lanes,
}

/// Boards to be read, eight by eight.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    pub(super) own: &'a [Lanes],
    pub(super) other: &'a [Lanes],
    pub(super) kings: &'a [Lanes],
}

impl Blocks<'_> {
    /// How many blocks of eight.
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.own.len()
    }
}

impl Boards {
    #[inline(always)]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Leaves the first ones only.
    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// The places behind the last board; what is written there counts once [`Self::grow`] says so.
    #[inline(always)]
    pub(super) fn places(&mut self) -> Places<'_> {
        if self.own.len() < self.len + LANES {
            self.lengthen();
        }
        let place = |field| <[u64]>::first_chunk_mut(field).expect("lengthened for eight more");
        Places {
            own: place(&mut self.own[self.len..]),
            other: place(&mut self.other[self.len..]),
            kings: place(&mut self.kings[self.len..]),
        }
    }

    /// The first of the places were filled; at most eight.
    #[inline(always)]
    pub(super) fn grow(&mut self, filled: usize) {
        debug_assert!(filled <= LANES);
        self.len += filled;
    }

    #[cold]
    #[inline(never)]
    fn lengthen(&mut self) {
        let length = (2 * self.own.len()).max(1 << 11);
        for field in [&mut self.own, &mut self.other, &mut self.kings] {
            field.resize(length, 0);
        }
    }

    /// All boards from that one on, in blocks of eight; the last block is filled up with empty boards.
    #[inline(always)]
    pub(super) fn blocks_from(&mut self, first: usize) -> Blocks<'_> {
        let (whole, part) = ((self.len - first) / LANES, (self.len - first) % LANES);
        let mut end = first + whole * LANES;
        if part > 0 {
            let places = self.places();
            for field in [places.own, places.other, places.kings] {
                *field = [0; LANES];
            }
            end += LANES;
        }
        Blocks {
            own: self.own[first..end].as_chunks().0,
            other: self.other[first..end].as_chunks().0,
            kings: self.kings[first..end].as_chunks().0,
        }
    }

    #[inline(always)]
    pub(super) fn blocks(&mut self) -> Blocks<'_> {
        self.blocks_from(0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Board> {
        let fields = self.own[..self.len].iter().zip(&self.other).zip(&self.kings);
        fields.map(|((own, other), kings)| Board { own: *own, other: *other, kings: *kings })
    }
}

impl Queue for Boards {
    #[inline(always)]
    fn push(&mut self, board: Board) {
        let places = self.places();
        (places.own[0], places.other[0], places.kings[0]) = (board.own, board.other, board.kings);
        self.len += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(n: u64) -> Board {
        Board { own: n, other: 2 * n, kings: 3 * n }
    }

    #[test]
    fn a_queue_keeps_every_board_however_many_come() {
        let mut boards = Boards::default();
        (1..=10_000).for_each(|n| boards.push(board(n)));
        assert!(boards.iter().eq((1..=10_000).map(board)));
        boards.truncate(5_000);
        assert!(boards.iter().eq((1..=5_000).map(board)));
    }

    #[test]
    fn blocks_are_filled_up_with_empty_boards() {
        let mut boards = Boards::default();
        (1..=20).for_each(|n| boards.push(board(n)));
        boards.truncate(13);
        let blocks = boards.blocks_from(3);
        assert_eq!(blocks.own, [[4, 5, 6, 7, 8, 9, 10, 11], [12, 13, 0, 0, 0, 0, 0, 0]]);
        assert_eq!(blocks.kings[1], [36, 39, 0, 0, 0, 0, 0, 0]);
        assert_eq!(boards.blocks_from(13).len(), 0);
        assert_eq!(boards.len(), 13);
    }
}
