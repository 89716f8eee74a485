//! What is asked of a ladder season, why it may be refused, and what happened in it.

use super::terms::LadderTerms;
use crate::Seat;
use ids::{AccountId, MatchId, Millis, WallTime};
use serde::{Deserialize, Serialize};

/// What is asked of a season.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LadderCommand {
    /// A player enters, on the last place.
    Enter {
        /// Who.
        by: AccountId,
    },
    /// A player leaves for good; whoever stands below moves up.
    Leave {
        /// Who.
        by: AccountId,
    },
    /// A player challenges one above him.
    Challenge {
        /// Who.
        by: AccountId,
        /// Whom.
        to: AccountId,
    },
    /// The challenged player accepts.
    Accept {
        /// Who.
        by: AccountId,
        /// The challenge's number.
        number: u32,
    },
    /// The challenged player says no.
    Decline {
        /// Who.
        by: AccountId,
        /// The challenge's number.
        number: u32,
    },
    /// The Rivals match of a challenge is over, and settled.
    MatchOver {
        /// The challenge's number.
        number: u32,
        /// The match.
        of: MatchId,
        /// Who won; the challenger is the first seat. `None` if it was level.
        winner: Option<Seat>,
    },
    /// A player goes on leave.
    BeginLeave {
        /// Who.
        by: AccountId,
    },
    /// A player is back.
    EndLeave {
        /// Who.
        by: AccountId,
    },
    /// The operator cancels the season; nobody gets a prize.
    Cancel,
    /// A timer: has something become due?
    Tick,
}

/// Why a command was refused; the season is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderError {
    /// The season is not open.
    #[error("the season is not open")]
    NotOpen,
    /// He is not on the ladder.
    #[error("{0} is not on the ladder")]
    NotOnLadder(AccountId),
    /// All places are taken.
    #[error("all {allowed} places are taken")]
    Full {
        /// How many there are.
        allowed: u16,
    },
    /// The place is not above, or too far.
    #[error("from place {from} one may challenge up to {reach} places up, {to} is not one of these")]
    OutOfReach {
        /// The challenger's place, from 1.
        from: u16,
        /// The challenged player's.
        to: u16,
        /// How far up it goes.
        reach: u16,
    },
    /// One of them has a challenge open on that side.
    #[error("{0} has a challenge open already")]
    Busy(AccountId),
    /// One of them is on leave.
    #[error("{0} is on leave")]
    OnLeave(AccountId),
    /// They have to wait before they meet again.
    #[error("the two may not challenge each other before {until:?}")]
    Pause {
        /// When the pause ends.
        until: WallTime,
    },
    /// They have met often enough.
    #[error("all {allowed} matches of the two that count are played")]
    PairDone {
        /// How many count.
        allowed: u16,
    },
    /// No such challenge waits for that.
    #[error("challenge {0} does not wait for that, or for somebody else")]
    NoSuchChallenge(u32),
    /// The time for it is over.
    #[error("asked at {at:?}, the time for it ended at {due:?}")]
    TooLate {
        /// When it was asked.
        at: WallTime,
        /// When the time ended.
        due: WallTime,
    },
    /// All leave is used up, or it lasts already.
    #[error("no leave is left")]
    NoLeaveLeft,
}

/// Why a challenge ended without a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lapse {
    /// It was not played in time.
    NotPlayed,
    /// One of the two left the ladder.
    Left,
    /// The season ended.
    SeasonOver,
}

/// One event is one row and one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LadderEvent {
    /// A season is announced, and its pool held.
    Announced {
        /// Its terms.
        terms: LadderTerms,
    },
    /// It is open.
    Opened,
    /// A player entered, on the last place.
    Entered {
        /// Who.
        by: AccountId,
    },
    /// A player left for good.
    Left {
        /// Who.
        by: AccountId,
    },
    /// A challenge.
    Challenged {
        /// Its number, from 1.
        number: u32,
        /// Who.
        by: AccountId,
        /// Whom.
        to: AccountId,
        /// When no answer is a no.
        answer_by: WallTime,
    },
    /// It was accepted.
    Accepted {
        /// Its number.
        number: u32,
        /// By when it has to be played.
        play_by: WallTime,
    },
    /// It was declined, or not answered.
    Declined {
        /// Its number.
        number: u32,
        /// Whether that cost a place.
        costs_place: bool,
        /// When.
        at: WallTime,
    },
    /// Its match was played.
    Played {
        /// Its number.
        number: u32,
        /// The match.
        of: MatchId,
        /// Who won.
        winner: Option<Seat>,
        /// When.
        at: WallTime,
    },
    /// It ended without a match, and costs nobody anything.
    Lapsed {
        /// Its number.
        number: u32,
        /// Why.
        why: Lapse,
        /// When.
        at: WallTime,
    },
    /// A player went on leave.
    LeaveBegan {
        /// Who.
        by: AccountId,
        /// When.
        at: WallTime,
        /// When it ends at the latest.
        until: WallTime,
    },
    /// A player is back.
    LeaveEnded {
        /// Who.
        by: AccountId,
        /// How long he was away.
        used: Millis,
    },
    /// The order is final.
    Frozen {
        /// When the prizes are paid.
        pays_at: WallTime,
    },
    /// The prizes are paid.
    Paid,
    /// The season was cancelled, and the pool given back.
    Cancelled,
}
