//! Terms, entries, the start: who gets in, who is released, what is held.

use crate::story::{START, Story, account, entry, terms};
use competition::tournament::{CancelledBy, Change, Format, NewEntry, TermsError};
use competition::{PrizePlan, TieBreak, TournamentCommand as Command, TournamentError, TournamentTerms};
use ids::{Amount, Millis};

const SWISS: Format = Format::Swiss { rounds: 3 };

#[test]
fn terms_are_refused_with_their_reason() {
    let check = |change: &dyn Fn(&mut TournamentTerms), text: &str| {
        let mut terms = terms(SWISS);
        assert_eq!(terms.validate(), Ok(()));
        change(&mut terms);
        let told = terms.validate().map_err(|error: TermsError| error.to_string());
        assert_eq!(told, Err(text.to_owned()));
    };
    check(
        &|terms| terms.guarantee = Amount(801),
        "a guarantee of 801 is more than 800, 2 times the contributions of 4 players",
    );
    check(
        &|terms| terms.format = Format::Swiss { rounds: 4 },
        "4 rounds: a Swiss of at least 4 players has 1 to 3",
    );
    check(
        &|terms| terms.format = Format::Arena { length: Millis(600_000), wave: Millis(10_000) },
        "an arena is without money: contribution, fee and guarantee must be 0 and the prize plan empty",
    );
    check(
        &|terms| terms.format = Format::RoundRobin { double: false },
        "BuchholzCut1 is no tie-break of this format, or stands twice in the list",
    );
    check(
        &|terms| {
            terms.format = Format::RoundRobin { double: false };
            (terms.max_players, terms.tie_breaks) = (17, TieBreak::ROUND_ROBIN.to_vec());
        },
        "4 to 17 players: there must be at least 3, at most 16, and no more least than most",
    );
    check(
        &|terms| {
            (terms.format, terms.tie_breaks) = (Format::Knockout { third_place: false }, Vec::new());
            terms.late_entry = true;
        },
        "late entry is possible in a Swiss and in an arena only",
    );
    check(
        &|terms| terms.prizes = PrizePlan::default(),
        "a pool needs prize weights, and prize weights need a contribution or a guarantee",
    );
    check(
        &|terms| terms.contribution = Amount(-1),
        "the contribution is -1, it must be from 0 to 549755813887",
    );
    check(
        &|terms| terms.check_in_at = terms.starts_at,
        "registration, check-in and start must follow one another",
    );
    check(
        &|terms| terms.name = "\u{202e}evil".to_owned(),
        "a name has no control characters and none that turn the direction of writing; it holds '\\u{202e}'",
    );
    check(&|terms| terms.grace = Millis(1), "the grace is 1 ms, it must be from 60000 to 3600000 ms");
    check(
        &|terms| (terms.rating.at_least, terms.rating.at_most) = (Some(2000), Some(1500)),
        "no rating is at least 2000 and at most 1500",
    );
}

#[test]
fn an_entry_is_refused_with_its_reason() {
    let mut limited = terms(SWISS);
    (limited.max_players, limited.rating.at_most) = (4, Some(2490));
    let mut story = Story::new(limited);
    let short = Command::Announce { purse: Amount(0) };
    assert!(story.try_ask(short).is_ok(), "nothing is guaranteed");
    story.tick();
    (1..=4).for_each(|seed| story.register(seed));
    let new = |entry_seed, account_seed, rating| {
        Command::Register(NewEntry { entry: entry(entry_seed), account: account(account_seed), rating })
    };
    assert_eq!(story.try_ask(new(5, 5, 2400)), Err(TournamentError::Full { seats: 4 }));
    assert_eq!(story.try_ask(new(5, 1, 2400)), Err(TournamentError::AlreadyEntered));
    assert_eq!(story.try_ask(new(1, 5, 2400)), Err(TournamentError::EntryUsed { entry: entry(1) }));
    assert_eq!(story.try_ask(new(5, 5, 2491)), Err(TournamentError::RatingOutside { rating: 2491 }));
    story.ask(Command::Unregister(entry(4)));
    assert_eq!(story.try_ask(new(4, 4, 2400)), Err(TournamentError::EntryUsed { entry: entry(4) }));
    story.ask(new(5, 4, 2400));
    assert_eq!(story.try_ask(Command::CheckIn(entry(5))), Err(TournamentError::NotNow { phase: "REG_OPEN" }));
    let mut amended = story.state.terms().clone();
    amended.rating.at_most = None;
    let amend = Command::Amend { terms: Box::new(amended) };
    assert_eq!(story.try_ask(amend), Err(TournamentError::TermsFrozen));
}

#[test]
fn a_guarantee_must_be_covered_and_its_overlay_is_what_contributions_lack() {
    let mut guaranteed = terms(SWISS);
    guaranteed.guarantee = Amount(700);
    let mut story = Story::new(guaranteed.clone());
    assert_eq!(
        story.try_ask(Command::Announce { purse: Amount(699) }),
        Err(TournamentError::PurseShort { guarantee: Amount(700), purse: Amount(699) })
    );
    let mut story = Story::started(guaranteed.clone(), 4);
    assert_eq!((story.state.pool(), story.state.overlay()), (Amount(700), Amount(300)));
    for _ in 0..3 {
        story.round("==");
        story.tick();
    }
    story.tick_to("PAID");
    // all are equal: 700 in four parts; each paid 110
    assert_eq!(story.books(), "01:65 02:65 03:65 04:65 house:40 promo:-300");
    let story = Story::started(guaranteed, 8);
    assert_eq!((story.state.pool(), story.state.overlay()), (Amount(800), Amount(0)));
}

#[test]
fn a_late_entry_has_one_half_point_and_joins_the_pool() {
    let mut late = terms(SWISS);
    (late.late_entry, late.guarantee) = (true, Amount(500));
    let mut story = Story::started(late, 4);
    let before = story.state.pool();
    story.ask(Command::LateEntry(Story::new_entry(9)));
    assert_eq!(story.state.pool().0, before.0 + 100, "the overlay stays, the contribution comes to it");
    story.round("11");
    assert!(story.standings().contains(":9:1"), "{}", story.standings());
    let refused = story.state.decide(&Command::LateEntry(Story::new_entry(1)), story.now);
    assert_eq!(refused, Ok(Vec::new()), "the same entry again");
    story.tick();
    // round 2 of 3: later than half of them
    assert_eq!(
        story.try_ask(Command::LateEntry(Story::new_entry(8))),
        Err(TournamentError::TooLateToEnter { until: 1, round: 2 })
    );
    assert!(story.pairs().contains('9'), "{}", story.pairs());
}

#[test]
fn gates_at_the_start_release_an_entry_and_the_minimum_is_counted_after_them() {
    let mut story = Story::new(terms(SWISS));
    story.ask(Command::Announce { purse: Amount(0) });
    story.tick();
    (1..=5).for_each(|seed| story.register(seed));
    story.tick();
    (1..=5).for_each(|seed| story.ask(Command::CheckIn(entry(seed))));
    assert!(!story.state.asks_gates(story.now));
    assert!(story.state.asks_gates(START));
    story.facts.refused.extend([entry(1), entry(2)]);
    story.tick();
    story.facts.refused.remove(&entry(2));
    let changes = story.tick();
    let players: Vec<_> = (2..=5).map(entry).collect();
    assert_eq!(changes, vec![Change::Started { players, released: vec![entry(1)] }]);
    assert_eq!(story.books(), "02:-110 03:-110 04:-110 05:-110 escrow:440");
}

#[test]
fn too_few_are_tried_once_more_and_then_all_is_released() {
    let mut story = Story::new(terms(SWISS));
    story.ask(Command::Announce { purse: Amount(0) });
    story.tick();
    (1..=4).for_each(|seed| story.register(seed));
    story.tick();
    story.ask(Command::CheckIn(entry(1)));
    assert_eq!(story.tick(), vec![Change::Extended { until: START.plus(Millis(600_000)) }]);
    assert_eq!(story.tick(), vec![Change::Cancelled { why: CancelledBy::TooFew }]);
    assert_eq!((story.books().as_str(), story.state.due()), ("", None));
}
