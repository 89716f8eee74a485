//! One movement of money from one account to another. Pure: the ids derive from what is moved for, never from chance.

use crate::subject::derived;
use crate::{Account, Direction, Entry, Leg, Subject};
use ids::{AccountId, Amount, TransferId};

/// One debit and one credit of the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transfer {
    /// Derived from the subject and the leg: a second try is the same transfer.
    pub id: TransferId,
    /// What it belongs to.
    pub subject: Subject,
    /// Which part of it.
    pub leg: Leg,
    /// The account that gives.
    pub debit: Account,
    /// The account that gets.
    pub credit: Account,
    /// How much, in minor units: above zero.
    pub amount: Amount,
    /// The transfer that this one gives back, for a refund.
    pub refers_to: Option<TransferId>,
}

/// The amount can't be moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// Only more than nothing can be moved, and no more than a JSON number carries exactly.
    #[error("{0} minor units can't be moved: 1 to {max} can", max = Amount::MAX)]
    Amount(Amount),
    /// A correction is between two different accounts, neither of them an escrow: what is held belongs to its subject.
    #[error("a correction can't go from {0} to {1}: it goes between two wallets, or a wallet and the house")]
    Accounts(Account, Account),
}

impl Transfer {
    /// The id of that leg of the subject, whether it has happened or not.
    #[must_use]
    pub fn id_of(subject: Subject, leg: Leg) -> TransferId {
        TransferId(derived(&format!("{} {} {leg}", subject.kind, subject.id)))
    }

    /// Money that a gateway has brought in: `world → wallet`. The same reference is the same transfer.
    ///
    /// # Errors
    /// [`TransferError::Amount`].
    pub fn deposit(account: AccountId, amount: Amount, reference: &str) -> Result<Self, TransferError> {
        if amount <= Amount::ZERO || amount > Amount::MAX {
            return Err(TransferError::Amount(amount));
        }
        let subject = Subject::deposit(reference);
        Ok(Self::new(subject, Leg::Deposit, Account::World, Account::Wallet(account), amount))
    }

    /// Something put right afterwards, by name, between wallets and the house. The same name is the same transfer.
    ///
    /// # Errors
    /// [`TransferError`].
    pub fn correction(
        name: &str,
        debit: Account,
        credit: Account,
        amount: Amount,
    ) -> Result<Self, TransferError> {
        if amount <= Amount::ZERO || amount > Amount::MAX {
            return Err(TransferError::Amount(amount));
        }
        let may = |account| matches!(account, Account::Wallet(_) | Account::House);
        if debit == credit || !may(debit) || !may(credit) {
            return Err(TransferError::Accounts(debit, credit));
        }
        Ok(Self::new(Subject::correction(name), Leg::Correction, debit, credit, amount))
    }

    /// A movement that an event asks for. A refund of a game's stake names the stake that it gives back.
    ///
    /// # Errors
    /// [`TransferError::Amount`].
    pub fn of_event(
        subject: Subject,
        leg: Leg,
        debit: Account,
        credit: Account,
        amount: Amount,
    ) -> Result<Self, TransferError> {
        if amount <= Amount::ZERO || amount > Amount::MAX {
            return Err(TransferError::Amount(amount));
        }
        if debit == credit {
            return Err(TransferError::Accounts(debit, credit));
        }
        let transfer = Self::new(subject, leg, debit, credit, amount);
        Ok(match leg {
            Leg::RefundWhite => transfer.giving_back(Leg::StakeWhite),
            Leg::RefundBlack => transfer.giving_back(Leg::StakeBlack),
            _ => transfer,
        })
    }

    pub(crate) fn new(subject: Subject, leg: Leg, debit: Account, credit: Account, amount: Amount) -> Self {
        let id = Self::id_of(subject, leg);
        assert!(amount > Amount::ZERO, "transfer {id} ({subject}, {leg}) moves nothing");
        assert_ne!(debit, credit, "transfer {id} ({subject}, {leg}) moves money nowhere");
        Self { id, subject, leg, debit, credit, amount, refers_to: None }
    }

    pub(crate) fn giving_back(mut self, leg: Leg) -> Self {
        self.refers_to = Some(Self::id_of(self.subject, leg));
        self
    }

    /// Its two entries, which sum to zero.
    #[must_use]
    pub fn entries(&self) -> [Entry; 2] {
        let entry = |direction, account, amount| Entry { transfer: self.id, direction, account, amount };
        let entries = [
            entry(Direction::Debit, self.debit, Amount(-self.amount.0)),
            entry(Direction::Credit, self.credit, self.amount),
        ];
        assert_eq!(
            entries.iter().map(|e| e.amount.0).sum::<i64>(),
            0,
            "transfer {} does not balance",
            self.id
        );
        entries
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn game(id: u128) -> Subject {
        Subject { kind: "game", id: Uuid::from_u128(id) }
    }

    #[test]
    fn the_same_leg_of_the_same_subject_has_the_same_id_for_ever() {
        // these stand in rows: a change of them would let a retry pay again
        assert_eq!(Transfer::id_of(game(1), Leg::Payout), Transfer::id_of(game(1), Leg::Payout));
        assert_eq!(Transfer::id_of(game(1), Leg::Payout).to_string(), "455c689c-05d2-533b-bd87-87174730845c");
        assert_eq!(
            Transfer::deposit(AccountId(Uuid::from_u128(7)), Amount(1), "pay_1").unwrap().id.to_string(),
            "21412680-18e6-54e8-97c3-18695d4b5c39"
        );
    }

    #[test]
    fn no_two_legs_and_no_two_subjects_share_an_id() {
        let mut ids: Vec<_> = (1..=50)
            .flat_map(|id| Leg::ALL.map(|leg| Transfer::id_of(game(id), leg)))
            .chain((1..=50).map(|n| Transfer::id_of(Subject::deposit(&n.to_string()), Leg::Deposit)))
            .collect();
        let made = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), made);
    }

    #[test]
    fn a_deposit_of_nothing_or_less_is_refused() {
        let ana = AccountId(Uuid::from_u128(7));
        for amount in [0, -1, i64::MIN, Amount::MAX.0 + 1] {
            let deposit = Transfer::deposit(ana, Amount(amount), "r");
            assert_eq!(deposit, Err(TransferError::Amount(Amount(amount))));
        }
    }

    #[test]
    fn a_correction_moves_between_wallets_and_the_house_alone() {
        let [ana, beto] = [7, 8].map(|n| Account::Wallet(AccountId(Uuid::from_u128(n))));
        let made = |debit, credit| Transfer::correction("ticket 1", debit, credit, Amount(5));
        for (debit, credit) in [(ana, beto), (Account::House, ana), (ana, Account::House)] {
            assert!(made(debit, credit).is_ok(), "{debit} to {credit}");
        }
        let escrow = Account::Escrow(Uuid::from_u128(9));
        for (debit, credit) in [(ana, ana), (escrow, ana), (ana, escrow), (Account::World, ana)] {
            assert_eq!(made(debit, credit), Err(TransferError::Accounts(debit, credit)));
        }
        assert_eq!(
            Transfer::correction("ticket 1", ana, beto, Amount(0)),
            Err(TransferError::Amount(Amount(0)))
        );
    }

    #[test]
    fn words_of_legs_and_accounts_are_read_back() {
        for leg in Leg::ALL {
            assert_eq!(leg.word().parse(), Ok(leg));
        }
        for kind in crate::AccountKind::ALL {
            assert_eq!(kind.word().parse(), Ok(kind));
        }
        assert!("tip".parse::<Leg>().is_err());
    }
}
