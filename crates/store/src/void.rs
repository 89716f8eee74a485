//! The operator voids a game: both stakes go back whole. Only what is not settled can be voided.

use crate::Database;
use crate::error::{StoreError, is_constraint};
use crate::retry::{FromDatabase, whole};
use ids::GameId;

/// How often a game is tried to be voided whose players move meanwhile.
const TRIES: u32 = 20;

/// A game was not voided.
#[derive(Debug, thiserror::Error)]
pub enum VoidError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// It has been paid; only a correction can change that.
    #[error("game {0} is settled: what was paid stays, only a named correction can be added")]
    Settled(GameId),
    /// Its players' moves came first, time and again.
    #[error("game {0} goes on too fast to be voided: try again")]
    JustMoved(GameId),
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
            Self::NoSuchGame(_) | Self::Settled(_) | Self::JustMoved(_) => None,
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
        for _ in 0..TRIES {
            match whole(|| self.try_void(game, reason, by)).await {
                Err(VoidError::JustMoved(_)) => {}
                Err(VoidError::Store(error)) if is_constraint(error.inner(), "game_event_pkey") => {}
                done => return done,
            }
        }
        Err(VoidError::JustMoved(game))
    }

    async fn try_void(&self, game: GameId, reason: &str, by: &str) -> Result<(), VoidError> {
        let mut transaction = self.pool.begin().await?;
        let ended: bool = sqlx::query_scalar("select ended_at is not null from game where game_id = $1")
            .bind(game.0)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(VoidError::NoSuchGame(game))?;
        if !ended {
            // the events before the game's row, as the journal writes them: the two never wait for each other
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
        let voided = sqlx::query(
            "update game set ended_at = coalesce(ended_at, now()), outcome = 'void', reason = 'voided', blame = null
            where game_id = $1 and settled_at is null and (ended_at is not null) = $2",
        )
        .bind(game.0)
        .bind(ended)
        .execute(&mut *transaction)
        .await?;
        if voided.rows_affected() == 0 {
            return Err(if ended { VoidError::Settled(game) } else { VoidError::JustMoved(game) });
        }
        sqlx::query(
            "insert into game_void (game_id, reason, voided_by) values ($1, $2, $3) on conflict do nothing",
        )
        .bind(game.0)
        .bind(reason)
        .bind(by)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(())
    }
}
