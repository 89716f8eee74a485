//! Glicko-2 as Glickman's paper gives it ("Example of the Glicko-2 system", 2013 and later), step by step. Knows no
//! player, no day and no storage.
//!
//! exp and ln come from libm in Rust, and the rest is addition, multiplication, division and square roots, which IEEE
//! 754 rounds the same everywhere: one history gives one rating on every machine.

/// Points of the usual scale in one unit of the Glicko-2 scale (the paper's step 2).
pub(super) const SCALE: f64 = 173.7178;
/// Where the search for the volatility ends (step 5).
const EPSILON: f64 = 0.000_001;
/// Steps after which the search ends in any case; it takes about ten.
const MOST_STEPS: u32 = 1000;

/// A player in Glicko-2 units; the rating is relative to whatever the caller calls the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    /// μ
    pub(super) rating: f64,
    /// φ
    pub(super) deviation: f64,
    /// σ
    pub(super) volatility: f64,
}

/// How much an opponent's uncertainty takes from what a result says: g(φ).
pub(super) fn weight(deviation: f64) -> f64 {
    1.0 / (1.0 + 3.0 * deviation * deviation / (std::f64::consts::PI * std::f64::consts::PI)).sqrt()
}

/// The share of the points that `ahead`, a difference of ratings, is expected to bring: E.
pub(super) fn expected(weight: f64, ahead: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-weight * ahead))
}

/// What a period with these opponents and scores (0, ½, 1) makes of a player. An empty period makes him less certain.
pub(super) fn rate(player: Strength, results: &[(Strength, f64)], tau: f64) -> Strength {
    let spread = player.deviation * player.deviation;
    if results.is_empty() {
        let volatility = player.volatility;
        return Strength { deviation: (spread + volatility * volatility).sqrt(), ..player };
    }
    // steps 3 and 4: the estimated variance v, and what the results say
    let mut information = 0.0;
    let mut surprise = 0.0;
    for (opponent, score) in results {
        let weight = weight(opponent.deviation);
        let expected = expected(weight, player.rating - opponent.rating);
        information += weight * weight * expected * (1.0 - expected);
        surprise += weight * (score - expected);
    }
    let variance = 1.0 / information;
    let improvement = variance * surprise;
    // steps 5 to 7
    let volatility = new_volatility(player, improvement, variance, tau);
    let before = spread + volatility * volatility;
    let after = 1.0 / (1.0 / before + information);
    Strength { rating: player.rating + after * surprise, deviation: after.sqrt(), volatility }
}

/// Step 5: the Illinois algorithm on f(x).
fn new_volatility(player: Strength, improvement: f64, variance: f64, tau: f64) -> f64 {
    let spread = player.deviation * player.deviation;
    let start = libm::log(player.volatility * player.volatility);
    let f = |x: f64| {
        let e = libm::exp(x);
        let sum = spread + variance + e;
        e * (improvement * improvement - sum) / (2.0 * sum * sum) - (x - start) / (tau * tau)
    };
    let mut a = start;
    let excess = improvement * improvement - spread - variance;
    let mut b = if excess > 0.0 {
        libm::log(excess)
    } else {
        // f falls without end to the left, so that this loop ends; the bound is for numbers that are not
        (1..=MOST_STEPS).map(|k| start - f64::from(k) * tau).find(|x| f(*x) >= 0.0).unwrap_or(start)
    };
    let (mut fa, mut fb) = (f(a), f(b));
    for _ in 0..MOST_STEPS {
        if (b - a).abs() <= EPSILON {
            break;
        }
        let c = a + (a - b) * fa / (fb - fa);
        let fc = f(c);
        if fc * fb <= 0.0 {
            (a, fa) = (b, fb);
        } else {
            fa /= 2.0;
        }
        (b, fb) = (c, fc);
    }
    libm::exp(a / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::SmallRng};
    use skillratings::{
        Outcomes,
        glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
    };

    fn strength(rating: f64, deviation: f64) -> Strength {
        Strength { rating: (rating - 1500.0) / SCALE, deviation: deviation / SCALE, volatility: 0.06 }
    }

    #[test]
    fn the_example_of_the_paper_comes_out_as_printed() {
        let results =
            [(strength(1400.0, 30.0), 1.0), (strength(1550.0, 100.0), 0.0), (strength(1700.0, 300.0), 0.0)];
        let after = rate(strength(1500.0, 200.0), &results, 0.5);
        assert_eq!(format!("{:.2}", after.rating * SCALE + 1500.0), "1464.05"); // the paper rounds μ' first: 1464.06
        assert_eq!(format!("{:.4}", after.rating), "-0.2069");
        assert_eq!(format!("{:.4}", after.deviation), "0.8722");
        assert_eq!(format!("{:.2}", after.deviation * SCALE), "151.52");
        assert_eq!(format!("{:.5}", after.volatility), "0.06000"); // 0.059996; the paper cuts it to 0.05999
        assert_eq!(format!("{:.6}", after.volatility), "0.059996");
    }

    #[test]
    fn random_periods_agree_with_another_implementation() {
        let seed = 20_260_301;
        println!("seed {seed}");
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..2000 {
            let mut draw = || Glicko2Rating {
                rating: rng.random_range(600.0..2800.0),
                deviation: rng.random_range(30.0..350.0),
                volatility: rng.random_range(0.03..0.1),
            };
            let (player, opponents) = (draw(), [draw(), draw(), draw()]);
            let count = rng.random_range(1..=3);
            let outcomes = [Outcomes::WIN, Outcomes::DRAW, Outcomes::LOSS];
            let period: Vec<_> =
                opponents[..count].iter().map(|o| (*o, outcomes[rng.random_range(0..3)])).collect();
            let config = Glicko2Config { tau: rng.random_range(0.3..1.2), convergence_tolerance: EPSILON };
            let theirs = glicko2_rating_period(&player, &period, &config);
            let of =
                |r: &Glicko2Rating| Strength { volatility: r.volatility, ..strength(r.rating, r.deviation) };
            let results: Vec<_> = period.iter().map(|(o, out)| (of(o), out.to_chess_points())).collect();
            let ours = rate(of(&player), &results, config.tau);
            assert!((ours.rating * SCALE + 1500.0 - theirs.rating).abs() < 1e-5, "{player:?} {period:?}");
            assert!((ours.deviation * SCALE - theirs.deviation).abs() < 1e-5, "{player:?} {period:?}");
            assert!((ours.volatility - theirs.volatility).abs() < 1e-7, "{player:?} {period:?}");
        }
    }
}
