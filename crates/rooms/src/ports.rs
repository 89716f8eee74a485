//! The small traits through which the owners reach the world. The outer ring implements them; here is no SQL, no HTTP.

use crate::event_game::{EventGame, Funding};
use crate::reviews::HeldPot;
use async_trait::async_trait;
use competition::PairLimitError;
use draughts::{Position, RuleSet, Variant};
use game::{Ending, GameEvent, GameTerms, PerSide, TimeControl, Unstarted};
use ids::{AccountId, Amount, BasisPoints, GameId, Millis, Moment, Version, WallTime};

/// The clocks that a room may ask: monotonic game time, and wall time for rows and people.
pub trait GameClock: Send + Sync + 'static {
    /// Microseconds since the process began.
    fn now(&self) -> Moment;
    /// The wall clock; decides nothing.
    fn wall(&self) -> WallTime;
}

/// An event with the instants that its row keeps for people.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamped {
    /// What happened.
    pub event: GameEvent,
    /// When the command that caused it was read from its socket; `None` for what the room decided itself.
    pub received_at: Option<WallTime>,
    /// When the room decided it.
    pub decided_at: WallTime,
}

/// Events of one game to be made durable, all or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// Its kind of draughts, by which squares have their names.
    pub variant: Variant,
    /// The version that the game has before them.
    pub after: Version,
    /// The events, in order: they bring `after + 1`, `after + 2`, …
    pub events: Vec<Stamped>,
}

/// Why events were not recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Another owner has written, this node's lease was taken, or the commit's outcome is unknown: the room must end
    /// without publishing, and the game be loaded from its rows.
    #[error("the game has another owner, or the commit's outcome is unknown")]
    Fenced,
    /// The journal's queue is full or the database is away; certainly nothing was written.
    #[error("the journal takes nothing just now; nothing was written")]
    Unavailable,
}

/// Makes events durable before anybody sees them.
#[async_trait]
pub trait Journal: Send + Sync + 'static {
    /// Returns once the events are committed.
    ///
    /// # Errors
    /// [`AppendError`]; the caller publishes nothing.
    async fn append(&self, append: Append) -> Result<(), AppendError>;
    /// How long the oldest waiting append has waited; above 250 ms no new games start.
    fn age(&self) -> Millis;
}

/// The first ply at which a draw may be offered in the lobby and in practice.
pub(crate) const OFFERS_FROM_PLY: u16 = 2;

/// The terms of a staked game, fixed when it is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StakedTerms {
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set for draws.
    pub rule_set: RuleSet,
    /// The clock.
    pub time_control: TimeControl,
    /// The window for each player's first move; `None` where it runs on the clock.
    pub first_move_window: Option<Millis>,
    /// Draw offers that each player has.
    pub max_draw_offers: u8,
    /// What each player puts up: nothing where an event pays.
    pub stake: Amount,
    /// Where the stakes come from.
    pub funding: Funding,
    /// What the event says, for a game of one.
    pub event: Option<EventGame>,
    /// The commission on a decisive game.
    pub fee: BasisPoints,
    /// The hash of the accepted configuration that these terms come from.
    pub config_hash: String,
}

impl StakedTerms {
    /// What the game itself may know: everything but the money.
    #[must_use]
    pub fn game_terms(&self) -> GameTerms {
        GameTerms {
            variant: self.variant,
            rule_set: self.rule_set,
            time_control: Some(self.time_control),
            first_move_window: self.first_move_window,
            unstarted: if self.event.is_some() { Unstarted::Forfeits } else { Unstarted::Aborts },
            carried: self.event.and_then(|event| event.carried),
            max_draw_offers: self.max_draw_offers,
            offers_from_ply: self.event.map_or(OFFERS_FROM_PLY, |event| event.offers_from_ply),
        }
    }
}

/// A player of a staked game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// His account.
    pub account: AccountId,
    /// His name, as others see it.
    pub name: String,
}

/// A staked game to be made: its row, its `Started` event and both holds in one transaction.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// The game's id, made by the caller.
    pub game: GameId,
    /// Its terms.
    pub terms: StakedTerms,
    /// Who plays which side.
    pub players: PerSide<Player>,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<GameId>,
    /// The wall time of the match.
    pub at: WallTime,
    /// How many staked games a player may have at once.
    pub game_limit: u32,
    /// The highest stake of the range that the stake is from.
    pub highest_stake: Amount,
    /// Whether the players allow spectators.
    pub watchable: bool,
    /// Whether the house has chosen the two: then they may stake half of what a pair may.
    pub play_now: bool,
}

/// Why a staked game was not made. Nothing was held.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// That player's wallet does not cover the stake.
    #[error("wallet of {account} holds {balance}, the stake is {stake}")]
    InsufficientFunds {
        /// Whose wallet.
        account: AccountId,
        /// What it holds.
        balance: Amount,
        /// What was needed.
        stake: Amount,
    },
    /// That player has as many staked games as are allowed.
    #[error("{account} has as many staked games as are allowed")]
    GameLimit {
        /// Who.
        account: AccountId,
    },
    /// That player may not play for stakes (the gate's reason).
    #[error("staked play is not open to {account}: {reason}")]
    Refused {
        /// Who.
        account: AccountId,
        /// Why, in English.
        reason: String,
    },
    /// That player is barred for a while, after too many games that he did not start.
    #[error("{account} is barred from staked seeks until {until:?}")]
    Barred {
        /// Who.
        account: AccountId,
        /// Until when.
        until: WallTime,
    },
    /// The two have staked too much, or too often, against each other.
    #[error(transparent)]
    PairLimit(#[from] PairLimitError),
    /// That player's match or tournament is on, or starts before such a game would be over.
    #[error("{account} is engaged for an event")]
    Engaged {
        /// Who.
        account: AccountId,
        /// Whether it is still to start.
        soon: bool,
    },
    /// One of the two has blocked the other, which is not told.
    #[error("the two don't play each other")]
    Apart,
    /// A rematch of that game exists already.
    #[error("that game has its rematch: {0}")]
    RematchExists(GameId),
    /// The database is away; whether the game was made is unknown only if `maybe` is true (then ask `load`).
    #[error("the database does not answer")]
    Unavailable,
}

impl StartError {
    /// Whose own failure it is, if it is one player's.
    #[must_use]
    pub const fn account(&self) -> Option<AccountId> {
        match self {
            Self::InsufficientFunds { account, .. }
            | Self::GameLimit { account }
            | Self::Refused { account, .. }
            | Self::Engaged { account, .. }
            | Self::Barred { account, .. } => Some(*account),
            Self::RematchExists(_) | Self::PairLimit(_) | Self::Apart | Self::Unavailable => None,
        }
    }
}

/// A wallet as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wallet {
    /// Whose.
    pub account: AccountId,
    /// The balance.
    pub balance: Amount,
    /// Its version: it grows with each change.
    pub version: i64,
}

/// What a settlement did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {
    /// The game.
    pub game: GameId,
    /// How it ended.
    pub outcome: game::Outcome,
    /// Both stakes.
    pub pot: Amount,
    /// The commission taken.
    pub fee: Amount,
    /// What each side received.
    pub received: PerSide<Amount>,
    /// Both wallets after it.
    pub wallets: PerSide<Wallet>,
}

/// The database did not answer, or refused what can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the database does not answer: {0}")]
pub struct BankError(pub String);

/// Holds stakes, pays pots.
#[async_trait]
pub trait Bank: Send + Sync + 'static {
    /// Makes a staked game: row, `Started` event and both holds in one transaction, or nothing.
    ///
    /// # Errors
    /// [`StartError`]; nothing was held.
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError>;
    /// Settles up to `limit` ended, unsettled games, each exactly once, but for those that are held for a review as of `at`; returns
    /// what was settled.
    ///
    /// # Errors
    /// [`BankError`]; what was not returned is still due.
    async fn settle_due(&self, limit: u32, at: WallTime) -> Result<Vec<Settlement>, BankError>;
    /// Pots that settling has held since this was last asked.
    fn held(&self) -> Vec<HeldPot> {
        Vec::new()
    }
    /// What was paid for those of these games that are settled.
    ///
    /// # Errors
    /// [`BankError`].
    async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, BankError>;
    /// A player's wallet.
    ///
    /// # Errors
    /// [`BankError`].
    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError>;
    /// How often that account had White in ended or running staked games of the variant: who had it less takes White.
    ///
    /// # Errors
    /// [`BankError`].
    async fn times_white(&self, variant: Variant, account: AccountId) -> Result<u64, BankError>;
    /// Until when the player is barred from staked seeks (three aborts in an hour bar him for 15 minutes).
    ///
    /// # Errors
    /// [`BankError`].
    async fn barred_until(&self, account: AccountId) -> Result<Option<WallTime>, BankError>;
}

/// A staked game as its rows tell it.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// The game.
    pub game: GameId,
    /// Its terms.
    pub terms: StakedTerms,
    /// Who plays which side.
    pub players: PerSide<Player>,
    /// The position at the start.
    pub start: Position,
    /// All its events, in order.
    pub events: Vec<Stamped>,
    /// How it ended, if it has.
    pub ended: Option<Ending>,
    /// Whether its money has been paid.
    pub settled: bool,
    /// The game that this one is the rematch of.
    pub rematch_of: Option<GameId>,
    /// Its rematch, if one was made.
    pub rematch: Option<GameId>,
    /// Whether it may be watched.
    pub watchable: bool,
    /// When it was made.
    pub started_at: WallTime,
    /// When its newest event was recorded.
    pub last_event_at: WallTime,
}

/// Which games this node owns, and what their rows say.
#[async_trait]
pub trait Placement: Send + Sync + 'static {
    /// Takes (or takes anew) this node's lease with a new epoch: whatever an older epoch has in flight is waited for or
    /// fenced. Called at the start and after an unknown commit outcome.
    ///
    /// # Errors
    /// [`BankError`].
    async fn take_lease(&self) -> Result<(), BankError>;
    /// All unfinished games, to be run here.
    ///
    /// # Errors
    /// [`BankError`].
    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError>;
    /// A game's rows; `None` when there is no such game.
    ///
    /// # Errors
    /// [`BankError`].
    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError>;
    /// The ids of all unfinished games that are to be run here.
    ///
    /// # Errors
    /// [`BankError`].
    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError>;
    /// Whether this node is known to own its games: its lease was not taken by another.
    fn is_owner(&self) -> bool;
    /// How long nobody had owned this node's games when this process took them, by the database's own clock; `None` when
    /// nobody ever had.
    fn was_away(&self) -> Option<Millis>;
}

/// What an account wants to do with money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateAct {
    /// Pay in.
    Deposit,
    /// Open a seek with a stake.
    Seek,
    /// Be matched: asked inside the transaction.
    Match,
    /// Agree to a rematch.
    Rematch,
}

/// Whether an account may do something with money: country, identity, limits, exclusion.
pub trait StakeGate: Send + Sync + 'static {
    /// Answers from what is known already; never waits.
    ///
    /// # Errors
    /// Why not, in English.
    fn may(&self, account: AccountId, act: GateAct, amount: Amount) -> Result<(), String>;
}

/// What a gateway says of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GatewayAnswer {
    /// The money has moved; the gateway's own reference.
    Confirmed {
        /// The reference: the same one is the same payment.
        reference: String,
    },
    /// Not yet; it will be told later.
    Pending {
        /// The reference.
        reference: String,
    },
    /// Refused, and why.
    Refused {
        /// Why, in English.
        reason: String,
    },
}

/// Brings money in and out of the house.
#[async_trait]
pub trait PaymentGateway: Send + Sync + 'static {
    /// Asks for a deposit; `key` is the caller's own: the same key is the same deposit.
    async fn deposit(&self, account: AccountId, amount: Amount, key: &str) -> GatewayAnswer;
    /// Asks for a withdrawal.
    async fn withdraw(&self, account: AccountId, amount: Amount, key: &str) -> GatewayAnswer;
}
