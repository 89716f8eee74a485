//! Prizes in whole minor units: they always sum to the pool and never increase down the table. Knows no player.

use ids::Amount;
use serde::{Deserialize, Serialize};

/// The most places that a plan may pay.
pub const MAX_PAID_PLACES: usize = 1024;

/// How a pool is divided: one weight a paid place, from the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>", into = "Vec<u32>")]
pub struct PrizePlan {
    weights: Vec<u32>,
}

/// Weights that make no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PrizePlanError {
    /// Somebody must be paid.
    #[error("a prize plan needs at least one weight")]
    Empty,
    /// Too many places.
    #[error("{places} places are paid, at most {MAX_PAID_PLACES} can be")]
    TooManyPlaces {
        /// How many weights there were.
        places: usize,
    },
    /// A paid place is worth something.
    #[error("the weight of place {place} is 0; leave the place out instead")]
    Zero {
        /// The place, from 1.
        place: usize,
    },
    /// A worse place is never worth more.
    #[error("the weight of place {place} is {weight}, more than that of the place above it, {above}")]
    Increases {
        /// The place, from 1.
        place: usize,
        /// Its weight.
        weight: u32,
        /// The weight of the place above.
        above: u32,
    },
}

impl PrizePlan {
    /// A plan of these weights, which need not sum to anything.
    ///
    /// # Errors
    /// [`PrizePlanError`] when they make none.
    pub fn new(weights: Vec<u32>) -> Result<Self, PrizePlanError> {
        if weights.is_empty() {
            return Err(PrizePlanError::Empty);
        }
        if weights.len() > MAX_PAID_PLACES {
            return Err(PrizePlanError::TooManyPlaces { places: weights.len() });
        }
        if let Some(at) = weights.iter().position(|weight| *weight == 0) {
            return Err(PrizePlanError::Zero { place: at + 1 });
        }
        for (at, pair) in weights.windows(2).enumerate() {
            if pair[1] > pair[0] {
                return Err(PrizePlanError::Increases { place: at + 2, weight: pair[1], above: pair[0] });
            }
        }
        Ok(Self { weights })
    }

    /// The weights, from the first place.
    #[must_use]
    pub fn weights(&self) -> &[u32] {
        &self.weights
    }

    /// The prize of each place, where nobody shares. Fewer finishers than paid places: the weights are cut to them,
    /// and what remains of them is the whole. Empty without a finisher, else they sum to `pool`.
    #[must_use]
    pub fn of_places(&self, pool: Amount, finishers: usize) -> Vec<Amount> {
        let paid = self.weights.len().min(finishers);
        let weights: Vec<u64> = self.weights[..paid].iter().map(|weight| u64::from(*weight)).collect();
        let mut prizes = apportion(pool, &weights);
        prizes.resize(finishers, Amount::ZERO);
        prizes
    }

    /// The prize of each finisher, best first, where `groups` are the sizes of the groups of equals from the top:
    /// equals share the sum of their places' prizes, and the odd units go to the first of them in order.
    #[must_use]
    pub fn of_groups(&self, pool: Amount, groups: &[usize]) -> Vec<Amount> {
        let finishers = groups.iter().sum();
        let prizes = self.of_places(pool, finishers);
        let mut shared = Vec::with_capacity(finishers);
        for size in groups.iter().copied() {
            let sum: i64 = prizes[shared.len()..shared.len() + size].iter().map(|prize| prize.0).sum();
            shared.extend(split(Amount(sum), size));
        }
        shared
    }
}

impl TryFrom<Vec<u32>> for PrizePlan {
    type Error = PrizePlanError;
    /// The plan of a free event is empty in its row.
    fn try_from(weights: Vec<u32>) -> Result<Self, PrizePlanError> {
        if weights.is_empty() { Ok(Self::default()) } else { Self::new(weights) }
    }
}

impl From<PrizePlan> for Vec<u32> {
    fn from(plan: PrizePlan) -> Self {
        plan.weights
    }
}

/// `total` in proportion to `weights`: each gets its share rounded down, and the units left over go one each to the
/// largest remainders, the earlier one first among equals. All weights zero: equally. Sums to `total`, unless there
/// is no weight.
#[must_use]
pub fn apportion(total: Amount, weights: &[u64]) -> Vec<Amount> {
    let sum: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    if sum == 0 {
        return split(total, weights.len());
    }
    let whole = i128::from(total.0.max(0));
    let product = |weight: &u64| whole * i128::from(*weight);
    let mut shares: Vec<i128> = weights.iter().map(|weight| product(weight) / sum).collect();
    let left = whole - shares.iter().sum::<i128>();
    let left = usize::try_from(left).expect("each share is rounded down by less than one unit");
    let mut order: Vec<usize> = (0..weights.len()).collect();
    // a stable sort: the better place first among equal remainders
    order.sort_by_key(|at| std::cmp::Reverse(product(&weights[*at]) % sum));
    for at in order.into_iter().take(left) {
        shares[at] += 1;
    }
    shares
        .into_iter()
        .map(|share| Amount(i64::try_from(share).expect("a share is at most the total, which fits")))
        .collect()
}

/// `total` in `parts` equal parts, the odd units to the first ones.
#[must_use]
pub fn split(total: Amount, parts: usize) -> Vec<Amount> {
    let Ok(count) = i64::try_from(parts) else { return Vec::new() };
    if count == 0 {
        return Vec::new();
    }
    let total = total.0.max(0);
    (0..count).map(|at| Amount(total / count + i64::from(at < total % count))).collect()
}

/// What a stopped event pays out of what is left of its pool, once the places already decided have their prizes: half
/// equally, half by points, odd units to the earlier one. F13, ROLL_FORWARD. `points` are those of the active
/// players, best first.
#[must_use]
pub fn roll_forward(left: Amount, points: &[u32]) -> Vec<Amount> {
    if points.is_empty() {
        return Vec::new();
    }
    let halves = split(left, 2);
    let equally = split(halves[0], points.len());
    let points: Vec<u64> = points.iter().map(|points| u64::from(*points)).collect();
    let by_points = apportion(halves[1], &points);
    equally.into_iter().zip(by_points).map(|(one, other)| Amount(one.0 + other.0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    fn plan(weights: &[u32]) -> PrizePlan {
        PrizePlan::new(weights.to_vec()).unwrap()
    }

    fn amounts(values: &[i64]) -> Vec<Amount> {
        values.iter().copied().map(Amount).collect()
    }

    #[test]
    fn the_published_examples_hold() {
        let check = |pool, weights: &[u32], expected: &[i64]| {
            assert_eq!(plan(weights).of_places(Amount(pool), weights.len()), amounts(expected), "{pool}");
        };
        check(1000, &[50, 30, 20], &[500, 300, 200]);
        check(1001, &[5000, 3000, 2000], &[501, 300, 200]);
        check(100, &[1, 1, 1], &[34, 33, 33]);
        check(7, &[40, 30, 20, 10], &[3, 2, 1, 1]);
        check(0, &[2, 1], &[0, 0]);
        check(i64::MAX, &[u32::MAX, 1], &[i64::MAX - 2_147_483_648, 2_147_483_648]);
    }

    #[test]
    fn equals_share_the_prizes_of_their_places_and_the_first_get_the_odd_units() {
        let thirds = plan(&[50, 30, 20]);
        assert_eq!(thirds.of_groups(Amount(1001), &[1, 2]), amounts(&[501, 250, 250]));
        assert_eq!(thirds.of_groups(Amount(1000), &[3]), amounts(&[334, 333, 333]));
        // a group that reaches beyond the paid places
        assert_eq!(thirds.of_groups(Amount(1000), &[1, 1, 3, 1]), amounts(&[500, 300, 67, 67, 66, 0]));
    }

    #[test]
    fn fewer_finishers_than_places_have_the_whole_pool() {
        assert_eq!(plan(&[50, 30, 20]).of_places(Amount(1000), 2), amounts(&[625, 375]));
        assert_eq!(plan(&[50, 30, 20]).of_places(Amount(1000), 1), amounts(&[1000]));
        assert_eq!(plan(&[50, 30, 20]).of_places(Amount(1000), 0), amounts(&[]));
    }

    #[test]
    fn a_plan_is_refused_with_its_reason() {
        let check = |weights: &[u32], error| assert_eq!(PrizePlan::new(weights.to_vec()), Err(error));
        check(&[], PrizePlanError::Empty);
        check(&[3, 0], PrizePlanError::Zero { place: 2 });
        check(&[3, 2, 4], PrizePlanError::Increases { place: 3, weight: 4, above: 2 });
        check(&[1; 1025], PrizePlanError::TooManyPlaces { places: 1025 });
    }

    #[test]
    fn a_plan_in_a_row_is_judged_again() {
        assert_eq!(serde_json::from_str::<PrizePlan>("[5,3]").unwrap(), plan(&[5, 3]));
        assert!(serde_json::from_str::<PrizePlan>("[3,5]").is_err());
        assert_eq!(serde_json::to_string(&plan(&[5, 3])).unwrap(), "[5,3]");
    }

    #[test]
    fn any_prizes_sum_to_the_pool_and_never_increase_down_the_table() {
        let seed = 20_260_301;
        let mut rng = SmallRng::seed_from_u64(seed);
        for round in 0..20_000 {
            let mut weights: Vec<u32> =
                (0..rng.random_range(1..12)).map(|_| rng.random_range(1..10_000)).collect();
            weights.sort_unstable_by(|one, other| other.cmp(one));
            let pool = Amount(match rng.random_range(0..3) {
                0 => rng.random_range(0..50),
                1 => rng.random_range(0..1_000_000),
                _ => rng.random_range(0..=Amount::MAX.0),
            });
            let groups: Vec<usize> = (0..rng.random_range(1..8)).map(|_| rng.random_range(1..5)).collect();
            let prizes = plan(&weights).of_groups(pool, &groups);
            let told = format!("seed {seed}, round {round}: {pool} on {weights:?} by {groups:?}: {prizes:?}");
            assert_eq!(prizes.len(), groups.iter().sum::<usize>(), "{told}");
            assert_eq!(prizes.iter().map(|prize| prize.0).sum::<i64>(), pool.0, "{told}");
            assert!(prizes.is_sorted_by(|better, worse| better >= worse), "{told}");
            let mut from = 0;
            for size in groups {
                assert!(prizes[from].0 - prizes[from + size - 1].0 <= 1, "equals share: {told}");
                from += size;
            }
        }
    }

    #[test]
    fn a_stopped_event_pays_half_equally_and_half_by_points() {
        assert_eq!(roll_forward(Amount(1000), &[6, 3, 1]), amounts(&[467, 317, 216]));
        // all zero: equally; the odd unit of the halves goes to the equal one
        assert_eq!(roll_forward(Amount(101), &[0, 0]), amounts(&[51, 50]));
        assert_eq!(roll_forward(Amount(5), &[]), amounts(&[]));
        let seed = 7;
        let mut rng = SmallRng::seed_from_u64(seed);
        for _ in 0..5_000 {
            let left = Amount(rng.random_range(0..1_000_000));
            let mut points: Vec<u32> =
                (0..rng.random_range(1..40)).map(|_| rng.random_range(0..20)).collect();
            points.sort_unstable_by(|one, other| other.cmp(one));
            let shares = roll_forward(left, &points);
            assert_eq!(shares.iter().map(|share| share.0).sum::<i64>(), left.0, "seed {seed}: {points:?}");
            assert!(
                shares.is_sorted_by(|better, worse| better >= worse),
                "seed {seed}: {points:?} {shares:?}"
            );
        }
    }
}
