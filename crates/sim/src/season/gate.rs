//! Who has excluded himself from stakes for a while. Knows no event.

use ids::{AccountId, Amount};
use rooms::{GateAct, StakeGate};
use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// Lets everybody do everything but for those who have excluded themselves.
#[derive(Debug, Default)]
pub(super) struct Gate(Mutex<HashSet<AccountId>>);

impl Gate {
    /// Excludes somebody, or lets him in again.
    pub(super) fn exclude(&self, account: AccountId, out: bool) {
        let mut excluded = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if out {
            excluded.insert(account);
        } else {
            excluded.remove(&account);
        }
    }
}

impl StakeGate for Gate {
    fn may(&self, account: AccountId, _: GateAct, _: Amount) -> Result<(), String> {
        match self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(&account) {
            true => Err("excluded by himself".to_owned()),
            false => Ok(()),
        }
    }
}
