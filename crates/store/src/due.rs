//! What waits to be done, in figures for an operator.

use crate::Database;
use crate::error::StoreError;
use sqlx::Row as _;

/// What waits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due {
    /// Games that have ended and are not paid.
    pub settlements: i64,
    /// For how long the oldest of them has waited, in seconds; 0 when there is none.
    pub oldest_settlement_s: f64,
    /// Withdrawals without an answer of their gateway.
    pub withdrawals: i64,
}

impl Database {
    /// What waits to be done.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn due(&self) -> Result<Due, StoreError> {
        let row = sqlx::query(
            "select count(*) as settlements,
                coalesce(extract(epoch from now() - min(ended_at)), 0)::float8 as oldest,
                (select count(*) from withdrawal where state = 'held') as withdrawals
            from game g where ended_at is not null and settled_at is null
                and (event_id is null or consumed_at is not null)
                and not exists (
                    select 1 from game_review r where r.game_id = g.game_id and r.ruled_at is null and r.until > now())",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(Due {
            settlements: row.try_get("settlements")?,
            oldest_settlement_s: row.try_get("oldest")?,
            withdrawals: row.try_get("withdrawals")?,
        })
    }
}
