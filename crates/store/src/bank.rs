//! The bank: makes staked games and settles ended ones, each in one transaction. Wallets are locked in the order of their
//! ids, all at once, before anything is written.

use crate::Database;
use crate::error::StoreError;
use crate::review::ReviewRules;
use crate::standing::AbortBar;
use crate::starts::{Lost, Starts};
use async_trait::async_trait;
use draughts::Variant;
use game::PerSide;
use ids::{AccountId, Amount, GameId, WallTime};
use ledger::Subject;
use rooms::{Bank, BankError, HeldPot, NewGame, Settlement, StartError, Wallet};
use std::sync::PoisonError;
use std::time::Duration;
use uuid::Uuid;

/// How often a start is tried again whose commit's answer was lost, and how long between.
const AGAIN: u32 = 5;
const AGAIN_EVERY: Duration = Duration::from_millis(200);

/// What a game's money belongs to.
pub(crate) const fn subject(game: Uuid) -> Subject {
    Subject { kind: "game", id: game }
}

/// The bank over the rows.
pub(crate) struct RowBank {
    pub(crate) database: Database,
    pub(crate) starts: Starts,
    pub(crate) bar: AbortBar,
    pub(crate) reviews: ReviewRules,
    /// Pots that were held since somebody last asked.
    pub(crate) held: std::sync::Mutex<Vec<HeldPot>>,
}

#[async_trait]
impl Bank for RowBank {
    /// A start whose commit's answer was lost is tried again: the ids are the caller's, and a commit that is still in flight
    /// holds the wallets, so the game is made once or found.
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        let mut lost = false;
        for _ in 0..=AGAIN {
            match self.starts.make(new.clone()).await {
                Err(Lost) => lost = true,
                Ok(Err(StartError::Unavailable)) if lost => {}
                Ok(verdict) => return verdict,
            }
            tokio::time::sleep(AGAIN_EVERY).await;
        }
        // if it was made after all, the house takes it up when the database is back
        Err(StartError::Unavailable)
    }

    async fn settle_due(&self, limit: u32, at: WallTime) -> Result<Vec<Settlement>, BankError> {
        let settled = self.database.settle_or_hold(limit, Some((&self.reviews, at))).await?;
        self.held.lock().unwrap_or_else(PoisonError::into_inner).extend(settled.held);
        Ok(settled.paid)
    }

    fn held(&self) -> Vec<HeldPot> {
        std::mem::take(&mut *self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }

    async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        Ok(self.database.settlements(games).await?)
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        let found = self.database.find_wallet(account).await?;
        Ok(found.unwrap_or(Wallet { account, balance: Amount::ZERO, version: 0 }))
    }

    async fn times_white(&self, variant: Variant, account: AccountId) -> Result<u64, BankError> {
        let count: i64 =
            sqlx::query_scalar("select count(*) from game where white_account_id = $1 and variant = $2")
                .bind(account.0)
                .bind(variant.to_string())
                .fetch_one(&self.database.pool)
                .await
                .map_err(StoreError::from)?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    async fn barred_until(&self, account: AccountId) -> Result<Option<WallTime>, BankError> {
        let mut connection = self.database.pool.acquire().await.map_err(StoreError::from)?;
        Ok(self.bar.until(&mut connection, account).await.map_err(StoreError::from)?)
    }
}
