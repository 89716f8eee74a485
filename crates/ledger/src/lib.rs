//! Double entry in minor units: accounts, transfers, entries, pots. Knows no games: a pot's subject is opaque.

mod account;
mod entry;
mod leg;
mod pot;
mod subject;
mod transfer;
mod withdrawal;

pub use account::{Account, AccountKind, ParseAccountKindError};
pub use entry::{Direction, Entry};
pub use leg::{Leg, ParseLegError};
pub use pot::{Pot, PotError, PotOutcome};
pub use subject::Subject;
pub use transfer::{Transfer, TransferError};
pub use withdrawal::{Withdrawal, WithdrawalOutcome};
