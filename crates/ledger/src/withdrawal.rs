//! Money that a player takes out: held in an escrow of its own until the gateway has paid it, or given back whole.

use crate::subject::derived;
use crate::{Account, Leg, Subject, Transfer, TransferError};
use ids::{AccountId, Amount};
use uuid::Uuid;

/// One withdrawal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    id: Uuid,
    account: AccountId,
    amount: Amount,
}

/// How a withdrawal ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WithdrawalOutcome {
    /// The gateway has paid it: `escrow → world`.
    Paid,
    /// It was not paid: `escrow → wallet`, whole.
    Returned,
}

impl Withdrawal {
    /// A withdrawal of that account. The same key of the same account is the same withdrawal.
    ///
    /// # Errors
    /// [`TransferError::Amount`].
    pub fn new(account: AccountId, amount: Amount, key: &str) -> Result<Self, TransferError> {
        Self::with_id(derived(&format!("withdrawal {account} {key}")), account, amount)
    }

    /// A withdrawal whose id is known.
    ///
    /// # Errors
    /// [`TransferError::Amount`].
    pub fn with_id(id: Uuid, account: AccountId, amount: Amount) -> Result<Self, TransferError> {
        if amount <= Amount::ZERO || amount > Amount::MAX {
            return Err(TransferError::Amount(amount));
        }
        Ok(Self { id, account, amount })
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> Uuid {
        self.id
    }

    /// Whose it is.
    #[must_use]
    pub const fn account(&self) -> AccountId {
        self.account
    }

    /// How much, in minor units.
    #[must_use]
    pub const fn amount(&self) -> Amount {
        self.amount
    }

    /// What it is in the books.
    #[must_use]
    pub const fn subject(&self) -> Subject {
        Subject { kind: "withdrawal", id: self.id }
    }

    /// The transfer that takes it from the wallet: `wallet → escrow`.
    #[must_use]
    pub fn hold(&self) -> Transfer {
        self.transfer(Leg::WithdrawalHold, Account::Wallet(self.account), Account::Escrow(self.id))
    }

    /// The transfer that empties its escrow.
    #[must_use]
    pub fn settle(&self, outcome: WithdrawalOutcome) -> Transfer {
        let escrow = Account::Escrow(self.id);
        match outcome {
            WithdrawalOutcome::Paid => self.transfer(Leg::WithdrawalPaid, escrow, Account::World),
            WithdrawalOutcome::Returned => self
                .transfer(Leg::WithdrawalBack, escrow, Account::Wallet(self.account))
                .giving_back(Leg::WithdrawalHold),
        }
    }

    fn transfer(&self, leg: Leg, debit: Account, credit: Account) -> Transfer {
        Transfer::new(self.subject(), leg, debit, credit, self.amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const ANA: AccountId = AccountId(Uuid::from_u128(7));

    #[test]
    fn the_same_key_of_the_same_account_is_the_same_withdrawal_for_ever() {
        let one = Withdrawal::new(ANA, Amount(500), "k1").unwrap();
        assert_eq!(one.id(), Withdrawal::new(ANA, Amount(500), "k1").unwrap().id());
        assert_ne!(one.id(), Withdrawal::new(ANA, Amount(500), "k2").unwrap().id());
        let other = AccountId(Uuid::from_u128(8));
        assert_ne!(one.id(), Withdrawal::new(other, Amount(500), "k1").unwrap().id());
    }

    #[test]
    fn either_end_empties_the_escrow_and_loses_no_cent() {
        let one = Withdrawal::new(ANA, Amount(500), "k1").unwrap();
        for (outcome, wallet, world) in
            [(WithdrawalOutcome::Paid, -500, 500), (WithdrawalOutcome::Returned, 0, 0)]
        {
            let mut after: HashMap<Account, i64> = HashMap::new();
            for entry in [one.hold(), one.settle(outcome)].iter().flat_map(Transfer::entries) {
                *after.entry(entry.account).or_default() += entry.amount.0;
            }
            let of = |account| after.get(&account).copied().unwrap_or(0);
            assert_eq!((of(Account::Wallet(ANA)), of(Account::World)), (wallet, world), "{outcome:?}");
            assert_eq!(of(Account::Escrow(one.id())), 0, "{outcome:?}");
        }
        assert_eq!(one.settle(WithdrawalOutcome::Returned).refers_to, Some(one.hold().id));
    }

    #[test]
    fn nothing_or_less_is_no_withdrawal() {
        for amount in [0, -1, i64::MIN, Amount::MAX.0 + 1] {
            assert_eq!(Withdrawal::new(ANA, Amount(amount), "k"), Err(TransferError::Amount(Amount(amount))));
        }
    }
}
