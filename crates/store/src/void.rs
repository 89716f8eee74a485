//! The operator voids a game: both stakes go back whole. Only what is not settled can be voided.

use crate::Database;
use crate::error::StoreError;
use crate::retry::{FromDatabase, whole};
use ids::GameId;
use sqlx::Row as _;
use time::OffsetDateTime;

/// A game was not voided.
#[derive(Debug, thiserror::Error)]
pub enum VoidError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// It has been paid; only a correction can change that.
    #[error("game {0} is settled: what was paid stays, only a named correction can be added")]
    Settled(GameId),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for VoidError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl FromDatabase for VoidError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Store(error) => Some(error.inner()),
            Self::NoSuchGame(_) | Self::Settled(_) => None,
        }
    }
}

impl Database {
    /// Voids a game that is not settled, recording who and why. The settler then gives both stakes back. A game that
    /// still runs ends by it: its owner's next append is fenced.
    ///
    /// # Errors
    /// [`VoidError`]; nothing was changed.
    pub async fn void(&self, game: GameId, reason: &str, by: &str) -> Result<(), VoidError> {
        whole(|| self.try_void(game, reason, by)).await
    }

    async fn try_void(&self, game: GameId, reason: &str, by: &str) -> Result<(), VoidError> {
        let mut transaction = self.pool.begin().await?;
        let row = sqlx::query("select ended_at, settled_at from game where game_id = $1 for no key update")
            .bind(game.0)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(VoidError::NoSuchGame(game))?;
        if row.try_get::<Option<OffsetDateTime>, _>("settled_at")?.is_some() {
            return Err(VoidError::Settled(game));
        }
        sqlx::query("insert into game_void (game_id, reason, voided_by) values ($1, $2, $3) on conflict do nothing")
            .bind(game.0)
            .bind(reason)
            .bind(by)
            .execute(&mut *transaction)
            .await?;
        if row.try_get::<Option<OffsetDateTime>, _>("ended_at")?.is_none() {
            sqlx::query(
                "insert into game_event (game_id, version, kind, schema, outcome, reason, decided_at)
                select $1, last.version + n.step, n.kind, 1, n.outcome, n.reason, now()
                from (select max(version) as version from game_event where game_id = $1) as last,
                    (values (1, 7, null, null), (2, 8, 'void', 'voided')) as n (step, kind, outcome, reason)",
            )
            .bind(game.0)
            .execute(&mut *transaction)
            .await?;
        }
        sqlx::query(
            "update game set ended_at = coalesce(ended_at, now()), outcome = 'void', reason = 'voided', blame = null
            where game_id = $1",
        )
        .bind(game.0)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }
}
