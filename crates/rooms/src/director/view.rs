//! Events as people see them. Knows no wire.

use crate::ports::Player;
use competition::{Match, PerSeat, Tournament};
use ids::AccountId;
use std::collections::HashMap;
use std::sync::Arc;

/// A match at a version, with its players' names.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The match.
    pub state: Match,
    /// Who plays, by seat; the second may be open.
    pub players: PerSeat<Option<Player>>,
}

/// A tournament at a version, with the names of those who have entered.
#[derive(Clone, Debug)]
pub struct TournamentView {
    /// The tournament.
    pub state: Arc<Tournament>,
    /// The names.
    pub names: Arc<HashMap<AccountId, String>>,
}
