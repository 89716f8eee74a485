//! What a season is played over: the ports of a process, and what an auditor reads beside them. Knows no SQL.

use async_trait::async_trait;
use competition::{
    EventNotice, Holder, MatchEvent, NoticeBody, NoticeOf, RivalsLimits, TournamentEvent, TournamentTerms,
};
use ids::{AccountId, Amount, MatchId, OrderId, TournamentId, WallTime};
use rooms::{Bank, BankError, EventBook, Journal, OrderBook, Placement, Player, Ratings, StoredOrder};
use std::sync::Arc;

/// What a process reaches its rows through.
#[derive(Clone)]
pub struct SeasonPorts {
    /// The journal.
    pub journal: Arc<dyn Journal>,
    /// The games of this node.
    pub placement: Arc<dyn Placement>,
    /// The bank.
    pub bank: Arc<dyn Bank>,
    /// Matches and tournaments.
    pub events: Arc<dyn EventBook>,
    /// Ratings.
    pub ratings: Arc<dyn Ratings>,
    /// The operator's orders, as the owners read them.
    pub orders: Arc<dyn OrderBook>,
    /// The same, as the operator's commands see them.
    pub desk: Arc<dyn OrderDesk>,
    /// The auditor's own way to the rows.
    pub audit: Arc<dyn Audit>,
}

impl std::fmt::Debug for SeasonPorts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeasonPorts").finish_non_exhaustive()
    }
}

/// Rows that outlive their processes. All of it is called outside of the season's runtime.
pub trait World {
    /// Opens accounts with these names, and pays in for them.
    fn people(&mut self, wanted: &[(String, Amount)]) -> Vec<Player>;
    /// Gives the operator's purse so much for guarantees.
    fn fund(&mut self, purse: Amount);
    /// A process begins at that wall time.
    fn start(&mut self, at: WallTime) -> SeasonPorts;
    /// The process is dead: nothing of it will be asked any more.
    fn killed(&mut self);
}

/// Reads the rows past everything that the owners are told.
#[async_trait]
pub trait Audit: Send + Sync + 'static {
    /// What each of them has, in minor units.
    ///
    /// # Errors
    /// [`BankError`].
    async fn held(&self, holders: &[Holder]) -> Result<Vec<i64>, BankError>;
    /// What all wallets, escrows and the house have together.
    ///
    /// # Errors
    /// [`BankError`].
    async fn total(&self) -> Result<i64, BankError>;
    /// A movement that stands in the books twice, if there is one.
    ///
    /// # Errors
    /// [`BankError`].
    async fn moved_twice(&self) -> Result<Option<String>, BankError>;
    /// A match's limits and its events from the one of that number on, from 0.
    ///
    /// # Errors
    /// [`BankError`].
    async fn match_log(
        &self,
        of: MatchId,
        from: usize,
    ) -> Result<Option<(RivalsLimits, Vec<MatchEvent>)>, BankError>;
    /// A tournament's first terms and its events from the one of that number on, from 0.
    ///
    /// # Errors
    /// [`BankError`].
    async fn tournament_log(
        &self,
        of: TournamentId,
        from: usize,
    ) -> Result<Option<(TournamentTerms, Vec<TournamentEvent>)>, BankError>;
    /// The notices of an event: how many there are, and those that were decided at that instant or later.
    ///
    /// # Errors
    /// [`BankError`].
    async fn notices(&self, of: NoticeOf, since: WallTime) -> Result<(u64, Vec<NoticeRow>), BankError>;
}

/// What became of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderAnswer {
    /// Nobody has carried it out yet.
    Waits,
    /// It is carried out, or was so already.
    Done,
    /// It can't be; why.
    Refused(String),
}

/// Where the operator's commands write orders and read their answers, past the owners.
#[async_trait]
pub trait OrderDesk: Send + Sync + 'static {
    /// Keeps an order that was given at that instant.
    ///
    /// # Errors
    /// [`BankError`].
    async fn give(&self, order: &StoredOrder, at: WallTime) -> Result<(), BankError>;
    /// What waits is as old as it is at that instant of the season, whatever clock its rows have.
    ///
    /// # Errors
    /// [`BankError`].
    async fn ages(&self, now: WallTime) -> Result<(), BankError>;
    /// What became of each.
    ///
    /// # Errors
    /// [`BankError`].
    async fn answers(&self, orders: &[OrderId]) -> Result<Vec<OrderAnswer>, BankError>;
    /// Takes an order back, if it has no answer.
    ///
    /// # Errors
    /// [`BankError`].
    async fn take_back(&self, order: OrderId) -> Result<(), BankError>;
}

/// A notice as its row has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoticeRow {
    /// Who is told.
    pub account: AccountId,
    /// Which part of the event it is about.
    pub part: u32,
    /// The other player, where there is one.
    pub other: Option<AccountId>,
    /// The name of the tournament.
    pub title: Option<String>,
    /// What is told.
    pub body: NoticeBody,
}

impl From<EventNotice> for NoticeRow {
    fn from(notice: EventNotice) -> Self {
        let EventNotice { account, part, other, title, body, .. } = notice;
        Self { account, part, other, title, body }
    }
}
