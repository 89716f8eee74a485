//! In which order moves are tried: what was best before, what takes most, what has cut off elsewhere. Knows no score of a
//! position.

use crate::score::LONGEST;
use draughts::{Move, Side};

/// Squares of the largest board, rounded up to a power of two.
const SQUARES: usize = 64;
/// The most that a move's history counts.
const MOST: i32 = 1 << 14;

/// What quiet moves did in other positions of the search.
pub(crate) struct Order {
    /// By side, start and end: how often the move cut off, less how often it did not.
    history: Vec<i32>,
    /// The last two quiet moves that cut off at each ply.
    killers: Vec<[Option<Move>; 2]>,
}

/// A move's place in the list, and how early it is tried.
pub(crate) type Ranked = (i32, u8);

impl Order {
    pub(crate) fn new() -> Self {
        Self { history: vec![0; 2 * SQUARES * SQUARES], killers: vec![[None; 2]; LONGEST + 2] }
    }

    fn place(side: Side, mv: &Move) -> usize {
        (side as usize * SQUARES + usize::from(mv.from().number())) * SQUARES + usize::from(mv.to().number())
    }

    /// Ranks the moves; `known` is the place of the one that was best before. More moves than 255 are not ranked: the rest
    /// is tried last, in the list's order.
    pub(crate) fn rank(
        &self,
        side: Side,
        ply: usize,
        moves: &[Move],
        known: Option<u8>,
        ranked: &mut Vec<Ranked>,
    ) {
        ranked.clear();
        let killers = self.killers[ply];
        for (mv, n) in moves.iter().zip(0..=u8::MAX) {
            let rank = if known == Some(n) {
                i32::MAX
            } else if mv.is_capture() {
                4 * MOST + mv.captured().len() as i32
            } else if mv.crowns() {
                3 * MOST
            } else if killers[0].is_some_and(|killer| killer == *mv) {
                2 * MOST + 1
            } else if killers[1].is_some_and(|killer| killer == *mv) {
                2 * MOST
            } else {
                self.history[Self::place(side, mv)]
            };
            ranked.push((rank, n));
        }
    }

    /// A quiet move cut off, and the ones tried before it did not.
    pub(crate) fn cut(&mut self, side: Side, ply: usize, depth: i32, best: &Move, tried: &[Move]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(*best) {
            *killers = [Some(*best), killers[0]];
        }
        let step = (depth * depth).clamp(1, 400);
        self.learn(Self::place(side, best), step);
        for mv in tried {
            self.learn(Self::place(side, mv), -step);
        }
    }

    /// The further a figure has gone, the less a step moves it on: it stays within the most.
    fn learn(&mut self, place: usize, step: i32) {
        let old = &mut self.history[place];
        *old += step * 16 - *old * step / (MOST / 16);
        *old = (*old).clamp(-MOST, MOST);
    }
}

/// Brings the best of the moves that are left to place `from`, and says which it is.
pub(crate) fn next(ranked: &mut [Ranked], from: usize) -> u8 {
    let best = (from..ranked.len()).max_by_key(|&n| (ranked[n].0, std::cmp::Reverse(ranked[n].1)));
    if let Some(best) = best {
        ranked.swap(from, best);
    }
    ranked[from].1
}
