//! What is asked of a match, and why it may be refused.

use super::colours::PairColours;
use super::event::{CancelCause, Ruling, StopCause};
use super::state::MatchState;
use super::terms::{CounterTerms, MatchTerms, TermsError, TermsHash};
use crate::{GameOver, PerSeat, ReviewHold, Seat};
use ids::{AccountId, GameId, Millis, WallTime};

/// A challenge: what makes a match. The gates (limits, blocks, open challenges) were asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// Who challenges.
    pub challenger: AccountId,
    /// Whom; `None` for an open seat that whoever accepts first takes.
    pub challenged: Option<AccountId>,
    /// To what.
    pub terms: MatchTerms,
    /// Who has White first, in a rematch; else it follows from the pair's history at acceptance.
    pub first_white: Option<Seat>,
}

/// What only the owner of the match can see as a timer fires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TickFacts {
    /// Who answers pings.
    pub present: PerSeat<bool>,
    /// Who still plays a lobby game.
    pub on_board: PerSeat<bool>,
    /// Whom a limit or exclusion bars from staking; asked before each game where each has its stake.
    pub barred: PerSeat<bool>,
    /// The hold that integrity rules put on the pot of a decided match (R16), by [`RivalsLimits::review`](super::RivalsLimits)
    /// and what the caller knows of the two; where each game has its stake, the settler asks them for each.
    pub hold: Option<ReviewHold>,
}

/// What is asked of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchCommand {
    /// The player whose answer is awaited offers other terms.
    Counter {
        /// Who.
        by: AccountId,
        /// What he would change.
        terms: CounterTerms,
    },
    /// The player whose answer is awaited accepts; both stakes are held in the same transaction.
    Accept {
        /// Who; on an open seat anybody but the challenger.
        by: AccountId,
        /// The terms that he saw.
        terms: TermsHash,
        /// What the two have played before.
        history: PairColours,
    },
    /// The holds of an acceptance were refused: the offer stands on, and the side that could not pay is told.
    FundingFailed {
        /// Who could not pay.
        seat: Seat,
    },
    /// The player whose answer is awaited says no.
    Decline {
        /// Who.
        by: AccountId,
    },
    /// The player who offered takes it back.
    Withdraw {
        /// Who.
        by: AccountId,
    },
    /// A player confirms a scheduled match anew.
    Reconfirm {
        /// Who.
        by: AccountId,
    },
    /// A player would cancel if the other agrees; when both have said so it is cancelled.
    OfferCancel {
        /// Who.
        by: AccountId,
    },
    /// A player cancels alone.
    CancelAlone {
        /// Who.
        by: AccountId,
    },
    /// The platform cancels a match that has not begun.
    CancelByPlatform {
        /// Why.
        cause: CancelCause,
    },
    /// A player is here. The gates were asked before.
    CheckIn {
        /// Who.
        by: AccountId,
    },
    /// A game of the match has ended.
    GameOver {
        /// Which.
        game: GameId,
        /// How.
        over: GameOver,
        /// How late each was first there, as far as the room knows (R11).
        late: PerSeat<Millis>,
    },
    /// A player extends the break.
    ExtendBreak {
        /// Who.
        by: AccountId,
    },
    /// A player is ready for the next game.
    Ready {
        /// Who.
        by: AccountId,
    },
    /// A player would play all games although the match is decided early; counts when both have said so before.
    AgreeToPlayOn {
        /// Who.
        by: AccountId,
    },
    /// A player would stop here; counts when both have said so in the same break.
    AgreeToStop {
        /// Who.
        by: AccountId,
    },
    /// The regulator or the operator stops the match: now if it is in a break, else after the game that runs.
    Stop {
        /// Why.
        cause: StopCause,
    },
    /// A player disputes the result, inside the window.
    Dispute {
        /// Who.
        by: AccountId,
    },
    /// A review ends.
    Rule {
        /// How.
        ruling: Ruling,
    },
    /// A player offers a rematch.
    OfferRematch {
        /// Who.
        by: AccountId,
    },
    /// The other one accepts it.
    AcceptRematch {
        /// Who.
        by: AccountId,
    },
    /// A timer: has something become due?
    Tick(TickFacts),
}

/// Why a command was refused; the match is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The match is not in a state for it.
    #[error("the match is {state:?}, where one can't {what}")]
    NotNow {
        /// The state.
        state: MatchState,
        /// What was asked.
        what: &'static str,
    },
    /// The account does not play in this match.
    #[error("{0} does not play in this match")]
    Stranger(AccountId),
    /// It is the other player's to do.
    #[error("that is for the {0:?} seat to do")]
    NotYours(Seat),
    /// Nobody plays against himself.
    #[error("{0} can't challenge itself")]
    OwnChallenge(AccountId),
    /// An open seat can be taken, but not bargained about.
    #[error("an open seat can only be accepted")]
    OpenSeat,
    /// These terms can't be offered.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The counter-offer changes nothing.
    #[error("the counter-offer has the terms that stand")]
    SameTerms,
    /// All counter-offers are used up.
    #[error("all {allowed} counter-offers are used up")]
    NoCounterLeft {
        /// How many there were.
        allowed: u8,
    },
    /// The terms accepted are not those that stand.
    #[error("the terms {given:?} do not stand, {standing:?} do")]
    OtherTerms {
        /// What was accepted.
        given: TermsHash,
        /// What stands.
        standing: TermsHash,
    },
    /// The time for it is over.
    #[error("asked at {at:?}, the time for it ended at {due:?}")]
    TooLate {
        /// When it was asked.
        at: WallTime,
        /// When the time ended.
        due: WallTime,
    },
    /// The time for it has not come.
    #[error("asked at {at:?}, the time for it begins at {from:?}")]
    TooEarly {
        /// When it was asked.
        at: WallTime,
        /// When the time begins.
        from: WallTime,
    },
    /// All extensions are used up.
    #[error("all {allowed} extensions are used up")]
    NoExtensionLeft {
        /// How many there were.
        allowed: u8,
    },
    /// Playing on is for matches with a stake for each game.
    #[error("a match with one stake ends when it is decided")]
    OneStake,
    /// The game is not the one that is played, nor one that was.
    #[error("game {given} is not played here; {expected:?} is")]
    OtherGame {
        /// The game given.
        given: GameId,
        /// The one that is played, if any is.
        expected: Option<GameId>,
    },
    /// No rematch is offered.
    #[error("no rematch is offered by the other player")]
    NoRematchOffer,
}
