//! A ladder season at a version, and what can be read of it.

use super::terms::{LadderLimits, LadderTerms};
use ids::{AccountId, Amount, LadderId, MatchId, Millis, Version, WallTime};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a season stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LadderState {
    /// It opens later; players may enter.
    Announced,
    /// Challenges are made and played.
    Open,
    /// The order is final, the prizes are not paid yet.
    Frozen {
        /// When they are.
        pays_at: WallTime,
    },
    /// Terminal: all is paid.
    Paid,
    /// Terminal: cancelled.
    Cancelled,
}

/// A challenge that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderChallenge {
    /// Its number.
    pub number: u32,
    /// Who challenges.
    pub by: AccountId,
    /// Whom.
    pub to: AccountId,
    /// Whether it was accepted.
    pub accepted: bool,
    /// When it has to be answered, or played.
    pub due: WallTime,
}

/// What a season remembers of a player on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Climber {
    pub(super) declines: u16,
    /// Leave used up, the present one left out.
    pub(super) leave_used: Millis,
    /// Since when he is on leave, and until when.
    pub(super) leave: Option<(WallTime, WallTime)>,
}

/// What a season remembers of two players, the lesser id first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PairHistory {
    pub(super) played: u16,
    pub(super) last_end: Option<WallTime>,
}

/// A season at a version: the fold of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    pub(super) id: LadderId,
    pub(super) limits: LadderLimits,
    pub(super) version: u32,
    pub(super) terms: LadderTerms,
    pub(super) state: LadderState,
    /// The first place first.
    pub(super) order: Vec<AccountId>,
    /// Also of who has left: who comes back begins at the bottom, but not anew.
    pub(super) climbers: BTreeMap<AccountId, Climber>,
    pub(super) pairs: BTreeMap<(AccountId, AccountId), PairHistory>,
    pub(super) open: BTreeMap<u32, LadderChallenge>,
    pub(super) played: BTreeMap<u32, MatchId>,
    pub(super) challenges: u32,
}

impl Ladder {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> LadderId {
        self.id
    }

    /// How many events it has.
    #[must_use]
    pub const fn version(&self) -> Version {
        Version(self.version)
    }

    /// Its terms.
    #[must_use]
    pub const fn terms(&self) -> &LadderTerms {
        &self.terms
    }

    /// The limits that it is played by.
    #[must_use]
    pub const fn limits(&self) -> &LadderLimits {
        &self.limits
    }

    /// Where it stands.
    #[must_use]
    pub const fn state(&self) -> LadderState {
        self.state
    }

    /// The order, the first place first.
    #[must_use]
    pub fn order(&self) -> &[AccountId] {
        &self.order
    }

    /// A player's place, from 1; `None` if he is not on the ladder.
    #[must_use]
    pub fn place(&self, player: AccountId) -> Option<u16> {
        let at = self.order.iter().position(|each| *each == player)?;
        u16::try_from(at + 1).ok()
    }

    /// The challenges that are open.
    pub fn challenges(&self) -> impl Iterator<Item = &LadderChallenge> {
        self.open.values()
    }

    /// Whether a player is on leave.
    #[must_use]
    pub fn on_leave(&self, player: AccountId) -> bool {
        self.climbers.get(&player).is_some_and(|climber| climber.leave.is_some())
    }

    /// When a [`Tick`](super::LadderCommand::Tick) is next worth asking; `None` in a terminal state alone.
    #[must_use]
    pub fn due(&self) -> Option<WallTime> {
        match self.state {
            LadderState::Announced => Some(self.terms.opens_at),
            LadderState::Open => {
                let challenges = self.open.values().map(|challenge| challenge.due);
                let leaves = self.climbers.values().filter_map(|climber| climber.leave).map(|leave| leave.1);
                challenges.chain(leaves).chain([self.terms.ends_at]).min()
            }
            LadderState::Frozen { pays_at } => Some(pays_at),
            LadderState::Paid | LadderState::Cancelled => None,
        }
    }

    /// What the season's pool has to hold now.
    #[must_use]
    pub fn exposure(&self) -> Amount {
        match self.state {
            LadderState::Announced | LadderState::Open | LadderState::Frozen { .. } => self.terms.pool(),
            LadderState::Paid | LadderState::Cancelled => Amount::ZERO,
        }
    }

    /// How many places up a player on that place may challenge.
    #[must_use]
    pub const fn reach(&self, place: u16) -> u16 {
        if place <= self.limits.top { self.limits.top_reach } else { self.limits.reach }
    }

    pub(super) fn pair(&self, one: AccountId, other: AccountId) -> PairHistory {
        self.pairs.get(&pair_key(one, other)).copied().unwrap_or_default()
    }
}

pub(super) fn pair_key(one: AccountId, other: AccountId) -> (AccountId, AccountId) {
    if one <= other { (one, other) } else { (other, one) }
}
