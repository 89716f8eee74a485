//! This node's lease on its games: an epoch that fences every append. All instants are the database's own.

use crate::Database;
use crate::error::StoreError;
use crate::instant::from_row;
use ids::{Epoch, Millis, WallTime};
use sqlx::Row as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{OnceLock, PoisonError, RwLock};
use std::time::Duration;
use time::OffsetDateTime;
use tokio::sync::watch;
use tracing::{error, warn};

/// The lease of one node.
#[derive(Debug)]
pub(crate) struct Lease {
    database: Database,
    node: String,
    length: Millis,
    epoch: AtomicI64,
    /// The newest sign of life of whoever held it before this process first took it.
    before: OnceLock<Option<WallTime>>,
    held: RwLock<watch::Sender<bool>>,
}

impl Lease {
    pub(crate) fn new(database: Database, node: String, length: Millis) -> Self {
        let (held, _) = watch::channel(false);
        Self {
            database,
            node,
            length,
            epoch: AtomicI64::new(0),
            before: OnceLock::new(),
            held: RwLock::new(held),
        }
    }

    pub(crate) fn node(&self) -> &str {
        &self.node
    }

    pub(crate) fn epoch(&self) -> Epoch {
        Epoch(self.epoch.load(Ordering::Acquire))
    }

    /// When the last life of this node showed its last sign.
    pub(crate) fn before(&self) -> Option<WallTime> {
        self.before.get().copied().flatten()
    }

    /// Whether the lease is held, and each change of that.
    pub(crate) fn held(&self) -> watch::Receiver<bool> {
        self.held.read().unwrap_or_else(PoisonError::into_inner).subscribe()
    }

    fn tell(&self, held: bool) {
        let sender = self.held.read().unwrap_or_else(PoisonError::into_inner);
        sender.send_if_modified(|known| std::mem::replace(known, held) != held);
    }

    /// Takes the lease with a new epoch. It waits for a batch in flight, which holds the row `for share`.
    pub(crate) async fn take(&self) -> Result<(), StoreError> {
        let row = sqlx::query(
            "with old as (select renewed_at from node_lease where node = $1)
            insert into node_lease (node, epoch, renewed_at, expires_at)
            values ($1, 1, now(), now() + $2 * interval '1 millisecond')
            on conflict (node) do update
                set epoch = node_lease.epoch + 1, renewed_at = now(),
                    expires_at = now() + $2 * interval '1 millisecond'
            returning epoch, (select renewed_at from old) as before",
        )
        .bind(&self.node)
        .bind(i64::try_from(self.length.0).unwrap_or(i64::MAX))
        .fetch_one(&self.database.reserved)
        .await?;
        let before: Option<OffsetDateTime> = row.try_get("before")?;
        let _first = self.before.set(before.map(from_row));
        self.epoch.store(row.try_get("epoch")?, Ordering::Release);
        self.tell(true);
        Ok(())
    }

    /// Renews it; false when another owner has taken it.
    async fn renew(&self) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "update node_lease set renewed_at = now(), expires_at = now() + $3 * interval '1 millisecond'
            where node = $1 and epoch = $2",
        )
        .bind(&self.node)
        .bind(self.epoch().0)
        .bind(i64::try_from(self.length.0).unwrap_or(i64::MAX))
        .execute(&self.database.reserved)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Renews the lease for as long as it is this process's.
    pub(crate) async fn keep(self: Arc<Self>) {
        let every = Duration::from_millis((self.length.0 / 4).max(50));
        loop {
            tokio::time::sleep(every).await;
            let epoch = self.epoch();
            match self.renew().await {
                Ok(true) => self.tell(true),
                // between the look and the renewal this process itself may have taken a new epoch
                Ok(false) if self.epoch() != epoch => {}
                Ok(false) => {
                    error!(node = self.node, "another server has taken this node's games");
                    self.tell(false);
                }
                Err(error) => {
                    warn!(error = &error as &dyn std::error::Error, "the lease was not renewed");
                }
            }
        }
    }
}
