//! The rules of the knockout as stories: ties, places, who is out, and the money of a stopped one.

use crate::story::{MINUTE, Story, case, entry, terms};
use competition::tournament::{Format, ReviewOutcome, SuspendedBy};
use competition::{GameResult, TournamentCommand as Command, TournamentError};
use ids::Millis;

const PLAIN: Format = Format::Knockout { third_place: false };
const THIRD: Format = Format::Knockout { third_place: true };

/// Every tie of the round to its first seat, the higher seed.
fn favourites(story: &mut Story, ties: u16) {
    for table in 1..=ties {
        story.win_tie(table, true);
    }
    story.tick_to("ROUND_DONE");
}

#[test]
fn byes_go_to_the_top_seeds_and_the_places_are_the_rounds_of_elimination() {
    let mut story = Story::started(terms(PLAIN), 6);
    assert_eq!(story.pairs(), "1-* 4-5 2-* 3-6");
    story.win_tie(2, true);
    story.win_tie(4, true);
    story.tick_to("ROUND_DONE");
    story.tick();
    assert_eq!(story.pairs(), "1-4 2-3");
    favourites(&mut story, 2);
    story.tick();
    assert_eq!(story.pairs(), "1-2");
    story.win_tie(1, false);
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:2:3 2:1:2 3:3:1 3:4:1 5:5:0 5:6:0");
    // 600 on 50/30/20: 300, 180, and 120 shared by places 3 and 4; each paid 110
    assert_eq!(story.books(), "01:70 02:190 03:-50 04:-50 05:-110 06:-110 house:60");
}

#[test]
fn a_tie_for_place_three_splits_three_and_four() {
    let mut story = Story::started(terms(THIRD), 4);
    favourites(&mut story, 2);
    story.tick();
    assert_eq!(story.pairs(), "1-2 3-4");
    story.win_tie(1, true);
    story.win_tie(2, false);
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:1:2 2:2:1 3:4:0 4:3:0");
    assert_eq!(story.books(), "01:90 02:10 03:-110 04:-30 house:40");
}

#[test]
fn a_level_tie_goes_to_the_mini_match_and_a_level_mini_match_to_the_higher_seed() {
    let mut story = Story::started(terms(PLAIN), 4);
    let mut legs = Vec::new();
    for _ in 0..16 {
        let game = story.state.live_games().find(|game| game.table == 1).unwrap().clone();
        legs.push((game.leg, game.white == entry(1), game.clocks.white.0 / 1000, game.rated));
        story.end(1, '=');
        if story.state.rounds()[0].tables[0].outcome.is_some() {
            break;
        }
        story.tick_to_game(1);
    }
    let full = [(1, true, 300, true), (2, false, 300, true)];
    let mini = [(3, true, 150, false), (4, false, 150, false), (5, true, 150, false), (6, false, 150, false)];
    assert_eq!(legs[..2], full);
    assert_eq!(legs[2..6], mini);
    assert_eq!(legs[6], (7, true, 120, false), "sudden death on one clock");
    assert!(legs[7].2 < 120, "the time left carries on: {legs:?}");
    assert_eq!(legs.len(), 16);
    let table = &story.state.rounds()[0].tables[0];
    // both thought as long: White 10 s, Black 20 s, by turns
    assert_eq!(table.winner(), Some(0));
}

#[test]
fn a_forfeit_loses_its_leg_and_two_the_tie() {
    let mut story = Story::started(terms(PLAIN), 4);
    story.end(1, '-'); // 1 does not come with White
    story.tick_to_game(1);
    story.end(1, '0'); // and wins with Black: level
    story.tick_to_game(1);
    story.end(1, '-');
    assert_eq!(story.state.rounds()[0].tables[0].winner(), Some(3), "two in a tie lose it");
}

#[test]
fn where_neither_comes_both_are_out_and_the_next_opponent_has_a_walkover() {
    let mut story = Story::started(terms(PLAIN), 8);
    assert_eq!(story.pairs(), "1-8 4-5 2-7 3-6");
    story.end(1, '.');
    for table in 2..=4 {
        story.win_tie(table, true);
    }
    story.tick_to("ROUND_DONE");
    story.tick();
    assert_eq!(story.pairs(), "4-* 2-3");
    assert_eq!(story.state.live_games().count(), 1);
    story.win_tie(2, true);
    story.tick_to("ROUND_DONE");
    story.tick();
    assert_eq!(story.pairs(), "2-4");
    // in the final places 1 and 2 are shared
    story.end(1, '.');
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:2:2 1:4:2 3:3:1 4:1:0 4:5:0 4:6:0 4:7:0 4:8:0");
    assert!(story.books().starts_with("01:-110 02:210 03:50 04:210"), "{}", story.books());
}

#[test]
fn who_did_not_come_to_a_semifinal_does_not_play_for_place_three() {
    let mut story = Story::started(terms(THIRD), 4);
    story.end(1, '.');
    story.win_tie(2, true);
    story.tick_to("ROUND_DONE");
    assert_eq!(story.standings(), "1:2:1 2:3:0 3:1:0 3:4:0");
    story.tick();
    assert_eq!((story.pairs().as_str(), story.state.live_games().count()), ("2-* 3-*", 0));
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:2:2 2:3:0 3:1:0 3:4:0");
}

#[test]
fn who_withdraws_between_rounds_gives_a_walkover() {
    let mut story = Story::started(terms(THIRD), 4);
    favourites(&mut story, 2);
    story.ask(Command::Withdraw(entry(1)));
    story.tick();
    assert_eq!(story.pairs(), "1-2 3-4");
    assert_eq!(story.state.live_games().count(), 1, "the tie for place 3");
    story.win_tie(2, true);
    story.tick_to("PAID");
    assert_eq!(story.standings(), "1:2:2 2:1:1 3:3:0 4:4:0");
}

#[test]
fn a_suspension_puts_off_the_next_leg_too() {
    let mut story = Story::started(terms(PLAIN), 4);
    story.end(1, '1');
    story.end(2, '1');
    // the leg of table 1 is due a minute after its end, which is now, that of table 2 a minute later
    story.tick();
    let leg = story.now.plus(MINUTE);
    assert_eq!(story.state.due(), Some(leg));
    story.ask(Command::Suspend(SuspendedBy::Operator));
    story.now = story.now.plus(Millis(600_000));
    story.ask(Command::Resume);
    assert_eq!(story.state.due(), Some(leg.plus(Millis(600_000))));
}

#[test]
fn who_withdraws_in_a_tie_loses_it_when_his_game_is_over() {
    let mut story = Story::started(terms(PLAIN), 4);
    story.ask(Command::Withdraw(entry(1)));
    assert_eq!(story.state.live_games().count(), 2);
    story.end(1, '1');
    assert_eq!(story.state.due(), Some(story.now), "nobody waits for the next leg");
    story.tick();
    assert_eq!(story.state.rounds()[0].tables[0].winner(), Some(3));
}

#[test]
fn before_the_next_round_the_last_victim_of_a_cheat_is_reinstated_later_only_places_move_up() {
    let mut story = Story::started(terms(PLAIN), 8);
    favourites(&mut story, 4);
    story.ask(Command::Remove(entry(1)));
    story.tick();
    assert_eq!(story.pairs(), "4-8 2-3");
    story.ask(Command::Remove(entry(7)));
    story.end(1, '=');
    story.ask(Command::Remove(entry(4)));
    assert_eq!(story.state.live_games().count(), 1);
    story.win_tie(2, true);
    story.tick_to("ROUND_DONE");
    story.tick();
    assert_eq!(story.pairs(), "2-8", "who had lost to 4 in the round before does not come back");
    story.win_tie(1, true);
    story.tick_to("REVIEW");
    assert_eq!(story.standings(), "1:2:3 2:8:2 3:3:1 4:5:0 4:6:0");
    story.ask(Command::Remove(entry(2)));
    assert!(story.standings().starts_with("1:8:"), "{}", story.standings());
}

#[test]
fn a_tie_changed_by_review_must_have_a_winner_and_no_round_after_it() {
    let mut story = Story::started(terms(PLAIN), 4);
    favourites(&mut story, 2);
    story.ask(Command::OpenCase(case(1)));
    let game = story.state.rounds()[0].tables[0].ended[1].id;
    let change = |result| Command::Review { case: case(1), outcome: ReviewOutcome::Changed { game, result } };
    let refused = story.try_ask(change(GameResult::Draw)).unwrap_err();
    assert!(matches!(refused, TournamentError::ResultUnchangeable { .. }), "{refused}");
    story.ask(change(GameResult::White));
    story.tick();
    assert_eq!(story.pairs(), "2-4");
    story.ask(Command::OpenCase(case(2)));
    let late = Command::Review {
        case: case(2),
        outcome: ReviewOutcome::Changed { game, result: GameResult::Black },
    };
    assert!(story.try_ask(late).is_err());
}

/// F13 by hand: eight players, the quarterfinals and one semifinal are over. Of the pool of 800 places 1 to 8 get
/// 267, 178, 89, 89, 45, 44, 44 and 44. Places 5 to 8 share 177; the loser of a semifinal has half of places 3 and 4,
/// 89. Of the 534 that are left 267 go equally to three (89 each) and 267 by rounds won + 1 (3 2 2: 115 76 76).
#[test]
fn a_stopped_knockout_pays_the_places_already_decided_first() {
    let mut eight = terms(PLAIN);
    eight.prizes = competition::PrizePlan::new(vec![30, 20, 10, 10, 5, 5, 5, 5]).unwrap();
    let mut story = Story::started(eight, 8);
    favourites(&mut story, 4);
    story.tick();
    story.win_tie(1, true);
    story.ask(Command::Abort);
    let places: Vec<i64> = (1..=8).map(|seed| wallet(&story, seed)).collect();
    assert_eq!(
        places,
        [89 + 115, 89 + 76, 89 + 76, 89 - 10, 45 - 10, 44 - 10, 44 - 10, 44 - 10].map(|got| got - 100)
    );
}

/// Weights 30/20/14/6 of 800: 343, 229, 160 and 68. Whoever loses the first semifinal shares places 3 and 4 with who
/// will lose the other one.
#[test]
fn a_place_shared_with_a_tie_still_open_is_paid_by_its_share() {
    let mut eight = terms(PLAIN);
    eight.prizes = competition::PrizePlan::new(vec![30, 20, 14, 6]).unwrap();
    let mut story = Story::started(eight, 8);
    favourites(&mut story, 4);
    story.tick();
    story.win_tie(2, true);
    story.ask(Command::Abort);
    assert_eq!(wallet(&story, 3), 114 - 110);
    assert_eq!(wallet(&story, 5), -110);
}

/// 400 on 50/30/20: the final is over, so 200 and 120 are won; 80 are left for the two who play for place 3.
#[test]
fn a_final_that_is_over_is_paid_although_the_tie_for_place_three_is_open() {
    let mut story = Story::started(terms(THIRD), 4);
    favourites(&mut story, 2);
    story.tick();
    story.win_tie(1, true);
    assert_eq!(story.state.rounds_complete(), 1);
    story.ask(Command::Abort);
    assert_eq!(story.books(), "01:90 02:10 03:-60 04:-60 house:20");
}

/// Of eight, seed 1 left in the middle of his semifinal, and the other one is over.
#[test]
fn who_left_in_the_middle_of_a_tie_takes_nothing_from_who_is_out() {
    let mut eight = terms(PLAIN);
    eight.prizes = competition::PrizePlan::new(vec![30, 20, 10, 10, 5, 5, 5, 5]).unwrap();
    let mut story = Story::started(eight, 8);
    favourites(&mut story, 4);
    story.tick();
    story.ask(Command::Withdraw(entry(1)));
    story.win_tie(2, true);
    story.ask(Command::Abort);
    // 534 are left for 2 and 4: 267 equally (134 133), 267 by 3 and 2 (160 107)
    let places: Vec<i64> = (1..=4).map(|seed| wallet(&story, seed)).collect();
    assert_eq!(places, [-110, 134 + 160 - 100, 89 - 110, 133 + 107 - 100]);
    assert!(!story.books().contains("escrow"), "{}", story.books());
}

fn wallet(story: &Story, seed: u32) -> i64 {
    let name = format!("{seed:02}:");
    let books = story.books();
    let found = books.split(' ').find_map(|one| one.strip_prefix(&name));
    found.map_or(0, |amount| amount.parse().unwrap())
}
