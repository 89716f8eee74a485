//! A match as both its players see it. Knows no wire.

use crate::ports::Player;
use competition::{Match, PerSeat};

/// A match at a version, with its players' names.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The match.
    pub state: Match,
    /// Who plays, by seat; the second may be open.
    pub players: PerSeat<Option<Player>>,
}
