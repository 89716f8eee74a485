//! Rivals: two people, a number of games, one agreement. A pure state machine: `decide`, `apply`, `due`, `money`. Knows no
//! board, no ledger and no row.

mod close;
mod colours;
mod command;
mod decide;
mod event;
mod fold;
mod funds;
mod gates;
mod limits;
mod look;
mod notices;
mod offer;
mod play;
mod record;
mod schedule;
mod slot;
mod state;
mod terms;

pub use colours::PairColours;
pub use command::{MatchCommand, MatchError, Proposal, TickFacts};
pub use event::{
    CancelCause, DecidedBy, GameMoney, GameStart, MatchEvent, MatchOutcome, ReviewCause, Ruling, StopCause,
};
pub use fold::MatchReplayError;
pub use gates::{ChallengeError, ChallengeFacts};
pub use limits::{NoShowMoney, RivalsLimits, RivalsLimitsError};
pub use record::{FinishedMatch, GamesByColour, PairRecord, Run, Tally};
pub use slot::{GameSlot, rematch_id};
pub use state::{Match, MatchGame, MatchState};
pub use terms::{CounterTerms, LevelRule, MatchTerms, StakeMode, StartAt, TermsError, TermsHash};
