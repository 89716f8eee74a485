//! The rules by which a game is drawn, in the wire's shapes, so that a page says them in its own words. Counts nothing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A named set of draw rules. Every limit is in plies: one player's move is one ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DrawRules {
    /// Its name: `dream`, or one that the operator gave.
    pub name: String,
    /// Its rules; where several draw by the same ply the first is the reason.
    pub rules: Vec<DrawRule>,
}

/// A rule by which a game is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum DrawRule {
    /// The same position, with the same side to move, stands so many times.
    Repetition {
        /// How many times.
        times: u8,
    },
    /// So many plies in a row are king moves without a capture.
    Quiet {
        /// How many.
        plies: u16,
    },
    /// So many plies are played while a balance of material lasts.
    Balance {
        /// The balance.
        balance: Balance,
        /// How many plies, from the one that makes it.
        plies: u16,
        /// What starts their count anew while it lasts.
        anew: Anew,
    },
}

/// A balance of material, whichever side has which part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Balance {
    /// One of these pairs of material.
    Listed {
        /// The pairs.
        pairs: Vec<[Material; 2]>,
    },
    /// So many pieces, at least one king among them, against one king alone.
    AgainstKing {
        /// At least so many pieces.
        least: u8,
        /// At most so many.
        most: u8,
        /// Whether they are all kings.
        kings_only: bool,
    },
    /// The same, and only plies count after which the king alone stands on the main road and nothing else does.
    AgainstKingOnMainRoad {
        /// At least so many pieces.
        least: u8,
        /// At most so many.
        most: u8,
    },
    /// Kings on both sides, and so many pieces of both together.
    KingsOnBoth {
        /// At least so many pieces.
        least: u8,
        /// At most so many.
        most: u8,
    },
}

/// One side's material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Material {
    /// Its kings.
    pub kings: u8,
    /// Its men.
    pub men: u8,
}

/// What starts a balance's count anew while the balance lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Anew {
    /// Nothing.
    Never,
    /// A crowning.
    Crowning,
    /// A crowning and a capture.
    Change,
}
