//! The bot against itself and against positions with one answer. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use bot::{Level, choose};
use draughts::{DrawCounters, Position, RuleSet, Side, Variant};
use std::sync::atomic::AtomicBool;

/// Plays a game out and says who won it; `None` is a draw. Every move is checked against the legal ones.
fn play(white: Level, black: Level, rule_set: RuleSet, variant: Variant, seed: u64) -> Option<Side> {
    let stop = AtomicBool::new(false);
    let mut position = Position::initial(variant);
    let mut counters = DrawCounters::new(rule_set, &position);
    for ply in 0.. {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Some(position.side_to_move().other());
        }
        if counters.verdict().is_some() {
            return None;
        }
        let level = if position.side_to_move() == Side::White { white } else { black };
        let mv = choose(&position, &counters, level, seed.wrapping_add(ply), &stop).unwrap();
        assert!(legal.contains(&mv), "seed {seed}, ply {ply}: {mv:?} in {}", position.fen());
        let next = position.play(&mv);
        counters.after(&position, &mv, &next);
        position = next;
    }
    unreachable!("the draw counters end every game")
}

/// Half points of the stronger over pairs of games with both colours.
fn half_points(stronger: Level, weaker: Level, pairs: u64, seed: u64) -> u64 {
    let mut half_points = 0;
    for pair in 0..pairs {
        let seed = seed + 1_000 * pair;
        for side in Side::BOTH {
            let (white, black) = if side == Side::White { (stronger, weaker) } else { (weaker, stronger) };
            half_points += match play(white, black, RuleSet::Dream, Variant::Brazilian, seed) {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    half_points
}

#[test]
fn hard_beats_easy_by_a_wide_margin() {
    let half_points = half_points(Level::Hard, Level::Easy, 3, 7);
    assert!(half_points >= 11, "seed 7: {half_points} of 12 half points");
}

#[test]
fn medium_beats_easy_by_a_wide_margin() {
    let half_points = half_points(Level::Medium, Level::Easy, 20, 11);
    assert!(half_points >= 68, "seed 11: {half_points} of 80 half points");
}

#[test]
fn hard_beats_medium() {
    let half_points = half_points(Level::Hard, Level::Medium, 2, 13);
    assert!(half_points >= 5, "seed 13: {half_points} of 8 half points");
}
