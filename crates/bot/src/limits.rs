//! How long a search may go on. Knows no clock: what reads it is given.

use std::time::Duration;

/// The bounds of one search; the first that is met ends it. The best move of the last whole depth is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies to look ahead, not counting captures followed and forced replies.
    pub depth: u32,
    /// Positions to look at.
    pub nodes: u64,
    /// No further depth is begun after so much time.
    pub soft: Option<Duration>,
    /// After so much time the search stops wherever it is.
    pub hard: Option<Duration>,
}

impl Limits {
    /// The deepest search.
    pub const DEEPEST: u32 = 99;

    /// No bound but the deepest depth.
    pub const NONE: Self = Self { depth: Self::DEEPEST, nodes: u64::MAX, soft: None, hard: None };

    /// So many plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self { depth, ..Self::NONE }
    }

    /// So many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes, ..Self::NONE }
    }

    /// So much time for the move. A depth that would hardly be finished is not begun.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { soft: Some(time.mul_f64(0.6)), hard: Some(time), ..Self::NONE }
    }
}

/// The time since the search was asked for.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);
