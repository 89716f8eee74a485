//! Iterative deepening from the position to be played. Knows the root's moves, not how a position below is judged.

use crate::score::{PROVEN, WON};
use crate::search::{Node, Search, Shared, Stopped};
use crate::{Limits, Variation};
use draughts::{DrawCounters, Move, Position};
use std::sync::atomic::Ordering;

/// Half the width of the first window around the last depth's score.
const ASPIRATION: i32 = 24;
/// A score of nothing found yet.
const NOT_YET: i32 = -WON - 1;

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The score of the last depth at which the move was best, or among the lines asked for.
    pub(crate) score: i32,
    /// The line that begins with the move.
    pub(crate) line: Vec<Move>,
}

impl RootMove {
    pub(crate) const fn new(mv: Move) -> Self {
        Self { mv, score: NOT_YET, line: Vec::new() }
    }
}

/// One thread's deepening.
pub(crate) struct Root<'a> {
    search: Search<'a>,
    shared: &'a Shared<'a>,
    position: &'a Position,
    /// The moves, the best first.
    pub(crate) moves: Vec<RootMove>,
    /// The last depth that was searched whole.
    pub(crate) depth: u32,
}

impl<'a> Root<'a> {
    pub(crate) fn new(
        shared: &'a Shared<'a>,
        position: &'a Position,
        counters: &DrawCounters,
        moves: Vec<RootMove>,
    ) -> Self {
        Self { search: Search::new(shared, counters), shared, position, moves, depth: 0 }
    }

    /// Looks deeper and deeper until a bound is met. `lines` is how many moves get exact scores; `report` hears of each whole
    /// depth.
    pub(crate) fn deepen(&mut self, first: u32, lines: usize, report: &mut dyn FnMut(u32, &[RootMove])) {
        let lines = lines.clamp(1, self.moves.len());
        for depth in first..=self.shared.limits.depth.min(Limits::DEEPEST) {
            let before = self.moves[0].mv;
            for line in 0..lines {
                if self.aspire(depth as i32, line).is_err() {
                    return;
                }
            }
            self.depth = depth;
            report(depth, &self.moves[..lines]);
            let best = &self.moves[0];
            let ends = best.score.abs() >= PROVEN && WON - best.score.abs() <= depth as i32;
            if ends || self.moves.len() == 1 && lines == 1 || self.is_late(before == best.mv) {
                break;
            }
        }
    }

    /// Whether no further depth is to be begun; a best move that just changed gets more time.
    fn is_late(&self, settled: bool) -> bool {
        let Shared { limits, clock, .. } = self.shared;
        match (limits.soft, limits.hard) {
            (Some(soft), _) if settled => clock() >= soft,
            (_, Some(hard)) => clock() >= hard.mul_f64(0.9),
            _ => false,
        }
    }

    /// Searches the moves from `line` on, in a window around what the last depth found if there is one.
    fn aspire(&mut self, depth: i32, line: usize) -> Result<(), Stopped> {
        let expected = self.moves[line].score;
        let known = depth > 3 && expected.abs() < PROVEN;
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = if known { (expected - width, expected + width) } else { (-WON, WON) };
        loop {
            let score = self.try_moves(depth, line, alpha, beta)?;
            if score <= alpha && alpha > -WON {
                alpha = (score - width).max(-WON);
            } else if score >= beta && beta < WON {
                beta = (score + width).min(WON);
            } else {
                return Ok(());
            }
            width *= 4;
            if width > 1_000 {
                (alpha, beta) = (-WON, WON);
            }
        }
    }

    /// Searches the moves from `line` on in a window, and brings the best to that place.
    fn try_moves(&mut self, depth: i32, line: usize, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        let mut best = NOT_YET;
        let capture = self.moves[0].mv.is_capture();
        for n in line..self.moves.len() {
            let mv = self.moves[n].mv;
            let node = Node { depth: depth - 1, ply: 1, alpha: -beta, beta: -alpha };
            let mut score;
            if n == line {
                score = self.search.child(self.position, &mv, node)?;
            } else {
                let less = i32::from(!capture && depth >= 4 && n >= line + 4);
                let probe = Node { alpha: -alpha - 1, ..node };
                score = self.search.child(self.position, &mv, Node { depth: depth - 1 - less, ..probe })?;
                if score > alpha && (less > 0 || score < beta) {
                    score = self.search.child(self.position, &mv, node)?;
                }
            }
            best = best.max(score);
            if score > alpha || n == line {
                let found = &mut self.moves[n];
                found.score = score;
                found.line.clear();
                found.line.push(mv);
                found.line.extend_from_slice(self.search.principal());
            }
            if score > alpha {
                // What is best stands first at once: a search that is stopped keeps it.
                self.moves[line..=n].rotate_right(1);
                alpha = score;
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Tells the other threads that the answer is there.
    pub(crate) fn finish(&self) {
        self.shared.done.store(true, Ordering::Relaxed);
    }

    /// The best lines, as many as were asked for.
    pub(crate) fn variations(&self, lines: usize) -> Vec<Variation> {
        let found = self.moves.iter().filter(|found| !found.line.is_empty());
        found.take(lines).map(|found| Variation { score: found.score, moves: found.line.clone() }).collect()
    }
}
