//! The numbers of the rating system, as the operator may set them. Knows no player.

use super::value::Points;
use ids::Millis;
use serde::{Deserialize, Serialize};

/// The numbers of the rating system.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatingTerms {
    /// The rating of who has not played.
    pub start: Points,
    /// The deviation of who has not played, and the most that idleness makes of it.
    pub most_deviation: Points,
    /// The volatility of who has not played, in billionths.
    pub start_volatility_nano: i64,
    /// Glickman's τ, which keeps the volatility from changing much: 0.3 to 1.2 are sensible.
    pub tau: f64,
    /// No rating goes below.
    pub lowest: Points,
    /// No rating goes above.
    pub highest: Points,
    /// Above this deviation a rating is provisional, and no board lists it.
    pub listed_deviation: Points,
    /// A player who has this many net points from one opponent within the window plays him unrated, both ways.
    pub pair_gain: Points,
    /// The window of that.
    pub pair_gain_window: Millis,
}

impl Default for RatingTerms {
    fn default() -> Self {
        Self {
            start: Points::whole(1500),
            most_deviation: Points::whole(350),
            start_volatility_nano: 60_000_000,
            tau: 0.5,
            lowest: Points::whole(100),
            highest: Points::whole(4000),
            listed_deviation: Points::whole(110),
            pair_gain: Points::whole(30),
            pair_gain_window: Millis(24 * 3_600_000),
        }
    }
}

/// Why terms are refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RatingTermsError {
    /// τ is out of its range.
    #[error("tau is {0}, it must be from 0.1 to 2")]
    Tau(f64),
    /// The volatility is out of its range.
    #[error("the first volatility is {0} billionths, it must be from 1000000 (0.001) to 1000000000 (1)")]
    Volatility(i64),
    /// The limits of ratings leave no room, or too much for the arithmetic.
    #[error("lowest {lowest}, start {start} and highest {highest} must rise, at most 5000 points in all")]
    Limits {
        /// As given.
        lowest: Points,
        /// As given.
        start: Points,
        /// As given.
        highest: Points,
    },
    /// The deviations are out of their range.
    #[error("the listed deviation is {listed} and the most {most}: they must rise from 1 to 1000")]
    Deviations {
        /// As given.
        listed: Points,
        /// As given.
        most: Points,
    },
    /// The cap on gains from one opponent would let nothing be rated.
    #[error("the net gain from one opponent is capped at {0}, it must be above 0")]
    PairGain(Points),
}

impl RatingTerms {
    /// Whether the numbers make sense: within these the arithmetic stays finite.
    ///
    /// # Errors
    /// [`RatingTermsError`]: the first number that does not.
    pub fn check(&self) -> Result<(), RatingTermsError> {
        let &Self { start, lowest, highest, listed_deviation: listed, most_deviation: most, .. } = self;
        if !(0.1..=2.0).contains(&self.tau) {
            return Err(RatingTermsError::Tau(self.tau));
        }
        if !(1_000_000..=1_000_000_000).contains(&self.start_volatility_nano) {
            return Err(RatingTermsError::Volatility(self.start_volatility_nano));
        }
        let width = i128::from(highest.0) - i128::from(lowest.0);
        if lowest > start || start > highest || width == 0 || width > i128::from(Points::whole(5000).0) {
            return Err(RatingTermsError::Limits { lowest, start, highest });
        }
        if listed < Points::whole(1) || listed > most || most > Points::whole(1000) {
            return Err(RatingTermsError::Deviations { listed, most });
        }
        if self.pair_gain <= Points::ZERO {
            return Err(RatingTermsError::PairGain(self.pair_gain));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_the_arithmetic_could_not_bear_are_refused() {
        let good = RatingTerms::default();
        assert_eq!(good.check(), Ok(()));
        let bad = [
            RatingTerms { tau: 0.0, ..good },
            RatingTerms { tau: f64::NAN, ..good },
            RatingTerms { start_volatility_nano: 0, ..good },
            RatingTerms { lowest: Points(i64::MIN), ..good },
            RatingTerms { highest: Points::whole(1400), ..good },
            RatingTerms { listed_deviation: Points::whole(351), ..good },
            RatingTerms { most_deviation: Points::whole(2000), ..good },
            RatingTerms { pair_gain: Points::ZERO, ..good },
        ];
        for terms in bad {
            assert!(terms.check().is_err(), "{terms:?}");
        }
    }
}
