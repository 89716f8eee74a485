//! Signed-in sessions, and how passwords are hashed.

use super::error::{Problem, within};
use serde::{Deserialize, Serialize};

/// Signed-in sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SessionConfig {
    /// How long a session lasts, in seconds.
    pub lifetime_s: u64,
    /// How long a session's row keeps the address that it was opened from, in seconds.
    pub address_kept_s: u64,
}

impl Default for SessionConfig {
    fn default() -> Self {
        Self { lifetime_s: 30 * 86_400, address_kept_s: 90 * 86_400 }
    }
}

impl SessionConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "sessions.lifetime_s", self.lifetime_s, 60..=366 * 86_400);
        within(problems, "sessions.address_kept_s", self.address_kept_s, 0..=10 * 366 * 86_400);
    }
}

/// How passwords are hashed (Argon2id). An account keeps the figures that its password was hashed with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PasswordConfig {
    /// Hashes computed at once; the rest of the machine goes on playing.
    pub at_once: usize,
    /// Sign-ins that may wait for a hash; more are answered `unavailable`.
    pub waiting: usize,
    /// Memory of one hash, in KiB.
    pub memory_kib: u32,
    /// Passes over that memory.
    pub passes: u32,
}

impl Default for PasswordConfig {
    fn default() -> Self {
        Self { at_once: 1, waiting: 128, memory_kib: 19_456, passes: 2 }
    }
}

impl PasswordConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "passwords.at_once", self.at_once, 1..=64);
        within(problems, "passwords.waiting", self.waiting, 1..=10_000);
        within(problems, "passwords.memory_kib", self.memory_kib, 8_192..=1_048_576);
        within(problems, "passwords.passes", self.passes, 1..=20);
    }
}
