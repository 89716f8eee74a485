//! What can be asked of a tournament, and why it is refused. Knows no answer.

use super::TermsError;
use super::terms::TournamentTerms;
use crate::pairing::swiss::SwissError;
use crate::{GameOver, GameResult, PerColour};
use ids::{AccountId, Amount, EntryId, GameId, WallTime};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The key of a case, made by who opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CaseId(pub Uuid);

/// How a case ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReviewOutcome {
    /// The result stands.
    Stands,
    /// A game's result is another one. In a knockout the tie that it belongs to goes to its winner.
    Changed {
        /// The game.
        game: GameId,
        /// What counts from now on: not void.
        result: GameResult,
    },
    /// A player is removed. F12.
    Removed {
        /// His entry.
        entry: EntryId,
    },
}

/// Who suspends, the weightier last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SuspendedBy {
    /// The server's own evidence of an outage.
    Outage,
    /// The operator.
    Operator,
}

/// What was found when a tournament that has finished was looked at before it is paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looked {
    /// Nothing that needs a case.
    #[default]
    Clean,
    /// It is not known yet: nothing goes on until it is.
    Unknown,
    /// Something that somebody has to look at: this case is opened with the review.
    Suspicious(CaseId),
}

/// What the present looks like where a tick needs to know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Entries whom a limit, an exclusion or another event keeps out: asked at the start, see
    /// [`asks_gates`](super::Tournament::asks_gates).
    pub refused: BTreeSet<EntryId>,
    /// Games in which not both have moved yet, and who of the two is there: asked when a grace ends.
    pub waiting: BTreeMap<GameId, PerColour<bool>>,
    /// Who is there and wants a game: asked in an arena.
    pub present: BTreeSet<AccountId>,
    /// What is known of its players: asked when it has finished, see [`asks_what_players_share`](super::Tournament::asks_what_players_share).
    pub looked: Looked,
}

/// One person who enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NewEntry {
    /// The entry's key, new for each registration.
    pub entry: EntryId,
    /// Whose it is.
    pub account: AccountId,
    /// The rating that seeds him.
    pub rating: i32,
}

/// Something asked of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TournamentCommand {
    /// To announce it.
    Announce {
        /// What the operator's purse has for the guarantee.
        purse: Amount,
    },
    /// To change its terms, before the first registration. F2.
    Amend {
        /// The new ones; with the same guarantee once announced.
        terms: Box<TournamentTerms>,
    },
    /// To enter before the start.
    Register(NewEntry),
    /// To take an entry back before check-in closes.
    Unregister(EntryId),
    /// To say that one is there.
    CheckIn(EntryId),
    /// To take that back.
    UndoCheckIn(EntryId),
    /// To enter after the start, where the terms allow it.
    LateEntry(NewEntry),
    /// To leave after the start.
    Withdraw(EntryId),
    /// A game of the event has ended.
    GameOver {
        /// Which.
        game: GameId,
        /// How.
        over: GameOver,
    },
    /// To stop all clocks.
    Suspend(SuspendedBy),
    /// To go on.
    Resume,
    /// To end it without an end. F13.
    Abort,
    /// To call it off before the start.
    Cancel,
    /// To open a case, which holds up the payout until its outcome or its deadline.
    OpenCase(CaseId),
    /// To end a case.
    Review {
        /// Which.
        case: CaseId,
        /// How.
        outcome: ReviewOutcome,
    },
    /// To remove who cheated. F12.
    Remove(EntryId),
    /// To do what is due.
    Tick(Facts),
}

/// Why a tournament refuses what was asked; nothing is changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TournamentError {
    /// The terms can't be announced.
    #[error("these terms can't be announced")]
    Terms(#[from] TermsError),
    /// The guarantee is not covered.
    #[error("the guarantee is {guarantee}, the operator's purse has {purse}")]
    PurseShort {
        /// What is needed.
        guarantee: Amount,
        /// What there is.
        purse: Amount,
    },
    /// Somebody has registered already.
    #[error("the terms are frozen since the first registration; cancel and announce anew")]
    TermsFrozen,
    /// An announced guarantee is held already.
    #[error("an announced guarantee of {guarantee} can't be changed; cancel and announce anew")]
    GuaranteeHeld {
        /// What is held.
        guarantee: Amount,
    },
    /// Not in this state.
    #[error("not possible while the tournament is {phase}")]
    NotNow {
        /// The state's name.
        phase: &'static str,
    },
    /// All seats are taken.
    #[error("all {seats} seats are taken")]
    Full {
        /// How many there are.
        seats: u32,
    },
    /// One entry an account.
    #[error("that account has entered already")]
    AlreadyEntered,
    /// The key belongs to another entry, or to one that was taken back.
    #[error("entry {entry} was used before; a new registration needs a new one")]
    EntryUsed {
        /// The entry.
        entry: EntryId,
    },
    /// The rating is outside the conditions.
    #[error("a rating of {rating} is outside the conditions of the tournament")]
    RatingOutside {
        /// The rating.
        rating: i32,
    },
    /// No such entry.
    #[error("there is no entry {entry}")]
    NoSuchEntry {
        /// The entry.
        entry: EntryId,
    },
    /// Late entry is over, or was never possible.
    #[error("late entry is possible until round {until}, this is round {round}")]
    TooLateToEnter {
        /// The last round in which one could enter; 0 for none.
        until: u16,
        /// The present round.
        round: u16,
    },
    /// No such game.
    #[error("{game} is no game of this tournament")]
    NoSuchGame {
        /// The game.
        game: GameId,
    },
    /// Suspended for too long.
    #[error("suspended for too long to go on: it could be resumed until {until:?}")]
    SuspendedTooLong {
        /// The last instant.
        until: WallTime,
    },
    /// No such case is open.
    #[error("case {} is not open", .case.0)]
    NoSuchCase {
        /// The case.
        case: CaseId,
    },
    /// Too many cases.
    #[error("{cases} cases were opened, no more can be")]
    TooManyCases {
        /// How many.
        cases: u32,
    },
    /// The history of the rounds contradicts itself, or is too much for the engine.
    #[error("the next round can't be paired")]
    Pairing(#[from] SwissError),
    /// A result that can't be put in place of another.
    #[error("the result of game {game} can't be changed to {result:?}: {why}")]
    ResultUnchangeable {
        /// The game.
        game: GameId,
        /// The result asked for.
        result: GameResult,
        /// Why not.
        why: &'static str,
    },
}
