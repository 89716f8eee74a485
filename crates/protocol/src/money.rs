//! Money on the wire: integers in minor units, with the currency said once.

use crate::board::ClockSetting;
use ids::{Amount, BasisPoints, MatchId, TournamentId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WalletState {
    /// The balance, in minor units.
    pub balance: Amount,
    /// Its version: a client drops an older one.
    #[ts(type = "number")]
    pub version: i64,
}

/// The event that a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventRef {
    /// A Rivals match.
    Match {
        /// Which.
        id: MatchId,
        /// The game's number, from 1.
        game: u16,
    },
    /// A tournament.
    Tournament {
        /// Which.
        id: TournamentId,
        /// The round, from 1.
        round: u16,
        /// The table, from 1.
        table: u16,
    },
}

/// The terms that a staked game is made with, fixed for its whole life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Terms {
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The rule set for draws: `dream`.
    pub rules: String,
    /// The clock.
    pub clock: ClockSetting,
    /// The stake of each player, in minor units; 0 in practice.
    pub stake: Amount,
    /// The commission on a decisive game, in basis points of the pot.
    pub fee_basis_points: BasisPoints,
    /// The window for each player's first move, in milliseconds; 0 where it runs on the clock.
    #[ts(type = "number")]
    pub first_move_ms: u64,
    /// The first ply at which a draw may be offered.
    pub offers_from_ply: u16,
    /// The Rivals match or tournament that the game belongs to; null in the lobby and in practice.
    pub event: Option<EventRef>,
    /// The hash of the configuration that these terms come from.
    pub hash: String,
}

/// What a game's end gives, figure by figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Breakdown {
    /// The stake of each player.
    pub stake: Amount,
    /// Both stakes.
    pub pot: Amount,
    /// The commission taken (0 unless somebody won).
    pub fee: Amount,
    /// What the winner gets: pot − fee.
    pub prize: Amount,
}
