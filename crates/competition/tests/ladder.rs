//! Ladder seasons: the rules one by one, and random seasons.

use competition::{
    Holder, Ladder, LadderCommand, LadderError, LadderEvent, LadderLimits, LadderState, LadderTerms,
    LadderTermsError, MoneyLeg, MoneyMove, MoneyOf, Seat,
};
use ids::{AccountId, Amount, LadderId, MatchId, Millis, WallTime};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::{BTreeSet, HashMap, HashSet};
use uuid::Uuid;

const fn hours(hours: u64) -> Millis {
    Millis(hours * 3_600_000)
}

fn hour(count: u64) -> WallTime {
    WallTime(1_800_000_000_000_000).plus(hours(count))
}

fn player(n: u128) -> AccountId {
    AccountId(Uuid::from_u128(n))
}

fn game(n: u128) -> MatchId {
    MatchId(Uuid::from_u128(n))
}

fn terms() -> LadderTerms {
    LadderTerms {
        profile: "brazilian/dream".to_owned(),
        opens_at: hour(24),
        ends_at: hour(24 + 28 * 24),
        prizes: vec![Amount(500), Amount(300), Amount(200)],
        config_version: 7,
    }
}

struct Season {
    ladder: Ladder,
    events: Vec<LadderEvent>,
    books: HashMap<Holder, i64>,
    booked: HashSet<(MoneyOf, MoneyLeg)>,
}

impl Season {
    fn announced() -> Self {
        let limits = LadderLimits::default();
        let events = Ladder::announce(&limits, terms(), hour(0)).expect("valid terms");
        let ladder = Ladder::replay(LadderId(Uuid::from_u128(9)), limits, events.clone()).expect("a season");
        let mut season = Self { ladder, events, books: HashMap::new(), booked: HashSet::new() };
        let funding = season.ladder.funding().expect("there are prizes");
        season.book(funding);
        season
    }

    /// An open season in which the players 1 to `players` stand in this order, at hour 24.
    fn of(players: u128) -> Self {
        let mut season = Self::announced();
        for n in 1..=players {
            season.granted(LadderCommand::Enter { by: player(n) }, hour(1));
        }
        season.granted(LadderCommand::Tick, hour(24));
        season
    }

    fn book(&mut self, each: MoneyMove) {
        assert!(each.amount > Amount::ZERO);
        assert!(self.booked.insert((each.of, each.leg)), "booked twice: {each:?}");
        *self.books.entry(each.from).or_default() -= each.amount.0;
        *self.books.entry(each.to).or_default() += each.amount.0;
    }

    fn ask(&mut self, command: LadderCommand, at: WallTime) -> Result<Vec<LadderEvent>, LadderError> {
        let events = self.ladder.decide(&command, at)?;
        for event in &events {
            for each in self.ladder.money(event) {
                self.book(each);
            }
            self.ladder.apply(event).expect("what was decided fits");
            self.events.push(event.clone());
        }
        self.check();
        Ok(events)
    }

    #[track_caller]
    fn granted(&mut self, command: LadderCommand, at: WallTime) -> Vec<LadderEvent> {
        self.ask(command, at).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"))
    }

    fn check(&self) {
        let pool = self.books.get(&Holder::Ladder(self.ladder.id())).copied().unwrap_or(0);
        assert_eq!(pool, self.ladder.exposure().0, "the pool is not what the state declares");
        let over = matches!(self.ladder.state(), LadderState::Paid | LadderState::Cancelled);
        assert_eq!(self.ladder.due().is_none(), over);
        let distinct: BTreeSet<_> = self.ladder.order().iter().collect();
        assert_eq!(distinct.len(), self.ladder.order().len(), "somebody stands on two places");
        if self.ladder.state() == LadderState::Open {
            for challenge in self.ladder.challenges() {
                for player in [challenge.by, challenge.to] {
                    assert!(self.ladder.place(player).is_some(), "a challenge of who is not there");
                    assert!(!self.ladder.on_leave(player), "a challenge of who is on leave");
                }
            }
        }
    }

    fn order(&self) -> Vec<u128> {
        self.ladder.order().iter().map(|player| player.0.as_u128()).collect()
    }

    /// The challenge of one to another, accepted.
    #[track_caller]
    fn challenge(&mut self, by: u128, to: u128, at: WallTime) -> u32 {
        let events = self.granted(LadderCommand::Challenge { by: player(by), to: player(to) }, at);
        let [LadderEvent::Challenged { number, .. }] = events[..] else { panic!("{events:?}") };
        number
    }

    #[track_caller]
    fn play(&mut self, by: u128, to: u128, winner: Option<Seat>, at: WallTime) {
        let number = self.challenge(by, to, at);
        self.granted(LadderCommand::Accept { by: player(to), number }, at);
        self.granted(LadderCommand::MatchOver { number, of: game(u128::from(number)), winner }, at);
    }
}

#[test]
fn one_challenges_up_to_five_places_up_and_from_the_top_ten_two() {
    let mut season = Season::of(20);
    for (by, to, reach, allowed) in [
        (20, 15, 5, true),
        (20, 14, 5, false),
        (12, 13, 5, false),
        (12, 12, 5, false),
        (11, 6, 5, true),
        (11, 5, 5, false),
        (10, 8, 2, true),
        (10, 7, 2, false),
        (2, 1, 2, true),
    ] {
        let command = LadderCommand::Challenge { by: player(by), to: player(to) };
        let decided = season.ladder.decide(&command, hour(30));
        if allowed {
            assert!(decided.is_ok(), "{by} to {to}");
        } else {
            let (from, to) = (u16::try_from(by).unwrap(), u16::try_from(to).unwrap());
            assert_eq!(decided, Err(LadderError::OutOfReach { from, to, reach }));
        }
    }
    let stranger = LadderCommand::Challenge { by: player(99), to: player(1) };
    assert_eq!(season.ask(stranger, hour(30)), Err(LadderError::NotOnLadder(player(99))));
}

#[test]
fn a_win_over_a_higher_place_inserts_there_and_nothing_else_moves_anybody() {
    for (winner, order) in [
        (Some(Seat::First), vec![1, 5, 2, 3, 4, 6]),
        (Some(Seat::Second), vec![1, 2, 3, 4, 5, 6]),
        (None, vec![1, 2, 3, 4, 5, 6]),
    ] {
        let mut season = Season::of(6);
        season.ladder = {
            // so few players are all of the top; the rule of the top is tried above
            let limits = LadderLimits { top: 0, ..LadderLimits::default() };
            Ladder::replay(season.ladder.id(), limits, season.events.clone()).expect("the same rows")
        };
        season.play(5, 2, winner, hour(30));
        assert_eq!(season.order(), order, "{winner:?}");
        let again = LadderCommand::MatchOver { number: 1, of: game(1), winner };
        assert_eq!(season.ask(again, hour(31)), Ok(vec![]), "an end told twice");
    }
}

#[test]
fn two_declines_are_free_and_each_one_more_or_silence_costs_a_place() {
    let mut season = Season::of(4);
    let number = season.challenge(2, 1, hour(30));
    season.granted(LadderCommand::Decline { by: player(1), number }, hour(30));
    assert_eq!(season.order(), vec![1, 2, 3, 4]);

    let number = season.challenge(2, 1, hour(102));
    assert_eq!(season.ladder.due(), Some(hour(174)));
    let late = LadderCommand::Accept { by: player(1), number };
    assert_eq!(season.ask(late, hour(174)), Err(LadderError::TooLate { at: hour(174), due: hour(174) }));
    season.granted(LadderCommand::Tick, hour(174));
    assert_eq!(season.order(), vec![1, 2, 3, 4], "silence is the second");

    let again = LadderCommand::Challenge { by: player(2), to: player(1) };
    assert_eq!(season.ask(again, hour(245)), Err(LadderError::Pause { until: hour(246) }));
    let number = season.challenge(2, 1, hour(246));
    season.granted(LadderCommand::Decline { by: player(1), number }, hour(247));
    assert_eq!(season.order(), vec![2, 1, 3, 4], "the third");

    let number = season.challenge(3, 1, hour(248));
    season.granted(LadderCommand::Decline { by: player(1), number }, hour(248));
    assert_eq!(season.order(), vec![2, 3, 1, 4], "and the fourth");
}

#[test]
fn an_accepted_challenge_lapses_after_ten_days_without_its_match() {
    let mut season = Season::of(3);
    let number = season.challenge(3, 2, hour(30));
    let over = LadderCommand::MatchOver { number, of: game(1), winner: Some(Seat::First) };
    assert_eq!(season.ask(over, hour(31)), Err(LadderError::NoSuchChallenge(number)), "not accepted");
    season.granted(LadderCommand::Accept { by: player(2), number }, hour(31));
    assert_eq!(season.ladder.due(), Some(hour(31 + 240)));
    season.granted(LadderCommand::Tick, hour(31 + 240));
    assert_eq!((season.ladder.challenges().count(), season.order()), (0, vec![1, 2, 3]));
}

#[test]
fn a_pair_meets_three_times_a_season_with_three_days_between() {
    let mut season = Season::of(2);
    for nth in 0..3_u64 {
        let at = hour(30 + nth * 72);
        season.play(2, 1, None, at);
        let again = LadderCommand::Challenge { by: player(2), to: player(1) };
        let expected = if nth < 2 {
            LadderError::Pause { until: at.plus(hours(72)) }
        } else {
            LadderError::PairDone { allowed: 3 }
        };
        assert_eq!(season.ask(again, at.plus(hours(71))), Err(expected));
    }
}

#[test]
fn each_has_one_challenge_out_and_one_in_and_nobody_two_with_the_same() {
    let mut season = Season::of(4);
    season.challenge(3, 2, hour(30));
    for (by, to, busy) in [(3, 1, 3), (4, 2, 2)] {
        let command = LadderCommand::Challenge { by: player(by), to: player(to) };
        assert_eq!(season.ask(command, hour(30)), Err(LadderError::Busy(player(busy))));
    }
    season.challenge(2, 1, hour(30));
}

#[test]
fn leave_keeps_from_challenges_for_fourteen_days_a_season() {
    let mut season = Season::of(3);
    season.granted(LadderCommand::BeginLeave { by: player(2) }, hour(30));
    let challenge = LadderCommand::Challenge { by: player(3), to: player(2) };
    assert_eq!(season.ask(challenge, hour(31)), Err(LadderError::OnLeave(player(2))));
    season.granted(LadderCommand::EndLeave { by: player(2) }, hour(30 + 100));
    assert_eq!(season.ask(LadderCommand::EndLeave { by: player(2) }, hour(130)), Ok(vec![]));
    season.granted(challenge, hour(131));
    let begin = LadderCommand::BeginLeave { by: player(2) };
    assert_eq!(season.ask(begin, hour(131)), Err(LadderError::Busy(player(2))), "no way out of a challenge");
    season.granted(LadderCommand::Decline { by: player(2), number: 1 }, hour(132));
    season.granted(begin, hour(140));
    assert_eq!(season.ladder.due(), Some(hour(140 + 14 * 24 - 100)));
    season.granted(LadderCommand::Tick, hour(140 + 14 * 24 - 100));
    assert!(!season.ladder.on_leave(player(2)));
    assert_eq!(season.ask(begin, hour(400)), Err(LadderError::NoLeaveLeft));
}

#[test]
fn the_end_freezes_the_order_and_pays_its_places_after_the_protest_window() {
    for (players, promo) in [(5, -1_000), (2, -800), (0, 0)] {
        let mut season = Season::of(players);
        if players > 2 {
            season.challenge(3, 2, hour(690));
        }
        let end = terms().ends_at;
        season.granted(LadderCommand::Tick, end);
        assert_eq!((season.ladder.due(), season.ladder.challenges().count()), (Some(end.plus(hours(24))), 0));
        let late = LadderCommand::Challenge { by: player(2), to: player(1) };
        assert_eq!(season.ask(late, end), Err(LadderError::NotOpen));
        let late = LadderCommand::MatchOver { number: 1, of: game(1), winner: Some(Seat::First) };
        assert_eq!(season.ask(late, end), Err(LadderError::NotOpen));
        season.granted(LadderCommand::Tick, end.plus(hours(24)));
        assert_eq!(season.ladder.state(), LadderState::Paid);
        let has = |holder| season.books.get(&holder).copied().unwrap_or(0);
        assert_eq!(has(Holder::Promo), promo, "what no place gets goes back");
        for (n, prize) in [(1, 500), (2, 300), (3, 200), (4, 0)] {
            let prize = if n <= players { prize } else { 0 };
            assert_eq!(has(Holder::Wallet(player(n))), prize);
        }
        assert_eq!(season.ask(LadderCommand::Cancel, hour(900)), Err(LadderError::NotOpen));
    }
    let mut season = Season::of(3);
    season.granted(LadderCommand::Cancel, hour(40));
    assert_eq!(season.books[&Holder::Promo], 0);
}

#[test]
fn who_leaves_takes_his_challenges_with_him_and_comes_back_at_the_bottom() {
    let mut season = Season::of(4);
    season.challenge(3, 2, hour(30));
    season.granted(LadderCommand::Leave { by: player(2) }, hour(31));
    assert_eq!((season.order(), season.ladder.challenges().count()), (vec![1, 3, 4], 0));
    season.granted(LadderCommand::Enter { by: player(2) }, hour(32));
    assert_eq!(season.order(), vec![1, 3, 4, 2]);
}

#[test]
fn seasons_that_can_not_be_announced_say_why() {
    let limits = LadderLimits::default();
    let short = LadderTerms { ends_at: hour(24 + 27 * 24), ..terms() };
    let (given, min, max) = (hours(27 * 24), limits.season_min, limits.season_max);
    assert_eq!(short.validate(&limits, hour(0)), Err(LadderTermsError::Season { given, min, max }));
    let past = Err(LadderTermsError::Past { opens_at: hour(24), at: hour(25) });
    assert_eq!(terms().validate(&limits, hour(25)), past);
    for (prizes, place) in [(vec![5, 6], 2), (vec![5, 0], 2), (vec![-1], 1), (vec![Amount::MAX.0, 1], 2)] {
        let prize = Amount(prizes[place - 1]);
        let prizes = prizes.into_iter().map(Amount).collect();
        let refused = LadderTerms { prizes, ..terms() }.validate(&limits, hour(0));
        assert_eq!(refused, Err(LadderTermsError::Prize { place, prize }));
    }
}

#[test]
fn random_seasons_keep_the_pool_the_order_and_their_rows() {
    for seed in 0..500 {
        let mut chance = SmallRng::seed_from_u64(seed);
        let mut season = Season::of(chance.random_range(0..25));
        let mut now = hour(24);
        let mut steps = 0;
        while season.ladder.due().is_some() {
            steps += 1;
            assert!(steps < 20_000, "seed {seed}: the season does not end");
            let (by, to) = (player(chance.random_range(1..28)), player(chance.random_range(1..28)));
            let number = chance.random_range(0..=u32::try_from(steps).unwrap());
            let open: Vec<_> = season.ladder.challenges().copied().collect();
            let command = match chance.random_range(0..40) {
                0 => LadderCommand::Enter { by },
                1 if chance.random_range(0..10) == 0 => LadderCommand::Leave { by },
                2 => LadderCommand::BeginLeave { by },
                3 => LadderCommand::EndLeave { by },
                4..=15 => LadderCommand::Challenge { by, to },
                16 => LadderCommand::Accept { by, number },
                17 if chance.random_range(0..200) == 0 => LadderCommand::Cancel,
                18..=30 if !open.is_empty() => {
                    let challenge = open[chance.random_range(0..open.len())];
                    let number = challenge.number;
                    match chance.random_range(0..4) {
                        0 => LadderCommand::Decline { by: challenge.to, number },
                        1 => LadderCommand::Accept { by: challenge.to, number },
                        _ => {
                            let winner =
                                [None, Some(Seat::First), Some(Seat::Second)][chance.random_range(0..3)];
                            LadderCommand::MatchOver { number, of: game(u128::from(number)), winner }
                        }
                    }
                }
                _ => {
                    now = now.plus(Millis(chance.random_range(0..6 * 3_600_000)));
                    LadderCommand::Tick
                }
            };
            let due = season.ladder.due().is_some_and(|due| now >= due);
            let granted = season.ask(command, now);
            if command == LadderCommand::Tick && due {
                assert!(
                    granted.is_ok_and(|events| !events.is_empty()),
                    "seed {seed}: a due tick did nothing"
                );
            } else if command != LadderCommand::Tick && granted.is_ok() {
                let again = season.ladder.decide(&command, now);
                assert!(
                    again.as_ref().map_or(true, Vec::is_empty),
                    "seed {seed}: {command:?} twice: {again:?}"
                );
            }
            if steps % 97 == 0 || season.ladder.due().is_none() {
                let text = serde_json::to_string(&season.events).unwrap();
                let rows: Vec<LadderEvent> = serde_json::from_str(&text).unwrap();
                let again = Ladder::replay(season.ladder.id(), LadderLimits::default(), rows);
                assert_eq!(again.as_ref(), Ok(&season.ladder), "seed {seed}");
            }
        }
        assert_eq!(season.books.values().sum::<i64>(), 0);
    }
}
