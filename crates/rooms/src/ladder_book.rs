//! The port through which what happens on ladders becomes durable, and what it has to know of matches. Knows no SQL and no rule.

use crate::event_book::StepError;
use crate::ports::{BankError, Player, Wallet};
use async_trait::async_trait;
use competition::{LadderEvent, LadderLimits, MoneyMove, Seat};
use ids::{AccountId, Amount, LadderId, MatchId, OrderId, Version, WallTime};

/// One step of a season.
#[derive(Clone, Debug)]
pub struct LadderStep {
    /// The season.
    pub of: LadderId,
    /// How many events it has before the step; none: the step makes it.
    pub after: Version,
    /// What happened, in order.
    pub events: Vec<LadderEvent>,
    /// How it stands after it, for those who look for it.
    pub head: LadderHead,
    /// What that does to money.
    pub money: Vec<MoneyMove>,
    /// The operator's order that it carries out.
    pub order: Option<OrderId>,
    /// When it was decided.
    pub at: WallTime,
}

/// What a season's row says of it, so that it is found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderHead {
    /// Its state, in one word.
    pub state: &'static str,
    /// Whether nothing more can happen.
    pub over: bool,
    /// When it opens.
    pub opens_at: WallTime,
    /// When its order is frozen.
    pub ends_at: WallTime,
    /// What its pool holds.
    pub held: Amount,
    /// The limits that it is played by.
    pub limits: LadderLimits,
}

/// A season as its rows tell it.
#[derive(Clone, Debug)]
pub struct StoredLadder {
    /// The season.
    pub of: LadderId,
    /// The limits that it is played by.
    pub limits: LadderLimits,
    /// All its events, in order.
    pub events: Vec<LadderEvent>,
    /// Who has ever entered.
    pub players: Vec<Player>,
}

/// A challenge that was accepted, and whose match is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwaitedMatch {
    /// The season.
    pub of: LadderId,
    /// The challenge's number.
    pub number: u32,
    /// Who challenged.
    pub by: AccountId,
    /// Whom.
    pub to: AccountId,
    /// When the challenge was accepted: a match that was agreed earlier is another one.
    pub since: WallTime,
    /// The kind of draughts and its draw rules.
    pub profile: String,
}

/// The match that counts for a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountedMatch {
    /// The season.
    pub of: LadderId,
    /// The challenge's number.
    pub number: u32,
    /// The match.
    pub played: MatchId,
    /// Who won it, the challenger being the first seat; `None` if it was level.
    pub winner: Option<Seat>,
}

/// Keeps seasons.
#[async_trait]
pub trait LadderBook: Send + Sync + 'static {
    /// Records a step of a season, with its money. The wallets that it changed come back.
    ///
    /// # Errors
    /// [`StepError`]; nothing was recorded, unless it is [`StepError::Stale`]: then the rows tell.
    async fn step_ladder(&self, step: LadderStep) -> Result<Vec<Wallet>, StepError>;
    /// All seasons that are not over.
    ///
    /// # Errors
    /// [`BankError`].
    async fn open_ladders(&self) -> Result<Vec<StoredLadder>, BankError>;
    /// A season; `None` when there is none.
    ///
    /// # Errors
    /// [`BankError`].
    async fn load_ladder(&self, of: LadderId) -> Result<Option<StoredLadder>, BankError>;
    /// Of each challenge, the first match of the two that was agreed since and is settled; those that have none are left out.
    ///
    /// # Errors
    /// [`BankError`].
    async fn counted_matches(&self, awaited: &[AwaitedMatch]) -> Result<Vec<CountedMatch>, BankError>;
}
