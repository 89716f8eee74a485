//! The database behind the house: the one of DATABASE_URL, or a private PostgreSQL of the server's own, opened and watched.

use crate::config::Config;
use crate::serve::away_since;
use ids::Millis;
use rooms::{Bank, BankError, Journal, Placement, StakeGate};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::embedded::{Embedded, EmbeddedError, EmbeddedOptions, EmbeddedState};
use store::{Address, AddressError, Database, DatabaseOptions, Deployment, DeploymentError, OpenError};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, info, warn};

/// How often the database is asked whether it answers.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// The database can't be used.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// DATABASE_URL is no address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The private PostgreSQL does not start.
    #[error("the private PostgreSQL does not start (set DATABASE_URL to use another)")]
    Embedded(#[from] EmbeddedError),
    /// The database does not open, or its schema is not as it should be.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It is for another environment or currency.
    #[error(transparent)]
    Deployment(#[from] DeploymentError),
    /// The database.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// The lease, or the games to go on with.
    #[error(transparent)]
    Bank(#[from] BankError),
}

/// The open database and who watches it.
pub(crate) struct Storage {
    database: Database,
    embedded: Option<Embedded>,
    journal: Arc<dyn Journal>,
    placement: Arc<dyn Placement>,
    bank: Arc<dyn Bank>,
    alive: watch::Receiver<bool>,
    leased: watch::Receiver<bool>,
    watcher: JoinHandle<()>,
    down: Millis,
}

impl Storage {
    /// Opens the database, brings its schema up to date, checks what it is for, and takes the lease.
    ///
    /// # Errors
    /// [`StorageError`].
    pub(crate) async fn open(
        config: &Config,
        data: PathBuf,
        url: Option<String>,
    ) -> Result<Self, StorageError> {
        let (address, embedded) = match url {
            Some(url) => (url.parse::<Address>()?, None),
            None => {
                let embedded = Embedded::start(embedded_options(&data)).await?;
                info!(folder = %embedded.folder().display(), "a private PostgreSQL runs ({:?})", embedded.beginning());
                (embedded.address().clone(), Some(embedded))
            }
        };
        let database = Database::open(&options(config, address)).await?;
        database.migrate().await?;
        database.check_deployment(&deployment(config)).await?;
        database.record_config_version(&config.hash(), &config.canonical()).await?;
        let (sender, alive) = watch::channel(true);
        let states = embedded.as_ref().map(Embedded::state);
        let watcher = tokio::spawn(watch_database(database.clone(), states, sender));
        let absent = Arc::new(Absent);
        let placement: Arc<dyn Placement> = absent.clone();
        placement.take_lease().await?;
        let down = away_since(placement.last_alive().await?);
        let (_lease, leased) = watch::channel(true);
        Ok(Self {
            database,
            embedded,
            journal: absent.clone(),
            placement,
            bank: absent,
            alive,
            leased,
            watcher,
            down,
        })
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(&self.journal)
    }

    pub(crate) fn placement(&self) -> Arc<dyn Placement> {
        Arc::clone(&self.placement)
    }

    pub(crate) fn bank(&self) -> Arc<dyn Bank> {
        Arc::clone(&self.bank)
    }

    /// Whether the database answers, and each change of that.
    pub(crate) fn alive(&self) -> watch::Receiver<bool> {
        self.alive.clone()
    }

    /// Whether this node holds its lease, and each change of that.
    pub(crate) fn leased(&self) -> watch::Receiver<bool> {
        self.leased.clone()
    }

    /// How long the server was away before this start.
    pub(crate) const fn down(&self) -> Millis {
        self.down
    }

    /// Completes when the private PostgreSQL could not be started again.
    pub(crate) async fn failed(&self) {
        let Some(embedded) = &self.embedded else { return std::future::pending().await };
        let mut state = embedded.state();
        let _gone = state.wait_for(|state| *state == EmbeddedState::Failed).await;
    }

    /// Drains the journal, gives the lease back, closes the connections, and stops the private PostgreSQL last.
    pub(crate) async fn close(self) {
        self.watcher.abort();
        self.database.close().await;
        if let Some(embedded) = self.embedded
            && let Err(error) = embedded.stop().await
        {
            error!(error = &error as &dyn std::error::Error, "the private PostgreSQL did not stop");
        }
    }
}

fn options(config: &Config, address: Address) -> DatabaseOptions {
    let figures = &config.database;
    DatabaseOptions {
        address,
        connections: figures.connections,
        acquire_timeout: Millis(figures.acquire_timeout_ms),
        lock_timeout: Millis(figures.lock_timeout_ms),
        statement_timeout: Millis(figures.statement_timeout_ms),
    }
}

fn deployment(config: &Config) -> Deployment {
    Deployment {
        environment: if config.is_production() { "production" } else { "development" }.to_owned(),
        currency: config.currency.code.clone(),
        exponent: config.currency.exponent,
    }
}

fn embedded_options(data: &Path) -> EmbeddedOptions {
    EmbeddedOptions::new(data.join("pg"), std::env::var_os("PATH"), crate::chance::bytes::<32>())
}

/// Asks the database whether it answers, for as long as somebody wants to know. That the private one has died is known at
/// once.
async fn watch_database(
    database: Database,
    mut states: Option<watch::Receiver<EmbeddedState>>,
    alive: watch::Sender<bool>,
) {
    while !alive.is_closed() {
        let runs = states.as_ref().is_none_or(|states| *states.borrow() == EmbeddedState::Up);
        let answers = runs && database.is_alive().await;
        if alive.send_if_modified(|known| std::mem::replace(known, answers) != answers) {
            if answers {
                info!("the database answers again");
            } else {
                error!("the database does not answer");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = changed(&mut states) => {}
        }
    }
}

/// Waits for a change of the private PostgreSQL; for ever where there is none.
async fn changed(states: &mut Option<watch::Receiver<EmbeddedState>>) {
    if let Some(states) = states
        && states.changed().await.is_ok()
    {
        return;
    }
    std::future::pending().await
}

// --- until the store has them ---
struct Absent;
#[async_trait::async_trait]
impl Journal for Absent {
    async fn append(&self, _: rooms::Append) -> Result<(), rooms::AppendError> {
        Err(rooms::AppendError::Unavailable)
    }
    fn age(&self) -> Millis {
        Millis(0)
    }
}
#[async_trait::async_trait]
impl Placement for Absent {
    async fn take_lease(&self) -> Result<(), BankError> {
        Ok(())
    }
    async fn unfinished(&self) -> Result<Vec<rooms::StoredGame>, BankError> {
        Ok(Vec::new())
    }
    async fn load(&self, _: ids::GameId) -> Result<Option<rooms::StoredGame>, BankError> {
        Ok(None)
    }
    async fn last_alive(&self) -> Result<Option<ids::WallTime>, BankError> {
        Ok(None)
    }
}
#[async_trait::async_trait]
impl Bank for Absent {
    async fn start(&self, _: rooms::NewGame) -> Result<game::PerSide<rooms::Wallet>, rooms::StartError> {
        Err(rooms::StartError::Unavailable)
    }
    async fn settle_due(&self, _: u32) -> Result<Vec<rooms::Settlement>, BankError> {
        Ok(Vec::new())
    }
    async fn wallet(&self, _: ids::AccountId) -> Result<rooms::Wallet, BankError> {
        Err(BankError("absent".to_owned()))
    }
    async fn times_white(
        &self,
        _: draughts::Variant,
        _: ids::AccountId,
        _: ids::AccountId,
    ) -> Result<(u64, u64), BankError> {
        Ok((0, 0))
    }
    async fn barred_until(&self, _: ids::AccountId) -> Result<Option<ids::WallTime>, BankError> {
        Ok(None)
    }
}
