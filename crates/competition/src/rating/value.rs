//! A rating as it is stored: whole millionths of a point. Knows no game.

use super::{
    glicko2::{self, SCALE, Strength},
    terms::RatingTerms,
};
use ids::WallTime;
use serde::{Deserialize, Serialize};

/// Microseconds in a day.
const DAY_MICROS: f64 = 86_400_000_000.0;

/// Rating points, in whole millionths: sums are exact, and a row says the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Points(pub i64);

impl Points {
    /// None.
    pub const ZERO: Self = Self(0);
    /// Millionths in a point.
    const MICRO: i64 = 1_000_000;

    /// Whole points.
    #[must_use]
    pub const fn whole(points: i32) -> Self {
        Self(points as i64 * Self::MICRO)
    }

    /// To the nearest whole point, halves up: what people see.
    #[must_use]
    pub const fn shown(self) -> i64 {
        self.0.saturating_add(Self::MICRO / 2).div_euclid(Self::MICRO)
    }

    /// The difference; stops at the ends of the numbers.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// The sum; stops at the ends of the numbers.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// How far from nothing; stops at the largest number.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    pub(super) fn to_units(self) -> f64 {
        self.0 as f64 / (SCALE * Self::MICRO as f64)
    }

    pub(super) fn from_units(units: f64) -> Self {
        // a number that is not one becomes 0, and one too large the largest: `as` saturates
        Self((units * SCALE * Self::MICRO as f64).round() as i64)
    }
}

/// As people see it, rounded to whole points.
impl std::fmt::Display for Points {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.shown().fmt(f)
    }
}

/// A player's rating in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rating {
    /// The rating.
    pub rating: Points,
    /// Its deviation as the last rated game left it; idleness is added by [`Rating::deviation_at`].
    pub deviation: Points,
    /// Its volatility, in billionths.
    pub volatility_nano: i64,
    /// Rated games, without those that were voided.
    pub games: u32,
    /// When the last of them ended.
    pub last_game: Option<WallTime>,
}

impl Rating {
    /// Of who has not played in the class.
    #[must_use]
    pub const fn new(terms: &RatingTerms) -> Self {
        Self {
            rating: terms.start,
            deviation: terms.most_deviation,
            volatility_nano: terms.start_volatility_nano,
            games: 0,
            last_game: None,
        }
    }

    /// The deviation at `at`: √(RD² + σ² · days since the last game, parts of days too) in Glicko-2 units, at most
    /// [`RatingTerms::most_deviation`].
    #[must_use]
    pub fn deviation_at(&self, terms: &RatingTerms, at: WallTime) -> Points {
        let Some(last) = self.last_game else { return self.deviation.min(terms.most_deviation) };
        let days = at.0.saturating_sub(last.0).max(0) as f64 / DAY_MICROS;
        let (deviation, volatility) = (self.deviation.to_units(), self.volatility());
        let grown = (deviation * deviation + volatility * volatility * days).sqrt();
        Points::from_units(grown).min(terms.most_deviation)
    }

    /// Whether the rating is too uncertain at `at` for a board.
    #[must_use]
    pub fn provisional(&self, terms: &RatingTerms, at: WallTime) -> bool {
        self.deviation_at(terms, at) > terms.listed_deviation
    }

    /// In the units of the arithmetic, idle days added.
    pub(super) fn strength(&self, terms: &RatingTerms, at: WallTime) -> Strength {
        Strength {
            rating: self.rating.minus(terms.start).to_units(),
            deviation: self.deviation_at(terms, at).to_units(),
            volatility: self.volatility(),
        }
    }

    /// After a game that ended at `at` and made `strength` of the player.
    pub(super) fn after(&self, terms: &RatingTerms, strength: Strength, at: WallTime) -> Self {
        Self {
            rating: terms.start.plus(Points::from_units(strength.rating)).clamp(terms.lowest, terms.highest),
            deviation: Points::from_units(strength.deviation).min(terms.most_deviation),
            volatility_nano: ((strength.volatility * 1e9).round() as i64).max(1),
            games: self.games.saturating_add(1),
            last_game: self.last_game.max(Some(at)),
        }
    }

    fn volatility(&self) -> f64 {
        self.volatility_nano as f64 / 1e9
    }
}

/// The share of the points that `own` is expected to win from `other`, 0 to 1, both deviations considered.
#[must_use]
pub fn expected_score(own: (Points, Points), other: (Points, Points)) -> f64 {
    let (own_deviation, other_deviation) = (own.1.to_units(), other.1.to_units());
    let both = (own_deviation * own_deviation + other_deviation * other_deviation).sqrt();
    glicko2::expected(glicko2::weight(both), own.0.minus(other.0).to_units())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000_000;

    fn rating(deviation: i32) -> Rating {
        Rating {
            deviation: Points::whole(deviation),
            games: 9,
            last_game: Some(WallTime(0)),
            ..Rating::new(&RatingTerms::default())
        }
    }

    #[test]
    fn a_rating_is_shown_in_whole_points_halves_up() {
        let cases = [(1_499_500_000, 1500), (1_499_499_999, 1499), (0, 0), (-500_000, 0), (-500_001, -1)];
        for (micro, shown) in cases {
            assert_eq!(Points(micro).shown(), shown, "{micro}");
        }
    }

    #[test]
    fn idle_days_make_a_rating_less_certain_up_to_the_most() {
        let terms = RatingTerms::default();
        // √((60/173.7178)² + 0.06² · days) · 173.7178
        let cases = [(0, 60_000_000), (1, 60_898_607), (100, 120_266_515), (100_000, 350_000_000)];
        for (days, micro) in cases {
            let grown = rating(60).deviation_at(&terms, WallTime(days * DAY));
            assert!((grown.0 - micro).abs() <= 1, "{days} days: {grown:?}");
        }
        assert_eq!(rating(60).deviation_at(&terms, WallTime(-DAY)), Points::whole(60));
        assert!(rating(60).deviation_at(&terms, WallTime(DAY / 2)) > Points::whole(60));
    }

    #[test]
    fn a_rating_is_provisional_above_the_listed_deviation_only() {
        let terms = RatingTerms::default();
        assert!(Rating::new(&terms).provisional(&terms, WallTime(0)));
        assert!(!rating(110).provisional(&terms, WallTime(0)));
        assert!(rating(110).provisional(&terms, WallTime(DAY)));
    }

    #[test]
    fn expected_scores_of_both_sum_to_one_and_uncertainty_draws_them_to_a_half() {
        let of = |rating, deviation| (Points::whole(rating), Points::whole(deviation));
        let certain = expected_score(of(1600, 0), of(1500, 0));
        assert!((certain - 1.0 / (1.0 + 10f64.powf(-0.25))).abs() < 1e-6, "{certain}");
        let uncertain = expected_score(of(1600, 350), of(1500, 350));
        assert!(0.5 < uncertain && uncertain < certain);
        assert!((uncertain + expected_score(of(1500, 350), of(1600, 350)) - 1.0).abs() < 1e-12);
    }
}
