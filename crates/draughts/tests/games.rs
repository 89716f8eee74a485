//! Real games: read, played out, written, read again. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::pdn::{self, PdnGame, PdnResult};
use draughts::{Position, Side, Variant};
use std::fs;

fn games(variant: Variant) -> Vec<PdnGame> {
    let path = format!("{}/../../tests/data/games/{variant}.pdn", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    pdn::read(&text).map(|game| game.unwrap_or_else(|error| panic!("{path}: {error}"))).collect()
}

/// Who has lost by the board alone.
fn beaten(position: &Position) -> Option<Side> {
    position.legal_moves().is_empty().then(|| position.side_to_move())
}

fn check(variant: Variant, count: usize) {
    let games = games(variant);
    assert_eq!(games.len(), count);
    for (n, game) in games.iter().enumerate() {
        let start = game.start(variant).unwrap_or_else(|error| panic!("game {n}: {error}"));
        let (moves, end) = game.replay(variant).unwrap_or_else(|error| panic!("game {n}: {error:?}"));
        match beaten(&end) {
            Some(Side::White) => assert_eq!(game.result, PdnResult::BlackWins, "game {n}"),
            Some(Side::Black) => assert_eq!(game.result, PdnResult::WhiteWins, "game {n}"),
            None => {}
        }
        let written = pdn::write(&PdnGame::of(&start, &moves, game.result, game.tags.clone()));
        let again: Vec<PdnGame> = pdn::read(&written).collect::<Result<_, _>>().unwrap();
        assert_eq!(again.len(), 1, "game {n}: {written}");
        assert_eq!(again[0].result, game.result, "game {n}");
        let (moves_again, end_again) = again[0].replay(variant).unwrap();
        assert_eq!(end_again, end, "game {n}");
        assert!(moves.iter().zip(&moves_again).all(|(one, other)| one.0 == other.0), "game {n}");
    }
}

#[test]
fn every_brazilian_game_plays_out_and_survives_being_written() {
    check(Variant::Brazilian, 15);
}

#[test]
fn every_russian_game_plays_out_and_survives_being_written() {
    check(Variant::Russian, 5);
}

#[test]
fn every_international_game_plays_out_and_survives_being_written() {
    check(Variant::International, 7);
}
