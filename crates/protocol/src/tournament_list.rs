//! Tournaments by HTTP: in a list, and what the page of one shows first. Knows no frame.

use crate::board::ClockSetting;
use crate::tournament::{
    EntryState, TournamentFormat, TournamentPhase, TournamentRound, TournamentStandings, TournamentView,
};
use ids::{Amount, TournamentId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentSummary {
    /// The tournament.
    pub tournament: TournamentId,
    /// Its name.
    pub name: String,
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The rule set for draws.
    pub rules: String,
    /// How who meets whom is found.
    pub format: TournamentFormat,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// Where it stands.
    pub phase: TournamentPhase,
    /// What each entry adds to the pool, in minor units.
    pub contribution: Amount,
    /// What each entry pays the house beside it, in minor units.
    pub fee: Amount,
    /// The least pool, in minor units.
    pub guarantee: Amount,
    /// How many hold a seat, or played.
    pub entered: u32,
    /// The fewest players with whom it starts.
    pub min_players: u32,
    /// The most entries.
    pub max_players: u32,
    /// When registration opens, in Unix milliseconds.
    #[ts(type = "number")]
    pub registration_at: i64,
    /// When registration closes and check-in opens, in Unix milliseconds.
    #[ts(type = "number")]
    pub check_in_at: i64,
    /// When it starts or started, in Unix milliseconds.
    #[ts(type = "number")]
    pub starts_at: i64,
    /// The entry of who asks; null where he has none or is not signed in, and in one that is over.
    pub you: Option<EntryState>,
}

/// The answer to `GET /api/tournaments`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentList {
    /// At most 50: those that are not over, the next to start first; with `over=true` those that are, the newest first.
    pub tournaments: Vec<TournamentSummary>,
    /// What to ask with as `after` for more; null at the end.
    pub next: Option<String>,
    /// When the server said this, in Unix milliseconds.
    #[ts(type = "number")]
    pub server_at: i64,
}

/// The answer to `GET /api/tournaments/{id}`: what a page shows first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TournamentPage {
    /// Its head.
    pub head: TournamentView,
    /// The first tables of its newest round; null before the first.
    pub round: Option<TournamentRound>,
    /// The first rows of its standings.
    pub standings: TournamentStandings,
}
