//! The way of every machine: one board of the batch after the other. Knows no instruction set.

use super::boards::{Blocks, Boards, LANES};
use super::room::Room;
use super::way::Batches;
use crate::count;
use crate::generate::generate;
use crate::layout::{Board, Mover, Rules};
use crate::perft::Children;

/// What every machine knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plain;

impl Batches for Plain {
    fn expand<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room, children: &mut Boards) {
        for board in each(boards) {
            generate::<R, S>(board, &mut room.listing, &mut Children { board, boards: children });
        }
    }

    fn count<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room) -> u64 {
        each(boards).map(|board| count::count::<R, S>(board, &mut room.counting)).sum()
    }
}

/// One board after the other; the empty ones behind the last one have no moves.
#[inline(always)]
fn each(boards: Blocks<'_>) -> impl Iterator<Item = Board> {
    (0..boards.len() * LANES).map(move |n| {
        let (block, lane) = (n / LANES, n % LANES);
        let (own, other, kings) =
            (boards.own[block][lane], boards.other[block][lane], boards.kings[block][lane]);
        Board { own, other, kings }
    })
}
