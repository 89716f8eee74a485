//! What a ladder season is played by (R15). Knows no player.

use ids::{Amount, Millis, WallTime};
use serde::{Deserialize, Serialize};

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

/// The numbers of ladders. The default is the published rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderLimits {
    /// The shortest season.
    pub season_min: Millis,
    /// The longest season.
    pub season_max: Millis,
    /// How many places up one may challenge.
    pub reach: u16,
    /// Who stands on this place or a better one …
    pub top: u16,
    /// … may challenge only so many up.
    pub top_reach: u16,
    /// How long a challenge waits for its answer; none is a no.
    pub answer: Millis,
    /// How long after the answer the match may be played.
    pub play_within: Millis,
    /// How often in a season a player may say no; each time after that costs a place.
    pub free_declines: u16,
    /// How long two players may not challenge each other after a challenge has ended.
    pub pause: Millis,
    /// How many matches of a pair count in a season.
    pub matches_per_pair: u16,
    /// How long a player may be on leave in a season, all times together.
    pub leave: Millis,
    /// How long the final order waits for objections before it is paid.
    pub protest: Millis,
    /// The most players.
    pub players: u16,
}

impl Default for LadderLimits {
    fn default() -> Self {
        Self {
            season_min: Millis(28 * DAY),
            season_max: Millis(84 * DAY),
            reach: 5,
            top: 10,
            top_reach: 2,
            answer: Millis(72 * HOUR),
            play_within: Millis(10 * DAY),
            free_declines: 2,
            pause: Millis(72 * HOUR),
            matches_per_pair: 3,
            leave: Millis(14 * DAY),
            protest: Millis(24 * HOUR),
            players: 1_000,
        }
    }
}

/// The terms of a season, frozen when it is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderTerms {
    /// The kind of draughts and its draw rules, by the operator's name for them.
    pub profile: String,
    /// When it opens.
    pub opens_at: WallTime,
    /// When its order is frozen.
    pub ends_at: WallTime,
    /// What the places win, the first one first; their sum is held from the operator's purse at the announcement.
    pub prizes: Vec<Amount>,
    /// The version of the configuration that the limits are taken from.
    pub config_version: u64,
}

/// Terms that can't be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LadderTermsError {
    /// The season is too short or too long.
    #[error("a season of {given} ms is outside {min} to {max} ms", given = given.0, min = min.0, max = max.0)]
    Season {
        /// How long it would be; nothing if it ends before it opens.
        given: Millis,
        /// The least.
        min: Millis,
        /// The most.
        max: Millis,
    },
    /// It would have opened already.
    #[error("the season opens at {opens_at:?}, and it is {at:?} already")]
    Past {
        /// When it would open.
        opens_at: WallTime,
        /// The present.
        at: WallTime,
    },
    /// Prizes are more than nothing, fall from place to place, and fit.
    #[error("the prize of place {place} is {prize}: prizes are more than 0, never rise, and sum up to at most {max}",
        max = Amount::MAX.0)]
    Prize {
        /// The place, from 1.
        place: usize,
        /// Its prize.
        prize: Amount,
    },
}

impl LadderTerms {
    /// Whether a season can be announced by these terms at `at`.
    ///
    /// # Errors
    /// [`LadderTermsError`] names what can't be.
    pub fn validate(&self, limits: &LadderLimits, at: WallTime) -> Result<(), LadderTermsError> {
        let given = self.ends_at.since(self.opens_at);
        let (min, max) = (limits.season_min, limits.season_max);
        if given < min || given > max {
            return Err(LadderTermsError::Season { given, min, max });
        }
        if self.opens_at < at {
            return Err(LadderTermsError::Past { opens_at: self.opens_at, at });
        }
        let (mut sum, mut above) = (0_i64, Amount::MAX);
        for (nth, prize) in self.prizes.iter().enumerate() {
            sum = sum.saturating_add(prize.0);
            let more_places = nth >= usize::from(u16::MAX);
            if *prize <= Amount::ZERO || *prize > above || sum > Amount::MAX.0 || more_places {
                return Err(LadderTermsError::Prize { place: nth + 1, prize: *prize });
            }
            above = *prize;
        }
        Ok(())
    }

    /// The pool: all prizes together.
    #[must_use]
    pub fn pool(&self) -> Amount {
        Amount(self.prizes.iter().map(|prize| prize.0).sum())
    }
}
