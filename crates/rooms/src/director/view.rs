//! Events as people see them. Knows no wire.

use crate::ports::Player;
use competition::{Match, PerSeat, Standing, Tournament, standings};
use ids::AccountId;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A match at a version, with its players' names.
#[derive(Clone, Debug)]
pub struct MatchView {
    /// The match.
    pub state: Match,
    /// Who plays, by seat; the second may be open.
    pub players: PerSeat<Option<Player>>,
}

/// A tournament at a version, with the names of those who have entered. All who look share one.
#[derive(Debug)]
pub struct TournamentView {
    /// The tournament.
    pub state: Arc<Tournament>,
    /// The names.
    pub names: Arc<HashMap<AccountId, String>>,
    standings: OnceLock<Vec<Standing>>,
}

impl TournamentView {
    /// How it stands.
    #[must_use]
    pub const fn new(state: Arc<Tournament>, names: Arc<HashMap<AccountId, String>>) -> Self {
        Self { state, names, standings: OnceLock::new() }
    }

    /// Its standings, computed once for all who look.
    pub fn standings(&self) -> &[Standing] {
        self.standings.get_or_init(|| standings(&self.state))
    }
}
