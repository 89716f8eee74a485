//! What the bot finds on given boards, and that it obeys. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod common;

use bot::Level;
use common::choose;
use draughts::{DrawCounters, Fen, Position, RuleSet, Variant};
use proptest::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

fn position(fen: &str) -> Position {
    Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap()
}

fn chosen(fen: &str, level: Level, seed: u64) -> String {
    let position = position(fen);
    let counters = DrawCounters::new(RuleSet::Dream, &position);
    let mv = choose(&position, &counters, level, seed, &AtomicBool::new(false)).unwrap();
    position.paths(&mv)[0].text(Variant::Brazilian).to_string()
}

#[test]
fn medium_and_hard_find_combinations_of_three_plies() {
    for (fen, expected) in [
        ("W:Wb4,a3,c3,h2:Bc7,e7,g7,e3", "c3-d4"),
        ("W:Wd4,h4,a3,h2,a1:Bb8,g7,f6,g5", "d4-e5"),
        ("W:Wd4,e3,h2:Bb4", "d4-c5"),
        ("B:We5,h4:Bh8,g7,c5", "g7-f6"),
    ] {
        for level in [Level::Medium, Level::Hard] {
            for seed in 0..5 {
                assert_eq!(chosen(fen, level, seed), expected, "{fen} {level}, seed {seed}");
            }
        }
    }
}

#[test]
fn hard_crowns_a_man_that_can_be_crowned() {
    for seed in 0..10 {
        assert_eq!(chosen("W:Wc3,a7,c1:Bh8,h4", Level::Hard, seed), "a7-b8", "seed {seed}");
    }
}

#[test]
fn who_is_ahead_does_not_let_a_position_stand_a_third_time() {
    let start = position("W:WKa3,Kb8,Kc1,d2:BKh2");
    let stop = AtomicBool::new(false);
    let mut position = start;
    let mut counters = DrawCounters::new(RuleSet::Dream, &position);
    for ply in 0..24 {
        if position.legal_moves().is_empty() {
            return;
        }
        let mv = choose(&position, &counters, Level::Hard, 5, &stop).unwrap();
        let next = position.play(&mv);
        counters.after(&position, &mv, &next);
        position = next;
        assert_ne!(counters.repetition(), 3, "ply {ply}: {}", position.fen());
    }
}

#[test]
fn there_is_always_a_legal_move_even_when_stopped_at_once_and_none_where_the_game_is_over() {
    let stop = AtomicBool::new(true);
    for fen in ["W:Wb4,a3,c3,h2:Bc7,e7,g7,e3", "W:WKa1:Bd4", "W:Wa1,c1,e1,g1:Bb8,d8,f8,h8"] {
        let position = position(fen);
        let counters = DrawCounters::new(RuleSet::Dream, &position);
        for level in Level::ALL {
            let mv = choose(&position, &counters, level, 1, &stop).unwrap();
            assert!(position.legal_moves().contains(&mv));
        }
    }
    let lost = position("W:W:Bb8");
    let counters = DrawCounters::new(RuleSet::Dream, &lost);
    assert_eq!(choose(&lost, &counters, Level::Hard, 1, &stop), None);
}

#[test]
fn a_stop_from_another_thread_ends_the_search() {
    let position = Position::initial(Variant::International);
    let counters = DrawCounters::new(RuleSet::Dream, &position);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let search = scope.spawn(|| choose(&position, &counters, Level::Hard, 1, &stop));
        stop.store(true, Ordering::Relaxed);
        assert!(search.join().unwrap().is_some());
    });
}

#[test]
fn the_same_arguments_give_the_same_move_and_another_seed_gives_variety() {
    let position = Position::initial(Variant::Brazilian);
    let counters = DrawCounters::new(RuleSet::Dream, &position);
    let stop = AtomicBool::new(false);
    for level in [Level::Easy, Level::Medium] {
        let choices: Vec<_> = (0..16).map(|seed| choose(&position, &counters, level, seed, &stop)).collect();
        let again: Vec<_> = (0..16).map(|seed| choose(&position, &counters, level, seed, &stop)).collect();
        assert_eq!(choices, again, "{level}");
        assert!(choices.iter().any(|choice| *choice != choices[0]), "{level} always opens the same way");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Games of the bot under random seeds and levels; every variant, since the rules are one table.
    #[test]
    fn the_bot_never_plays_an_illegal_move(seed in any::<u64>(), plies in 1_usize..80, variant in 0_usize..4) {
        let mut position = Position::initial(Variant::ALL[variant]);
        let mut counters = DrawCounters::new(RuleSet::Dream, &position);
        for ply in 0..plies {
            let legal = position.legal_moves();
            let level = if (seed >> (ply % 64)) & 1 == 0 { Level::Easy } else { Level::Medium };
            let choice = choose(&position, &counters, level, seed, &AtomicBool::new(false));
            let Some(mv) = choice else {
                prop_assert!(legal.is_empty());
                break;
            };
            prop_assert!(legal.contains(&mv), "{} {:?}", position.fen(), mv);
            let next = position.play(&mv);
            counters.after(&position, &mv, &next);
            position = next;
        }
    }
}
