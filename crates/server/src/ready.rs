//! Whether the server can serve: the database answers, the lease is held, and no stop has begun.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::watch;

/// Why the server is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotReady {
    /// It has not finished starting.
    #[error("starting")]
    Starting,
    /// The database does not answer.
    #[error("the database does not answer")]
    Database,
    /// Another node has this node's lease, or it could not be renewed.
    #[error("this node's lease is not held")]
    Lease,
    /// It stops.
    #[error("stopping")]
    Stopping,
}

/// Whether the server can serve.
#[derive(Clone)]
pub(crate) struct Readiness {
    database: watch::Receiver<bool>,
    lease: watch::Receiver<bool>,
    started: Arc<AtomicBool>,
    stopping: Arc<AtomicBool>,
}

impl Readiness {
    /// Ready once started, while both are true.
    pub(crate) fn new(database: watch::Receiver<bool>, lease: watch::Receiver<bool>) -> Self {
        Self { database, lease, started: Arc::default(), stopping: Arc::default() }
    }

    /// The start is over.
    pub(crate) fn set_started(&self) {
        self.started.store(true, Ordering::Release);
    }

    /// A stop has begun.
    pub(crate) fn set_stopping(&self) {
        self.stopping.store(true, Ordering::Release);
    }

    /// Whether the server can serve now.
    ///
    /// # Errors
    /// [`NotReady`], the gravest reason.
    pub(crate) fn check(&self) -> Result<(), NotReady> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(NotReady::Stopping);
        }
        if !self.started.load(Ordering::Acquire) {
            return Err(NotReady::Starting);
        }
        if !*self.database.borrow() {
            return Err(NotReady::Database);
        }
        if !*self.lease.borrow() {
            return Err(NotReady::Lease);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_ready_only_between_start_and_stop_with_its_database_and_its_lease() {
        let (database, database_seen) = watch::channel(true);
        let (lease, lease_seen) = watch::channel(true);
        let ready = Readiness::new(database_seen, lease_seen);
        assert_eq!(ready.check(), Err(NotReady::Starting));
        ready.set_started();
        assert_eq!(ready.check(), Ok(()));
        lease.send_replace(false);
        assert_eq!(ready.check(), Err(NotReady::Lease));
        database.send_replace(false);
        assert_eq!(ready.check(), Err(NotReady::Database));
        ready.set_stopping();
        assert_eq!(ready.check(), Err(NotReady::Stopping));
    }
}
