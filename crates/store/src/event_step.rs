//! What every step of an event shares: its money, its games and the ends that it takes note of, in one transaction. Knows no event.

use crate::Database;
use crate::error::{Remedy, remedy};
use crate::event_money::{transfer, wallets};
use crate::game_columns::insert_games;
use crate::instant::to_row;
use crate::lease::Lease;
use crate::post::{PostError, Posting, post};
use crate::retry::FromDatabase;
use crate::wallet::LockedWallets;
use competition::{MoneyMove, PairLimitError};
use ids::{AccountId, Amount, WallTime};
use ledger::Transfer;
use rooms::{NewGame, NotedGame, StepError, Wallet};
use serde::de::DeserializeOwned;
use sqlx::{PgConnection, Postgres, Transaction};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Display;
use tracing::error;
use uuid::Uuid;

/// What a row of an event says. One that this version of the program does not understand, as after a step back to an older one, is
/// noted, and its event is left alone: all others go on.
pub(crate) fn understood<T: DeserializeOwned>(of: impl Display, body: &str) -> Option<T> {
    serde_json::from_str(body)
        .inspect_err(|wrong| {
            metrics::counter!("damas_event_rows_not_understood_total").increment(1);
            error!("a row of event {of} is not understood, and the event is left alone: {wrong}");
        })
        .ok()
}

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

/// The form of the bodies that are written.
const SCHEMA: i16 = 1;

/// What is written for the events of one step.
pub(crate) struct EventRows {
    /// The table of such events' events.
    pub(crate) table: &'static str,
    /// The name of its column for the event.
    pub(crate) key: &'static str,
    /// The event.
    pub(crate) id: Uuid,
    /// How many events it has before the step.
    pub(crate) before: i32,
    /// When they were decided.
    pub(crate) at: WallTime,
}

impl EventRows {
    /// Writes the events, fenced by the lease: whether they were written. They are not when the lease is another's.
    pub(crate) async fn insert<E: serde::Serialize>(
        &self,
        connection: &mut PgConnection,
        lease: &Lease,
        events: &[E],
    ) -> Result<bool, Failed> {
        let bodies: Vec<String> = events.iter().map(json).collect::<Result<_, _>>()?;
        let kinds = events.iter().map(kind).collect::<Result<Vec<String>, _>>()?;
        let versions: Vec<i32> = (self.before + 1..).take(events.len()).collect();
        let Self { table, key, .. } = self;
        let sql = format!(
            "with lease as (select epoch from node_lease where node = $6 and epoch = $7 for key share)
            insert into {table} ({key}, version, schema, kind, body, epoch, decided_at)
            select $1, e.version, $5, e.kind, e.body::jsonb, lease.epoch, $8
            from unnest($2::int4[], $3::text[], $4::text[]) as e (version, kind, body) cross join lease"
        );
        let done = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(self.id)
            .bind(versions)
            .bind(kinds)
            .bind(bodies)
            .bind(SCHEMA)
            .bind(lease.node())
            .bind(lease.epoch().0)
            .bind(to_row(self.at))
            .execute(connection)
            .await?;
        Ok(done.rows_affected() == events.len() as u64)
    }
}

/// An event's word: the name of its variant, or of its change, as its body says it.
fn kind(event: &impl serde::Serialize) -> Result<String, Failed> {
    let wrong = |error: serde_json::Error| Failed::Wrong(error.to_string());
    let mut body = serde_json::to_value(event).map_err(wrong)?;
    if let Some(change) = body.get_mut("change") {
        body = change.take();
    }
    Ok(match body {
        serde_json::Value::String(word) => word,
        serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        _ => String::new(),
    })
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
