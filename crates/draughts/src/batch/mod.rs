//! Leaf counts by batches of boards: for perft, and for tables that are built from millions of positions. Knows the order
//! of the work, no move.
//!
//! Each ply has a queue. A batch of it is sorted by kind of board and becomes children in the next ply's queue, and that
//! one is emptied as soon as it holds a few batches; the last ply is counted, not listed. Every board is worked on and
//! nothing is remembered, as in [`perft`](crate::perft()), but in another order.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod boards;
#[cfg(target_arch = "x86_64")]
mod count;
#[cfg(target_arch = "x86_64")]
mod expand;
#[cfg(target_arch = "x86_64")]
mod king;
#[cfg(target_arch = "x86_64")]
mod lane;
mod plain;
mod room;
#[cfg(target_arch = "x86_64")]
mod vector;
mod way;

use crate::Position;
use crate::layout::{Board, Mover, Rules, with_rules};
use crate::perft::{Queue as _, perft};
use boards::{Boards, LANES};
use plain::Plain;
use room::{BATCH, Room};
use std::fmt;
use way::Batches;

/// A ply's queue is emptied when it holds so many boards.
const FULL: usize = 2 * BATCH;

/// A set of instructions that this machine has, with which batches can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Plain(Plain),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl InstructionSet {
    /// Those that this machine has, the fastest last; never none.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let plain = Some(Kind::Plain(Plain));
        #[cfg(target_arch = "x86_64")]
        let all = [plain, avx2::Avx2::detect().map(Kind::Avx2), avx512::Avx512::detect().map(Kind::Avx512)];
        #[cfg(not(target_arch = "x86_64"))]
        let all = [plain];
        all.into_iter().flatten().map(Self).collect()
    }

    /// The fastest that this machine has.
    #[must_use]
    pub fn fastest() -> Self {
        Self::available().pop().unwrap_or(Self(Kind::Plain(Plain)))
    }
}

impl fmt::Display for InstructionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Plain(_) => "plain",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "AVX-512",
        })
    }
}

/// The same count as [`perft`](crate::perft()), by batches, with the fastest instructions that this machine has.
#[must_use]
pub fn perft_batched(position: &Position, depth: u32) -> u64 {
    match InstructionSet::fastest() {
        // Without instructions for several boards, queues are only more work.
        InstructionSet(Kind::Plain(_)) => perft(position, depth),
        set => perft_batched_with(set, position, depth),
    }
}

/// The same with those instructions.
#[must_use]
pub fn perft_batched_with(instructions: InstructionSet, position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => with_rules!(position.variant, position.side, from_board(instructions, position.board, depth)),
    }
}

fn from_board<R: Rules, S: Mover>(instructions: InstructionSet, board: Board, depth: u32) -> u64 {
    match instructions.0 {
        Kind::Plain(set) => Tree::new(set, depth).count::<R, S>(board),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2(set) => Tree::new(set, depth).count::<R, S>(board),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512(set) => Tree::new(set, depth).count::<R, S>(board),
    }
}

struct Tree<I> {
    set: I,
    room: Room,
    depth: usize,
    /// The boards of each ply that wait, from the root's ply on.
    plies: Vec<Boards>,
}

impl<I: Batches> Tree<I> {
    fn new(set: I, depth: u32) -> Self {
        Self { set, room: Room::default(), depth: depth as usize, plies: vec![Boards::default()] }
    }

    fn count<R: Rules, S: Mover>(mut self, root: Board) -> u64 {
        self.plies[0].push(root);
        let (mut leaves, mut ply) = (0, 0);
        // Each ply is emptied to the last board once those above it are. There are as many as boards ever came to.
        while ply < self.plies.len() {
            leaves += match ply % 2 {
                0 => self.empty::<R, S>(ply, 1),
                _ => self.empty::<R, S::Opponent>(ply, 1),
            };
            ply += 1;
        }
        leaves
    }

    /// Works on the boards of a ply while there are at least so many, and counts the leaves below them that are seen.
    fn empty<R: Rules, S: Mover>(&mut self, ply: usize, least: usize) -> u64 {
        let mut boards = std::mem::take(&mut self.plies[ply]);
        let last = ply + 1 == self.depth;
        if !last && self.plies.len() == ply + 1 {
            self.plies.push(Boards::default());
        }
        let mut leaves = 0;
        while boards.len() >= least {
            let first = boards.len().saturating_sub(BATCH);
            let batch = boards.blocks_from(first);
            if last {
                leaves += self.set.count::<R, S>(batch, &mut self.room);
            } else {
                self.set.expand::<R, S>(batch, &mut self.room, &mut self.plies[ply + 1]);
                if self.plies[ply + 1].len() >= FULL {
                    leaves += self.empty::<R, S::Opponent>(ply + 1, BATCH);
                }
            }
            boards.truncate(first);
        }
        self.plies[ply] = boards;
        leaves
    }
}

const _: () = assert!(BATCH.is_multiple_of(LANES), "a batch is made of whole blocks");
