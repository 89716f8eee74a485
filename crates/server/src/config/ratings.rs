//! The numbers that ratings are made by. They are published rules: whoever changes them changes what games do from then on, never what
//! they did.

use super::error::{Problem, within};
use competition::{ClockClasses, Points, RatingTerms};
use ids::Millis;
use serde::{Deserialize, Serialize};
use store::RatingRules;

/// Ratings, by Glicko-2.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RatingConfig {
    /// The rating of who has not played.
    pub start: i32,
    /// The deviation of who has not played, and the most that idleness makes of it.
    pub most_deviation: i32,
    /// The volatility of who has not played.
    pub start_volatility: f64,
    /// How much the volatility may change.
    pub tau: f64,
    /// No rating goes below.
    pub lowest: i32,
    /// No rating goes above.
    pub highest: i32,
    /// Above this deviation a rating is provisional, and no board lists it.
    pub listed_deviation: i32,
    /// A player who has this many net points from one opponent within the window plays him unrated, both ways.
    pub pair_gain: i32,
    /// The window of that, in seconds.
    pub pair_gain_window_s: u64,
    /// How many increments count for the pace of a clock.
    pub pace_moves: u32,
    /// Less time than this is bullet, in seconds.
    pub bullet_below_s: u64,
    /// Up to this, and this too, is blitz, in seconds.
    pub blitz_to_s: u64,
    /// Less than this is rapid, in seconds; the rest is classical.
    pub rapid_below_s: u64,
}

impl Default for RatingConfig {
    fn default() -> Self {
        Self {
            start: 1500,
            most_deviation: 350,
            start_volatility: 0.06,
            tau: 0.5,
            lowest: 100,
            highest: 4000,
            listed_deviation: 110,
            pair_gain: 30,
            pair_gain_window_s: 86_400,
            pace_moves: 60,
            bullet_below_s: 180,
            blitz_to_s: 600,
            rapid_below_s: 3_600,
        }
    }
}

impl RatingConfig {
    /// The rules that these numbers make.
    pub(crate) fn rules(&self) -> RatingRules {
        let seconds = |seconds: u64| Millis(seconds.saturating_mul(1000));
        RatingRules {
            terms: RatingTerms {
                start: Points::whole(self.start),
                most_deviation: Points::whole(self.most_deviation),
                // the check keeps it far within what the number holds
                start_volatility_nano: (self.start_volatility * 1e9).round() as i64,
                tau: self.tau,
                lowest: Points::whole(self.lowest),
                highest: Points::whole(self.highest),
                listed_deviation: Points::whole(self.listed_deviation),
                pair_gain: Points::whole(self.pair_gain),
                pair_gain_window: seconds(self.pair_gain_window_s),
            },
            classes: ClockClasses {
                moves: self.pace_moves,
                bullet_below: seconds(self.bullet_below_s),
                blitz_to: seconds(self.blitz_to_s),
                rapid_below: seconds(self.rapid_below_s),
            },
        }
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        if let Err(wrong) = self.rules().terms.check() {
            problems.push(Problem::new(
                "ratings",
                wrong.to_string(),
                "the published numbers are in config/damas.toml",
            ));
        }
        within(problems, "ratings.pair_gain_window_s", self.pair_gain_window_s, 1..=365 * 86_400);
        within(problems, "ratings.pace_moves", self.pace_moves, 0..=1_000);
        within(problems, "ratings.bullet_below_s", self.bullet_below_s, 0..=self.blitz_to_s);
        within(
            problems,
            "ratings.rapid_below_s",
            self.rapid_below_s,
            self.blitz_to_s.saturating_add(1)..=86_400,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_that_nobody_changes_are_the_published_ones() {
        assert_eq!(RatingConfig::default().rules(), RatingRules::default());
    }

    #[test]
    fn numbers_that_make_no_ratings_are_refused() {
        for wrong in [
            RatingConfig { tau: 7.0, ..RatingConfig::default() },
            RatingConfig { start_volatility: 2.0, ..RatingConfig::default() },
            RatingConfig { lowest: 1600, ..RatingConfig::default() },
            RatingConfig { pair_gain: 0, ..RatingConfig::default() },
            RatingConfig { rapid_below_s: 600, ..RatingConfig::default() },
        ] {
            let mut problems = Vec::new();
            wrong.check(&mut problems);
            assert_eq!(problems.len(), 1, "{wrong:?}: {problems:?}");
        }
    }
}
