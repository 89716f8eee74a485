//! Who enters and who plays. Knows no result.

use super::event::WithdrawnBy;
use ids::{AccountId, EntryId, WallTime};

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Whose it is.
    pub account: AccountId,
    /// The rating that seeds him.
    pub rating: i32,
    /// When he registered.
    pub registered_at: WallTime,
    /// What became of it.
    pub status: EntryStatus,
}

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryStatus {
    /// Registered: the buy-in is held.
    Registered,
    /// And checked in.
    CheckedIn,
    /// Taken back, refused at the start, or called off: the buy-in was released.
    Released,
    /// Playing, under this number.
    Player(usize),
}

/// Somebody who plays. His number is his place in the order of entering: the seeds first, late entries after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Player {
    /// His entry.
    pub entry: EntryId,
    /// His account.
    pub account: AccountId,
    /// The rating that seeds him.
    pub rating: i32,
    /// When he registered.
    pub registered_at: WallTime,
    /// The first round that he can play: 1, unless he entered late.
    pub from_round: u16,
    /// Games that he did not come to.
    pub forfeits: u8,
    /// Whether he left.
    pub gone: Option<Gone>,
    /// The round that put him out of a knockout.
    pub out_in: Option<u16>,
}

/// Why a player is not paired any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gone {
    /// He withdrew, or was withdrawn.
    Withdrawn(WithdrawnBy),
    /// He was removed. F12.
    Removed,
}

impl Player {
    /// Whether he may still be paired.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        self.gone.is_none() && self.out_in.is_none()
    }

    /// Whether he was removed.
    #[must_use]
    pub const fn is_removed(&self) -> bool {
        matches!(self.gone, Some(Gone::Removed))
    }
}
