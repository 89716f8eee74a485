//! Watches the private cluster's postmaster and starts it again when it has died. Knows no games: others wait for `Up`.

use super::cluster::{Beginning, Cluster, EmbeddedOptions};
use super::error::EmbeddedError;
use crate::Address;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{JoinHandle, spawn_blocking};
use tracing::{error, info, warn};

/// How often the postmaster is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How many times a dead one is started before the server gives up.
const TRIES: u32 = 10;
/// How long the first try waits after a failure; each further one twice as long, up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// Whether the private PostgreSQL runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddedState {
    /// It runs.
    Up,
    /// Its postmaster has died and is being started again.
    Down,
    /// It could not be started again: the server has to end.
    Failed,
}

/// A watched private PostgreSQL. Dropping it stops it.
#[derive(Debug)]
pub struct Embedded {
    cluster: Arc<Mutex<Cluster>>,
    address: Address,
    folder: PathBuf,
    beginning: Beginning,
    state: watch::Receiver<EmbeddedState>,
    watcher: JoinHandle<()>,
}

impl Embedded {
    /// Starts the cluster, or finds it running, and watches it from then on.
    ///
    /// # Errors
    /// [`EmbeddedError`], with what to do about it.
    pub async fn start(options: EmbeddedOptions) -> Result<Self, EmbeddedError> {
        let cluster =
            spawn_blocking(move || Cluster::start(&options)).await.expect("a start does not panic")?;
        let (address, folder, beginning) =
            (cluster.address(), cluster.folder().to_owned(), cluster.beginning());
        let cluster = Arc::new(Mutex::new(cluster));
        let (sender, state) = watch::channel(EmbeddedState::Up);
        let watcher = tokio::spawn(watch(Arc::clone(&cluster), sender));
        Ok(Self { cluster, address, folder, beginning, state, watcher })
    }

    /// Where to connect to; it stays the same over restarts.
    #[must_use]
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// Its folder.
    #[must_use]
    pub const fn folder(&self) -> &PathBuf {
        &self.folder
    }

    /// How it came to run.
    #[must_use]
    pub const fn beginning(&self) -> Beginning {
        self.beginning
    }

    /// Whether it runs, and each change of that.
    #[must_use]
    pub fn state(&self) -> watch::Receiver<EmbeddedState> {
        self.state.clone()
    }

    /// Stops it.
    ///
    /// # Errors
    /// [`EmbeddedError`] when it does not stop within a minute.
    pub async fn stop(self) -> Result<(), EmbeddedError> {
        self.watcher.abort();
        let cluster = Arc::clone(&self.cluster);
        spawn_blocking(move || lock(&cluster).stop()).await.expect("a stop does not panic")
    }
}

impl Drop for Embedded {
    fn drop(&mut self) {
        self.watcher.abort();
        // the watcher may be in the middle of a restart: that ends before the lock is ours
        if let Err(error) = lock(&self.cluster).stop() {
            warn!(error = &error as &dyn std::error::Error, "the private PostgreSQL did not stop");
        }
    }
}

fn lock(cluster: &Mutex<Cluster>) -> std::sync::MutexGuard<'_, Cluster> {
    cluster.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn watch(cluster: Arc<Mutex<Cluster>>, state: watch::Sender<EmbeddedState>) {
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        if alive(&cluster).await {
            continue;
        }
        state.send_replace(EmbeddedState::Down);
        error!("the private PostgreSQL has died; it is started again");
        if !restart(&cluster).await {
            error!("the private PostgreSQL does not start: {TRIES} tries have failed");
            state.send_replace(EmbeddedState::Failed);
            return;
        }
        info!("the private PostgreSQL runs again");
        state.send_replace(EmbeddedState::Up);
    }
}

async fn alive(cluster: &Arc<Mutex<Cluster>>) -> bool {
    let cluster = Arc::clone(cluster);
    spawn_blocking(move || lock(&cluster).postmaster().is_some()).await.unwrap_or(true)
}

async fn restart(cluster: &Arc<Mutex<Cluster>>) -> bool {
    let mut wait = FIRST_WAIT;
    for attempt in 1..=TRIES {
        let cluster = Arc::clone(cluster);
        let started = spawn_blocking(move || lock(&cluster).restart()).await;
        match started {
            Ok(Ok(())) => return true,
            Ok(Err(error)) => {
                let error = &error as &dyn std::error::Error;
                warn!(attempt, error, "the private PostgreSQL did not start");
            }
            Err(_) => warn!(attempt, "starting the private PostgreSQL panicked"),
        }
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(LONGEST_WAIT);
    }
    false
}
