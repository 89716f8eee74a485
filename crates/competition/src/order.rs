//! What an operator orders of events, as it is kept until its owner carries it out. Decides nothing.

use crate::tournament::ReviewOutcome;
use crate::{LadderTerms, Ruling, TournamentTerms};
use ids::{AccountId, LadderId, MatchId, TournamentId};
use serde::{Deserialize, Serialize};

/// An order. The order's own id names what it announces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// A tournament is announced.
    AnnounceTournament(Box<TournamentTerms>),
    /// All clocks of a tournament stop.
    Suspend(TournamentId),
    /// They go on.
    Resume(TournamentId),
    /// A tournament ends without an end. F13.
    Abort(TournamentId),
    /// A tournament is called off before its start.
    CancelTournament(TournamentId),
    /// What a tournament's case led to; one is opened for it where none is open.
    RuleTournament(TournamentId, ReviewOutcome),
    /// Whoever cheated is removed. F12.
    RemovePlayer(TournamentId, AccountId),
    /// A match that has not begun is cancelled, one that is played is stopped at its next break. R5.
    CancelMatch(MatchId),
    /// What the review of a match led to.
    RuleMatch(MatchId, Ruling),
    /// A ladder season is announced.
    AnnounceLadder(Box<LadderTerms>),
    /// A ladder season is cancelled.
    CancelLadder(LadderId),
}

impl Order {
    /// Whether the keeper of the ladders carries it out; the director does all others.
    #[must_use]
    pub const fn is_of_a_ladder(&self) -> bool {
        matches!(self, Self::AnnounceLadder(_) | Self::CancelLadder(_))
    }
}
