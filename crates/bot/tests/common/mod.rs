//! A player for the tests: a new engine for every move, bounded by positions and never by time.

use bot::{Engine, Level, Limits, Question, no_clock};
use draughts::{DrawCounters, Move, Position};
use std::sync::atomic::AtomicBool;

/// Positions that the hard level looks at for a move.
pub(crate) const NODES: u64 = 30_000;

/// The level's move; `None` where there is none.
pub(crate) fn choose(
    position: &Position,
    counters: &DrawCounters,
    level: Level,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Move> {
    let own = level.limits();
    let question = Question {
        position,
        counters,
        limits: Limits { nodes: own.nodes.min(NODES), ..own },
        sight: level.sight(),
        book: false,
        seed,
        lines: 1,
        clock: &no_clock,
        stop,
    };
    Engine::new(1 << 20, 1).answer(&question, &mut |_| ()).best()
}
