//! One leg of a transfer on one account. Entries are only ever added.

use crate::Account;
use ids::{Amount, TransferId};

/// Which side of the transfer an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// The account gives.
    Debit,
    /// The account gets.
    Credit,
}

impl Direction {
    /// Its word in rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Debit => "debit",
            Self::Credit => "credit",
        }
    }
}

/// What a transfer does to one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The transfer.
    pub transfer: TransferId,
    /// Whether the account gives or gets.
    pub direction: Direction,
    /// The account.
    pub account: Account,
    /// What its balance changes by, in minor units: below zero for a debit.
    pub amount: Amount,
}
