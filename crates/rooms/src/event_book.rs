//! The port through which the director's decisions become durable: what happened to an event, what that does to money, and the
//! games that it makes, in one transaction or not at all. Knows no SQL and no rule of an event.

use crate::event_game::EventId;
use crate::player_notice::NewNotice;
use crate::ports::{BankError, NewGame, Player, Wallet};
use async_trait::async_trait;
use competition::{
    LocalDateTime, MatchEvent, MoneyMove, Occurrence, PairColours, PairLimitError, PerSeat, RivalsLimits,
    StakeMode, TournamentEvent, TournamentTerms,
};
use draughts::Variant;
use game::{Ending, PerSide};
use ids::{AccountId, Amount, EntryId, GameId, MatchId, Millis, OrderId, TournamentId, Version, WallTime};

/// One step of a match.
#[derive(Clone, Debug)]
pub struct MatchStep {
    /// The match.
    pub of: MatchId,
    /// How many events it has before the step; none: the step makes it.
    pub after: Version,
    /// What happened, in order.
    pub events: Vec<MatchEvent>,
    /// How the match stands after it, for those who look for it.
    pub head: MatchHead,
    /// What that does to money.
    pub money: Vec<MoneyMove>,
    /// The games that it makes.
    pub games: Vec<NewGame>,
    /// Games whose end it takes note of.
    pub noted: Vec<NotedGame>,
    /// What it tells whom.
    pub notices: Vec<NewNotice>,
    /// The operator's order that it carries out.
    pub order: Option<OrderId>,
    /// When it was decided.
    pub at: WallTime,
}

/// What a match's row says of it, so that it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchHead {
    /// Who challenged.
    pub first: AccountId,
    /// Whom; `None` while the seat is open.
    pub second: Option<AccountId>,
    /// Its state, in the words of the published table.
    pub state: String,
    /// Whether nothing more can happen.
    pub over: bool,
    /// When it starts, once it is agreed.
    pub starts_at: Option<WallTime>,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that.
    pub stake: Amount,
    /// What both stakes in its escrow come to.
    pub exposure: Amount,
    /// The limits that it is played by.
    pub limits: RivalsLimits,
}

/// One step of a tournament.
#[derive(Clone, Debug)]
pub struct TournamentStep {
    /// The tournament.
    pub of: TournamentId,
    /// How many events it has before the step; none: the step makes it.
    pub after: Version,
    /// Its terms as first announced; only of the step that makes it.
    pub terms: Option<TournamentTerms>,
    /// What happened, in order.
    pub events: Vec<TournamentEvent>,
    /// How it stands after it, for those who look for it.
    pub head: TournamentHead,
    /// Entries that are new, or whose escrow holds something else after it.
    pub entries: Vec<EntryHead>,
    /// What that does to money.
    pub money: Vec<MoneyMove>,
    /// The games that it makes.
    pub games: Vec<NewGame>,
    /// Games whose end it takes note of.
    pub noted: Vec<NotedGame>,
    /// What it tells whom.
    pub notices: Vec<NewNotice>,
    /// The operator's order that it carries out.
    pub order: Option<OrderId>,
    /// The start of a schedule that it announces.
    pub start: Option<ScheduledStart>,
    /// When it was decided.
    pub at: WallTime,
}

/// A start that a schedule names: its schedule and its local minute are its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledStart {
    /// The schedule's name.
    pub schedule: String,
    /// When it is.
    pub occurrence: Occurrence,
}

/// What a tournament's row says of it, so that it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentHead {
    /// Its phase, in the words of the published table.
    pub phase: &'static str,
    /// Whether nothing is held any more and nothing more will be played.
    pub over: bool,
    /// When it starts, also where that was put off; `None` once it has or will not: then the row keeps what it says.
    pub starts_at: Option<WallTime>,
    /// What its own escrow holds.
    pub held: Amount,
}

/// What an entry's row says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryHead {
    /// The entry.
    pub entry: EntryId,
    /// Whose it is.
    pub account: AccountId,
    /// What its escrow holds.
    pub held: Amount,
}

/// A tournament as its rows tell it.
#[derive(Clone, Debug)]
pub struct StoredTournament {
    /// The tournament.
    pub of: TournamentId,
    /// Its terms as first announced.
    pub terms: TournamentTerms,
    /// All its events, in order.
    pub events: Vec<TournamentEvent>,
    /// Who has entered.
    pub players: Vec<Player>,
}

/// A game whose end the director has taken note of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotedGame {
    /// The game.
    pub game: GameId,
    /// Whether the settler pays it now; if not there is nothing to pay, or the step has moved its stakes.
    pub settle: bool,
}

/// A match as its rows tell it.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    /// The match.
    pub of: MatchId,
    /// Who plays, by seat; the second may be open.
    pub players: PerSeat<Option<Player>>,
    /// The limits that it is played by.
    pub limits: RivalsLimits,
    /// All its events, in order.
    pub events: Vec<MatchEvent>,
}

/// A game of an event that has ended, and that the director has not taken note of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// The game.
    pub game: GameId,
    /// Its event.
    pub event: EventId,
    /// Who played.
    pub players: PerSide<AccountId>,
    /// How it ended.
    pub ending: Ending,
    /// Plies played.
    pub plies: u16,
    /// Each side's own thinking time.
    pub thinking: PerSide<Millis>,
    /// What each clock had left.
    pub left: PerSide<Millis>,
    /// When it ended.
    pub at: WallTime,
}

/// Why a step was not recorded. Nothing of it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// A wallet does not cover what the step takes from it.
    #[error("wallet of {account} holds {balance}, the step takes {amount}")]
    NotCovered {
        /// Whose wallet.
        account: AccountId,
        /// What it holds.
        balance: Amount,
        /// What is taken.
        amount: Amount,
    },
    /// The two have staked too much, or too often, against each other.
    #[error(transparent)]
    PairLimit(#[from] PairLimitError),
    /// The event has gone on meanwhile, or this node owns nothing any more, or the commit's answer is lost: the event has to be
    /// loaded from its rows.
    #[error("the event has gone on, or the commit's outcome is unknown")]
    Stale,
    /// The database does not answer; nothing was written.
    #[error("the database does not answer")]
    Unavailable,
}

/// Keeps events.
#[async_trait]
pub trait EventBook: Send + Sync + 'static {
    /// Records steps of matches, with their money and their games, all or none. The wallets that they changed come back.
    ///
    /// # Errors
    /// [`StepError`]; nothing was recorded, unless it is [`StepError::Stale`]: then the rows tell.
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError>;
    /// All matches that are not over.
    ///
    /// # Errors
    /// [`BankError`].
    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError>;
    /// A match; `None` when there is none.
    ///
    /// # Errors
    /// [`BankError`].
    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError>;
    /// The newest matches of an account, over or not.
    ///
    /// # Errors
    /// [`BankError`].
    async fn matches_of(&self, account: AccountId, limit: u32) -> Result<Vec<StoredMatch>, BankError>;
    /// Records a step of a tournament, with its money and its games. The wallets that it changed come back.
    ///
    /// # Errors
    /// As [`EventBook::step_matches`].
    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError>;
    /// All tournaments that are not over.
    ///
    /// # Errors
    /// [`BankError`].
    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError>;
    /// A tournament; `None` when there is none.
    ///
    /// # Errors
    /// [`BankError`].
    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError>;
    /// Puts a schedule in force, from the local minute `since` on if it is new, and gives the last of its minutes of which something is
    /// recorded, or that from which it counts.
    ///
    /// # Errors
    /// [`BankError`].
    async fn put_schedule(&self, name: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError>;
    /// Records that a start was missed, unless something is recorded of it.
    ///
    /// # Errors
    /// [`BankError`].
    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), BankError>;
    /// Takes note of the ends of games that change nothing any more.
    ///
    /// # Errors
    /// [`BankError`].
    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError>;
    /// What the operator's purse has for guarantees.
    ///
    /// # Errors
    /// [`BankError`].
    async fn purse(&self) -> Result<Amount, BankError>;
    /// Games of events that have ended and that nobody has taken note of, the oldest first.
    ///
    /// # Errors
    /// [`BankError`].
    async fn ended_games(&self, limit: u32) -> Result<Vec<EndedGame>, BankError>;
    /// What the two have played against each other in a kind of draughts: staked games and games of events.
    ///
    /// # Errors
    /// [`BankError`].
    async fn pair_colours(
        &self,
        variant: Variant,
        first: AccountId,
        second: AccountId,
    ) -> Result<PairColours, BankError>;
    /// When the account cancelled late since then.
    ///
    /// # Errors
    /// [`BankError`].
    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError>;
}
