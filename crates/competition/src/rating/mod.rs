//! Ratings: Glicko-2 a game, in classes of variant and clock. Knows no board and no row; a map of its parts.

mod board;
mod book;
mod change;
mod class;
mod glicko2;
mod pair_gain;
mod terms;
mod value;

pub use board::{BoardRow, HistoryPoint, leaderboard, rating_history};
pub use book::{RatingBook, VoidError};
pub use change::{FinishedGame, Held, PlayedAs, RatingCause, RatingChange, Unrated, rate_game, void_change};
pub use class::{ClockClass, ClockClasses, RatingClass};
pub use pair_gain::{PairGain, pair_gain};
pub use terms::{RatingTerms, RatingTermsError};
pub use value::{Points, Rating, expected_score};
