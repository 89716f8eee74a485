//! What every step of an event shares: its money, its games and the ends that it takes note of, in one transaction. Knows no event.

use crate::Database;
use crate::error::{Remedy, remedy};
use crate::event_money::{transfer, wallets};
use crate::game_columns::insert_games;
use crate::lease::Lease;
use crate::post::{PostError, Posting, post};
use crate::retry::FromDatabase;
use crate::wallet::LockedWallets;
use competition::{MoneyMove, PairLimitError};
use ids::{AccountId, Amount};
use ledger::Transfer;
use rooms::{NewGame, NotedGame, StepError, Wallet};
use sqlx::{PgConnection, Postgres, Transaction};
use std::collections::{BTreeSet, HashMap};
use tracing::error;
use uuid::Uuid;

/// Why a step was not recorded.
#[derive(Debug)]
pub(crate) enum Failed {
    /// The match has another version, or this node owns nothing.
    Stale,
    /// A wallet does not cover it.
    NotCovered(AccountId, Amount, Amount),
    /// The two have staked too much, or too often, against each other.
    PairLimit(PairLimitError),
    /// The commit's answer is lost.
    Commit,
    /// What is asked can't be in the rows: a mistake of ours.
    Wrong(String),
    /// The database.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl FromDatabase for Failed {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) => Some(error),
            _ => None,
        }
    }
}

impl Failed {
    /// What the director is told; what it can't mend is said here.
    pub(crate) fn step_error(self) -> StepError {
        match self {
            Self::Stale | Self::Commit => StepError::Stale,
            Self::NotCovered(account, balance, amount) => StepError::NotCovered { account, balance, amount },
            Self::PairLimit(limit) => StepError::PairLimit(limit),
            Self::Wrong(what) => {
                error!("a step of an event was not recorded: {what}");
                StepError::Stale
            }
            Self::Database(refused) => {
                error!(error = &refused as &dyn std::error::Error, "a step of an event was not recorded");
                if remedy(&refused) == Remedy::Never { StepError::Stale } else { StepError::Unavailable }
            }
        }
    }
}

/// A transaction that has locked the wallets it needs, and knows that they cover what is taken from them.
pub(crate) struct Begun {
    pub(crate) transaction: Transaction<'static, Postgres>,
    locked: LockedWallets,
    touched: BTreeSet<AccountId>,
    transfers: Vec<Transfer>,
}

impl Begun {
    pub(crate) async fn new(
        database: &Database,
        money: impl Iterator<Item = &MoneyMove>,
    ) -> Result<Self, Failed> {
        let transfers: Vec<Transfer> = money
            .map(transfer)
            .collect::<Result<_, _>>()
            .map_err(|wrong| Failed::Wrong(wrong.to_string()))?;
        let mut transaction = database.pool.begin().await?;
        let touched: BTreeSet<AccountId> = wallets(&transfers).into_iter().collect();
        let locked = LockedWallets::lock(&mut transaction, touched.iter().copied()).await?;
        check_covered(&transfers, &locked)?;
        Ok(Self { transaction, locked, touched, transfers })
    }

    /// Writes the money, the games and the notes, and commits.
    pub(crate) async fn finish(
        mut self,
        lease: &Lease,
        games: &[&NewGame],
        noted: &[NotedGame],
    ) -> Result<Vec<Wallet>, Failed> {
        if !self.transfers.is_empty() {
            let postings = self.transfers.into_iter().map(Posting::from);
            let posted = post(&mut self.transaction, &mut self.locked, postings).await;
            posted.map_err(|refused| match refused {
                PostError::NotCovered(account) => {
                    Failed::Wrong(format!("the wallet of {account} is out of its range"))
                }
                PostError::Database(error) => Failed::Database(error),
            })?;
        }
        if !games.is_empty() && !insert_games(&mut self.transaction, lease, games).await? {
            return Err(Failed::Stale);
        }
        note(&mut self.transaction, noted).await?;
        self.transaction.commit().await.map_err(|lost| {
            error!(error = &lost as &dyn std::error::Error, "the answer to a step of an event is lost");
            Failed::Commit
        })?;
        Ok(self.touched.into_iter().filter_map(|account| self.locked.get(account)).collect())
    }
}

/// Whether each wallet covers all that is taken from it.
fn check_covered(transfers: &[Transfer], wallets: &LockedWallets) -> Result<(), Failed> {
    let mut taken: HashMap<AccountId, i64> = HashMap::new();
    for entry in transfers.iter().flat_map(Transfer::entries) {
        if let Some(account) = entry.account.wallet() {
            *taken.entry(account).or_default() -= entry.amount.0;
        }
    }
    for (account, amount) in taken {
        let balance = wallets.get(account).map_or(Amount::ZERO, |wallet| wallet.balance);
        if amount > balance.0 {
            return Err(Failed::NotCovered(account, balance, Amount(amount)));
        }
    }
    Ok(())
}

/// The director has taken note of the ends of these games. Those that the settler does not pay are settled by it: there was nothing
/// to pay, or the same step has moved their stakes.
async fn note(connection: &mut PgConnection, noted: &[NotedGame]) -> Result<(), Failed> {
    if noted.is_empty() {
        return Ok(());
    }
    let all: Vec<Uuid> = noted.iter().map(|noted| noted.game.0).collect();
    let done: Vec<Uuid> = noted.iter().filter(|noted| !noted.settle).map(|noted| noted.game.0).collect();
    sqlx::query(
        "update game set consumed_at = now(), settled_at = case when game_id = any($2) then now() end
        where game_id = any($1) and ended_at is not null and consumed_at is null",
    )
    .bind(all)
    .bind(&done)
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "insert into settlement (subject_kind, subject_id, outcome)
        select 'game', game_id, outcome from game where game_id = any($1)",
    )
    .bind(done)
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, Failed> {
    serde_json::to_string(value).map_err(|wrong| Failed::Wrong(wrong.to_string()))
}
