//! The port through which is known what two players have in common: what a pot is held for before it is paid. Knows no rule.

use crate::ports::BankError;
use async_trait::async_trait;
use ids::{AccountId, GameId, WallTime};

/// What is known of two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairFacts {
    /// They have signed in from one address, where that counts.
    pub same_address: bool,
    /// What has gone from the loser to the winner in the window, net, this pot not included.
    pub flow: i128,
}

/// A game whose pot is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldPot {
    /// The game.
    pub game: GameId,
    /// When its result stands by itself.
    pub until: WallTime,
}

/// Knows what players have in common.
#[async_trait]
pub trait Reviews: Send + Sync + 'static {
    /// What is known of the two.
    ///
    /// # Errors
    /// [`BankError`].
    async fn pair_facts(
        &self,
        winner: AccountId,
        loser: AccountId,
        at: WallTime,
    ) -> Result<PairFacts, BankError>;
    /// Whether two of these have signed in from one address, where that counts.
    ///
    /// # Errors
    /// [`BankError`].
    async fn share_an_address(&self, players: &[AccountId]) -> Result<bool, BankError>;
}
