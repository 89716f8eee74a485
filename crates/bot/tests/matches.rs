//! The levels against each other, against chance and against a plain search. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod common;

use bot::Level;
use draughts::{DrawCounters, Move, Position, RuleSet, Side, Variant};
use std::sync::atomic::AtomicBool;

/// Who plays a side.
#[derive(Clone, Copy, Debug)]
enum Player {
    Bot(Level),
    /// Any legal move.
    Chance,
    /// Counts pieces after so many plies, and follows no capture beyond.
    Material(u32),
}

use Player::{Bot, Chance, Material};

impl Player {
    fn choose(self, position: &Position, counters: &DrawCounters, seed: u64) -> Move {
        match self {
            Bot(level) => common::choose(position, counters, level, seed, &AtomicBool::new(false)).unwrap(),
            Chance => {
                let moves = position.legal_moves();
                moves[(scrambled(seed) % moves.len() as u64) as usize]
            }
            Material(plies) => {
                let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
                moves.sort_by_cached_key(|mv| scrambled(seed ^ position.play(mv).key()));
                moves
                    .into_iter()
                    .max_by_key(|mv| -material(&position.play(mv), plies - 1, -9_999, 9_999))
                    .unwrap()
            }
        }
    }
}

/// Any number from another: splitmix64.
fn scrambled(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Men and kings (worth three) after the best play of so many plies, for the side to move.
fn material(position: &Position, plies: u32, mut alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return -1_000;
    }
    if plies == 0 {
        let worth = |side: Side| {
            let own = position.squares_of(side).bits();
            (own.count_ones() + 2 * (own & position.kings().bits()).count_ones()) as i32
        };
        return worth(position.side_to_move()) - worth(position.side_to_move().other());
    }
    for mv in &moves {
        alpha = alpha.max(-material(&position.play(mv), plies - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Plays a game out after two plies of chance and says who won it; `None` is a draw. Every move is checked against the legal ones.
fn play(players: [Player; 2], variant: Variant, seed: u64) -> Option<Side> {
    let mut position = Position::initial(variant);
    let mut counters = DrawCounters::new(RuleSet::Dream, &position);
    for ply in 0.. {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Some(position.side_to_move().other());
        }
        if counters.verdict().is_some() {
            return None;
        }
        let player = if ply < 2 { Chance } else { players[position.side_to_move() as usize] };
        // both games of a pair begin alike
        let seed = scrambled(seed).wrapping_add(ply);
        let mv = player.choose(&position, &counters, seed);
        assert!(legal.contains(&mv), "seed {seed}, ply {ply}: {mv:?} in {}", position.fen());
        let next = position.play(&mv);
        counters.after(&position, &mv, &next);
        position = next;
    }
    unreachable!("the draw counters end every game")
}

/// Per cent of the points for the first player over pairs of games with both colours.
fn share(first: Player, second: Player, variant: Variant, pairs: u64, seed: u64) -> u64 {
    let mut half_points = 0;
    for pair in 0..pairs {
        for side in Side::BOTH {
            let players = if side == Side::White { [first, second] } else { [second, first] };
            half_points += match play(players, variant, seed + pair) {
                Some(winner) if winner == side => 2,
                Some(_) => 0,
                None => 1,
            };
        }
    }
    half_points * 100 / (4 * pairs)
}

#[test]
fn easy_beats_chance_in_four_games_of_five() {
    for variant in Variant::ALL {
        let share = share(Bot(Level::Easy), Chance, variant, 20, 17);
        assert!(share >= 80, "{variant}, seed 17: {share} %");
    }
}

#[test]
fn easy_loses_seven_games_of_ten_to_a_plain_search_of_four_plies() {
    let share = share(Material(4), Bot(Level::Easy), Variant::Brazilian, 30, 23);
    assert!(share >= 70, "seed 23: {share} %");
}

#[test]
fn each_level_beats_the_next_lower_in_four_games_of_five() {
    for variant in [Variant::Brazilian, Variant::American] {
        let medium = share(Bot(Level::Medium), Bot(Level::Easy), variant, 20, 11);
        assert!(medium >= 80, "{variant}, seed 11: medium {medium} %");
        let hard = share(Bot(Level::Hard), Bot(Level::Medium), variant, 6, 13);
        assert!(hard >= 75, "{variant}, seed 13: hard at {} positions {hard} %", common::NODES);
    }
}
