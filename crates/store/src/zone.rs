//! Where players' clocks stand, as their pages say.

use crate::Database;
use crate::error::StoreError;
use ids::{AccountId, MatchId};
use sqlx::Row as _;

/// The zones of a match's players, by seat; `None` where a player has said none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchZones {
    /// Who challenged.
    pub first: (AccountId, Option<String>),
    /// Whom; `None` while the seat is open.
    pub second: Option<(AccountId, Option<String>)>,
}

impl Database {
    /// Notes a player's zone: a name of the IANA data, which whoever asks has checked.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_zone(&self, account: AccountId, zone: &str) -> Result<(), StoreError> {
        sqlx::query(
            "insert into account_zone (account_id, zone) values ($1, $2)
            on conflict (account_id) do update set zone = excluded.zone where account_zone.zone <> excluded.zone",
        )
        .bind(account.0)
        .bind(zone)
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The zones of a match's players; `None` when there is no such match.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn zones_of_match(&self, of: MatchId) -> Result<Option<MatchZones>, StoreError> {
        let found = sqlx::query(
            "select m.first_account_id, m.second_account_id, f.zone as first_zone, s.zone as second_zone
            from rivals_match m
            left join account_zone f on f.account_id = m.first_account_id
            left join account_zone s on s.account_id = m.second_account_id
            where m.match_id = $1",
        )
        .bind(of.0)
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = found else { return Ok(None) };
        let second: Option<uuid::Uuid> = row.try_get("second_account_id")?;
        let second_zone: Option<String> = row.try_get("second_zone")?;
        Ok(Some(MatchZones {
            first: (AccountId(row.try_get("first_account_id")?), row.try_get("first_zone")?),
            second: second.map(|account| (AccountId(account), second_zone)),
        }))
    }
}
