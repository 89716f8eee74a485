//! Why an owner refused a command. Knows no wire codes: the server gives each its own.

use crate::ports::StartError;
use competition::{ChallengeError, JoinError, LadderError, LadderTermsError, MatchError, TournamentError};
use game::GameError;
use ids::{AccountId, Amount, WallTime};

/// Why a command was refused; nothing changed by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game's own rules.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A move of this seat is waiting already, or four other commands are.
    #[error("a command of this seat is waiting already; wait for its answer")]
    OneAtATime,
    /// The game is paused: the database is away, or the server stops.
    #[error("the game is paused; send the move again when it goes on")]
    Paused,
    /// The database is away, or the house takes no new games just now.
    #[error("not possible just now; try again in a moment")]
    Unavailable,
    /// The match's own rules.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// Such a challenge is not possible.
    #[error(transparent)]
    Challenge(#[from] ChallengeError),
    /// The two have staked too much, or too often, against each other. How much and how often is not told.
    #[error("the two of you have played for as much, or as often, as is allowed for now")]
    PairLimit,
    /// The tournament's own rules.
    #[error(transparent)]
    Tournament(#[from] TournamentError),
    /// No such tournament.
    #[error("no such tournament")]
    NoSuchTournament,
    /// The player has not entered it.
    #[error("one has to enter the tournament first")]
    NotEntered,
    /// The ladder's own rules.
    #[error(transparent)]
    Ladder(#[from] LadderError),
    /// No season can be announced by such terms.
    #[error(transparent)]
    LadderTerms(#[from] LadderTermsError),
    /// No such season.
    #[error("no such ladder season")]
    NoSuchLadder,
    /// No such match.
    #[error("no such match")]
    NoSuchMatch,
    /// The player is in an event that has begun.
    #[error("not while one's match or tournament is on")]
    InEvent,
    /// An event of the player begins before such a game would be over.
    #[error("a match or tournament of one's own starts too soon for that")]
    StartsSoon,
    /// No such game, or it is no longer kept.
    #[error("no such game")]
    NoSuchGame,
    /// The one who asks has no seat in that game.
    #[error("only a player of the game may do that")]
    NotYourGame,
    /// As many watch the game as may.
    #[error("as many watch this game as may; try again later")]
    TooManySpectators,
    /// The bot takes no draws.
    #[error("the bot plays on: it takes no draw by agreement")]
    BotDeclines,
    /// Only the bot gives hints and lets one take back.
    #[error("only in practice against the bot")]
    NotAgainstTheBot,
    /// No move of one's own was played.
    #[error("there is no move of yours to take back")]
    NothingToTakeBack,
    /// No game can be played from there.
    #[error("no game can be played from that position: {why}")]
    BadPosition {
        /// Why.
        why: String,
    },
    /// The seek is gone.
    #[error("the seek is gone: taken, cancelled or run out")]
    SeekGone,
    /// One can't take one's own seek.
    #[error("a player can't take his own seek")]
    OwnSeek,
    /// The seek belongs to somebody else.
    #[error("only its owner may cancel a seek")]
    NotYourSeek,
    /// One may not wait for an opponent like this.
    #[error(transparent)]
    PlayNow(#[from] JoinError),
    /// One does not wait for an opponent.
    #[error("one does not wait for an opponent")]
    NotWaiting,
    /// As many staked games as are allowed.
    #[error("as many staked games as are allowed are running")]
    GameLimit,
    /// The other player has as many staked games as are allowed.
    #[error("the other player has started another game")]
    OpponentBusy,
    /// As many open seeks as are allowed.
    #[error("as many seeks as are allowed are open: {allowed}")]
    SeekLimit {
        /// How many.
        allowed: u32,
    },
    /// Barred from staked seeks for a while.
    #[error("barred from staked seeks until {until:?} after games that were not started")]
    Barred {
        /// Until when.
        until: WallTime,
    },
    /// The terms have changed since they were shown.
    #[error("the terms have changed since they were shown; the terms in force have the hash {now}")]
    TermsChanged {
        /// The hash of the terms in force.
        now: String,
    },
    /// The balance does not cover the stake.
    #[error("wallet holds {balance}, the stake is {stake}")]
    InsufficientFunds {
        /// What it holds.
        balance: Amount,
        /// What was needed.
        stake: Amount,
    },
    /// The other player's balance does not cover the stake any more.
    #[error("the other player's balance does not cover the stake any more")]
    OpponentInsufficientFunds,
    /// Staked play is not open to this account.
    #[error("staked play is not open to this account: {reason}")]
    StakesRefused {
        /// Why.
        reason: String,
    },
    /// Outside what is configured.
    #[error("{what}; allowed: {allowed}")]
    OutOfRange {
        /// What was wrong.
        what: String,
        /// What is allowed.
        allowed: String,
    },
    /// The rematch is not possible: too late, declined, or made already.
    #[error("no rematch: the time for it is over, it was declined, or it was made already")]
    NoRematch,
    /// The link's code is unknown or has run out.
    #[error("the link is unknown or has run out")]
    NoSuchLink,
    /// Both seats of that practice game are taken.
    #[error("both seats of that game are taken")]
    Taken,
    /// Too many practice games at once.
    #[error("too many practice games at once; allowed: {allowed}")]
    PracticeLimit {
        /// How many.
        allowed: u32,
    },
    /// The position stands, or stood just now, on a staked board; or the asker has a staked game running.
    #[error(
        "the house's engine does not play while the position stands on a staked board, or one has a staked game"
    )]
    PositionInPlay,
}

impl Refusal {
    /// A start that failed, as `account` is told of it: what is the other player's is not told in figures.
    #[must_use]
    pub(crate) fn of_start(error: &StartError, account: AccountId) -> Self {
        match error {
            StartError::InsufficientFunds { account: whose, balance, stake } if *whose == account => {
                Self::InsufficientFunds { balance: *balance, stake: *stake }
            }
            StartError::InsufficientFunds { .. } => Self::OpponentInsufficientFunds,
            StartError::GameLimit { account: whose } if *whose == account => Self::GameLimit,
            StartError::GameLimit { .. }
            | StartError::Barred { .. }
            | StartError::Refused { .. }
            | StartError::Engaged { .. }
                if !concerns(error, account) =>
            {
                Self::OpponentBusy
            }
            StartError::GameLimit { .. } => Self::GameLimit,
            StartError::Engaged { soon: true, .. } => Self::StartsSoon,
            StartError::Engaged { soon: false, .. } => Self::InEvent,
            StartError::Refused { reason, .. } => Self::StakesRefused { reason: reason.clone() },
            StartError::Barred { until, .. } => Self::Barred { until: *until },
            StartError::PairLimit(_) => Self::PairLimit,
            StartError::RematchExists(_) => Self::NoRematch,
            StartError::Apart => Self::SeekGone,
            StartError::Unavailable => Self::Unavailable,
        }
    }
}

/// Whether the failure is that account's own.
fn concerns(error: &StartError, account: AccountId) -> bool {
    error.account() == Some(account)
}
