//! What two players agree to. Knows no player and no game; the game profile is opaque text.

use crate::{Clock, RivalsLimits};
use ids::{Amount, BasisPoints, Millis, WallTime};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a stake is put up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StakeMode {
    /// One stake for the match.
    PerMatch,
    /// One stake for each game; all are held at acceptance.
    PerGame,
}

/// When a match starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StartAt {
    /// As soon as it is accepted.
    Now,
    /// At that instant.
    At(WallTime),
}

/// What a level match means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LevelRule {
    /// A draw: everything goes back.
    Drawn,
    /// A mini-match decides; only where the stake is for the match.
    MiniMatch,
}

/// The terms of a match, frozen in each offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTerms {
    /// The kind of draughts and its draw rules, by the operator's name for them.
    pub profile: String,
    /// The clock of each game.
    pub clock: Clock,
    /// How many games.
    pub games: u8,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that, in minor units.
    pub stake: Amount,
    /// The commission on a pot that somebody wins.
    pub fee: BasisPoints,
    /// When it starts.
    pub start: StartAt,
    /// What a level match means.
    pub level: LevelRule,
    /// Whether anybody may watch.
    pub watchable: bool,
    /// The version of the configuration that fee and limits are taken from.
    pub config_version: u64,
    /// And its hash.
    pub config_hash: String,
}

/// What a counter-offer may change (R2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CounterTerms {
    /// The clock of each game.
    pub clock: Clock,
    /// How many games.
    pub games: u8,
    /// One player's stake.
    pub stake: Amount,
    /// When it starts.
    pub start: StartAt,
}

/// Names terms exactly: whoever accepts says which terms he saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TermsHash(pub Uuid);

/// Never to be changed: hashes stand in rows.
const NAMESPACE: Uuid = Uuid::from_u128(0x1c9a_57f0_44e2_5b7d_9d02_6a8e_31f5_c4b8);

/// Terms that can't be offered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// The number of games is not offered.
    #[error("a match of {given} games is not offered, these are: {allowed:?}")]
    Games {
        /// The number given.
        given: u8,
        /// The numbers offered.
        allowed: Vec<u8>,
    },
    /// The stake is outside the range.
    #[error("a stake of {given} is outside {min} to {max}")]
    Stake {
        /// The stake given.
        given: Amount,
        /// The lowest.
        min: Amount,
        /// The highest.
        max: Amount,
    },
    /// The clock is outside the range.
    #[error("the clock {given:?} is outside {min:?} to {max:?}")]
    Clock {
        /// The clock given.
        given: Clock,
        /// The shortest.
        min: Clock,
        /// The longest.
        max: Clock,
    },
    /// The start is too near, too far or past.
    #[error("the start is {lead_ms} ms ahead, it has to be {min_ms} to {max_ms} ms", min_ms = min.0, max_ms = max.0)]
    Lead {
        /// How far ahead it is; less than nothing if it is past.
        lead_ms: i64,
        /// The least.
        min: Millis,
        /// The most.
        max: Millis,
    },
    /// A mini-match decides one pot.
    #[error("a mini-match needs a stake for the match, not one for each game")]
    MiniMatchPerGame,
    /// The fee is more than the whole pot.
    #[error("a fee of {} basis points is more than the whole (10000)", .0.0)]
    Fee(BasisPoints),
}

impl MatchTerms {
    /// Whether these terms can be offered at `at`.
    ///
    /// # Errors
    /// [`TermsError`] names what can't.
    pub fn validate(&self, limits: &RivalsLimits, at: WallTime) -> Result<(), TermsError> {
        if !limits.games.contains(&self.games) {
            return Err(TermsError::Games { given: self.games, allowed: limits.games.clone() });
        }
        if self.stake < limits.stake_min || self.stake > limits.stake_max {
            let (min, max) = (limits.stake_min, limits.stake_max);
            return Err(TermsError::Stake { given: self.stake, min, max });
        }
        let (min, max) = (limits.clock_min, limits.clock_max);
        let within = (min.initial..=max.initial).contains(&self.clock.initial)
            && (min.increment..=max.increment).contains(&self.clock.increment);
        if !within {
            return Err(TermsError::Clock { given: self.clock, min, max });
        }
        if self.level == LevelRule::MiniMatch && self.stake_mode == StakeMode::PerGame {
            return Err(TermsError::MiniMatchPerGame);
        }
        if self.fee > BasisPoints::WHOLE {
            return Err(TermsError::Fee(self.fee));
        }
        let StartAt::At(start) = self.start else { return Ok(()) };
        let (min, max) = (limits.min_lead, limits.max_lead);
        if start < at.plus(min) || start > at.plus(max) {
            let lead_ms = start.0.saturating_sub(at.0) / 1000;
            return Err(TermsError::Lead { lead_ms, min, max });
        }
        Ok(())
    }

    /// When an offer of these terms that is made at `at` expires (R2).
    #[must_use]
    pub fn expires_at(&self, limits: &RivalsLimits, at: WallTime) -> WallTime {
        match self.start {
            StartAt::Now => at.plus(limits.now_expiry),
            StartAt::At(start) => {
                let before = limits.expiry_before_start.min(Millis(start.since(at).0 / 2));
                at.plus(limits.expiry).min(start.minus(before))
            }
        }
    }

    /// These terms with what a counter-offer changes.
    #[must_use]
    pub fn countered(&self, counter: CounterTerms) -> Self {
        let CounterTerms { clock, games, stake, start } = counter;
        Self { clock, games, stake, start, ..self.clone() }
    }

    /// The name of exactly these terms.
    #[must_use]
    pub fn hash(&self) -> TermsHash {
        let start = match self.start {
            StartAt::Now => "now".to_owned(),
            StartAt::At(at) => at.0.to_string(),
        };
        let mode = match self.stake_mode {
            StakeMode::PerMatch => "per_match",
            StakeMode::PerGame => "per_game",
        };
        let level = match self.level {
            LevelRule::Drawn => "drawn",
            LevelRule::MiniMatch => "mini_match",
        };
        // the two texts stand last, the length of the first before it: no two terms give one name
        let name = format!(
            "{} {} {} {mode} {} {} {start} {level} {} {} {} {} {}",
            self.clock.initial.0,
            self.clock.increment.0,
            self.games,
            self.stake,
            self.fee.0,
            self.watchable,
            self.config_version,
            self.profile.len(),
            self.profile,
            self.config_hash,
        );
        TermsHash(Uuid::new_v5(&NAMESPACE, name.as_bytes()))
    }

    /// Both stakes that one winner takes: of the match, or of one game.
    #[must_use]
    pub fn pot(&self) -> Amount {
        Amount(self.stake.0.saturating_mul(2))
    }

    /// The commission on that pot, when somebody wins it: floor(pot × basis points / 10 000) (R13).
    #[must_use]
    pub fn pot_fee(&self) -> Amount {
        let fee = i128::from(self.pot().0) * i128::from(self.fee.0) / i128::from(BasisPoints::WHOLE.0);
        Amount(i64::try_from(fee).expect("a valid fee is at most its pot, which fits"))
    }

    /// What acceptance holds from each player.
    #[must_use]
    pub fn hold(&self) -> Amount {
        match self.stake_mode {
            StakeMode::PerMatch => self.stake,
            StakeMode::PerGame => Amount(self.stake.0.saturating_mul(i64::from(self.games))),
        }
    }
}
