//! What happened in a match: its rows, and all that its state is made of.

use super::slot::GameSlot;
use super::terms::MatchTerms;
use crate::{GameOver, PerColour, PerSeat, ReviewReason, Seat};
use ids::{AccountId, Amount, GameId, MatchId, Millis, WallTime};
use serde::{Deserialize, Serialize};

/// Why a match that had been agreed was cancelled before it began (R5). Everything goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CancelCause {
    /// Both wanted it.
    Consent,
    /// A player alone, early enough.
    Alone(Seat),
    /// A player alone and late: a mark for him.
    AloneLate(Seat),
    /// The operator.
    Operator,
    /// The regulator.
    Regulator,
    /// A limit or exclusion of a player; no mark.
    Limit(Seat),
}

/// Why a match stopped between two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StopCause {
    /// Both wanted it.
    Consent,
    /// The operator.
    Operator,
    /// The regulator.
    Regulator,
    /// A limit or exclusion of a player, where each game has its stake.
    Limit(Seat),
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DecidedBy {
    /// All games are played.
    Score,
    /// The lead is more than what is left to win.
    Lead,
    /// The loser stayed away from games in a row.
    Absence,
    /// Both did: the rest is unplayed, and the match is level.
    BothAbsent,
    /// The mini-match.
    MiniMatch,
    /// It was stopped.
    Stop(StopCause),
    /// A review changed the result.
    Review,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatchOutcome {
    /// Who won; `None` when it is level.
    pub winner: Option<Seat>,
    /// By what.
    pub by: DecidedBy,
    /// The score of the N games: 2 a win, 1 a draw.
    pub points: PerSeat<u16>,
}

/// Why a result is looked at before it is paid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReviewCause {
    /// Integrity rules fire.
    Integrity(Vec<ReviewReason>),
    /// A player disputes it.
    Dispute(Seat),
}

/// How a review ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ruling {
    /// The result stands.
    Stands,
    /// Another one won, or it is level.
    Winner(Option<Seat>),
    /// The match does not count, and everything that is held goes back.
    Void,
}

/// What is to be done with the stakes of a game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameMoney {
    /// Nothing: the game had no stake of its own. The settler leaves it alone.
    Nothing,
    /// The settler settles it, as a lobby game with its fee and review hold.
    Settle,
    /// Back to the match's escrow, by the moves of this event. The settler leaves it alone.
    BackToMatch,
}

/// A game that is made in the transaction of its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameStart {
    /// Which game of the match.
    pub slot: GameSlot,
    /// Its id, derived from match and slot.
    pub game: GameId,
    /// The seat that has White.
    pub white: Seat,
    /// Who plays.
    pub players: PerColour<AccountId>,
    /// What each clock starts with.
    pub clocks: PerColour<Millis>,
    /// What a move adds.
    pub increment: Millis,
    /// The window for each first move; `None` where they run on the clock.
    pub first_move_window: Option<Millis>,
    /// Who has not made his first move by then has forfeited; `None` as above.
    pub absent_at: Option<PerColour<WallTime>>,
    /// Whether it is rated, if it is played.
    pub rated: bool,
    /// Each player's own stake for this game, from the match's escrow; `None`: funding none, the settler skips it.
    pub stake: Option<Amount>,
    /// If it has not ended by then the operator is told.
    pub overdue_at: WallTime,
}

/// One event is one row and one version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchEvent {
    /// A challenge.
    Proposed {
        /// Who challenges.
        challenger: AccountId,
        /// Whom; `None` for an open seat.
        challenged: Option<AccountId>,
        /// To what.
        terms: MatchTerms,
        /// Who has White first, in a rematch.
        first_white: Option<Seat>,
        /// When the offer expires.
        expires_at: WallTime,
    },
    /// A counter-offer.
    Countered {
        /// Whose.
        by: Seat,
        /// The terms that stand now.
        terms: MatchTerms,
        /// When it expires.
        expires_at: WallTime,
    },
    /// The answer was no.
    Declined {
        /// Whose.
        by: Seat,
    },
    /// No answer came.
    Expired,
    /// The offer was taken back.
    Withdrawn {
        /// By whom.
        by: Seat,
    },
    /// An acceptance could not be paid; the offer stands on.
    FundingFailed {
        /// By whom; he alone is told why.
        seat: Seat,
    },
    /// Agreed: both stakes are held.
    Accepted {
        /// Whose answer it was.
        by: Seat,
        /// The player of the second seat.
        second: AccountId,
        /// Who has White in the first game.
        first_white: Seat,
        /// When the match starts.
        starts_at: WallTime,
        /// When check-in opens.
        opens_at: WallTime,
    },
    /// A player confirmed anew.
    Reconfirmed {
        /// Who.
        by: Seat,
        /// When.
        at: WallTime,
    },
    /// A player would cancel.
    CancelOffered {
        /// Who.
        by: Seat,
    },
    /// Cancelled before it began.
    Cancelled {
        /// Why.
        cause: CancelCause,
    },
    /// Check-in is open.
    CheckInOpened {
        /// The last instant of it.
        closes_at: WallTime,
    },
    /// A player is here.
    CheckedIn {
        /// Who.
        by: Seat,
    },
    /// Both have checked in, but the start waits: for who has gone away, or for the end of a lobby game.
    StartDelayed {
        /// The last instant of that.
        until: WallTime,
    },
    /// Not both came.
    NoShow {
        /// Who did, if one did.
        present: Option<Seat>,
        /// Whether the other one's stake is forfeit.
        forfeit: bool,
    },
    /// A game was made.
    GameStarted(GameStart),
    /// A game runs for very long; the operator is told.
    GameOverdue {
        /// When he is told again.
        next_at: WallTime,
    },
    /// A game ended.
    GameEnded {
        /// Which.
        slot: GameSlot,
        /// Its id.
        game: GameId,
        /// The seat that had White.
        white: Seat,
        /// How.
        over: GameOver,
        /// How late each was first there.
        late: PerSeat<Millis>,
        /// What is to be done with its stakes.
        money: GameMoney,
    },
    /// The N games are level, and a mini-match follows.
    MiniMatchBegan,
    /// A break.
    BreakBegan {
        /// The game after it.
        next: GameSlot,
        /// When that starts.
        until: WallTime,
    },
    /// A player extended it.
    BreakExtended {
        /// Who.
        by: Seat,
        /// When it ends now.
        until: WallTime,
    },
    /// A player is ready.
    BecameReady {
        /// Who.
        by: Seat,
        /// When the break ends now: at once when both are.
        until: WallTime,
    },
    /// A player would play all games.
    PlayOnAgreed {
        /// Who.
        by: Seat,
    },
    /// A player would stop here.
    StopAgreed {
        /// Who.
        by: Seat,
    },
    /// The match is to stop after the game that runs.
    StopAsked {
        /// Why.
        cause: StopCause,
    },
    /// The match is over.
    Decided {
        /// How.
        outcome: MatchOutcome,
        /// When it is settled, if nothing comes between.
        settles_at: WallTime,
    },
    /// The result is looked at; what is held stays held.
    ReviewOpened {
        /// Why.
        cause: ReviewCause,
        /// When the result stands, if nobody rules before.
        deadline: WallTime,
    },
    /// The match is paid.
    Settled {
        /// How it ended for good.
        outcome: MatchOutcome,
        /// Until when a rematch may be agreed.
        rematch_until: WallTime,
    },
    /// It does not count; what is held goes back.
    Voided {
        /// Why it stopped; `None` after a review.
        cause: Option<StopCause>,
    },
    /// A player offered a rematch.
    RematchOffered {
        /// Who.
        by: Seat,
    },
    /// The other one accepted: the child is proposed and accepted in the same transaction.
    RematchAgreed {
        /// The child.
        child: MatchId,
    },
    /// Nothing more can happen.
    Closed,
}
