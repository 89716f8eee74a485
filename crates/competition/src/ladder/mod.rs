//! A ladder season: an order of players that changes by matches (R15). A pure state machine: `decide`, `apply`, `due`, `money`.
//! Knows no board, no ledger and no row, and of a match only who won.

mod decide;
mod event;
mod fold;
mod state;
mod terms;

pub use event::{LadderCommand, LadderError, LadderEvent, Lapse};
pub use fold::LadderReplayError;
pub use state::{Ladder, LadderChallenge, LadderState};
pub use terms::{LadderLimits, LadderTerms, LadderTermsError};
