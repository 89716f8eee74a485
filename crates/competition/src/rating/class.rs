//! What a rating is a rating of: a variant at a pace. Knows the variant by its text only.

use crate::Clock;
use ids::Millis;
use serde::{Deserialize, Serialize};

/// How fast a clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockClass {
    /// A few seconds a move.
    Bullet,
    /// Up to ten minutes a side.
    Blitz,
    /// Under an hour a side.
    Rapid,
    /// The rest.
    Classical,
}

/// Where one pace ends and the next begins. The time of a side is estimated as its base and `moves` increments, as
/// FIDE does (Laws of Chess, appendices A.1 and B.1: 60 moves; blitz ends at ten minutes, rapid below sixty).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClockClasses {
    /// How many increments count.
    pub moves: u32,
    /// Less than this is bullet.
    pub bullet_below: Millis,
    /// Up to this, and this too, is blitz.
    pub blitz_to: Millis,
    /// Less than this is rapid; the rest is classical.
    pub rapid_below: Millis,
}

impl Default for ClockClasses {
    fn default() -> Self {
        Self {
            moves: 60,
            bullet_below: Millis(3 * 60_000),
            blitz_to: Millis(10 * 60_000),
            rapid_below: Millis(60 * 60_000),
        }
    }
}

impl ClockClasses {
    /// The time that a side is expected to have in all; stops at the largest number.
    #[must_use]
    pub const fn estimate(&self, clock: Clock) -> Millis {
        Millis(clock.initial.0.saturating_add(clock.increment.0.saturating_mul(self.moves as u64)))
    }

    /// The pace of a clock.
    #[must_use]
    pub fn of(&self, clock: Clock) -> ClockClass {
        let estimate = self.estimate(clock);
        if estimate < self.bullet_below {
            ClockClass::Bullet
        } else if estimate <= self.blitz_to {
            ClockClass::Blitz
        } else if estimate < self.rapid_below {
            ClockClass::Rapid
        } else {
            ClockClass::Classical
        }
    }
}

/// A variant at a pace: each has ratings of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct RatingClass {
    /// The variant, as the wire names it.
    pub variant: String,
    /// The pace.
    pub clock: ClockClass,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_classed_by_its_base_and_sixty_increments() {
        let cases = [
            ((60, 0), ClockClass::Bullet),
            ((120, 0), ClockClass::Bullet),
            ((179, 0), ClockClass::Bullet),
            ((120, 1), ClockClass::Blitz),
            ((180, 0), ClockClass::Blitz),
            ((300, 3), ClockClass::Blitz),
            ((480, 2), ClockClass::Blitz),
            ((600, 0), ClockClass::Blitz),
            ((600, 1), ClockClass::Rapid),
            ((900, 10), ClockClass::Rapid),
            ((3599, 0), ClockClass::Rapid),
            ((3600, 0), ClockClass::Classical),
            ((1800, 30), ClockClass::Classical),
        ];
        for ((initial, increment), class) in cases {
            let clock = Clock { initial: Millis(initial * 1000), increment: Millis(increment * 1000) };
            assert_eq!(ClockClasses::default().of(clock), class, "{initial}+{increment}");
        }
        let endless = Clock { initial: Millis(u64::MAX), increment: Millis(u64::MAX) };
        assert_eq!(ClockClasses::default().of(endless), ClockClass::Classical);
    }
}
