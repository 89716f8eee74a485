//! Rounds as stories: results by hand, graces, voids, forfeits, waves.

use crate::story::{MINUTE, START, Story, account, entry, terms};
use competition::tournament::{Change, Facts, Format, TableOutcome, WithdrawnBy};
use competition::{GameResult, PerColour, TournamentCommand as Command};
use ids::{Amount, Millis};

const SWISS: Format = Format::Swiss { rounds: 3 };

#[test]
fn a_swiss_of_seven_with_a_bye_and_a_withdrawal_is_paid_to_the_last_unit() {
    let mut story = Story::started(terms(SWISS), 7);
    assert_eq!(story.pairs(), "1-4 5-2 3-6 7 bye");
    story.round("11="); // 1, 5 and 7 have a point, 3 and 6 half
    story.tick();
    let second = story.pairs();
    assert!(second.ends_with("bye") && !second.contains("7 bye"), "{second}");
    story.ask(Command::Withdraw(entry(2)));
    let own = story.state.live_games().find(|game| game.white == entry(2) || game.black == entry(2));
    assert!(own.is_some(), "his game is played on");
    story.round("111");
    story.tick();
    let third = story.pairs();
    assert!(!third.split(['-', ' ']).any(|seed| seed == "2"), "who withdrew is paired in {third}");
    assert_eq!(story.state.rounds()[2].bye, None, "six are even");
    story.round("111");
    story.tick_to("PAID");
    let paid: i64 = story
        .moves
        .iter()
        .filter(|one| one.leg == competition::MoneyLeg::Prize)
        .map(|one| one.amount.0)
        .sum();
    assert_eq!(paid, 700);
    assert!(story.books().contains("house:70"), "{}", story.books());
    assert!(!story.books().contains("escrow"), "{}", story.books());
}

#[test]
fn two_forfeits_withdraw_and_are_no_played_games() {
    let mut story = Story::started(terms(SWISS), 6);
    assert_eq!(story.pairs(), "1-4 5-2 3-6");
    story.round("1-="); // 5 does not come
    story.tick();
    assert!(story.state.players()[4].is_active());
    let table = story.state.rounds()[1].table_of(4).unwrap().clone();
    let white = table.seats.first == Some(4);
    for number in 1..=3 {
        let result = if number == table.number { if white { '-' } else { '+' } } else { '=' };
        story.end(number, result);
    }
    let changes = story.tick();
    assert_eq!(changes, vec![Change::Withdrawn { entry: entry(5), why: WithdrawnBy::Forfeits }]);
    story.tick_to("ROUND_DONE");
    story.tick();
    assert!(!story.pairs().contains("5-") && !story.pairs().contains("-5"), "{}", story.pairs());
}

#[test]
fn at_the_end_of_the_grace_the_presence_of_both_is_judged() {
    let check = |there: Option<PerColour<bool>>, outcome: Option<&str>| {
        let mut story = Story::started(terms(SWISS), 4);
        let game = story.state.live_games().next().unwrap().clone();
        assert_eq!(story.state.due(), game.grace_until);
        assert_eq!(game.grace_until, Some(story.now.plus(Millis(180_000))));
        let mut facts = Facts::default();
        facts.waiting.extend(there.map(|there| (game.id, there)));
        story.facts = facts;
        story.tick();
        let table = &story.state.rounds()[0].tables[0];
        let told = table.outcome.map(|outcome| match outcome {
            TableOutcome::Won { seat, by } => format!("{seat:?} {by:?}"),
            other => format!("{other:?}"),
        });
        assert_eq!(told.as_deref(), outcome);
        assert!(story.state.due() > Some(story.now) || outcome.is_some(), "the grace is over for good");
    };
    check(None, None);
    check(Some(PerColour { white: true, black: true }), None);
    check(Some(PerColour { white: true, black: false }), Some("First Forfeit"));
    check(Some(PerColour { white: false, black: true }), Some("Second Forfeit"));
    check(Some(PerColour { white: false, black: false }), Some("BothLost"));
}

#[test]
fn a_voided_game_is_played_once_more_with_the_same_colours_and_then_drawn() {
    let mut story = Story::started(terms(SWISS), 4);
    let first = story.state.live_games().next().unwrap().clone();
    story.end(1, 'v');
    assert_eq!(story.state.due(), Some(story.now.plus(MINUTE)));
    story.tick_to_game(1);
    let second = story.state.live_games().find(|game| game.table == 1).unwrap().clone();
    assert_ne!(first.id, second.id);
    assert_eq!((first.white, first.black, first.clocks), (second.white, second.black, second.clocks));
    assert_eq!((second.leg, second.replay), (1, 1));
    story.end(1, 'v');
    assert_eq!(story.state.rounds()[0].tables[0].outcome, Some(TableOutcome::Level));
    // the end of a game that was decided is no news
    let over = competition::GameOver {
        result: GameResult::White,
        finish: competition::Finish::Played,
        plies: 9,
        thinking: PerColour::default(),
        left: PerColour::default(),
        at: story.now,
    };
    assert_eq!(story.try_ask(Command::GameOver { game: first.id, over }), Ok(Vec::new()));
}

#[test]
fn a_game_that_no_clock_allows_so_long_is_voided() {
    let mut story = Story::started(terms(SWISS), 4);
    story.tick();
    // 3 minutes of grace, twice 30 s of first moves, twice 5 minutes and 500 increments of 3 s
    let due = START.plus(Millis(180_000 + 60_000 + 2 * (300_000 + 500 * 3_000)));
    assert_eq!(story.state.due(), Some(due));
    let voids = story.tick();
    assert_eq!(voids.len(), 2);
    assert_eq!(story.state.live_games().count(), 0);
    story.tick_to_game(2);
}

#[test]
fn a_clock_that_steps_back_fires_nothing_again() {
    // announced after registration should have opened: it opens at once, not before the announcement
    let mut story = Story::new(terms(SWISS));
    story.now = story.now.plus(Millis(600_000));
    story.ask(Command::Announce { purse: Amount(0) });
    assert_eq!(story.state.due(), Some(story.now));
    let mut story = Story::started(terms(SWISS), 4);
    story.round("11");
    let now = story.now;
    story.tick();
    story.round("==");
    assert_eq!(story.state.rounds_complete(), 2);
    story.now = now;
    story.ask(Command::Withdraw(entry(4)));
    assert!(story.state.due() > Some(now), "nothing is due before what happened last");
    assert_eq!(story.try_ask(Command::Tick(Facts::default())), Ok(Vec::new()));
    let mut story = Story::started(terms(SWISS), 4);
    story.end(1, '1');
    story.end(2, '1');
    let ended = story.now;
    story.now = ended.minus(Millis(3_600_000));
    assert_eq!(story.state.due(), Some(ended));
    assert_eq!(story.try_ask(Command::Tick(Facts::default())), Ok(Vec::new()));
}

#[test]
fn a_pairing_says_what_it_was_computed_from() {
    let one = Story::started(terms(SWISS), 6);
    let same = Story::started(terms(SWISS), 6);
    let other = Story::started(terms(SWISS), 8);
    let digests = |story: &Story| {
        story.events.iter().find_map(|event| match &event.change {
            Change::RoundPaired(paired) => Some((paired.input, paired.output)),
            _ => None,
        })
    };
    assert!(digests(&one).is_some());
    assert_eq!(digests(&one), digests(&same));
    assert_ne!(digests(&one), digests(&other));
}

#[test]
fn an_arena_pairs_who_is_free_and_there_until_its_time_is_over() {
    let arena = terms(Format::Arena { length: Millis(1_200_000), wave: Millis(10_000) });
    let mut story = Story::new(arena);
    story.ask(Command::Announce { purse: Amount(0) });
    story.tick();
    (1..=5).for_each(|seed| story.register(seed));
    story.tick();
    (1..=5).for_each(|seed| story.ask(Command::CheckIn(entry(seed))));
    story.facts.present.extend((1..=4).map(account));
    story.tick();
    story.tick();
    assert_eq!(story.pairs(), "1-2 3-4");
    story.end(1, '1');
    // 1 and 2 are free again, and 5 has come
    story.facts.present.insert(account(5));
    story.tick();
    assert_eq!(story.pairs(), "5-1", "not the same two again; White is who had it less");
    story.end(1, '=');
    assert_eq!(story.standings(), "1:1:3 2:5:1 3:2:0 3:3:0 3:4:0");
    // whoever waits for nobody: the waves find none, and the game of 3 and 4 is never heard of again
    story.facts.present.clear();
    story.tick_to("FINISHED");
    assert!(story.now >= START.plus(Millis(1_200_000)));
    assert_eq!(story.books(), "");
}
