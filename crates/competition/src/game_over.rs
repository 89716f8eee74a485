//! How a game of an event ended, as its rows tell the director. Knows no board and no stake.

use ids::{Millis, WallTime};
use serde::{Deserialize, Serialize};

/// One value for each colour. "White" is the side that moves first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PerColour<T> {
    /// Of the side that moves first.
    pub white: T,
    /// Of the other.
    pub black: T,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// Neither was there: both lose.
    Neither,
    /// It does not count: a fault, an operator, or more than 30 minutes down.
    Void,
}

/// Whether the game was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Finish {
    /// At the board: also by resignation, flag or agreement.
    Played,
    /// A first-move window ran out: unrated, and an absence of who let it run out.
    Forfeit,
}

/// A game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameOver {
    /// Who won.
    pub result: GameResult,
    /// Whether it was played.
    pub finish: Finish,
    /// Plies played.
    pub plies: u16,
    /// Each side's own thinking time, first moves included.
    pub thinking: PerColour<Millis>,
    /// What each clock had left.
    pub left: PerColour<Millis>,
    /// When it ended.
    pub at: WallTime,
}
