//! One tournament as a pure state machine: entries, rounds, tables, money, the end. Knows no board and no clock that
//! runs.
//!
//! Whoever directs it asks [`Tournament::decide`], records the events and the movements of [`Tournament::money`] in
//! one transaction, and folds them with [`Tournament::apply`]; at [`Tournament::due`] he asks a tick, again until it
//! takes no step. He makes the games of `RoundPaired` and `GameMade`, tells each end as `GameOver`, resigns the game
//! of who withdraws, and voids those that an abort or a removal has dropped from [`Tournament::live_games`].

mod arena;
mod command;
mod decide;
mod decide_play;
mod entrant;
mod event;
mod fold;
mod fold_gone;
mod fold_play;
mod limits;
mod money_of;
mod notices;
mod pair;
mod phase;
mod settle;
mod state;
mod swiss;
mod table;
mod terms;
mod tick;
mod validate;

pub use command::{
    CaseId, Facts, Looked, NewEntry, ReviewOutcome, SuspendedBy, TournamentCommand, TournamentError,
};
pub use entrant::{Entry, EntryStatus, Gone, Player};
pub use event::{
    CancelledBy, Change, EventGame, PairedRound, PairedTable, Settlement, Share, ShareKind, TableRole,
    TournamentEvent, WithdrawnBy,
};
pub use fold::TournamentReplayError;
pub use limits::TournamentLimits;
pub use phase::Phase;
pub use state::Tournament;
pub use swiss::SwissEngine;
pub use table::{Course, EndedGame, LiveGame, Round, Table, TableOutcome, WonBy};
pub use terms::{
    CancellationRule, Format, MAX_NAME, MAX_PLAYERS, MAX_PROTEST, MAX_ROUND_ROBIN, MAX_ROUNDS,
    RatingConditions, TournamentTerms,
};
pub use validate::TermsError;
