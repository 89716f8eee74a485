//! The database behind the house: the one of DATABASE_URL, or a private PostgreSQL of the server's own, opened and watched.

use crate::config::Config;
use competition::PairLimits;
use ids::Millis;
use rooms::{Bank, BankError, EventBook, Journal, Placement, StakeGate};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use store::embedded::{Embedded, EmbeddedError, EmbeddedOptions, EmbeddedState};
use store::{
    AbortBar, Address, AddressError, Database, DatabaseOptions, Deployment, DeploymentError, JournalMode,
    OpenError, Owner, ReviewRules,
};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::{error, info};

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
    owner: Owner,
    alive: watch::Receiver<bool>,
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
        gate: Arc<dyn StakeGate>,
        journal: JournalMode,
    ) -> Result<Self, StorageError> {
        let (address, embedded) = match url {
            Some(url) => (url.parse::<Address>()?, None),
            None => {
                let embedded = Embedded::start(embedded_options(&data)).await?;
                info!(folder = %embedded.folder().display(), "a private PostgreSQL runs ({:?})", embedded.beginning());
                (embedded.address().clone(), Some(embedded))
            }
        };
        let database =
            Database::open(&DatabaseOptions { writers: journal.writers(), ..options(config, address) })
                .await?;
        database.migrate().await?;
        database.check_deployment(&deployment(config)).await?;
        database.record_config_version(&config.hash(), &config.canonical()).await?;
        let (sender, alive) = watch::channel(true);
        let states = embedded.as_ref().map(Embedded::state);
        let watcher = tokio::spawn(watch_database(database.clone(), states, sender));
        let owner = Owner::new(
            &database,
            gate,
            bar(config),
            pairs(config),
            reviews(config),
            Millis(config.database.lease_ms),
            journal,
        )
        .with_rating_rules(&database, config.ratings.rules());
        owner.placement.take_lease().await?;
        let down = owner.placement.was_away().unwrap_or(Millis::ZERO);
        Ok(Self { database, embedded, owner, alive, watcher, down })
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    pub(crate) fn journal(&self) -> Arc<dyn Journal> {
        Arc::clone(&self.owner.journal)
    }

    pub(crate) fn placement(&self) -> Arc<dyn Placement> {
        Arc::clone(&self.owner.placement)
    }

    pub(crate) fn bank(&self) -> Arc<dyn Bank> {
        Arc::clone(&self.owner.bank)
    }

    pub(crate) fn events(&self) -> Arc<dyn EventBook> {
        Arc::clone(&self.owner.events)
    }

    pub(crate) fn orders(&self) -> Arc<dyn rooms::OrderBook> {
        Arc::clone(&self.owner.orders)
    }

    pub(crate) fn reviews(&self) -> Arc<dyn rooms::Reviews> {
        Arc::clone(&self.owner.reviews)
    }

    pub(crate) fn ladders(&self) -> Arc<dyn rooms::LadderBook> {
        Arc::clone(&self.owner.ladders)
    }

    pub(crate) fn pairs(&self) -> Arc<dyn rooms::PairBook> {
        Arc::clone(&self.owner.pairs)
    }

    pub(crate) fn ratings(&self) -> Arc<dyn rooms::Ratings> {
        Arc::clone(&self.owner.ratings)
    }

    /// Whether the database answers, and each change of that.
    pub(crate) fn alive(&self) -> watch::Receiver<bool> {
        self.alive.clone()
    }

    /// Whether this node holds its lease, and each change of that.
    pub(crate) fn leased(&self) -> watch::Receiver<bool> {
        self.owner.leased()
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

    /// Drains the journal (the house has let go of it by now), closes the connections, and stops the private PostgreSQL last.
    pub(crate) async fn close(self) {
        self.watcher.abort();
        self.owner.close().await;
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
        writers: 1,
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
        // one question that is not answered may be a slow moment; two are an outage
        let answers = runs && (database.is_alive().await || database.is_alive().await);
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

/// When a player who does not begin his games is barred.
fn bar(config: &Config) -> AbortBar {
    let seconds = |seconds: u64| Millis(seconds.saturating_mul(1000));
    AbortBar {
        after: config.aborts.bar_after,
        within: seconds(config.aborts.within_s),
        barred: seconds(config.aborts.barred_s),
    }
}

fn reviews(config: &Config) -> ReviewRules {
    ReviewRules {
        terms: config.reviews.terms(),
        same_address: config.reviews.same_address,
        highest: config.games.offered().map(|(variant, game)| (variant, game.stake_max)).collect(),
        pairs: pairs(config),
    }
}

pub(crate) fn pairs(config: &Config) -> PairLimits {
    let seconds = |seconds: u64| Millis(seconds.saturating_mul(1000));
    PairLimits {
        flow_window: seconds(config.pairs.stakes_within_s),
        flow_stakes: config.pairs.stakes,
        games_window: seconds(config.pairs.games_within_s),
        games: config.pairs.games,
    }
}
