//! Play now, and who is kept apart from whom. Knows no pool.

use crate::board::ClockSetting;
use crate::code::Code;
use ids::{Amount, CommandId, Millis};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A round trip as the server has measured it, in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Latency {
    /// No slower than this step.
    Within {
        /// The step, in milliseconds.
        ms: Millis,
    },
    /// Slower than all steps.
    Slower,
    /// Not measured yet.
    Unknown,
}

/// How it stands with a player who waits for an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayNowState {
    /// The `play_now` by which he waits.
    pub id: CommandId,
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The rule set for draws.
    pub rules: String,
    /// The clock.
    pub clock: ClockSetting,
    /// The lowest stake that he accepts.
    pub stake_lowest: Amount,
    /// The highest, which he has to cover.
    pub stake_highest: Amount,
    /// Since when he waits, in server milliseconds.
    #[ts(type = "number")]
    pub since_ms: u64,
    /// His rating for that game at that pace, in whole points.
    #[ts(type = "number")]
    pub rating: i64,
    /// Its deviation now, in whole points.
    #[ts(type = "number")]
    pub deviation: i64,
    /// How far from his rating an opponent's may be now, in whole points.
    #[ts(type = "number")]
    pub window: i64,
    /// How many wait for the same game, he himself too.
    pub waiting: u32,
    /// Whether he is asked if an opponent of any rating will do: `play_now_wider` says yes.
    pub asks_wider: bool,
    /// Whether he has said yes.
    pub wider: bool,
    /// His own round trip when he began to wait.
    pub latency: Latency,
    /// The limit that he has set for the round trips of both, in milliseconds.
    pub latency_limit_ms: Option<Millis>,
}

/// Why a player waits no longer, without a game by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum PlayNowOver {
    /// He cancelled.
    Cancelled,
    /// Nobody came for the longest time.
    GaveUp,
    /// His last socket was gone for too long.
    Left,
    /// Another game of his has started.
    Playing,
    /// He can't play any more.
    Refused {
        /// Why.
        code: Code,
        /// The same in English, for programs and logs.
        message: String,
    },
}

/// A line of the answer to `GET /api/blocks`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BlockedPlayer {
    /// His name.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    #[ts(type = "number")]
    pub since: i64,
}

/// The answer to `GET /api/players/{name}/limit/{variant}`: what is left to the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PairLimit {
    /// The highest stake of the next game of the two: at most that of the range; 0 when nothing is left.
    pub stake: Amount,
    /// How many more staked games they may begin now.
    pub games: u32,
}
