//! The connections to PostgreSQL, and the schema's migrations.

use crate::Address;
use crate::error::StoreError;
use ids::Millis;
use sqlx::Connection as _;
use sqlx::postgres::{PgPool, PgPoolOptions};
use std::time::Duration;

/// A connection that was not used for so long is asked whether it lives before it is used: what is written to a dead one is
/// lost on the way, which is known too, but costs a new epoch. Under load commits follow each other more closely.
const IDLE: Duration = Duration::from_millis(5);

/// How the database is used.
#[derive(Clone, Debug)]
pub struct DatabaseOptions {
    /// Where it is.
    pub address: Address,
    /// Connections for calls. More are kept for the journal's writers, the lease and the watcher, so that no load of calls
    /// delays a move.
    pub connections: u32,
    /// Writers of the journal: one, but where the naive way is measured.
    pub writers: u32,
    /// How long a call waits for a free connection.
    pub acquire_timeout: Millis,
    /// How long a statement waits for a lock.
    pub lock_timeout: Millis,
    /// How long a statement may run.
    pub statement_timeout: Millis,
}

impl DatabaseOptions {
    /// The defaults, for that address.
    #[must_use]
    pub const fn new(address: Address) -> Self {
        Self {
            address,
            connections: 8,
            writers: 1,
            acquire_timeout: Millis(3_000),
            lock_timeout: Millis(3_000),
            statement_timeout: Millis(10_000),
        }
    }
}

/// The database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It can't be reached.
    #[error("the database can't be reached")]
    Connect(#[source] sqlx::Error),
    /// Its schema can't be brought up to date.
    #[error("the database's schema can't be brought up to date")]
    Migrate(#[source] sqlx::migrate::MigrateError),
}

/// What PostgreSQL says of how it keeps things: each `on` or something weaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Durability {
    /// Its version.
    pub version: String,
    /// Whether it waits for the disk.
    pub fsync: String,
    /// Whether a torn page can be mended.
    pub full_page_writes: String,
    /// Whether a commit's answer waits for the disk.
    pub synchronous_commit: String,
}

/// An open database.
#[derive(Clone, Debug)]
pub struct Database {
    /// For calls.
    pub(crate) pool: PgPool,
    /// One a writer of the journal: it keeps to its own, which has its plans and pages at hand.
    pub(crate) journal: PgPool,
    /// For the lease and the question whether it lives, alone: calls can't take these.
    pub(crate) reserved: PgPool,
}

impl Database {
    /// Opens it; one connection is made at once, so that a wrong address is known at the start.
    ///
    /// # Errors
    /// [`OpenError::Connect`].
    pub async fn open(options: &DatabaseOptions) -> Result<Self, OpenError> {
        let timeouts = [
            ("lock_timeout", options.lock_timeout.0.to_string()),
            ("statement_timeout", options.statement_timeout.0.to_string()),
            ("idle_in_transaction_session_timeout", "60000".to_owned()),
            ("timezone", "UTC".to_owned()),
            // every statement goes by keys: a plan of its own for each call's values costs more than it finds
            ("plan_cache_mode", "force_generic_plan".to_owned()),
        ];
        let connect = options.address.0.clone().application_name("damas").options(timeouts);
        let pool = |connections| {
            let acquire = Duration::from_millis(options.acquire_timeout.0);
            PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(acquire)
                // one that was used just now lives: asking costs each commit a way there and back
                .test_before_acquire(false)
                .before_acquire(|connection, used| {
                    Box::pin(async move {
                        if used.idle_for > IDLE {
                            connection.ping().await?;
                        }
                        Ok(true)
                    })
                })
        };
        let calls =
            pool(options.connections).connect_with(connect.clone()).await.map_err(OpenError::Connect)?;
        Ok(Self {
            pool: calls,
            journal: pool(options.writers).connect_lazy_with(connect.clone()),
            reserved: pool(2).connect_lazy_with(connect),
        })
    }

    /// Brings the schema up to date. Several servers that start together wait for each other.
    ///
    /// # Errors
    /// [`OpenError::Migrate`]; a migration that failed has changed nothing.
    pub async fn migrate(&self) -> Result<(), OpenError> {
        sqlx::migrate!("../../migrations").run(&self.pool).await.map_err(OpenError::Migrate)
    }

    /// Whether the database answers.
    pub async fn is_alive(&self) -> bool {
        sqlx::query("select 1").execute(&self.reserved).await.is_ok()
    }

    /// Whether PostgreSQL keeps what it confirms, in its own words.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn durability(&self) -> Result<Durability, StoreError> {
        let (version, fsync, full_page_writes, synchronous_commit) = sqlx::query_as(
            "select current_setting('server_version'), current_setting('fsync'),
                current_setting('full_page_writes'), current_setting('synchronous_commit')",
        )
        .fetch_one(&self.reserved)
        .await?;
        Ok(Durability { version, fsync, full_page_writes, synchronous_commit })
    }

    /// Gives the connections back.
    pub async fn close(&self) {
        self.pool.close().await;
        self.journal.close().await;
        self.reserved.close().await;
    }
}
