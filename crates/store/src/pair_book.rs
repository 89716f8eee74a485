//! What the rows say of players who may be paired: their past, what they have staked against each other, who has blocked whom.

use crate::Database;
use crate::block::blocked;
use crate::error::StoreError;
use crate::pair_use::pair_uses;
use async_trait::async_trait;
use competition::{PairLimits, PairUse, PerColour};
use draughts::Variant;
use ids::{AccountId, WallTime};
use rooms::{BankError, PairBook, PairStanding, PlayerPast};
use sqlx::Row as _;
use std::net::IpAddr;
use uuid::Uuid;

/// Who may be paired with whom, by the rows.
pub(crate) struct RowPairBook {
    pub(crate) database: Database,
    pub(crate) limits: PairLimits,
}

#[async_trait]
impl PairBook for RowPairBook {
    async fn past_of(
        &self,
        account: AccountId,
        variant: Variant,
        opponents: usize,
        addresses: usize,
    ) -> Result<PlayerPast, BankError> {
        Ok(self.database.past_of(account, variant, opponents, addresses).await?)
    }

    async fn standings(
        &self,
        pairs: &[[AccountId; 2]],
        at: WallTime,
    ) -> Result<Vec<PairStanding>, BankError> {
        let mut connection = self.database.pool.acquire().await.map_err(StoreError::from)?;
        let uses = pair_uses(&mut connection, &self.limits, pairs, at).await.map_err(StoreError::from)?;
        let apart = blocked(&mut connection, pairs).await.map_err(StoreError::from)?;
        let standings = pairs.iter().zip(uses);
        Ok(standings.map(|(pair, used)| PairStanding { used, blocked: apart.contains(pair) }).collect())
    }

    async fn is_blocked(&self, one: AccountId, other: AccountId) -> Result<bool, BankError> {
        let mut connection = self.database.pool.acquire().await.map_err(StoreError::from)?;
        Ok(!blocked(&mut connection, &[[one, other]]).await.map_err(StoreError::from)?.is_empty())
    }
}

impl Database {
    /// What a player has behind him.
    async fn past_of(
        &self,
        account: AccountId,
        variant: Variant,
        opponents: usize,
        addresses: usize,
    ) -> Result<PlayerPast, StoreError> {
        let row = sqlx::query(
            "select
                (select count(*) from game where white_account_id = $1 and variant = $2) as white,
                (select count(*) from game where black_account_id = $1 and variant = $2) as black,
                array(select opponent from (
                    (select black_account_id as opponent, started_at from game where white_account_id = $1
                        order by started_at desc limit $3)
                    union all
                    (select white_account_id, started_at from game where black_account_id = $1
                        order by started_at desc limit $3)
                ) as met order by started_at desc limit $3) as recent,
                array(select host(address) from (
                    select address, max(created_at) as newest from session
                    where account_id = $1 and address is not null and revoked_at is null
                    group by address order by newest desc limit $4
                ) as places order by newest desc) as addresses",
        )
        .bind(account.0)
        .bind(variant.to_string())
        .bind(i64::try_from(opponents).unwrap_or(i64::MAX))
        .bind(i64::try_from(addresses).unwrap_or(i64::MAX))
        .fetch_one(&self.pool)
        .await?;
        let count = |column| -> Result<u32, sqlx::Error> {
            Ok(u32::try_from(row.try_get::<i64, _>(column)?).unwrap_or(u32::MAX))
        };
        let recent: Vec<Uuid> = row.try_get("recent")?;
        let addresses: Vec<String> = row.try_get("addresses")?;
        Ok(PlayerPast {
            colours: PerColour { white: count("white")?, black: count("black")? },
            recent: recent.into_iter().map(AccountId).collect(),
            addresses: addresses.iter().filter_map(|text| text.parse::<IpAddr>().ok()).collect(),
        })
    }

    /// What two players have used of what a pair may stake, at `at`.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn pair_use(
        &self,
        limits: &PairLimits,
        pair: [AccountId; 2],
        at: WallTime,
    ) -> Result<PairUse, StoreError> {
        let mut connection = self.pool.acquire().await?;
        let uses = pair_uses(&mut connection, limits, &[pair], at).await?;
        Ok(uses.into_iter().next().unwrap_or_default())
    }
}
