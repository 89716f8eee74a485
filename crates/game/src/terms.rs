//! What a game is played by, fixed when it is made. Knows no stake.

use crate::PerSide;
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

/// What becomes of a game in which a first move is not made in its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unstarted {
    /// It is aborted: nobody has lost. So is one that is resigned before one's own first move.
    Aborts,
    /// Who did not come has lost: in an event one's opponent waits for this game alone. The window begins when the player is
    /// there.
    Forfeits,
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
    /// What becomes of the game when a window runs out.
    pub unstarted: Unstarted,
    /// What the clocks begin with where it is not the same for both: in a sudden-death series they carry on.
    pub carried: Option<PerSide<Millis>>,
    /// How many draw offers each player may make.
    pub max_draw_offers: u8,
    /// The first ply at which one may be made.
    pub offers_from_ply: u16,
}
