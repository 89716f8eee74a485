//! Who leaves, cases, and how an event ends or is stopped: money counted by hand.

use crate::story::{MINUTE, Story, case, entry, terms};
use competition::swiss::{PastRound, Score};
use competition::tournament::{Change, Format, ReviewOutcome};
use competition::{GameResult, TournamentCommand as Command, TournamentError};
use ids::{Amount, Millis};

const SWISS: Format = Format::Swiss { rounds: 3 };

/// F13 by hand: four players, one round complete: 1 and 4 won. 400 in the pool: 200 equally, 200 by points 2 2 0 0.
#[test]
fn an_abort_after_a_complete_round_rolls_forward() {
    let mut guaranteed = terms(SWISS);
    guaranteed.guarantee = Amount(600);
    let mut story = Story::started(guaranteed.clone(), 4);
    assert_eq!(story.pairs(), "1-3 4-2");
    story.round("11");
    story.tick();
    story.ask(Command::Abort);
    // each paid 110: winners get 50 + 100 and their fee, the others 50 and theirs
    assert_eq!(story.books(), "01:50 02:-50 03:-50 04:50");
    // who had left has no part in it, and his fee is the house's
    let mut story = Story::started(guaranteed.clone(), 4);
    story.ask(Command::Withdraw(entry(3)));
    story.round("11");
    story.ask(Command::Abort);
    // 400: 200 equally by three (67 67 66), 200 by points 2 2 0; in the order of the standings
    assert_eq!(story.books(), "01:67 02:-34 03:-110 04:67 house:10");
    // unless the terms say that all goes back
    guaranteed.cancellation = competition::tournament::CancellationRule::RollBack;
    let mut story = Story::started(guaranteed, 4);
    story.round("11");
    story.ask(Command::Abort);
    assert_eq!(story.books(), "");
}

#[test]
fn where_not_even_one_round_can_be_paired_all_goes_back() {
    let mut story = Story::new(terms(SWISS));
    story.ask(Command::Announce { purse: Amount(0) });
    story.tick();
    (1..=4).for_each(|seed| story.register(seed));
    story.tick();
    (1..=4).for_each(|seed| story.ask(Command::CheckIn(entry(seed))));
    story.tick();
    (2..=4).for_each(|seed| story.ask(Command::Withdraw(entry(seed))));
    story.tick();
    assert_eq!((story.state.phase().name(), story.books().as_str()), ("ABORTED", ""));
}

#[test]
fn before_a_complete_round_an_abort_rolls_back() {
    let mut story = Story::started(terms(SWISS), 4);
    story.end(1, '1');
    story.ask(Command::Abort);
    assert_eq!((story.books().as_str(), story.state.live_games().count()), ("", 0));
}

/// Berger table of four: 1-4 2-3, 4-3 1-2, 2-4 3-1.
#[test]
fn a_round_robin_left_before_half_of_it_is_annulled_for_him() {
    let robin = terms(Format::RoundRobin { double: false });
    let mut story = Story::started(robin.clone(), 4);
    assert_eq!(story.pairs(), "1-4 2-3");
    story.round("01"); // 4 beats 1, 2 beats 3
    story.ask(Command::Withdraw(entry(4)));
    story.tick();
    story.round(" =");
    story.tick();
    story.round(" 1");
    story.tick_to("PAID");
    // without 4: 1-2 drawn, 2 beat 3, 3 beat 1
    assert_eq!(story.standings(), "1:2:3 2:3:2 3:1:1");
    // 400 on 50/30/20 of three; each paid 110
    assert_eq!(story.books(), "01:-30 02:90 03:10 04:-110 house:40");

    let mut story = Story::started(robin, 4);
    story.round("01");
    story.tick();
    story.round("11"); // 4 beats 3, 1 beats 2
    story.ask(Command::Withdraw(entry(4)));
    story.tick();
    story.round(" 1"); // 2 has a walkover, 3 beats 1
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:2:4 1:4:4 3:3:2 3:1:2", "2 has a walkover against 4, 3 beat 1");
}

/// Three players, so two games each: Berger's 2-3 (1 is free), 1-2, 3-1.
#[test]
fn who_has_played_half_of_a_round_robin_loses_the_rest() {
    let mut robin = terms(Format::RoundRobin { double: false });
    robin.min_players = 3;
    let mut story = Story::started(robin, 3);
    assert_eq!(story.pairs(), "2-3");
    story.round("0");
    story.ask(Command::Withdraw(entry(3)));
    story.tick();
    assert_eq!(story.pairs(), "1-2");
    story.round("=");
    story.tick();
    assert_eq!((story.pairs().as_str(), story.state.live_games().count()), ("3-1", 0));
    assert_eq!(story.standings(), "1:1:3 2:3:2 3:2:1");
}

#[test]
fn who_is_removed_gives_a_full_point_to_all_whom_he_met() {
    let mut story = Story::started(terms(SWISS), 4);
    assert_eq!(story.pairs(), "1-3 4-2");
    story.round("11");
    assert_eq!(story.standings(), "1:1:2 1:4:2 3:2:0 3:3:0");
    story.ask(Command::Remove(entry(1)));
    assert_eq!(story.standings(), "1:3:2 1:4:2 3:2:0");
    let event = story.state.swiss_event(2);
    let score = |seed: usize| match event.players[seed - 1].past[0] {
        PastRound::Played { score, .. } => score,
        other => panic!("{other:?}"),
    };
    assert_eq!((score(1), score(3), event.players[0].absent), (Score::Loss, Score::Win, true));
    story.tick();
    assert!(!story.pairs().contains("1-") && !story.pairs().contains("-1"), "{}", story.pairs());
    // in the middle of a game
    let mut story = Story::started(terms(SWISS), 4);
    story.ask(Command::Remove(entry(4)));
    assert_eq!(story.state.live_games().count(), 1);
    assert_eq!(story.standings(), "1:2:2 2:1:0 2:3:0");
}

#[test]
fn an_open_case_holds_up_the_payout_until_its_outcome_or_its_deadline() {
    let mut story = Story::started(terms(SWISS), 4);
    for _ in 0..3 {
        story.round("11");
        story.tick();
    }
    story.tick_to("REVIEW");
    story.ask(Command::OpenCase(case(2)));
    let until = story.now.plus(Millis(72 * 3_600_000));
    story.now = story.now.plus(MINUTE);
    story.ask(Command::OpenCase(case(1)));
    assert_eq!(story.state.due(), Some(until), "the first deadline comes first");
    let game = story.state.rounds()[2].tables[0].ended[0].id;
    let change = |result| Command::Review { case: case(1), outcome: ReviewOutcome::Changed { game, result } };
    assert!(matches!(
        story.try_ask(change(GameResult::Void)),
        Err(TournamentError::ResultUnchangeable { result: GameResult::Void, .. })
    ));
    let before = story.standings();
    story.ask(change(GameResult::Black));
    assert_ne!(story.standings(), before);
    assert_eq!(
        story.try_ask(Command::Review { case: case(3), outcome: ReviewOutcome::Stands }),
        Err(TournamentError::NoSuchCase { case: case(3) })
    );
    assert_eq!(story.state.due(), Some(until));
    assert_eq!(story.tick(), vec![Change::CaseClosed { case: case(2), outcome: ReviewOutcome::Stands }]);
    story.tick();
    assert_eq!(story.state.phase().name(), "PAID");
}

#[test]
fn fewer_than_two_active_players_end_the_event() {
    let mut story = Story::started(terms(SWISS), 4);
    (2..=4).for_each(|seed| story.ask(Command::Withdraw(entry(seed))));
    story.round("11");
    assert_eq!(story.state.due(), Some(story.now));
    assert_eq!(story.tick(), vec![Change::Finished { early: true }]);
    story.tick_to("PAID");
    assert!(!story.books().contains("escrow"));
}
