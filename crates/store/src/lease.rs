//! This node's lease on its games: an epoch that fences every append. All instants are the database's own.

use crate::Database;
use crate::error::StoreError;
use crate::instant::millis_from_row;
use ids::{Epoch, Millis};
use rooms::BankError;
use sqlx::Row as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tracing::{error, warn};

/// The lease was not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum TakeError {
    /// Another server took it from us and lives.
    #[error("another server has taken this node's games")]
    Another,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TakeError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<TakeError> for BankError {
    fn from(error: TakeError) -> Self {
        match error {
            TakeError::Another => Self(error.to_string()),
            TakeError::Store(error) => error.into(),
        }
    }
}

/// The lease of one node.
#[derive(Debug)]
pub(crate) struct Lease {
    database: Database,
    node: String,
    length: Millis,
    epoch: AtomicI64,
    /// The epoch that was last asked for: the answer to it may have been lost.
    tried: AtomicI64,
    /// How long nobody had held it when this process first took it, by the database's clock.
    before: OnceLock<Option<Millis>>,
    /// Until when the lease is known to be held, by this process's own monotonic clock: half the lease after the last
    /// time that it was asked for and given. Microseconds after `origin`; 0: not known.
    known_until: AtomicU64,
    origin: Instant,
    held: watch::Sender<bool>,
}

impl Lease {
    pub(crate) fn new(database: Database, node: String, length: Millis) -> Self {
        let (held, _) = watch::channel(false);
        Self {
            database,
            node,
            length,
            epoch: AtomicI64::new(0),
            tried: AtomicI64::new(0),
            before: OnceLock::new(),
            known_until: AtomicU64::new(0),
            origin: Instant::now(),
            held,
        }
    }

    pub(crate) fn node(&self) -> &str {
        &self.node
    }

    pub(crate) fn epoch(&self) -> Epoch {
        Epoch(self.epoch.load(Ordering::Acquire))
    }

    /// How long nobody had held it when this process first took it.
    pub(crate) fn before(&self) -> Option<Millis> {
        self.before.get().copied().flatten()
    }

    /// Whether the lease is held, and each change of that.
    pub(crate) fn held(&self) -> watch::Receiver<bool> {
        self.held.subscribe()
    }

    /// Whether it is known to be held: not after half its length without a word from the database. A process that was
    /// stopped for longer finds out here that another one may own its games.
    pub(crate) fn is_fresh(&self) -> bool {
        self.since_origin(Instant::now()) < self.known_until.load(Ordering::Acquire)
    }

    /// It was asked for at that instant and given.
    fn note_given(&self, asked: Instant) {
        let half = self.length.0.saturating_mul(500);
        self.known_until.fetch_max(self.since_origin(asked).saturating_add(half), Ordering::AcqRel);
    }

    fn since_origin(&self, at: Instant) -> u64 {
        u64::try_from(at.duration_since(self.origin).as_micros()).unwrap_or(u64::MAX)
    }

    fn tell(&self, held: bool) {
        self.held.send_if_modified(|known| std::mem::replace(known, held) != held);
    }

    /// Takes the lease with a new epoch. It waits for what is in flight under the old one, which holds the row `for key
    /// share`; renewing, which changes no key, waits for nobody.
    ///
    /// The first time it is taken from whoever had it: that is a start after a crash. Afterwards it is taken anew only
    /// from ourselves, or from an owner whose time is over.
    pub(crate) async fn take(&self) -> Result<(), TakeError> {
        let asked = Instant::now();
        let mut transaction = self.database.reserved.begin().await?;
        let made = sqlx::query(
            "insert into node_lease (node, epoch, renewed_at, expires_at)
            values ($1, 1, now(), now() + $2 * interval '1 millisecond') on conflict (node) do nothing",
        )
        .bind(&self.node)
        .bind(self.row_length())
        .execute(&mut *transaction)
        .await?;
        let row = sqlx::query(
            "select epoch, expires_at > clock_timestamp() as live,
                greatest(0, extract(epoch from clock_timestamp() - renewed_at) * 1000)::int8 as away_ms from node_lease
            where node = $1 for update",
        )
        .bind(&self.node)
        .fetch_one(&mut *transaction)
        .await?;
        let last: i64 = row.try_get("epoch")?;
        if made.rows_affected() == 1 {
            return self.hold(transaction, last, None, asked).await;
        }
        let ours = [self.epoch.load(Ordering::Acquire), self.tried.load(Ordering::Acquire)];
        if ours[0] > 0 && !ours.contains(&last) && row.try_get("live")? {
            return Err(TakeError::Another);
        }
        let epoch = last + 1;
        self.tried.store(epoch, Ordering::Release);
        sqlx::query(
            "update node_lease set epoch = $2, renewed_at = clock_timestamp(),
                expires_at = clock_timestamp() + $3 * interval '1 millisecond' where node = $1",
        )
        .bind(&self.node)
        .bind(epoch)
        .bind(self.row_length())
        .execute(&mut *transaction)
        .await?;
        self.hold(transaction, epoch, Some(millis_from_row(row.try_get("away_ms")?)), asked).await
    }

    async fn hold(
        &self,
        transaction: sqlx::Transaction<'_, sqlx::Postgres>,
        epoch: i64,
        before: Option<Millis>,
        asked: Instant,
    ) -> Result<(), TakeError> {
        transaction.commit().await?;
        let _first = self.before.set(before);
        self.epoch.store(epoch, Ordering::Release);
        self.note_given(asked);
        self.tell(true);
        Ok(())
    }

    fn row_length(&self) -> i64 {
        i64::try_from(self.length.0).unwrap_or(i64::MAX)
    }

    /// Renews it; false when another owner has taken it.
    pub(crate) async fn renew(&self) -> Result<bool, StoreError> {
        let asked = Instant::now();
        let done = sqlx::query(
            "update node_lease set renewed_at = now(), expires_at = now() + $3 * interval '1 millisecond'
            where node = $1 and epoch = $2",
        )
        .bind(&self.node)
        .bind(self.epoch().0)
        .bind(self.row_length())
        .execute(&self.database.reserved)
        .await?;
        let given = done.rows_affected() == 1;
        if given {
            self.note_given(asked);
        }
        Ok(given)
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
