//! Ratings in the bodies of the HTTP calls. Knows no arithmetic.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How fast a clock is: each variant has a rating of its own for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// A few seconds a move.
    Bullet,
    /// Up to ten minutes a side.
    Blitz,
    /// Under an hour a side.
    Rapid,
    /// The rest.
    Classical,
}

/// A line of the answer to `GET /api/ratings/{variant}/{pace}`, the best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RatingBoardEntry {
    /// From 1; who shows the same rating shares the better place.
    pub place: u32,
    /// The player's name.
    pub name: String,
    /// The rating, in whole points.
    #[ts(type = "number")]
    pub rating: i64,
    /// How many rated games made it.
    pub games: u32,
}

/// A point of a rating's curve: the last of its day of UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RatingPoint {
    /// When it became this, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The rating, in whole points.
    #[ts(type = "number")]
    pub rating: i64,
}

/// An item of the answer to `GET /api/players/{name}/ratings`: a class in which the player has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerRating {
    /// What is played: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// How fast.
    pub pace: Pace,
    /// The rating, in whole points.
    #[ts(type = "number")]
    pub rating: i64,
    /// Its deviation now, idle days counted, in whole points.
    #[ts(type = "number")]
    pub deviation: i64,
    /// Whether it is too uncertain for a board.
    pub provisional: bool,
    /// How many rated games made it.
    pub games: u32,
    /// Its curve, the oldest first.
    pub history: Vec<RatingPoint>,
}
