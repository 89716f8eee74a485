//! Alpha-beta with captures followed to their end. Knows the levels' sight, not which level asks.

use crate::evaluate::evaluate;
use crate::level::Sight;
use crate::table::{Bound, Entry, Table, hash};
use draughts::{DrawCounters, Move, MoveList, Position};
use std::sync::atomic::{AtomicBool, Ordering};

/// A game won now; one won later is worth a little less for each ply.
pub(crate) const WON: i32 = 30_000;
/// From this score on the win is proven.
pub(crate) const PROVEN: i32 = WON - 1_000;
/// No line is longer: the list of moves of each ply is kept.
const LONGEST: usize = 96;
/// How often the stop signal is looked at, in positions.
const GLANCE: u64 = 256;

/// The search was stopped, or has looked at as many positions as it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// One search from one root.
pub(crate) struct Search<'a> {
    pub(crate) sight: Sight,
    pub(crate) seed: u64,
    pub(crate) counters: &'a DrawCounters,
    pub(crate) stop: &'a AtomicBool,
    pub(crate) nodes: u64,
    table: Table,
    /// The positions from the root down to the one before the present.
    line: Vec<Position>,
    lists: Vec<MoveList>,
}

/// Where a node stands in the tree.
#[derive(Clone, Copy)]
struct Node {
    depth: u32,
    ply: usize,
    /// The quiet plies that led here, those before the root included.
    quiet: u16,
}

impl<'a> Search<'a> {
    pub(crate) fn new(sight: Sight, seed: u64, counters: &'a DrawCounters, stop: &'a AtomicBool) -> Self {
        let power = if sight.nodes > 200_000 { 17 } else { 13 };
        Self {
            sight,
            seed,
            counters,
            stop,
            nodes: 0,
            table: Table::new(power),
            line: Vec::with_capacity(LONGEST),
            lists: vec![MoveList::default(); LONGEST + 1],
        }
    }

    /// The score of a root move for the root's side, not below `alpha` if it is better.
    pub(crate) fn root_move(
        &mut self,
        root: &Position,
        mv: &Move,
        depth: u32,
        alpha: i32,
    ) -> Result<i32, Stopped> {
        let next = root.play(mv);
        let mut counters = self.counters.clone();
        counters.after(root, mv, &next);
        if counters.verdict().is_some() && !next.legal_moves().is_empty() {
            return Ok(0);
        }
        self.line.clear();
        self.line.push(*root);
        let node = Node { depth: depth - 1, ply: 1, quiet: counters.quiet() };
        self.visit(&next, node, -WON, -alpha).map(|score| -score)
    }

    fn visit(&mut self, position: &Position, node: Node, alpha: i32, beta: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(GLANCE)
            && (self.nodes >= self.sight.nodes || self.stop.load(Ordering::Relaxed))
        {
            return Err(Stopped);
        }
        let mut list = std::mem::take(&mut self.lists[node.ply]);
        position.legal_moves_into(&mut list);
        let score = self.judge(position, &list, node, alpha, beta);
        self.lists[node.ply] = list;
        score
    }

    fn judge(
        &mut self,
        position: &Position,
        moves: &[Move],
        node: Node,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let Some(first) = moves.first() else {
            return Ok(node.ply as i32 - WON);
        };
        if self.is_draw(position, node) {
            return Ok(0);
        }
        let capture = first.is_capture();
        let follow = capture && self.sight.follows_captures;
        if node.ply >= LONGEST || node.depth == 0 && !follow {
            return Ok(evaluate(position) + self.misjudged(position));
        }
        let known = self.table.get(position);
        if let Some(entry) = known.filter(|entry| entry.depth >= node.depth) {
            match entry.bound {
                Bound::Exact => return Ok(entry.score),
                Bound::AtLeast if entry.score >= beta => return Ok(entry.score),
                Bound::AtMost if entry.score <= alpha => return Ok(entry.score),
                _ => {}
            }
        }
        let best = known.and_then(|entry| entry.best);
        self.expand(position, moves, best, node, alpha, beta)
    }

    fn expand(
        &mut self,
        position: &Position,
        moves: &[Move],
        known: Option<Move>,
        node: Node,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        let from = alpha;
        // A single capture is no choice: it costs no depth.
        let forced = moves.len() == 1 && self.sight.follows_captures;
        let depth = if forced { node.depth } else { node.depth.saturating_sub(1) };
        let (mut best, mut best_move) = (-WON, None);
        self.line.push(*position);
        let ordered = known.into_iter().chain(moves.iter().copied().filter(|mv| Some(*mv) != known));
        for (n, mv) in ordered.enumerate() {
            if n > 0 && self.overlooks(position, &mv) {
                continue;
            }
            let quiet = if mv.is_capture() || mv.is_man_move() { 0 } else { node.quiet + 1 };
            let child = Node { depth, ply: node.ply + 1, quiet };
            let score = -self.visit(&position.play(&mv), child, -beta, -alpha)?;
            if score > best {
                (best, best_move) = (score, Some(mv));
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.line.pop();
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= from => Bound::AtMost,
            _ => Bound::Exact,
        };
        // How far away a win is depends on the root, and a draw on the line: neither is kept.
        if best.abs() < PROVEN && best != 0 {
            self.table.put(Entry {
                position: *position,
                depth: node.depth,
                score: best,
                bound,
                best: best_move,
            });
        }
        Ok(best)
    }

    /// A second time is taken for a draw already: who could do better would have.
    fn is_draw(&self, position: &Position, node: Node) -> bool {
        let rules = self.counters.rule_set();
        if rules.quiet_limit().is_some_and(|limit| node.quiet >= limit) {
            return true;
        }
        if rules.repetition_limit().is_none() || node.quiet < 4 {
            return false;
        }
        let quiet = usize::from(node.quiet);
        let stood = self.line.iter().rev().take(quiet).any(|before| before == position);
        stood || quiet >= node.ply && self.counters.times(position) > 0
    }

    fn overlooks(&self, position: &Position, mv: &Move) -> bool {
        self.sight.overlooks > 0 && hash(&(self.seed, position, mv)) % 100 < self.sight.overlooks
    }

    fn misjudged(&self, position: &Position) -> i32 {
        if self.sight.misjudges == 0 {
            return 0;
        }
        let span = self.sight.misjudges as u64 * 2 + 1;
        (hash(&(self.seed, position)) % span) as i32 - self.sight.misjudges
    }
}
