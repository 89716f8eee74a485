//! The port through which it is asked who may be paired with whom: what two have staked, who has blocked whom, what a player played
//! last. Knows no SQL and no pool.

use crate::ports::BankError;
use async_trait::async_trait;
use competition::{PairUse, PerColour};
use draughts::Variant;
use ids::{AccountId, WallTime};
use std::net::IpAddr;

/// What a player has behind him, as pairing sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerPast {
    /// How many staked games of the variant he had with each colour.
    pub colours: PerColour<u32>,
    /// His last opponents in staked games of any kind, the latest first.
    pub recent: Vec<AccountId>,
    /// Where his sessions were opened from, the newest first.
    pub addresses: Vec<IpAddr>,
}

/// What stands between two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairStanding {
    /// What they have used of what a pair may stake.
    pub used: PairUse,
    /// Whether either has blocked the other.
    pub blocked: bool,
}

/// Answers about players who may be paired.
#[async_trait]
pub trait PairBook: Send + Sync + 'static {
    /// What a player has behind him: at most so many opponents and addresses.
    ///
    /// # Errors
    /// [`BankError`].
    async fn past_of(
        &self,
        account: AccountId,
        variant: Variant,
        opponents: usize,
        addresses: usize,
    ) -> Result<PlayerPast, BankError>;
    /// What stands between the two of each pair at `at`, in the order of the pairs.
    ///
    /// # Errors
    /// [`BankError`].
    async fn standings(&self, pairs: &[[AccountId; 2]], at: WallTime)
    -> Result<Vec<PairStanding>, BankError>;
    /// Whether either of the two has blocked the other.
    ///
    /// # Errors
    /// [`BankError`].
    async fn is_blocked(&self, one: AccountId, other: AccountId) -> Result<bool, BankError>;
}
