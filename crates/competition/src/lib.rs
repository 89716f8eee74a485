//! Play that the house arranges: ratings, matchmaking, Rivals matches, tournaments. Pure: time, chance and ids are
//! arguments. Knows no board, no socket and no row.

mod clock;
mod game_over;
mod ladder;
mod mini_game;
mod mini_match;
mod money;
mod pairing;

pub use clock::Clock;
pub use game_over::{Finish, GameOver, GameResult, PerColour};
pub use ladder::{
    Ladder, LadderChallenge, LadderCommand, LadderError, LadderEvent, LadderLimits, LadderReplayError,
    LadderState, LadderTerms, LadderTermsError, Lapse,
};
pub use mini_game::{MiniGame, MiniKey, MiniLimits, MiniStep, Stage};
pub use mini_match::{MiniError, MiniMatch};
pub use money::{Holder, MoneyLeg, MoneyMove, MoneyOf};
pub use pairing::{berger, bracket, swiss};
