//! Play now, rule by rule. How it goes on an evening is in matchmaking.rs.

#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]

mod seeker;

use competition::{JoinError, PerColour, Pool, PoolEvent, PoolPair, PoolTerms, Seeker, StakeRange};
use ids::{Amount, Millis, WallTime};
use seeker::{account, seeker};

fn seconds(s: u64) -> WallTime {
    WallTime(0).plus(Millis(s * 1000))
}

fn pairs(events: Vec<PoolEvent>) -> Vec<PoolPair> {
    let pair = |event| if let PoolEvent::Paired(pair) = event { Some(*pair) } else { None };
    events.into_iter().filter_map(pair).collect()
}

/// The pair of two who join at once, looked at `after` seconds later.
fn meet(a: Seeker, b: Seeker, after: u64) -> Option<PoolPair> {
    let mut pool = Pool::new(PoolTerms::default());
    pool.join(a, seconds(0)).unwrap();
    pool.join(b, seconds(0)).unwrap();
    (0..=after).find_map(|s| pairs(pool.look(seconds(s), |_, _, _| true)).pop())
}

fn meets(a: Seeker, b: Seeker) -> bool {
    meet(a, b, 0).is_some()
}

#[test]
fn the_window_is_a_hundred_points_and_widens_by_25_every_five_seconds_to_400_and_games_are_even_for_20_seconds()
 {
    let cases = [
        (100, Some(0)),
        (101, Some(5)),
        (107, Some(5)),
        (108, Some(20)),
        (200, Some(20)),
        (201, Some(25)),
        (400, Some(60)),
        (401, None),
    ];
    for (apart, after) in cases {
        let found = meet(seeker(1, 1500), seeker(2, 1500 + apart), 599);
        assert_eq!(found.map(|pair| pair.waited.white.0 / 1000), after, "{apart} points apart");
    }
    let wider = |n, rating| Seeker { wider: true, ..seeker(n, rating) };
    assert!(meet(wider(1, 1500), seeker(2, 1901), 599).is_none(), "both have to say yes");
    assert_eq!(meet(wider(1, 1500), wider(2, 1901), 599).map(|pair| pair.waited.white), Some(Millis(65_000)));
}

#[test]
fn who_has_just_come_keeps_his_own_narrow_window() {
    let mut pool = Pool::new(PoolTerms::default());
    pool.join(seeker(1, 1500), seconds(0)).unwrap();
    assert!(pool.look(seconds(50), |_, _, _| true).is_empty());
    pool.join(seeker(2, 1700), seconds(50)).unwrap();
    assert!(pool.look(seconds(50), |_, _, _| true).is_empty());
    let found = (51..99).find(|s| !pool.look(seconds(*s), |_, _, _| true).is_empty());
    assert_eq!(found, Some(60), "1 is told");
    let found = (61..99).find(|s| !pool.look(seconds(*s), |_, _, _| true).is_empty());
    assert_eq!(found, Some(70), "2 has waited 20 s");
    assert!(pool.is_empty());
}

#[test]
fn the_nearest_is_taken_and_waiting_counts_as_nearness() {
    let terms = PoolTerms::default();
    let partner = |far_since| {
        let mut pool = Pool::new(terms.clone());
        pool.join(seeker(1, 1590), seconds(far_since)).unwrap();
        pool.join(seeker(2, 1450), seconds(30)).unwrap();
        assert!(pool.look(seconds(30), |_, _, _| false).is_empty());
        pool.join(seeker(3, 1500), seconds(30)).unwrap();
        pairs(pool.look(seconds(30), |_, _, _| true)).pop()
    };
    let has = |pair: Option<PoolPair>, n| {
        let players = pair.unwrap().players;
        [players.white.account, players.black.account].contains(&account(n))
    };
    assert!(has(partner(30), 2), "50 points are nearer than 90");
    assert!(has(partner(5), 1), "25 s count as 50 points: 90 - 50 < 50");
}

#[test]
fn white_goes_to_who_had_it_less_and_nobody_passes_a_difference_of_two() {
    let with = |n, white, black| Seeker { colours: PerColour { white, black }, ..seeker(n, 1500) };
    let white = |a, b| meet(a, b, 0).map(|pair| pair.players.white.account);
    assert_eq!(white(with(1, 4, 3), with(2, 3, 3)), Some(account(2)));
    assert_eq!(white(with(1, 3, 4), with(2, 3, 3)), Some(account(1)));
    assert_eq!(white(with(1, 3, 3), with(2, 5, 5)), Some(account(1)), "equal: who waits longer");
    assert_eq!(white(with(1, 5, 3), with(2, 5, 3)), None, "one of them would have three more with White");
    assert_eq!(white(with(1, 3, 5), with(2, 3, 5)), None, "or with Black");
    assert_eq!(white(with(1, 5, 3), with(2, 4, 3)), Some(account(2)));
    assert_eq!(white(with(1, 9, 3), with(2, 3, 9)), Some(account(2)), "who is past it comes nearer");
}

#[test]
fn the_stake_is_the_highest_that_both_accept() {
    let with = |n, lowest, highest| Seeker {
        stakes: StakeRange { lowest: Amount(lowest), highest: Amount(highest) },
        ..seeker(n, 1500)
    };
    let stake = |a, b| meet(a, b, 0).map(|pair| pair.stake.0);
    assert_eq!(stake(with(1, 50, 200), with(2, 100, 500)), Some(200));
    assert_eq!(stake(with(1, 100, 100), with(2, 100, 500)), Some(100));
    assert_eq!(stake(with(1, 50, 99), with(2, 100, 500)), None);
}

#[test]
fn a_latency_limit_holds_for_both_and_is_one_of_the_steps() {
    let with = |n, latency, limit: Option<u64>| Seeker {
        latency: Millis(latency),
        latency_limit: limit.map(Millis),
        ..seeker(n, 1500)
    };
    assert!(meets(with(1, 90, Some(100)), with(2, 100, None)));
    assert!(!meets(with(1, 90, Some(100)), with(2, 101, None)));
    assert!(!meets(with(1, 101, None), with(2, 90, Some(100))), "whoever of the two set it");
    let join = |seeker| Pool::new(PoolTerms::default()).join(seeker, seconds(0));
    assert_eq!(join(with(1, 90, Some(99))), Err(JoinError::LatencyLimit(Millis(99))));
    let own = JoinError::OwnLatency { latency: Millis(101), limit: Millis(100) };
    assert_eq!(join(with(1, 101, Some(100))), Err(own), "he can't ask for what he does not give");
    let shown = |latency| PoolTerms::default().latency_step(Millis(latency));
    assert_eq!([shown(50), shown(51), shown(401)], [Some(Millis(50)), Some(Millis(100)), None]);
}

#[test]
fn two_of_one_device_or_address_another_game_or_past_their_limits_are_not_paired() {
    let origins = |n, origins: &[u64]| Seeker { origins: origins.to_vec(), ..seeker(n, 1500) };
    assert!(meets(origins(1, &[7, 8]), origins(2, &[9])));
    assert!(!meets(origins(1, &[7, 8]), origins(2, &[9, 8])));
    let mut other = seeker(2, 1500);
    other.profile.clock.increment = Millis(2000);
    assert!(!meets(seeker(1, 1500), other));
    let mut pool = Pool::new(PoolTerms::default());
    pool.join(seeker(1, 1500), seconds(0)).unwrap();
    pool.join(seeker(2, 1500), seconds(0)).unwrap();
    assert!(pool.look(seconds(0), |_, _, stake| stake < Amount(100)).is_empty());
    assert_eq!(pairs(pool.look(seconds(5), |_, _, _| true)).len(), 1, "asked again at the next step");
}

#[test]
fn who_met_in_ten_games_do_not_meet_again_while_four_others_wait_in_the_window() {
    let mut met = seeker(1, 1500);
    met.recent = (20..29).map(account).chain([account(2)]).collect();
    let mut forgotten = seeker(1, 1500);
    forgotten.recent = (20..30).map(account).chain([account(2)]).collect();
    // the others wait for one another's colours, so that nobody plays them
    let other = |n| Seeker { colours: PerColour { white: 9, black: 0 }, ..seeker(n, 1560) };
    let again = |first: &Seeker, others: usize| {
        let mut pool = Pool::new(PoolTerms::default());
        (10..10 + others).for_each(|n| pool.join(other(n), seconds(0)).unwrap());
        pool.join(first.clone(), seconds(0)).unwrap();
        pool.join(seeker(2, 1500), seconds(0)).unwrap();
        let first_two = |a: &Seeker, b: &Seeker, _| a.rating == b.rating;
        pairs(pool.look(seconds(0), first_two)).len() == 1
    };
    assert!(again(&met, 3));
    assert!(!again(&met, 4));
    assert!(again(&forgotten, 4), "the eleventh game back does not count");
}

#[test]
fn of_two_the_one_not_met_lately_is_taken_although_he_is_further() {
    let mut pool = Pool::new(PoolTerms::default());
    pool.join(Seeker { recent: vec![account(2)], ..seeker(1, 1500) }, seconds(0)).unwrap();
    pool.join(seeker(2, 1500), seconds(0)).unwrap();
    pool.join(seeker(3, 1580), seconds(0)).unwrap();
    let pair = pairs(pool.look(seconds(0), |_, _, _| true)).remove(0);
    assert_eq!((pair.players.white.account, pair.players.black.account), (account(1), account(3)));
}

#[test]
fn nobody_waits_silently_and_the_wider_window_is_asked_for_once() {
    let mut pool = Pool::new(PoolTerms::default());
    pool.join(seeker(1, 1500), seconds(0)).unwrap();
    pool.join(Seeker { wider: true, ..seeker(2, 3000) }, seconds(0)).unwrap();
    let mut told = Vec::new();
    while let Some(due) = pool.due() {
        for event in pool.look(due, |_, _, _| true) {
            told.push(match event {
                PoolEvent::AskWider { account, waited } => ("ask", account, waited.0 / 1000),
                PoolEvent::StillWaiting { account, waited } => ("still", account, waited.0 / 1000),
                PoolEvent::GaveUp { account, waited } => ("gave up", account, waited.0 / 1000),
                PoolEvent::Paired(_) => panic!("1500 points apart"),
            });
        }
        assert!(pool.due().is_none_or(|next| next > due), "time goes on");
    }
    let expected: Vec<_> = (1..=10)
        .flat_map(|minute| {
            let said = |n| match (minute, n) {
                (10, _) => "gave up",
                (1, 1) => "ask",
                _ => "still",
            };
            [1, 2].map(|n| (said(n), account(n), minute * 60))
        })
        .collect();
    assert_eq!(told, expected);
    assert!(pool.is_empty());
}

#[test]
fn a_yes_widens_at_once() {
    let mut pool = Pool::new(PoolTerms::default());
    for n in [1, 2] {
        pool.join(seeker(n, 1000 + 410 * n as i32), seconds(0)).unwrap();
    }
    assert_eq!(pool.look(seconds(71), |_, _, _| true).len(), 2);
    assert!(pool.widen(account(1), seconds(72)));
    assert!(pool.look(seconds(72), |_, _, _| true).is_empty(), "one yes is not enough");
    assert!(pool.widen(account(2), seconds(73)));
    assert_eq!(pool.due(), Some(seconds(73)));
    assert_eq!(pairs(pool.look(seconds(73), |_, _, _| true)).len(), 1);
    assert!(!pool.widen(account(1), seconds(74)), "he waits no longer");
}

#[test]
fn the_pool_has_room_for_so_many_and_nobody_waits_twice() {
    let mut pool = Pool::new(PoolTerms { most_waiting: 2, ..PoolTerms::default() });
    pool.join(seeker(1, 1500), seconds(0)).unwrap();
    assert_eq!(pool.join(seeker(1, 1500), seconds(0)), Err(JoinError::Waiting));
    pool.join(seeker(2, 1500), seconds(0)).unwrap();
    assert_eq!(pool.join(seeker(3, 1500), seconds(0)), Err(JoinError::Full(2)));
    assert_eq!(pool.leave(account(1)).map(|seeker| seeker.account), Some(account(1)));
    assert_eq!(pool.leave(account(1)), None);
    pool.join(seeker(3, 1500), seconds(0)).unwrap();
    let empty = StakeRange { lowest: Amount(2), highest: Amount(1) };
    pool.leave(account(3));
    let join = pool.join(Seeker { stakes: empty, ..seeker(3, 1500) }, seconds(0));
    assert_eq!(join, Err(JoinError::Stakes { lowest: Amount(2), highest: Amount(1) }));
    let many = Seeker { origins: vec![0; 17], ..seeker(3, 1500) };
    assert_eq!(pool.join(many, seconds(0)), Err(JoinError::Origins { origins: 17, most: 16 }));
    assert_eq!(pool.len(), 1);
}
