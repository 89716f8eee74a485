//! The generator beside the slow, plain reference, on thousands of boards by chance. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod random;
mod reference;

use draughts::{InstructionSet, Move, Position, Variant, perft, perft_batched_with};
use random::Random;
use reference::{Found, Mailbox};
use std::collections::BTreeSet;

fn found(mv: &Move) -> Found {
    Found {
        from: mv.from().number(),
        to: mv.to().number(),
        captured: mv.captured().iter().map(|square| square.number()).collect(),
        crowned: mv.crowns(),
    }
}

/// What a position's moves are, and where each leads.
#[track_caller]
fn check(position: &Position) {
    let mailbox = Mailbox::of(position);
    let legal = position.legal_moves();
    let expected = mailbox.moves();
    let ours: BTreeSet<Found> = legal.iter().map(found).collect();
    assert_eq!(ours, expected, "{} {}", position.variant(), position.fen());
    assert_eq!(legal.len(), expected.len(), "a move twice: {}", position.fen());
    let parts: BTreeSet<_> = expected.iter().map(|mv| (mv.from, mv.to, &mv.captured)).collect();
    assert_eq!(parts.len(), expected.len(), "crowning alone tells no moves apart: {}", position.fen());
    assert_eq!(position.count_moves(), expected.len(), "{}", position.fen());
    let leaves: u64 = legal.iter().map(|mv| position.play(mv).count_moves() as u64).sum();
    assert_eq!(perft(position, 2), leaves, "{}", position.fen());
    for set in InstructionSet::available() {
        let batched = [1, 2].map(|depth| perft_batched_with(set, position, depth));
        assert_eq!(batched, [expected.len() as u64, leaves], "{} {set}", position.fen());
    }
    for mv in &legal {
        let next = position.play(mv);
        assert_eq!(Mailbox::of(&next), mailbox.play(&found(mv)), "{} {mv:?}", position.fen());
    }
}

#[test]
fn on_every_board_by_chance_the_legal_moves_are_the_references() {
    for variant in Variant::ALL {
        for (seed, kings) in [(101, 0), (102, 15), (103, 40), (104, 100)] {
            println!("{variant}: seed {seed}, {kings} kings in a hundred");
            let mut random = Random(seed);
            for _ in 0..2_500 {
                check(&random::board(variant, kings, &mut random));
            }
        }
    }
}

#[test]
fn in_every_position_of_games_by_chance_the_legal_moves_are_the_references() {
    for variant in Variant::ALL {
        let seeds = 1..=60;
        println!("{variant}: seeds {seeds:?}");
        for seed in seeds {
            random::game(variant, 150, &mut Random(seed)).iter().for_each(check);
        }
    }
}

#[test]
fn leaf_counts_are_the_references_three_plies_deep() {
    for variant in Variant::ALL {
        for (seed, kings) in [(201, 0), (202, 25)] {
            println!("{variant}: seed {seed}, {kings} kings in a hundred");
            let mut random = Random(seed);
            for _ in 0..60 {
                let position = random::board(variant, kings, &mut random);
                let mailbox = Mailbox::of(&position);
                for depth in 0..=3 {
                    let expected = mailbox.perft(depth);
                    assert_eq!(perft(&position, depth), expected, "{} {depth}", position.fen());
                    for set in InstructionSet::available() {
                        let batched = perft_batched_with(set, &position, depth);
                        assert_eq!(batched, expected, "{} {depth} {set}", position.fen());
                    }
                }
            }
        }
    }
}
