//! The clock of an event's game, as two numbers. Knows no running time.

use ids::Millis;
use serde::{Deserialize, Serialize};

/// A Fischer clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// What each side starts with.
    pub initial: Millis,
    /// What a move made in time adds.
    pub increment: Millis,
}

impl Clock {
    /// How long one side may think about that many moves: the initial time and an increment for each.
    #[must_use]
    pub const fn length(self, moves: u32) -> Millis {
        self.initial.saturating_add(Millis(self.increment.0.saturating_mul(moves as u64)))
    }
}
