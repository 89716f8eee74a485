//! The record of two players in the body of an HTTP call. Knows no arithmetic.

use crate::rating::Pace;
use ids::Amount;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What one has won, drawn and lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Tally {
    /// Won.
    pub wins: u32,
    /// Level.
    pub draws: u32,
    /// Lost.
    pub losses: u32,
}

/// Games of matches at one pace, by one's own colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PaceRecord {
    /// How fast.
    pub pace: Pace,
    /// With White.
    pub white: Tally,
    /// With Black.
    pub black: Tally,
}

/// Matches won in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WinningRun {
    /// Whether they are one's own.
    pub own: bool,
    /// How many.
    pub length: u32,
}

/// The answer to `GET /api/players/{name}/record`: one's own record against that player, of the newest 500 matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RivalRecord {
    /// The other player's name.
    pub rival: String,
    /// Matches that were played.
    pub matches: Tally,
    /// Matches that one of the two did not come to.
    pub walkovers: Tally,
    /// Games by pace.
    pub games: Vec<PaceRecord>,
    /// Games that one lost by forfeit.
    pub own_forfeits: u32,
    /// Games that the other lost by forfeit.
    pub rival_forfeits: u32,
    /// The run that lasts; a draw ends it.
    pub current: Option<WinningRun>,
    /// The longest.
    pub longest: Option<WinningRun>,
    /// What one has won (or lost) by them, fees taken off, in minor units.
    pub net: Amount,
}
