//! How often each player had White, by kind of draughts: asked of the bank once, counted on from there.

use crate::ports::{Bank, BankError};
use draughts::Variant;
use ids::AccountId;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// How many counts are kept; then all are forgotten, and asked for anew.
const KEPT: usize = 100_000;

/// The counts that are known.
#[derive(Debug, Default)]
pub(crate) struct Colours(Mutex<HashMap<(AccountId, Variant), u64>>);

impl Colours {
    fn with<T>(&self, act: impl FnOnce(&mut HashMap<(AccountId, Variant), u64>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How often that account had White.
    ///
    /// # Errors
    /// [`BankError`] when it is not known here and the bank does not answer.
    pub(crate) async fn times_white(
        &self,
        bank: &dyn Bank,
        variant: Variant,
        account: AccountId,
    ) -> Result<u64, BankError> {
        let key = (account, variant);
        if let Some(known) = self.with(|counts| counts.get(&key).copied()) {
            return Ok(known);
        }
        let asked = bank.times_white(variant, account).await?;
        // a game made at this very moment may be missing: then the count is one behind, for fairness is all that it is for
        Ok(self.with(|counts| {
            if counts.len() >= KEPT {
                counts.clear();
            }
            *counts.entry(key).or_insert(asked)
        }))
    }

    /// A game was made in which that account has White.
    pub(crate) fn has_white(&self, variant: Variant, account: AccountId) {
        self.with(|counts| {
            if let Some(count) = counts.get_mut(&(account, variant)) {
                *count += 1;
            }
        });
    }
}
