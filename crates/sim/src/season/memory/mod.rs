//! Rows in memory, which outlive the processes of a season. All or nothing and fenced by version like the real ones, but trusting:
//! it writes what it is told about money, so that it is the auditor who has to see what is wrong. Knows no rule of play.

mod events;
mod game;
mod games;
mod orders;

pub(super) use game::GameRow;
use orders::OrderRow;

use super::world::{Audit, NoticeRow, SeasonPorts, World};
use async_trait::async_trait;
use competition::{
    Holder, MatchEvent, MoneyLeg, MoneyMove, MoneyOf, NoticeOf, RivalsLimits, TournamentEvent,
    TournamentTerms,
};
use ids::{AccountId, Amount, GameId, MatchId, TournamentId, WallTime};
use rooms::{BankError, NewNotice, Player, StepError, StoredMatch, StoredTournament, Wallet};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// The rows.
#[derive(Debug, Default)]
pub(super) struct Rows {
    games: HashMap<GameId, GameRow>,
    unfinished: BTreeSet<GameId>,
    /// Games of events that have ended and that nobody has taken note of, the oldest first.
    unnoted: BTreeSet<(WallTime, GameId)>,
    /// Games that the settler may pay.
    payable: BTreeSet<GameId>,
    matches: BTreeMap<MatchId, (StoredMatch, bool)>,
    tournaments: BTreeMap<TournamentId, (StoredTournament, bool)>,
    late_cancels: Vec<(AccountId, WallTime)>,
    /// The operator's orders, as they were given, and by which instant they are read.
    orders: Vec<OrderRow>,
    now: WallTime,
    /// The notices of each event, as they were written.
    notices: HashMap<NoticeOf, Vec<NewNotice>>,
    /// What each holder has; a wallet's version beside it.
    held: HashMap<Holder, i64>,
    versions: HashMap<AccountId, i64>,
    legs: HashSet<(MoneyOf, MoneyLeg)>,
    moved_twice: Option<String>,
}

impl Rows {
    fn wallet(&self, account: AccountId) -> Wallet {
        let balance = self.held.get(&Holder::Wallet(account)).copied().unwrap_or(0);
        Wallet {
            account,
            balance: Amount(balance),
            version: self.versions.get(&account).copied().unwrap_or(0),
        }
    }

    /// Whether the wallets cover these movements, in their order.
    fn covers(&self, money: &[MoneyMove]) -> Result<(), StepError> {
        let mut after: HashMap<Holder, i64> = HashMap::new();
        for movement in money {
            let amount = movement.amount;
            let held = |holder| self.held.get(&holder).copied().unwrap_or(0);
            let from = after.entry(movement.from).or_insert_with(|| held(movement.from));
            if let (Holder::Wallet(account), true) = (movement.from, *from < amount.0) {
                return Err(StepError::NotCovered { account, balance: Amount(*from), amount });
            }
            *from -= amount.0;
            *after.entry(movement.to).or_insert_with(|| held(movement.to)) += amount.0;
        }
        Ok(())
    }

    fn pay(&mut self, money: &[MoneyMove], touched: &mut Vec<AccountId>) {
        for movement in money {
            if !self.legs.insert((movement.of, movement.leg)) {
                self.moved_twice.get_or_insert_with(|| format!("{movement:?}"));
            }
            for (holder, amount) in [(movement.from, -movement.amount.0), (movement.to, movement.amount.0)] {
                *self.held.entry(holder).or_default() += amount;
                if let Holder::Wallet(account) = holder {
                    *self.versions.entry(account).or_default() += 1;
                    touched.push(account);
                }
            }
        }
        // an escrow that is empty is no row
        for movement in money {
            for holder in [movement.from, movement.to] {
                if self.held.get(&holder) == Some(&0) {
                    self.held.remove(&holder);
                }
            }
        }
    }
}

/// The rows, shared by all ports.
#[derive(Debug, Default)]
pub(super) struct Memory(Mutex<Rows>);

impl Memory {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Audit for Memory {
    async fn held(&self, holders: &[Holder]) -> Result<Vec<i64>, BankError> {
        let rows = self.rows();
        Ok(holders.iter().map(|holder| rows.held.get(holder).copied().unwrap_or(0)).collect())
    }

    async fn total(&self) -> Result<i64, BankError> {
        Ok(self.rows().held.values().sum())
    }

    async fn moved_twice(&self) -> Result<Option<String>, BankError> {
        Ok(self.rows().moved_twice.clone())
    }

    async fn match_log(
        &self,
        of: MatchId,
        from: usize,
    ) -> Result<Option<(RivalsLimits, Vec<MatchEvent>)>, BankError> {
        Ok(self.rows().matches.get(&of).map(|(stored, _)| {
            (stored.limits.clone(), stored.events.get(from..).unwrap_or_default().to_vec())
        }))
    }

    async fn tournament_log(
        &self,
        of: TournamentId,
        from: usize,
    ) -> Result<Option<(TournamentTerms, Vec<TournamentEvent>)>, BankError> {
        Ok(self.rows().tournaments.get(&of).map(|(stored, _)| {
            (stored.terms.clone(), stored.events.get(from..).unwrap_or_default().to_vec())
        }))
    }

    async fn notices(&self, of: NoticeOf, since: WallTime) -> Result<(u64, Vec<NoticeRow>), BankError> {
        let rows = self.rows();
        let told = rows.notices.get(&of).map_or(&[][..], Vec::as_slice);
        // the last ones are the newest
        let newest = told.iter().rev().take_while(|new| new.at >= since);
        Ok((told.len() as u64, newest.map(|new| new.notice.clone().into()).collect()))
    }
}

/// A world in memory.
#[derive(Debug, Default)]
pub struct MemoryWorld {
    memory: Arc<Memory>,
    people: u128,
}

impl World for MemoryWorld {
    fn people(&mut self, wanted: &[(String, Amount)]) -> Vec<Player> {
        let mut rows = self.memory.rows();
        let mut players = Vec::with_capacity(wanted.len());
        for (name, balance) in wanted {
            self.people += 1;
            let account = AccountId(Uuid::from_u128(0xacc0 << 64 | self.people));
            rows.held.insert(Holder::Wallet(account), balance.0);
            players.push(Player { account, name: name.clone() });
        }
        players
    }

    fn fund(&mut self, purse: Amount) {
        *self.memory.rows().held.entry(Holder::Promo).or_default() += purse.0;
    }

    fn start(&mut self, _at: WallTime) -> SeasonPorts {
        SeasonPorts {
            journal: Arc::clone(&self.memory) as _,
            placement: Arc::clone(&self.memory) as _,
            bank: Arc::clone(&self.memory) as _,
            events: Arc::clone(&self.memory) as _,
            ratings: Arc::clone(&self.memory) as _,
            orders: Arc::clone(&self.memory) as _,
            desk: Arc::clone(&self.memory) as _,
            audit: Arc::clone(&self.memory) as _,
        }
    }

    fn killed(&mut self) {}
}
