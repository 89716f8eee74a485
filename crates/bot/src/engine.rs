//! The bot as those who ask it see it: a position in, a move and its reasons out. Knows no game, no thread pool and no clock.

use crate::book::Book;
use crate::endings::{self, Ending};
use crate::evaluate::Weights;
use crate::level::Sight;
use crate::limits::{Clock, Limits};
use crate::root::{Root, RootMove};
use crate::score::TABLE_WON;
use crate::search::{Shared, mix};
use crate::table::Table;
use crate::tables::Tables;
use draughts::{DrawCounters, Move, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A search engine with its memory. One search at a time; what it has found helps the next one.
pub struct Engine {
    table: Table,
    threads: usize,
    weights: Option<Weights>,
    tables: Arc<Tables>,
}

/// What is asked of the engine.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// The position; it need not have a legal move.
    pub position: &'a Position,
    /// The game's draw counters at this position, so that a draw by rule is seen coming.
    pub counters: &'a DrawCounters,
    /// How long to search.
    pub limits: Limits,
    /// What the player sees.
    pub sight: Sight,
    /// Whether the opening book may answer.
    pub book: bool,
    /// Between moves thought equal, and for a player's slips, the seed decides.
    pub seed: u64,
    /// How many of the best moves get a line and an exact score; at least one does.
    pub lines: usize,
    /// The time since the question was asked; called only if a limit of time is set.
    pub clock: Clock<'a>,
    /// Set by another thread, the search ends at once with what it has.
    pub stop: &'a AtomicBool,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Worth to the side to move in hundredths of a man; from [`Engine::WIN`] on a proven win, less the plies to it.
    pub score: i32,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best lines, the best first; none where there is no legal move.
    pub variations: Vec<Variation>,
    /// The last depth that was searched whole, in plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

impl Answer {
    /// The move to play.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        self.variations.first()?.moves.first().copied()
    }
}

/// No time passes: for searches that are not bounded by time.
pub fn no_clock() -> std::time::Duration {
    std::time::Duration::ZERO
}

impl Engine {
    /// From this score on, less the plies to it, a win is proven.
    pub const WIN: i32 = crate::score::WON;

    /// From this score on, either way, the game is won by force, by search or by the endgame tables.
    pub const PROVEN: i32 = crate::score::PROVEN;

    /// In how many plies a proven score ends the game; `None` where it is not proven, or only the tables know that it is won.
    #[must_use]
    pub fn plies_to_win(score: i32) -> Option<u32> {
        let plies = u32::try_from(Self::WIN - score.abs()).ok()?;
        (plies <= crate::score::LONGEST as u32).then_some(plies)
    }

    /// An engine that remembers positions in so many bytes and searches with so many threads.
    #[must_use]
    pub fn new(bytes: usize, threads: usize) -> Self {
        Self {
            table: Table::new(bytes),
            threads: threads.max(1),
            weights: None,
            tables: Arc::new(Tables::none()),
        }
    }

    /// The same engine with other weights than the program's, to try them.
    #[must_use]
    pub fn with_weights(mut self, weights: Weights) -> Self {
        self.weights = Some(weights);
        self
    }

    /// The same engine with endgame tables; those that are built later are used, too.
    #[must_use]
    pub fn with_tables(mut self, tables: Arc<Tables>) -> Self {
        self.tables = tables;
        self
    }

    /// Forgets what earlier searches found.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches for the best move. The same question to a new engine with one thread gets the same answer, unless time ends the
    /// search. `report` hears of each whole depth.
    pub fn answer(&mut self, question: &Question, report: &mut dyn FnMut(&Answer)) -> Answer {
        let mut moves: Vec<Move> = question.position.legal_moves().into_iter().collect();
        let Some(first) = moves.first() else {
            return Answer { variations: Vec::new(), depth: 0, nodes: 0 };
        };
        if moves.len() == 1 && question.lines < 2 && question.limits.hard.is_some() {
            // A forced reply needs no thought.
            let only = Variation { score: 0, moves: vec![*first] };
            return Answer { variations: vec![only], depth: 0, nodes: 0 };
        }
        if question.book
            && let Some(mv) =
                Book::grown(question.position.variant()).choose(question.position, question.seed)
        {
            return Answer { variations: vec![Variation { score: 0, moves: vec![mv] }], depth: 0, nodes: 0 };
        }
        moves.sort_by_cached_key(|mv| mix(question.seed ^ question.position.play(mv).key()));
        let mut moves: Vec<RootMove> = moves.into_iter().map(RootMove::new).collect();
        // Who errs as people do does not know the tables.
        let tables = &*self.tables;
        let mut few = if question.sight.is_human() { 0 } else { tables.pieces(question.position.variant()) };
        if question.position.piece_count() <= few {
            match endings::root(tables, question.position, question.counters, &moves) {
                Some(Ending::Won(mv, plies)) if question.lines < 2 => {
                    let won = Variation { score: TABLE_WON - plies, moves: vec![mv] };
                    return Answer { variations: vec![won], depth: 0, nodes: 0 };
                }
                // What the tables call equal is not equally hard for the opponent: the search looks for the harder.
                Some(Ending::Held(held)) => (moves, few) = (held, 0),
                Some(Ending::Won(..)) | None => {}
            }
        }
        let shared = Shared {
            table: self.table.begin_search(),
            weights: self.weights.as_ref().unwrap_or_else(|| Weights::learned(question.position.variant())),
            tables,
            few,
            sight: question.sight,
            // Who sees all may use what others found; who errs, errs in his own way.
            seed: if question.sight.is_human() { mix(question.seed) } else { 0 },
            limits: question.limits,
            clock: question.clock,
            stop: question.stop,
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        search(&shared, question, moves, self.threads, report)
    }
}

fn search(
    shared: &Shared,
    question: &Question,
    moves: Vec<RootMove>,
    threads: usize,
    report: &mut dyn FnMut(&Answer),
) -> Answer {
    let lines = question.lines.max(1);
    let nodes = || shared.nodes.load(Ordering::Relaxed);
    std::thread::scope(|scope| {
        for helper in 1..threads {
            let moves = moves.clone();
            scope.spawn(move || {
                let mut root = Root::new(shared, question.position, question.counters, moves);
                // Every second helper is a depth ahead, so that they do not all do the same.
                root.deepen(1 + helper as u32 % 2, lines, &mut |_, _| ());
            });
        }
        let mut root = Root::new(shared, question.position, question.counters, moves);
        root.deepen(1, lines, &mut |depth, best| {
            let variation = |found: &RootMove| Variation { score: found.score, moves: found.line.clone() };
            report(&Answer { variations: best.iter().map(variation).collect(), depth, nodes: nodes() });
        });
        root.finish();
        let mut variations = root.variations(lines);
        if variations.is_empty() {
            // Stopped before anything was found.
            variations = vec![Variation { score: 0, moves: vec![root.moves[0].mv] }];
        }
        Answer { variations, depth: root.depth, nodes: nodes() }
    })
}
