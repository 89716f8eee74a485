//! Tokens that were in force a moment ago: their owners are not held up by what strangers at their address try. Knows no
//! database; it only says whom to ask it for.

use ids::{Millis, Moment};
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How long a token is remembered after it was last in force.
const REMEMBERED: Millis = Millis(30 * 60 * 1000);
/// How many are remembered before old ones are dropped, and how many at most.
const SWEEP_AT: usize = 4_096;
const MOST: usize = 100_000;

/// Hashes of tokens that were in force.
#[derive(Default)]
pub(crate) struct KnownTokens(Mutex<HashMap<[u8; 32], Moment>>);

impl KnownTokens {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<[u8; 32], Moment>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the token was in force lately.
    pub(crate) fn knows(&self, token: &[u8; 32], now: Moment) -> bool {
        self.with(|known| known.get(token).is_some_and(|until| now < *until))
    }

    /// The token is in force now.
    pub(crate) fn note(&self, token: [u8; 32], now: Moment) {
        self.with(|known| {
            if known.len() >= SWEEP_AT && known.len().is_multiple_of(SWEEP_AT) {
                known.retain(|_, until| now < *until);
            }
            if known.len() < MOST || known.contains_key(&token) {
                known.insert(token, now.plus(REMEMBERED));
            }
        });
    }

    /// The token is in force no more.
    pub(crate) fn forget(&self, token: &[u8; 32]) {
        self.with(|known| known.remove(token));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_for_a_while_after_it_was_in_force_and_no_longer() {
        let (known, at) = (KnownTokens::default(), Moment(1_000));
        assert!(!known.knows(&[1; 32], at));
        known.note([1; 32], at);
        assert!(known.knows(&[1; 32], at.plus(Millis(REMEMBERED.0 - 1))));
        assert!(!known.knows(&[1; 32], at.plus(REMEMBERED)));
        known.forget(&[1; 32]);
        assert!(!known.knows(&[1; 32], at));
    }
}
