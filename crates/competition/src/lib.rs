//! Play that the house arranges: ratings, matchmaking, Rivals matches, tournaments. Pure: time, chance and ids are
//! arguments. Knows no board, no socket and no row.

mod clock;
mod game_over;
mod money;

pub use clock::Clock;
pub use game_over::{Finish, GameOver, GameResult, PerColour};
pub use money::{Holder, MoneyLeg, MoneyMove, MoneyOf};
