//! The port through which ended games change ratings. Knows no SQL and no arithmetic of ratings.

use crate::ports::BankError;
use async_trait::async_trait;
use competition::{PerColour, Points, RatingChange};
use draughts::Variant;
use game::TimeControl;
use ids::{AccountId, GameId, WallTime};

/// What the rater did with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatedGame {
    /// It changed both ratings.
    Rated(PerColour<RatingChange>),
    /// It was voided after it had: both have their points back.
    TakenBack(PerColour<RatingChange>),
    /// It changes none: one of the two had won too much from the other already.
    PairGain(GameId),
    /// Its rows can't be rated: an alarm for the operator.
    Failed(GameId),
}

/// A player's rating as pairing sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingNow {
    /// The rating; of who has not played, the one that everybody begins with.
    pub rating: Points,
    /// Its deviation, idle days counted.
    pub deviation: Points,
}

/// Applies ended games to ratings.
#[async_trait]
pub trait Ratings: Send + Sync + 'static {
    /// Does what is due, up to `limit` games in the order of their ends, each exactly once and in a transaction of its own;
    /// returns what was done. Stops before a game whose money is about to be paid, so as to stay out of the payment's way.
    ///
    /// # Errors
    /// [`BankError`] when nothing was done for it; whatever was not returned and not done is still due.
    async fn rate_due(&self, limit: u32) -> Result<Vec<RatedGame>, BankError>;
    /// A player's rating in the class of that game at `at`.
    ///
    /// # Errors
    /// [`BankError`].
    async fn rating_now(
        &self,
        account: AccountId,
        variant: Variant,
        time_control: TimeControl,
        at: WallTime,
    ) -> Result<RatingNow, BankError>;
}
