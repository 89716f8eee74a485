//! Play now under a random crowd: every pair keeps every rule, and nobody is left who could have been paired.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod seeker;

use competition::{PerColour, Points, Pool, PoolEvent, PoolTerms, Seeker, StakeRange};
use ids::{AccountId, Amount, Millis, WallTime};
use rand::{Rng, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use seeker::{account, seeker};
use std::collections::BTreeMap;

fn stranger(rng: &mut SmallRng, n: usize) -> Seeker {
    let base = seeker(n, rng.random_range(1200..1800));
    let stakes = [10, 20, 50, 100];
    let (low, high) = (rng.random_range(0..4), rng.random_range(0..4));
    let steps = [None, None, Some(100), Some(200)];
    let limit: Option<u64> = *steps.choose(rng).unwrap();
    let mut profile = base.profile.clone();
    profile.clock.initial = Millis(*[60_000, 300_000].choose(rng).unwrap());
    Seeker {
        profile,
        stakes: StakeRange { lowest: Amount(stakes[low.min(high)]), highest: Amount(stakes[low.max(high)]) },
        latency: Millis(rng.random_range(20..=limit.unwrap_or(300))),
        latency_limit: limit.map(Millis),
        origins: (0..rng.random_range(0..3)).map(|_| rng.random_range(0..60)).collect(),
        colours: PerColour { white: rng.random_range(3..6), black: rng.random_range(3..6) },
        recent: (0..rng.random_range(6..14)).map(|_| account(rng.random_range(0..120))).collect(),
        wider: rng.random_range(0..4) == 0,
        ..base
    }
}

/// What two may have staked before: some have too much.
fn may_meet(a: AccountId, b: AccountId, stake: Amount) -> bool {
    !(a.0.as_u128() + b.0.as_u128()).is_multiple_of(7) || stake < Amount(50)
}

struct Crowd {
    terms: PoolTerms,
    waiting: BTreeMap<AccountId, (Seeker, WallTime)>,
}

impl Crowd {
    fn window(&self, who: &(Seeker, WallTime), now: WallTime) -> Points {
        let window = 100 + 25 * (now.since(who.1).0 / 5000) as i32;
        Points::whole(if who.0.wider { window } else { window.min(400) })
    }

    fn near(&self, a: &(Seeker, WallTime), b: &(Seeker, WallTime), now: WallTime) -> bool {
        let apart = a.0.rating.minus(b.0.rating).abs();
        apart <= self.window(a, now) && apart <= self.window(b, now)
    }

    fn repeats(a: &Seeker, b: &Seeker) -> bool {
        a.recent[..a.recent.len().min(10)].contains(&b.account)
            || b.recent[..b.recent.len().min(10)].contains(&a.account)
    }

    /// Whether the two may play, repetition apart.
    fn allowed(&self, a: &(Seeker, WallTime), b: &(Seeker, WallTime), now: WallTime) -> bool {
        let balance = |s: &Seeker| i64::from(s.colours.white) - i64::from(s.colours.black);
        let (low, high) = (balance(&a.0).min(balance(&b.0)), balance(&a.0).max(balance(&b.0)));
        let limit = |own: &Seeker| own.latency_limit.unwrap_or(Millis(u64::MAX));
        let stake = a.0.stakes.highest.min(b.0.stakes.highest);
        let even = a.0.rating.minus(b.0.rating).abs() <= self.terms.even;
        let patient = now.since(a.1).min(now.since(b.1)) >= self.terms.even_for;
        self.near(a, b, now)
            && (even || patient)
            && a.0.profile == b.0.profile
            && stake >= a.0.stakes.lowest.max(b.0.stakes.lowest)
            && a.0.latency.max(b.0.latency) <= limit(&a.0).min(limit(&b.0))
            && !a.0.origins.iter().any(|origin| b.0.origins.contains(origin))
            && low < 2
            && high > -2
            && may_meet(a.0.account, b.0.account, stake)
    }

    /// How many others of the same game wait in the window of `own`.
    fn others(&self, own: &(Seeker, WallTime), other: AccountId, now: WallTime) -> usize {
        let counts = |who: &&(Seeker, WallTime)| {
            who.0.account != own.0.account
                && who.0.account != other
                && who.0.profile == own.0.profile
                && self.near(own, who, now)
        };
        self.waiting.values().filter(counts).count()
    }
}

#[test]
fn every_pair_keeps_every_rule_and_nobody_is_left_who_could_have_been_paired() {
    let (mut pairs, mut refused_repeats) = (0, 0);
    for seed in 0..40 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let terms = PoolTerms::default();
        let mut pool = Pool::new(terms.clone());
        let mut crowd = Crowd { terms, waiting: BTreeMap::new() };
        for second in 0..150 {
            let now = WallTime(0).plus(Millis(second * 1000));
            for _ in 0..rng.random_range(0..4) {
                let n = rng.random_range(0..120);
                let stranger = stranger(&mut rng, n);
                let account = stranger.account;
                if pool.join(stranger.clone(), now).is_ok() {
                    crowd.waiting.insert(account, (stranger, now));
                }
            }
            if rng.random_range(0..10) == 0 {
                let account = account(rng.random_range(0..120));
                assert_eq!(pool.leave(account), crowd.waiting.remove(&account).map(|(seeker, _)| seeker));
            }
            // all that is found in one look is found one pair after the other
            for event in pool.look(now, |a, b, stake| may_meet(a.account, b.account, stake)) {
                let PoolEvent::Paired(pair) = event else { continue };
                let PerColour { white, black } = pair.players.clone();
                let [a, b] = [&white, &black].map(|seeker| crowd.waiting[&seeker.account].clone());
                assert_eq!((&a.0, &b.0), (&white, &black), "seed {seed}");
                assert!(crowd.allowed(&a, &b, now), "seed {seed}: {pair:?}");
                assert_eq!(pair.stake, white.stakes.highest.min(black.stakes.highest));
                assert!(white.colours.white < white.colours.black + 2, "seed {seed}: {pair:?}");
                assert!(black.colours.black < black.colours.white + 2, "seed {seed}: {pair:?}");
                if Crowd::repeats(&white, &black) {
                    let others =
                        crowd.others(&a, black.account, now).max(crowd.others(&b, white.account, now));
                    assert!(others < 4, "seed {seed}: a repetition while {others} others wait");
                }
                crowd.waiting.remove(&white.account);
                crowd.waiting.remove(&black.account);
                pairs += 1;
            }
            assert_eq!(pool.len(), crowd.waiting.len(), "seed {seed}");
            let all: Vec<_> = crowd.waiting.values().collect();
            for (a, b) in all.iter().enumerate().flat_map(|(n, a)| all[n + 1..].iter().map(move |b| (a, b))) {
                let looked_at = [a, b].iter().any(|who| now.since(who.1).0.is_multiple_of(5000));
                if looked_at && crowd.allowed(a, b, now) {
                    assert!(Crowd::repeats(&a.0, &b.0), "seed {seed}: {a:?} and {b:?} wait on");
                    refused_repeats += 1;
                }
            }
        }
    }
    println!("{pairs} pairs, {refused_repeats} repetitions refused");
    assert!(pairs > 2_000 && refused_repeats > 20);
}
