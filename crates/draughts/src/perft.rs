//! Leaf counts. Knows no draw rule: a line ends where a side has no move.

use crate::Position;
use crate::capture::{Capture, Counting, Listing};
use crate::count::count;
use crate::generate::{Receiver, after, generate};
use crate::layout::{Board, Mover, Rules, far_row, with_rules};
use crate::steps::Steps;

/// How many sequences of that many plies there are from the position; a move is what it takes.
///
/// The last ply is counted, not listed; nothing is remembered from one board to the next.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => with_rules!(position.variant, position.side, from_board(position.board, depth)),
    }
}

fn from_board<R: Rules, S: Mover>(board: Board, depth: u32) -> u64 {
    let Board { own, other, kings } = board;
    let mut room = Room {
        counting: Counting::default(),
        listing: Listing::default(),
        boards: Vec::with_capacity(1 << 10),
    };
    if depth == 1 {
        count::<R, S>(board, &mut room.counting)
    } else {
        inner::<R, S>(own, other, kings, depth, &mut room)
    }
}

/// Room that is used again and again.
struct Room {
    counting: Counting,
    listing: Listing,
    /// The boards of one line, each ply's behind those of the ply before.
    boards: Vec<Board>,
}

fn inner<R: Rules, S: Mover>(own: u64, other: u64, kings: u64, depth: u32, room: &mut Room) -> u64 {
    let board = Board { own, other, kings };
    let base = room.boards.len();
    generate::<R, S>(board, &mut room.listing, &mut Children { board, boards: &mut room.boards });
    let end = room.boards.len();
    let mut leaves = 0;
    if depth == 2 {
        for n in base..end {
            let child = room.boards[n];
            leaves += count::<R, S::Opponent>(child, &mut room.counting);
        }
    } else {
        for n in base..end {
            let Board { own, other, kings } = room.boards[n];
            leaves += inner::<R, S::Opponent>(own, other, kings, depth - 1, room);
        }
    }
    room.boards.truncate(base);
    leaves
}

/// Takes boards one after the other.
pub(crate) trait Queue {
    fn push(&mut self, board: Board);
}

impl Queue for Vec<Board> {
    #[inline(always)]
    fn push(&mut self, board: Board) {
        Self::push(self, board);
    }
}

/// Makes boards of the moves that it receives.
pub(crate) struct Children<'a, Q> {
    pub(crate) board: Board,
    pub(crate) boards: &'a mut Q,
}

impl<R: Rules, S: Mover, Q: Queue> Receiver<R, S> for Children<'_, Q> {
    #[inline(always)]
    fn step(&mut self, number: u32) {
        let Board { own, other, kings } = self.board;
        let moved = Steps::<R, S>::moved(number);
        self.boards.push(Board { own: other, other: own ^ moved, kings: kings | moved & far_row::<R, S>() });
    }

    #[inline(always)]
    fn man(&mut self, from: u64, to: u64, captured: u64) {
        let Board { own, other, kings } = self.board;
        self.boards.push(Board {
            own: other ^ captured,
            other: own ^ (from | to),
            kings: kings & !captured | to & far_row::<R, S>(),
        });
    }

    #[inline(always)]
    fn king(&mut self, from: u64, to: u64) {
        let Board { own, other, kings } = self.board;
        self.boards.push(Board { own: other, other: own ^ (from | to), kings: kings ^ (from | to) });
    }

    #[inline(always)]
    fn searched(&mut self, capture: Capture) {
        self.boards.push(after::<R, S>(self.board, capture));
    }
}
