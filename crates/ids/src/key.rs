//! Keys: each table's own, so that one can't be passed where another belongs.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! uuid_keys {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
        #[serde(transparent)]
        #[ts(type = "string")]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Uuid::parse_str(text).map(Self)
            }
        }
    )*};
}

uuid_keys! {
    /// A person's account.
    AccountId;
    /// A game, staked or practice.
    GameId;
    /// An open seek in the lobby.
    SeekId;
    /// A Rivals match: two people, a number of games, one agreement.
    MatchId;
    /// A season of a ladder.
    LadderId;
    /// A tournament.
    TournamentId;
    /// A person's entry to a tournament: what his buy-in is held for.
    EntryId;
    /// A notice to a player about an event of his; a later one is greater.
    NoticeId;
    /// A signed-in session of an account.
    SessionId;
    /// A transfer of money; derived from its subject and leg, so that a retry is the same transfer.
    TransferId;
}

/// The client's own number of a command: the same number from the same seat is the same command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct CommandId(pub u64);

/// How many events a game has: event n brings version n. A game that has only its `Started` event is at version 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct Version(pub u32);

impl Version {
    /// The version after `events` more events.
    #[must_use]
    pub const fn plus(self, events: u32) -> Self {
        Self(self.0 + events)
    }
}

/// The fencing number of a node's lease: an append under an older epoch than the row's is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Epoch(pub i64);
