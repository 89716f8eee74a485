//! The four kinds of account that money moves between. Knows no balances: they are the sums of entries.

use ids::AccountId;
use uuid::Uuid;

/// What kind of account it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AccountKind {
    /// A player's money, never below zero.
    Wallet,
    /// Stakes held for a subject while it is decided.
    Escrow,
    /// The operator's fees.
    House,
    /// Everything outside: what came in makes it negative.
    World,
}

impl AccountKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wallet, Self::Escrow, Self::House, Self::World];

    /// Its word in rows.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Wallet => "wallet",
            Self::Escrow => "escrow",
            Self::House => "house",
            Self::World => "world",
        }
    }
}

impl std::fmt::Display for AccountKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// The word is no kind of account.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is none of wallet, escrow, house, world")]
pub struct ParseAccountKindError(String);

impl std::str::FromStr for AccountKind {
    type Err = ParseAccountKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.word() == text)
            .ok_or_else(|| ParseAccountKindError(text.to_owned()))
    }
}

/// One account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Account {
    /// That player's wallet.
    Wallet(AccountId),
    /// The escrow of the subject with that id.
    Escrow(Uuid),
    /// The operator's.
    House,
    /// Everything outside.
    World,
}

impl Account {
    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> AccountKind {
        match self {
            Self::Wallet(_) => AccountKind::Wallet,
            Self::Escrow(_) => AccountKind::Escrow,
            Self::House => AccountKind::House,
            Self::World => AccountKind::World,
        }
    }

    /// Whose it is among its kind; nil for the house and the world, of which there is one each.
    #[must_use]
    pub const fn holder(&self) -> Uuid {
        match self {
            Self::Wallet(account) => account.0,
            Self::Escrow(subject) => *subject,
            Self::House | Self::World => Uuid::nil(),
        }
    }

    /// The wallet's owner, if it is a wallet.
    #[must_use]
    pub const fn wallet(&self) -> Option<AccountId> {
        match self {
            Self::Wallet(account) => Some(*account),
            Self::Escrow(_) | Self::House | Self::World => None,
        }
    }
}

impl std::fmt::Display for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wallet(account) => write!(f, "wallet({account})"),
            Self::Escrow(subject) => write!(f, "escrow({subject})"),
            Self::House => f.write_str("house"),
            Self::World => f.write_str("world"),
        }
    }
}
