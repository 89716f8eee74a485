//! Who has blocked whom, as each player keeps it. Knows no pairing.

use crate::Database;
use crate::error::StoreError;
use crate::instant::from_row;
use ids::{AccountId, WallTime};
use sqlx::{PgConnection, Row as _};
use std::collections::HashSet;
use uuid::Uuid;

/// Somebody who is blocked, in his blocker's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLine {
    /// His name.
    pub name: String,
    /// Since when.
    pub at: WallTime,
}

/// Somebody was not blocked.
#[derive(Debug, thiserror::Error)]
pub enum BlockError {
    /// As many are blocked as may be.
    #[error("{0} players are blocked already, which is the most")]
    Full(u32),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for BlockError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl Database {
    /// Blocks a player; one who is blocked already stays so. At most `most` are, however many come at once.
    ///
    /// # Errors
    /// [`BlockError`]; nobody was blocked.
    pub async fn block(&self, blocker: AccountId, blocked: AccountId, most: u32) -> Result<(), BlockError> {
        let mut transaction = self.pool.begin().await?;
        // of parallel ones the second counts what the first did
        sqlx::query("select 1 from account where account_id = $1 for no key update")
            .bind(blocker.0)
            .execute(&mut *transaction)
            .await?;
        let others: i64 = sqlx::query_scalar(
            "select count(*) from account_block where blocker_account_id = $1 and blocked_account_id <> $2",
        )
        .bind(blocker.0)
        .bind(blocked.0)
        .fetch_one(&mut *transaction)
        .await?;
        if others >= i64::from(most) {
            return Err(BlockError::Full(most));
        }
        sqlx::query(
            "insert into account_block (blocker_account_id, blocked_account_id) values ($1, $2)
            on conflict do nothing",
        )
        .bind(blocker.0)
        .bind(blocked.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Blocks a player no longer; one who was not stays so.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unblock(&self, blocker: AccountId, blocked: AccountId) -> Result<(), StoreError> {
        sqlx::query("delete from account_block where blocker_account_id = $1 and blocked_account_id = $2")
            .bind(blocker.0)
            .bind(blocked.0)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Whom a player has blocked, by name.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn blocks_of(&self, blocker: AccountId) -> Result<Vec<BlockLine>, StoreError> {
        let rows = sqlx::query(
            "select a.name, b.blocked_at from account_block b join account a on a.account_id = b.blocked_account_id
            where b.blocker_account_id = $1 order by a.name_key",
        )
        .bind(blocker.0)
        .fetch_all(&self.pool)
        .await?;
        let line = |row: &sqlx::postgres::PgRow| -> Result<BlockLine, sqlx::Error> {
            Ok(BlockLine { name: row.try_get("name")?, at: from_row(row.try_get("blocked_at")?) })
        };
        Ok(rows.iter().map(line).collect::<Result<_, _>>()?)
    }
}

/// Those of these pairs of which one has blocked the other.
pub(crate) async fn blocked(
    connection: &mut PgConnection,
    pairs: &[[AccountId; 2]],
) -> Result<HashSet<[AccountId; 2]>, sqlx::Error> {
    let of = |n: usize| pairs.iter().map(|pair| pair[n].0).collect::<Vec<Uuid>>();
    let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "select p.one, p.other from unnest($1::uuid[], $2::uuid[]) as p (one, other)
        where exists (select 1 from account_block
            where blocker_account_id = p.one and blocked_account_id = p.other
                or blocker_account_id = p.other and blocked_account_id = p.one)",
    )
    .bind(of(0))
    .bind(of(1))
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(one, other)| [AccountId(one), AccountId(other)]).collect())
}
