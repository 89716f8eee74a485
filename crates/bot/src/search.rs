//! Principal variation search from a position below the root. Knows the level's sight, not which level asks, and no root.

use crate::endings;
use crate::evaluate::{Weights, evaluate};
use crate::level::Sight;
use crate::limits::{Clock, Limits};
use crate::line::Line;
use crate::order::{self, Order, Ranked};
use crate::score::{LONGEST, PROVEN, WON, from_here, from_root};
use crate::table::{Bound, Entries, Entry};
use crate::tables::Tables;
use draughts::{DrawCounters, Move, MoveList, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How often the bounds are looked at, in positions.
const GLANCE: u64 = 512;
/// How many plies a position under threat is followed beyond the depth.
const UNDER_THREAT: i32 = 1;

/// The search was stopped, or has met a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: Entries<'a>,
    pub(crate) weights: &'a Weights,
    pub(crate) tables: &'a Tables,
    /// Positions of so many pieces are looked up in the tables.
    pub(crate) few: u32,
    pub(crate) sight: Sight,
    pub(crate) seed: u64,
    pub(crate) limits: Limits,
    pub(crate) clock: Clock<'a>,
    pub(crate) stop: &'a AtomicBool,
    /// Set when the first thread has its answer.
    pub(crate) done: AtomicBool,
    /// Positions looked at, as far as the threads have told.
    pub(crate) nodes: AtomicU64,
}

/// One thread's search.
pub(crate) struct Search<'a> {
    shared: &'a Shared<'a>,
    line: Line,
    order: Order,
    nodes: u64,
    lists: Vec<MoveList>,
    ranks: Vec<Vec<Ranked>>,
    /// The best line found from each ply of the present line.
    principal: Vec<Vec<Move>>,
}

/// Where a node stands in the tree, and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Node {
    /// Whether an exact score is asked for, not just on which side of a bound it is.
    const fn is_principal(self) -> bool {
        self.beta - self.alpha > 1
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>, counters: &DrawCounters) -> Self {
        Self {
            shared,
            line: Line::new(counters),
            order: Order::new(),
            nodes: 0,
            lists: vec![MoveList::default(); LONGEST + 2],
            ranks: vec![Vec::new(); LONGEST + 2],
            principal: vec![Vec::new(); LONGEST + 2],
        }
    }

    /// The line that the last search from ply 1 thinks best.
    pub(crate) fn principal(&self) -> &[Move] {
        &self.principal[1]
    }

    /// The score of a move, seen by who plays it. `node` is the child's, its window the opponent's.
    pub(crate) fn child(&mut self, position: &Position, mv: &Move, node: Node) -> Result<i32, Stopped> {
        let after = position.play(mv);
        self.line.forward(mv, &after);
        let score = self.visit(&after, node);
        self.line.back();
        score.map(|score| -score)
    }

    /// Tells the positions looked at, and whether a bound is met.
    pub(crate) fn glance(&mut self) -> Result<(), Stopped> {
        let Shared { limits, clock, stop, done, nodes, .. } = self.shared;
        let all = nodes.fetch_add(self.nodes, Ordering::Relaxed) + self.nodes;
        self.nodes = 0;
        let over = all >= limits.nodes || limits.hard.is_some_and(|hard| clock() >= hard);
        if over || stop.load(Ordering::Relaxed) || done.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        Ok(())
    }

    fn visit(&mut self, position: &Position, node: Node) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes >= GLANCE.min(self.shared.limits.nodes) {
            self.glance()?;
        }
        // The entry is on its way while the moves are listed.
        let fetched = self.shared.table.fetch(self.line.key(position) ^ self.shared.seed);
        self.principal[node.ply].clear();
        let mut list = std::mem::take(&mut self.lists[node.ply]);
        position.legal_moves_into(&mut list);
        let score = self.judge(position, &list, node);
        std::hint::black_box(fetched);
        self.lists[node.ply] = list;
        score
    }

    fn judge(&mut self, position: &Position, moves: &[Move], mut node: Node) -> Result<i32, Stopped> {
        let Some(first) = moves.first() else {
            return Ok(node.ply as i32 - WON);
        };
        if self.line.is_draw() {
            return Ok(0);
        }
        // Nothing here is better than winning with the next ply, nor worse than having lost now.
        node.alpha = node.alpha.max(node.ply as i32 - WON);
        node.beta = node.beta.min(WON - node.ply as i32 - 1);
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        if position.piece_count() <= self.shared.few {
            let left = self.line.draw_in(position);
            if let Some(score) = endings::score(self.shared.tables, position, node.ply, left) {
                return Ok(score);
            }
        }
        let capture = first.is_capture();
        let follow = capture && self.shared.sight.follows_captures;
        if node.ply > LONGEST || node.depth <= 0 && !follow && !self.is_urgent(position, node) {
            return Ok(self.standing(position));
        }
        let key = self.line.key(position) ^ self.shared.seed;
        let known = self.shared.table.get(key);
        if let Some(score) = known.and_then(|entry| remembered(entry, node)) {
            return Ok(score);
        }
        if !capture && let Some(score) = self.pruned(position, moves, key, node)? {
            return Ok(score);
        }
        self.expand(position, moves, known.and_then(|entry| entry.best), key, node)
    }

    /// Whether a position at the end of its depth must be looked into although nothing is to be captured.
    fn is_urgent(&self, position: &Position, node: Node) -> bool {
        self.shared.sight.follows_captures && node.depth > -UNDER_THREAT && position.is_threatened()
    }

    /// A score for positions that are so good that a shallow look is enough.
    fn pruned(
        &mut self,
        position: &Position,
        moves: &[Move],
        key: u64,
        node: Node,
    ) -> Result<Option<i32>, Stopped> {
        let Node { depth, beta, .. } = node;
        if node.is_principal() || depth <= 0 || beta.abs() >= PROVEN || self.shared.sight.is_human() {
            return Ok(None);
        }
        if depth <= 4 {
            let standing = self.standing(position);
            if standing >= beta + 40 * depth && !position.is_threatened() {
                return Ok(Some(standing));
            }
        } else {
            // What a shallow search finds far above the bound is seldom below it in truth.
            let bound = beta + 50;
            let node = Node { depth: depth - 4, alpha: bound - 1, beta: bound, ..node };
            let known = self.shared.table.get(key);
            let score = match known.and_then(|entry| remembered(entry, node)) {
                Some(score) => score,
                None => self.expand(position, moves, known.and_then(|entry| entry.best), key, node)?,
            };
            if score >= bound {
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    fn expand(
        &mut self,
        position: &Position,
        moves: &[Move],
        known: Option<u8>,
        key: u64,
        node: Node,
    ) -> Result<i32, Stopped> {
        let mut ranks = std::mem::take(&mut self.ranks[node.ply]);
        self.order.rank(position.side_to_move(), node.ply, moves, known, &mut ranks);
        let found = self.tried(position, moves, &mut ranks, node);
        self.ranks[node.ply] = ranks;
        let (score, best) = found?;
        let bound = match score {
            _ if score >= node.beta => Bound::AtLeast,
            _ if score <= node.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let entry = Entry {
            score: from_here(score, node.ply) as i16,
            depth: node.depth as i8,
            bound,
            best: if bound == Bound::AtMost { None } else { best },
        };
        self.shared.table.put(key, entry);
        Ok(score)
    }

    /// The best score and the place of its move.
    fn tried(
        &mut self,
        position: &Position,
        moves: &[Move],
        ranks: &mut [Ranked],
        node: Node,
    ) -> Result<(i32, Option<u8>), Stopped> {
        let Node { ply, beta, .. } = node;
        let (mut alpha, mut best, mut place) = (node.alpha, -WON, None);
        let capture = moves[0].is_capture();
        // A forced reply costs no depth, nor does a capture beyond it.
        let depth = if moves.len() == 1 || capture && node.depth <= 0 { node.depth } else { node.depth - 1 };
        for n in 0..ranks.len() {
            let at = order::next(ranks, n);
            let mv = &moves[usize::from(at)];
            if n > 0 && self.overlooks(position, mv) {
                continue;
            }
            let full = Node { depth, ply: ply + 1, alpha: -beta, beta: -alpha };
            let probe = Node { alpha: -alpha - 1, ..full };
            let score = if n == 0 {
                self.child(position, mv, full)?
            } else {
                let less = if capture { 0 } else { reduction(node, n, mv) };
                let mut score = self.child(position, mv, Node { depth: depth - less, ..probe })?;
                if less > 0 && score > alpha {
                    score = self.child(position, mv, probe)?;
                }
                if score > alpha && score < beta { self.child(position, mv, full)? } else { score }
            };
            if score > best {
                (best, place) = (score, Some(at));
            }
            if score > alpha {
                alpha = score;
                self.lead(ply, mv);
                if score >= beta {
                    if !capture {
                        let tried: Vec<Move> =
                            ranks[..n].iter().map(|&(_, at)| moves[usize::from(at)]).collect();
                        self.order.cut(position.side_to_move(), ply, node.depth, mv, &tried);
                    }
                    break;
                }
            }
        }
        Ok((best, place))
    }

    /// The best line from this ply is this move and the best line after it.
    fn lead(&mut self, ply: usize, mv: &Move) {
        let (here, below) = self.principal.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(*mv);
        here[ply].extend_from_slice(&below[0]);
    }

    fn standing(&self, position: &Position) -> i32 {
        let Shared { sight, seed, weights, .. } = self.shared;
        let judged = evaluate(position, weights);
        if sight.misjudges == 0 {
            return judged;
        }
        let span = sight.misjudges as u64 * 2 + 1;
        judged + (mix(position.key() ^ seed) % span) as i32 - sight.misjudges
    }

    fn overlooks(&self, position: &Position, mv: &Move) -> bool {
        let overlooks = self.shared.sight.overlooks;
        overlooks > 0 && {
            let place = u64::from(mv.from().number()) << 6 | u64::from(mv.to().number());
            mix(position.key() ^ self.shared.seed ^ place << 20) % 100 < overlooks
        }
    }
}

/// What the table knows of a position, if it answers what is asked of the node.
fn remembered(entry: Entry, node: Node) -> Option<i32> {
    if i32::from(entry.depth) < node.depth || node.is_principal() {
        return None;
    }
    let score = from_root(i32::from(entry.score), node.ply);
    let answers = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => score >= node.beta,
        Bound::AtMost => score <= node.alpha,
    };
    answers.then_some(score)
}

/// By how much less depth a move is looked at first that is tried late.
fn reduction(node: Node, n: usize, mv: &Move) -> i32 {
    if node.depth < 3 || mv.crowns() {
        return 0;
    }
    let late = match (n, node.is_principal()) {
        (0..=1, _) | (2, true) => return 0,
        (2..=6, _) => 1,
        _ if node.depth < 6 => 1,
        _ => 2,
    };
    (late + node.depth / 6).min(node.depth - 1)
}

/// Mixes the bits of a word well, as splitmix64 does.
pub(crate) const fn mix(word: u64) -> u64 {
    let mut x = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
