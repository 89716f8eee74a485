//! Whether one move alone keeps the result of a position. Knows no game and no file.

use bot::{Engine, Limits, Question, Sight, Tables, Variation, no_clock};
use draughts::{DrawCounters, Move, Position, RuleSet, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is asked of who solves a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Asked {
    Win,
    Draw,
}

/// Beside a won move no other one may be better than that, in hundredths of a man.
const NO_WIN: i32 = 60;
/// A draw may be thought so much better or worse by a search that does not see its end.
const ABOUT_EVEN: i32 = 150;

/// Positions of a look that finds puzzles.
pub(crate) const BOUNDED: u64 = 30_000;
/// Positions of a look that is done again by every test.
pub(crate) const CHECKED: u64 = 150_000;
/// Positions of a look that decides whether a puzzle is kept.
pub(crate) const DEEP: u64 = 800_000;

/// The draw rules that a game of the variant is usually played by.
pub(crate) const fn rules(variant: Variant) -> RuleSet {
    match variant {
        Variant::American => RuleSet::American,
        Variant::International => RuleSet::International,
        Variant::Brazilian | Variant::Russian => RuleSet::Dream,
    }
}

/// Looks at positions, each as if nothing had been looked at before.
pub(crate) struct Judge {
    small: Engine,
    large: Engine,
}

impl Judge {
    pub(crate) fn new(tables: &Arc<Tables>) -> Self {
        let engine = |bytes| Engine::new(bytes, 1).with_tables(Arc::clone(tables));
        Self { small: engine(1 << 20), large: engine(16 << 20) }
    }

    /// The best lines with their scores.
    pub(crate) fn lines(&mut self, position: &Position, nodes: u64, lines: usize) -> Vec<(i32, Move)> {
        let lines = self.variations(position, nodes, lines);
        lines.iter().filter_map(|line| Some((line.score, *line.moves.first()?))).collect()
    }

    /// What both sides do best from here, as far as a deep look shows.
    pub(crate) fn best_line(&mut self, position: &Position) -> Vec<Move> {
        self.variations(position, DEEP, 1).into_iter().next().map(|line| line.moves).unwrap_or_default()
    }

    fn variations(&mut self, position: &Position, nodes: u64, lines: usize) -> Vec<Variation> {
        let engine = if nodes > BOUNDED { &mut self.large } else { &mut self.small };
        engine.forget();
        let counters = DrawCounters::new(rules(position.variant()), position);
        let question = Question {
            position,
            counters: &counters,
            limits: Limits::nodes(nodes),
            sight: Sight::FULL,
            book: false,
            seed: 0,
            lines,
            clock: &no_clock,
            stop: &AtomicBool::new(false),
        };
        engine.answer(&question, &mut |_| ()).variations
    }

    /// The one move that keeps the result, and what that is; `None` where several do, or nothing is decided.
    pub(crate) fn only(&mut self, position: &Position, nodes: u64) -> Option<(Move, Asked)> {
        let moves = position.legal_moves();
        let lines = self.lines(position, nodes, 2);
        let (score, best) = *lines.first()?;
        if moves.len() == 1 {
            // What is forced keeps whatever there is to keep.
            return if score >= Engine::PROVEN {
                Some((best, Asked::Win))
            } else {
                (score > -ABOUT_EVEN).then_some((best, Asked::Draw))
            };
        }
        let (second, _) = *lines.get(1)?;
        if score >= Engine::PROVEN {
            return (second <= NO_WIN).then_some((best, Asked::Win));
        }
        let even = if nodes > BOUNDED { score == 0 } else { score.abs() <= ABOUT_EVEN };
        (even && second <= -Engine::PROVEN).then_some((best, Asked::Draw))
    }
}
