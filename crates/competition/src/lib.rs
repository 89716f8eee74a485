//! Play that the house arranges: ratings, matchmaking, Rivals matches, tournaments. Pure: time, chance and ids are
//! arguments. Knows no board, no socket and no row.

mod clock;
mod game_over;
mod matchmaking;
mod money;
mod pair_limit;
mod rating;
mod review;
mod schedule;

pub use clock::Clock;
pub use game_over::{Finish, GameOver, GameResult, PerColour};
pub use matchmaking::{
    GameProfile, JoinError, Pool, PoolEvent, PoolPair, PoolTerms, PoolTermsError, Seeker, StakeRange, Waiting,
};
pub use money::{Holder, MoneyLeg, MoneyMove, MoneyOf};
pub use pair_limit::{PairFlow, PairGame, PairLimitError, PairLimits, PairUse};
pub use rating::{
    BoardRow, ClockClass, ClockClasses, FinishedGame, Held, HistoryPoint, PairGain, PlayedAs, Points, Rating,
    RatingBook, RatingCause, RatingChange, RatingClass, RatingTerms, RatingTermsError, Unrated, VoidError,
    expected_score, leaderboard, pair_gain, rate_game, rating_history, void_change,
};
pub use review::{LostBy, LostGame, ReviewHold, ReviewReason, ReviewTerms, WonPot};
pub use schedule::{
    AheadError, Cron, CronError, CronField, LocalDateTime, LocalDateTimeError, Occurrence, Planned, Schedule,
    ScheduleError, ScheduleTerms,
};
