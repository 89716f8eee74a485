//! Somebody who wants to play now, and what he brings along. Knows nobody else.

use super::terms::PoolTerms;
use crate::{Clock, PerColour, Points};
use ids::{AccountId, Amount, Millis};
use serde::{Deserialize, Serialize};

/// The game that somebody wants. Two play only if theirs are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameProfile {
    /// The variant, as the wire names it.
    pub variant: String,
    /// The rule set, as the wire names it.
    pub rule_set: String,
    /// The clock.
    pub clock: Clock,
}

/// The stakes that somebody accepts, both ends included; one stake is a range of which both ends are that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StakeRange {
    /// Not less.
    pub lowest: Amount,
    /// Not more.
    pub highest: Amount,
}

impl StakeRange {
    /// One stake only.
    #[must_use]
    pub const fn exactly(stake: Amount) -> Self {
        Self { lowest: stake, highest: stake }
    }

    /// The highest stake that both accept.
    #[must_use]
    pub fn common(self, other: Self) -> Option<Amount> {
        let highest = self.highest.min(other.highest);
        (self.lowest.max(other.lowest) <= highest).then_some(highest)
    }
}

/// Somebody who wants to play now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeker {
    /// Who.
    pub account: AccountId,
    /// Which game.
    pub profile: GameProfile,
    /// His rating in the game's class.
    pub rating: Points,
    /// Its deviation now: shown to the opponent, no part of the rules.
    pub deviation: Points,
    /// For what.
    pub stakes: StakeRange,
    /// His own round trip, as measured.
    pub latency: Millis,
    /// The slowest round trip of an opponent that he accepts, and the slowest that he himself may have: one of
    /// [`PoolTerms::latency_steps`], or none.
    pub latency_limit: Option<Millis>,
    /// What his devices and addresses hash to. No two who share one are paired.
    pub origins: Vec<u64>,
    /// How many games he had with each colour.
    pub colours: PerColour<u32>,
    /// His last opponents, the latest first.
    pub recent: Vec<AccountId>,
    /// Whether he has said yes to any rating once the window is at its widest.
    pub wider: bool,
}

/// Why somebody may not wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// He does already.
    #[error("the account waits for an opponent already")]
    Waiting,
    /// As many wait as may.
    #[error("{0} players wait already, which is the most")]
    Full(usize),
    /// His range of stakes holds none.
    #[error(
        "the stakes {lowest} to {highest} hold none: the first must be 0 or more and not above the second"
    )]
    Stakes {
        /// As given.
        lowest: Amount,
        /// As given.
        highest: Amount,
    },
    /// His limit is none of the steps.
    #[error("a latency limit of {} ms is none of the steps", .0.0)]
    LatencyLimit(Millis),
    /// He is slower than he lets others be.
    #[error("the own round trip of {} ms is above the limit of {} ms, which holds for both", latency.0, limit.0)]
    OwnLatency {
        /// His own.
        latency: Millis,
        /// His limit.
        limit: Millis,
    },
    /// More devices and addresses than are looked at.
    #[error("{origins} devices and addresses, {most} are looked at")]
    Origins {
        /// As given.
        origins: usize,
        /// The most.
        most: usize,
    },
}

impl Seeker {
    /// Whether he may wait.
    pub(super) fn check(&self, terms: &PoolTerms) -> Result<(), JoinError> {
        let StakeRange { lowest, highest } = self.stakes;
        if lowest < Amount::ZERO || lowest > highest {
            return Err(JoinError::Stakes { lowest, highest });
        }
        if let Some(limit) = self.latency_limit {
            if !terms.latency_steps.contains(&limit) {
                return Err(JoinError::LatencyLimit(limit));
            }
            if self.latency > limit {
                return Err(JoinError::OwnLatency { latency: self.latency, limit });
            }
        }
        if self.origins.len() > terms.most_origins {
            return Err(JoinError::Origins { origins: self.origins.len(), most: terms.most_origins });
        }
        Ok(())
    }

    /// Games with White less games with Black.
    pub(super) fn balance(&self) -> i64 {
        i64::from(self.colours.white) - i64::from(self.colours.black)
    }
}
