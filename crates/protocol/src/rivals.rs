//! A Rivals match on the wire: what is proposed, what is asked of it, and the match as one viewer may see it.

use crate::board::ClockSetting;
use crate::money::Breakdown;
use ids::{AccountId, Amount, BasisPoints, GameId, MatchId, Millis, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a stake is put up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StakeMode {
    /// One stake for the match.
    PerMatch,
    /// One stake for each game; all are held at acceptance.
    PerGame,
}

/// What a level match means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LevelRule {
    /// A draw: everything goes back.
    Drawn,
    /// A mini-match decides; only where the stake is for the match.
    MiniMatch,
}

/// A seat of a match, whatever the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchSeat {
    /// The challenger's.
    First,
    /// The challenged player's.
    Second,
}

/// What a player asks of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum MatchAct {
    /// Offer other terms; the rest of the terms stays as it is.
    Counter {
        /// The clock of each game.
        clock: ClockSetting,
        /// How many games.
        games: u8,
        /// One player's stake, in minor units.
        stake: Amount,
        /// When it starts, in Unix milliseconds; null: as soon as it is accepted.
        #[ts(type = "number | null")]
        start: Option<i64>,
    },
    /// Accept; both stakes are held.
    Accept {
        /// The `hash` of the match's terms that the player saw.
        terms: String,
    },
    /// Say no to the offer.
    Decline,
    /// Take one's own offer back.
    Withdraw,
    /// Confirm a scheduled match anew, shortly before its start.
    Reconfirm,
    /// Cancel if the other agrees.
    OfferCancel,
    /// Cancel alone.
    CancelAlone,
    /// Say that one is here, while check-in is open.
    CheckIn,
    /// Extend the break.
    ExtendBreak,
    /// Be ready for the next game.
    Ready,
    /// Play all games although the match is decided early, if the other agrees.
    PlayOn,
    /// Stop here, if the other agrees in the same break.
    AgreeToStop,
    /// Dispute the result.
    Dispute,
    /// Offer a rematch.
    OfferRematch,
    /// Agree to the rematch that the other offers; both stakes are held anew.
    AcceptRematch,
}

/// Where a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// The challenged player's answer is awaited.
    Proposed,
    /// The answer to a counter-offer is awaited.
    Countered,
    /// Agreed, and check-in is not open yet.
    Scheduled,
    /// Check-in is open.
    CheckIn,
    /// A game runs.
    Playing,
    /// Between two games.
    Break,
    /// In the mini-match, playing or between two of its games.
    MiniMatch,
    /// Over, not yet settled.
    Decided,
    /// Looked at before it is settled.
    Review,
    /// Paid; a rematch may be agreed.
    Settled,
    /// All done.
    Closed,
    /// The answer was no.
    Declined,
    /// No answer came.
    Expired,
    /// Taken back.
    Withdrawn,
    /// Cancelled before it began.
    Cancelled,
    /// One did not come.
    NoShowOne,
    /// Nobody came.
    NoShowBoth,
    /// It does not count.
    Voided,
}

/// The terms that stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchTerms {
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The rule set for draws.
    pub rules: String,
    /// The clock of each game.
    pub clock: ClockSetting,
    /// How many games.
    pub games: u8,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that, in minor units.
    pub stake: Amount,
    /// What acceptance holds of each player: the stake, or that of all games.
    pub hold: Amount,
    /// The commission on a pot that somebody wins, in basis points.
    pub fee_basis_points: BasisPoints,
    /// When it starts, in Unix milliseconds; null: as soon as it is accepted.
    #[ts(type = "number | null")]
    pub start: Option<i64>,
    /// What a level match means.
    pub level: LevelRule,
    /// Whether anybody may watch.
    pub watchable: bool,
    /// The name of exactly these terms: `accept` says it.
    pub hash: String,
}

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchPlayer {
    /// His account.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// His score in the N games: 2 a win, 1 a draw.
    pub points: u16,
    /// Whether he has checked in.
    pub checked_in: bool,
    /// Whether he has confirmed the match anew.
    pub reconfirmed: bool,
    /// Whether he is ready for the next game.
    pub ready: bool,
    /// Whether he would cancel if the other agrees.
    pub would_cancel: bool,
    /// Whether he would stop here if the other agrees.
    pub would_stop: bool,
    /// Whether he would play all games if the other agrees.
    pub would_play_on: bool,
    /// Counter-offers that he has left.
    pub counters_left: u8,
    /// How often he may still extend a break.
    pub extensions_left: u8,
}

/// Which game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum MatchGameSlot {
    /// One of the N games.
    Regular {
        /// Its number, from 1.
        number: u8,
        /// 0, or which time a voided game is played again.
        replay: u8,
    },
    /// One of the mini-match.
    Mini {
        /// The stage.
        stage: MiniStage,
        /// Its number in the stage, from 1.
        leg: u8,
        /// 0, or which time a voided game is played again.
        replay: u8,
    },
}

/// A stage of the mini-match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MiniStage {
    /// At the full clock; not in Rivals.
    Full,
    /// At half of it.
    Half,
    /// Blitz.
    Blitz,
    /// Sudden death.
    SuddenDeath,
}

/// How a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MatchGameResult {
    /// The first seat won.
    First,
    /// The second seat won.
    Second,
    /// A draw.
    Draw,
    /// Neither was there: both lose.
    Neither,
    /// It does not count.
    Void,
}

/// A game of the match that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchGame {
    /// The game.
    pub game: GameId,
    /// Which it was.
    pub slot: MatchGameSlot,
    /// The seat that had White.
    pub white: MatchSeat,
    /// How it ended.
    pub result: MatchGameResult,
    /// Whether it ended because somebody did not begin it.
    pub forfeit: bool,
    /// Plies played.
    pub plies: u16,
    /// When it ended, in Unix milliseconds.
    #[ts(type = "number")]
    pub at: i64,
}

/// The game that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunningGame {
    /// The game.
    pub game: GameId,
    /// Which it is.
    pub slot: MatchGameSlot,
    /// The seat that has White.
    pub white: MatchSeat,
}

/// The game after the break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NextGame {
    /// Which it is.
    pub slot: MatchGameSlot,
    /// When it starts, in Unix milliseconds.
    #[ts(type = "number")]
    pub at: i64,
}

/// What decided a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// All games are played.
    Score,
    /// The lead is more than what is left to win.
    Lead,
    /// The loser stayed away from games in a row.
    Absence,
    /// Both did.
    BothAbsent,
    /// The mini-match.
    MiniMatch,
    /// Both wanted to stop.
    StoppedByConsent,
    /// The operator stopped it.
    StoppedByOperator,
    /// The regulator stopped it.
    StoppedByRegulator,
    /// A limit or exclusion of a player stopped it.
    StoppedByLimit,
    /// A review changed the result.
    Review,
}

/// Why a match that had been agreed was cancelled before it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum MatchCancelled {
    /// Both wanted it.
    Consent,
    /// A player alone.
    Alone {
        /// Who.
        by: MatchSeat,
        /// Whether so late that it is a mark for him.
        late: bool,
    },
    /// The operator.
    Operator,
    /// The regulator.
    Regulator,
    /// A limit or exclusion of a player.
    Limit,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchOutcome {
    /// Who won; null when it is level.
    pub winner: Option<MatchSeat>,
    /// By what.
    pub by: DecidedBy,
    /// What that gives, where there is one stake for the match; null where each game has its own, and to who watches.
    pub money: Option<Breakdown>,
}

/// What a proposal of a match may say, beside the clocks and rule sets of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RivalsOffer {
    /// How many games a match may have.
    pub games: Vec<u8>,
    /// The smallest stake, in minor units.
    pub stake_min: Amount,
    /// The largest stake, in minor units.
    pub stake_max: Amount,
    /// The commission on a pot that somebody wins, in basis points.
    pub fee_basis_points: BasisPoints,
    /// A scheduled start is at least this far ahead.
    pub min_lead_ms: Millis,
    /// And at most this far.
    pub max_lead_ms: Millis,
    /// How long a challenge to play now waits for its answer.
    pub now_expiry_ms: Millis,
    /// How long a challenge to a scheduled match waits at most.
    pub expiry_ms: Millis,
    /// Counter-offers of each side.
    pub counters: u8,
    /// Challenges that a player may have open at once.
    pub outgoing: u32,
    /// Check-in opens this long before the start.
    pub check_in_before_ms: Millis,
    /// Check-in closes this long after the start.
    pub grace_ms: Millis,
    /// Until this long before the start a player may cancel alone without a mark.
    pub free_cancel_ms: Millis,
    /// The break between games.
    pub break_ms: Millis,
    /// How long after a match a rematch may be agreed.
    pub rematch_ms: Millis,
}

/// A Rivals match at a version, whole, as its viewer may see it. Instants are Unix milliseconds, and null where nothing of the
/// kind is awaited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MatchView {
    /// The match.
    #[serde(rename = "match")]
    pub of: MatchId,
    /// Its version: a client drops an older one.
    pub v: Version,
    /// Where it stands.
    pub state: MatchState,
    /// The viewer's seat; null for everybody else.
    pub you: Option<MatchSeat>,
    /// The challenger.
    pub first: MatchPlayer,
    /// The challenged player; null while the seat is open.
    pub second: Option<MatchPlayer>,
    /// The terms that stand.
    pub terms: MatchTerms,
    /// Whose offer stands; it is the other one's to answer.
    pub offered_by: Option<MatchSeat>,
    /// When that offer expires.
    #[ts(type = "number | null")]
    pub expires_at: Option<i64>,
    /// Whether the viewer could not pay his acceptance of these terms.
    pub unfunded: bool,
    /// When the match starts, once it is agreed.
    #[ts(type = "number | null")]
    pub starts_at: Option<i64>,
    /// When check-in opens.
    #[ts(type = "number | null")]
    pub check_in_opens_at: Option<i64>,
    /// When check-in closes.
    #[ts(type = "number | null")]
    pub check_in_closes_at: Option<i64>,
    /// The games that have ended, in order.
    pub games: Vec<MatchGame>,
    /// The game that runs; `watch` it.
    pub running: Option<RunningGame>,
    /// The game after the break.
    pub next: Option<NextGame>,
    /// How it ended, once it is decided.
    pub outcome: Option<MatchOutcome>,
    /// Why it was cancelled, if it was.
    pub cancelled: Option<MatchCancelled>,
    /// Who came, after one did not.
    pub walkover: Option<MatchSeat>,
    /// When the decided match is settled, if nobody disputes it.
    #[ts(type = "number | null")]
    pub settles_at: Option<i64>,
    /// When a result that is looked at stands by itself.
    #[ts(type = "number | null")]
    pub review_until: Option<i64>,
    /// What the match holds of each player now, in minor units; the stake of a running game is that game's. Null to who watches.
    pub held: Option<Amount>,
    /// Until when a rematch may be agreed.
    #[ts(type = "number | null")]
    pub rematch_until: Option<i64>,
    /// Who offers a rematch.
    pub rematch_offered_by: Option<MatchSeat>,
    /// The rematch that was agreed.
    pub rematch: Option<MatchId>,
    /// When the server said this: what the instants are counted down from.
    #[ts(type = "number")]
    pub server_at: i64,
}
