//! A ledger of holders, strict: nothing below zero, no movement twice, the sum never changes.

use competition::{Holder, MoneyLeg, MoneyMove, MoneyOf};
use std::collections::{HashMap, HashSet};

#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    held: HashMap<Holder, i64>,
    done: HashSet<(MoneyOf, MoneyLeg)>,
    total: i64,
}

impl Ledger {
    pub(crate) fn fund(&mut self, holder: Holder, amount: i64) {
        *self.held.entry(holder).or_default() += amount;
        self.total += amount;
    }

    pub(crate) fn of(&self, holder: Holder) -> i64 {
        self.held.get(&holder).copied().unwrap_or(0)
    }

    pub(crate) fn post(&mut self, one: &MoneyMove) {
        assert!(one.amount.0 > 0, "{one:?} moves nothing");
        assert!(self.done.insert((one.of, one.leg)), "{one:?} happens twice");
        let from = self.held.entry(one.from).or_default();
        *from -= one.amount.0;
        assert!(*from >= 0, "{one:?}: only {} was there", *from + one.amount.0);
        *self.held.entry(one.to).or_default() += one.amount.0;
    }

    pub(crate) fn check(&self) {
        assert_eq!(self.held.values().sum::<i64>(), self.total, "money came or went");
    }

    /// What all escrows of entries and tournaments hold together.
    pub(crate) fn escrows(&self) -> i64 {
        let escrow = |holder: &&Holder| matches!(holder, Holder::Entry(_) | Holder::Tournament(_));
        self.held.keys().filter(escrow).map(|holder| self.held[holder]).sum()
    }
}
