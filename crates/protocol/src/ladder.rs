//! A ladder season on the wire: what is asked of it, and the season as one viewer may see it.

use ids::{AccountId, Amount, LadderId, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a player asks of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum LadderAct {
    /// Enter, on the last place.
    Enter,
    /// Leave for good.
    Leave,
    /// Challenge a player above.
    Challenge {
        /// His name.
        player: String,
    },
    /// Agree to a challenge: a Rivals match of the two, agreed from now on, decides it.
    Accept {
        /// The challenge's number.
        number: u32,
    },
    /// Say no to a challenge.
    Decline {
        /// The challenge's number.
        number: u32,
    },
    /// Be away for a while: nobody may challenge who is.
    BeginLeave,
    /// Be back.
    EndLeave,
}

/// Where a season stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LadderState {
    /// It opens later; players may enter.
    Announced,
    /// Challenges are made and played.
    Open,
    /// The order is final, the prizes are not paid yet.
    Frozen,
    /// All is paid.
    Paid,
    /// Cancelled.
    Cancelled,
}

/// A place of a season.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderPlace {
    /// Who stands on it.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// Whether he is away.
    pub on_leave: bool,
}

/// A challenge that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderChallenge {
    /// Its number.
    pub number: u32,
    /// The place of who challenges, from 1.
    pub by: u16,
    /// The place of who is challenged.
    pub to: u16,
    /// Whether it was accepted, and its match is awaited.
    pub accepted: bool,
    /// When it has to be answered, or its match settled, in Unix milliseconds.
    #[ts(type = "number")]
    pub due: i64,
}

/// A season, whole, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderView {
    /// The season.
    pub season: LadderId,
    /// Its version.
    pub v: Version,
    /// Where it stands.
    pub state: LadderState,
    /// What is played.
    pub variant: String,
    /// By which draw rules.
    pub rules: String,
    /// When it opens, in Unix milliseconds.
    #[ts(type = "number")]
    pub opens_at: i64,
    /// When its order is frozen.
    #[ts(type = "number")]
    pub ends_at: i64,
    /// When its prizes are paid, once the order is frozen.
    #[ts(type = "number | null")]
    pub pays_at: Option<i64>,
    /// What the places win, the first one first, in minor units.
    pub prizes: Vec<Amount>,
    /// The order, the first place first.
    pub places: Vec<LadderPlace>,
    /// The challenges that are open.
    pub challenges: Vec<LadderChallenge>,
    /// The viewer's place, from 1.
    pub you: Option<u16>,
    /// How many places up the viewer may challenge.
    pub reach: Option<u16>,
    /// What the server's wall clock said, in Unix milliseconds.
    #[ts(type = "number")]
    pub server_at: i64,
}

/// An item of the answer to `GET /api/ladders`, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LadderSummary {
    /// The season.
    pub season: LadderId,
    /// Where it stands.
    pub state: LadderState,
    /// What is played.
    pub variant: String,
    /// By which draw rules.
    pub rules: String,
    /// When it opens, in Unix milliseconds.
    #[ts(type = "number")]
    pub opens_at: i64,
    /// When its order is frozen.
    #[ts(type = "number")]
    pub ends_at: i64,
    /// All prizes together, in minor units.
    pub pool: Amount,
}
