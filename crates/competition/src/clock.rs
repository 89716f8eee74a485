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
