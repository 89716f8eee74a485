//! The hard level with endgame tables: what is drawn or won is never lost, and what is won is won before the counter runs out.
//! By hand: `TEST_PIECES=4 TEST_STARTS=1000 cargo test -p bot --test endings`.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use bot::tables::{BuildOptions, build};
use bot::{Engine, Level, Limits, Outcome, Question, Tables, no_clock};
use draughts::{DrawCounters, Move, Position, RuleSet, Side, SquareSet, Variant};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().unwrap())
}

/// splitmix64
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *seed;
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Any position of so many pieces in which both sides have some.
fn position(variant: Variant, pieces: u64, seed: &mut u64) -> Position {
    loop {
        let (mut men, mut kings) = ([0_u64; 2], [0_u64; 2]);
        for piece in 0..pieces {
            let side = if piece < 2 { piece } else { next(seed) % 2 } as usize;
            let square = 1 << (next(seed) % u64::from(variant.squares()));
            if next(seed).is_multiple_of(2) { men[side] |= square } else { kings[side] |= square }
        }
        let side = if next(seed).is_multiple_of(2) { Side::White } else { Side::Black };
        let set = SquareSet::from_bits;
        let found = Position::from_sets(variant, side, men.map(set), kings.map(set));
        if let Ok(position) = found
            && u64::from(position.piece_count()) == pieces
        {
            return position;
        }
    }
}

fn answer(engine: &mut Engine, position: &Position, counters: &DrawCounters, seed: u64) -> Option<Move> {
    engine
        .answer(
            &Question {
                position,
                counters,
                limits: Limits::nodes(400),
                sight: Level::Hard.sight(),
                book: false,
                seed,
                lines: 1,
                clock: &no_clock,
                stop: &AtomicBool::new(false),
            },
            &mut |_| (),
        )
        .best()
}

/// Plays on from the position; the bot has `side`, the opponent is as good or moves by chance.
fn play(
    engine: &mut Engine,
    start: &Position,
    rules: RuleSet,
    side: Side,
    good: bool,
    seed: &mut u64,
) -> Option<Side> {
    let mut position = *start;
    let mut counters = DrawCounters::new(rules, start);
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Some(position.side_to_move().other());
        }
        if counters.verdict().is_some() {
            return None;
        }
        let mv = if good || position.side_to_move() == side {
            answer(engine, &position, &counters, next(seed)).unwrap()
        } else {
            moves[(next(seed) % moves.len() as u64) as usize]
        };
        let after = position.play(&mv);
        counters.after(&position, &mv, &after);
        position = after;
    }
}

#[test]
fn hard_loses_nothing_that_is_drawn_or_won_and_wins_what_is_won_in_time() {
    let on_8x8 = number("TEST_PIECES", 3);
    let starts = number("TEST_STARTS", 100);
    for variant in Variant::ALL {
        let pieces = on_8x8 - u64::from(variant == Variant::International && on_8x8 > 3);
        let folder = std::env::temp_dir().join(format!("damas-endings-{}-{variant}", std::process::id()));
        let tables = Arc::new(Tables::none());
        let options = BuildOptions { variant, pieces: pieces as u32, threads: 2 };
        build(&tables, &folder, options, &AtomicBool::new(false), &mut |_| ()).unwrap();
        let mut engine = Engine::new(1 << 20, 1).with_tables(Arc::clone(&tables));
        let longest = tables.summary(variant).iter().map(|table| table.longest).max().unwrap();
        let (mut won, mut held) = (0, 0);
        for start in 0..starts {
            let first = number("TEST_SEED", 5) + start;
            let mut seed = first;
            let position = position(variant, pieces, &mut seed);
            let usual = if variant == Variant::American { RuleSet::American } else { RuleSet::Dream };
            let rules = [usual, RuleSet::Online][(start % 2) as usize];
            let (outcome, distance) = tables.distance(&position).unwrap();
            for side in Side::BOTH {
                let own = if side == position.side_to_move() { outcome } else { outcome.reversed() };
                if own == Outcome::Loss {
                    continue;
                }
                let winner = play(&mut engine, &position, rules, side, start % 4 < 2, &mut seed);
                let told = || {
                    format!(
                        "{variant}, seed {first}: {} under {rules}, {side:?}: {outcome} {distance}",
                        position.fen()
                    )
                };
                assert_ne!(winner, Some(side.other()), "{}", told());
                // A win takes several counts, one after each irreversible ply: it is possible for sure where no count is too long.
                let in_time = rules.quiet_limit().is_none_or(|limit| distance.max(longest) <= limit);
                if own == Outcome::Win && in_time {
                    assert_eq!(winner, Some(side), "{}", told());
                    won += 1;
                } else {
                    held += 1;
                }
            }
        }
        println!(
            "{variant}: {starts} starts of {pieces} pieces, longest distance {longest}: {won} won ones won, {held} others not lost"
        );
        std::fs::remove_dir_all(folder).unwrap();
    }
}
