//! The database, but for its address: that is a secret and comes from `DATABASE_URL` alone.

use super::error::{Problem, within};
use serde::{Deserialize, Serialize};

/// How the database is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DatabaseConfig {
    /// Connections that this server keeps for calls; three more are the journal's, the lease's and the watcher's.
    pub connections: u32,
    /// How long a call waits for a free connection, in milliseconds; then it is answered `unavailable`.
    pub acquire_timeout_ms: u64,
    /// How long a statement waits for a lock, in milliseconds.
    pub lock_timeout_ms: u64,
    /// How long a statement may run, in milliseconds.
    pub statement_timeout_ms: u64,
    /// How long this node's lease on its games lasts, in milliseconds. It is renewed well before, and a node that could not
    /// renew it stops appending at half.
    pub lease_ms: u64,
    /// How often the whole books are proved while the server runs, in seconds; 0: never.
    pub ledger_proof_every_s: u64,
}

impl Default for DatabaseConfig {
    fn default() -> Self {
        Self {
            connections: 8,
            acquire_timeout_ms: 3_000,
            lock_timeout_ms: 3_000,
            statement_timeout_ms: 10_000,
            lease_ms: 10_000,
            ledger_proof_every_s: 21_600,
        }
    }
}

impl DatabaseConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "database.connections", self.connections, 1..=500);
        within(problems, "database.acquire_timeout_ms", self.acquire_timeout_ms, 100..=60_000);
        within(problems, "database.lock_timeout_ms", self.lock_timeout_ms, 100..=60_000);
        within(problems, "database.statement_timeout_ms", self.statement_timeout_ms, 100..=600_000);
        within(problems, "database.lease_ms", self.lease_ms, 1_000..=120_000);
        within(problems, "database.ledger_proof_every_s", self.ledger_proof_every_s, 0..=604_800);
    }
}
