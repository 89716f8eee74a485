//! What a game is played by, fixed when it is made. Knows no stake.

use draughts::{RuleSet, Variant};
use ids::Millis;

/// A Fischer clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// What each side starts with.
    pub initial: Millis,
    /// What a move made in time adds.
    pub increment: Millis,
}

/// The terms of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTerms {
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set for draws.
    pub rule_set: RuleSet,
    /// The clock; `None` in practice without clocks.
    pub time_control: Option<TimeControl>,
    /// The window for each player's first move; `None` without windows.
    pub first_move_window: Option<Millis>,
    /// How many draw offers each player may make.
    pub max_draw_offers: u8,
}
