//! A player's own money, line by line.

use crate::error::StoreError;
use crate::{Database, instant};
use ids::{AccountId, Amount, GameId, WallTime};
use ledger::Leg;
use sqlx::Row;
use sqlx::postgres::PgRow;

/// One change of a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// Why.
    pub leg: Leg,
    /// The game, where there is one.
    pub game: Option<GameId>,
    /// What was added (or, below zero, taken).
    pub amount: Amount,
    /// The balance after it.
    pub balance_after: Amount,
    /// The wallet's version that it made: the lines before it have smaller ones.
    pub version: i64,
    /// When.
    pub at: WallTime,
}

impl Database {
    /// The newest lines of a wallet, or the newest of those before a version.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn statement(
        &self,
        account: AccountId,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<StatementLine>, StoreError> {
        let rows = sqlx::query(
            "select t.leg, t.subject_kind, t.subject_id, e.amount_minor, e.balance_after, e.wallet_version, t.recorded_at
            from entry e join transfer t using (transfer_id)
            where e.account_kind = 'wallet' and e.holder_id = $1 and e.wallet_version < $2
            order by e.wallet_version desc limit $3",
        )
        .bind(account.0)
        .bind(before.unwrap_or(i64::MAX))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(line).collect()
    }
}

fn line(row: &PgRow) -> Result<StatementLine, StoreError> {
    let (leg, kind): (&str, &str) = (row.try_get("leg")?, row.try_get("subject_kind")?);
    let subject = row.try_get("subject_id")?;
    Ok(StatementLine {
        leg: leg.parse().map_err(|error: ledger::ParseLegError| StoreError::rows(error))?,
        game: (kind == "game").then_some(GameId(subject)),
        amount: Amount(row.try_get("amount_minor")?),
        balance_after: Amount(row.try_get("balance_after")?),
        version: row.try_get("wallet_version")?,
        at: instant::from_row(row.try_get("recorded_at")?),
    })
}
