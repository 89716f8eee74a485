//! What a room asks of the house: a rematch is a new game, and only the house makes games.

use crate::refusal::Refusal;
use crate::view::GameInfo;
use async_trait::async_trait;
use draughts::Side;
use ids::GameId;

/// Makes rematches for rooms.
#[async_trait]
pub(crate) trait Desk: Send + Sync + 'static {
    /// Whether `side` may ask for a rematch in the terms with that hash.
    fn check_rematch(&self, info: &GameInfo, side: Side, terms: Option<&str>) -> Result<(), Refusal>;
    /// Makes the rematch that both have agreed to: colours swapped, the terms in force now. A refusal is told as the
    /// side `asker` may hear it.
    async fn make_rematch(&self, info: &GameInfo, asker: Side) -> Result<GameId, Refusal>;
}
