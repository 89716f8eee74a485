//! Which sockets each account has. Knows no names and no wire.

use crate::notice::{Notice, Sink};
use ids::AccountId;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// The sockets of each signed-in account.
#[derive(Debug, Default)]
pub struct People {
    sinks: RwLock<HashMap<AccountId, Vec<Sink>>>,
}

impl People {
    /// A socket of the account is here; true when it is its first.
    pub(crate) fn arrive(&self, account: AccountId, sink: Sink) -> bool {
        let mut sinks = self.sinks.write().unwrap_or_else(PoisonError::into_inner);
        let own = sinks.entry(account).or_default();
        own.push(sink);
        own.len() == 1
    }

    /// A socket of the account has gone; true when it was its last.
    pub(crate) fn depart(&self, account: AccountId, socket: u64) -> bool {
        let mut sinks = self.sinks.write().unwrap_or_else(PoisonError::into_inner);
        let Some(own) = sinks.get_mut(&account) else { return false };
        own.retain(|sink| sink.number() != socket);
        let last = own.is_empty();
        if last {
            sinks.remove(&account);
        }
        last
    }

    /// How many sockets the account has.
    #[must_use]
    pub fn sockets(&self, account: AccountId) -> usize {
        self.sinks.read().unwrap_or_else(PoisonError::into_inner).get(&account).map_or(0, Vec::len)
    }

    /// Tells every socket of the account something.
    pub fn tell(&self, account: AccountId, notice: &Notice) {
        let sinks = self.sinks.read().unwrap_or_else(PoisonError::into_inner);
        for sink in sinks.get(&account).into_iter().flatten() {
            sink.push(notice.clone());
        }
    }
}
