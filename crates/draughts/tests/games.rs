//! Real games: read, played out, written, read again. Knows only what the crate shows.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::pdn::{
    self, Notation, PdnError, PdnFault, PdnRemark, PdnResult, Place, ReadGame, ReadOptions, Reader,
};
use draughts::{Side, Variant};
use std::fs::File;
use std::io::BufReader;

fn read(file: &str, variant: Option<Variant>, tolerant: bool) -> Vec<Result<ReadGame, PdnError>> {
    let path = format!("{}/../../tests/data/games/{file}", env!("CARGO_MANIFEST_DIR"));
    let stream = BufReader::new(File::open(&path).unwrap_or_else(|error| panic!("{path}: {error}")));
    Reader::new(stream, ReadOptions { variant, tolerant }).collect()
}

/// All games of a file, each written in both notations and read again as the same game.
fn check(
    file: &str,
    variant: Variant,
    named: Option<Variant>,
    tolerant: bool,
    count: usize,
) -> Vec<ReadGame> {
    let games: Vec<ReadGame> = read(file, named, tolerant)
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{file}: {error}")))
        .collect();
    assert_eq!(games.len(), count, "{file}");
    for ReadGame { game, line, .. } in &games {
        assert_eq!(game.start.variant(), variant, "{file}:{line}");
        let end = game.end();
        if end.legal_moves().is_empty() {
            let winner = end.side_to_move().other();
            assert_eq!(game.result, PdnResult::won_by(winner), "{file}:{line}");
        }
        for notation in [Notation::Algebraic, Notation::Numeric] {
            let written = pdn::write_in(game, notation);
            let again: Vec<_> = pdn::read(&written, ReadOptions::default()).collect();
            assert_eq!(again.len(), 1, "{file}:{line}: {written}");
            let again = again[0].as_ref().unwrap_or_else(|error| panic!("{file}:{line}: {error}\n{written}"));
            assert_eq!((&again.game, again.notes.len()), (game, 0), "{file}:{line}: {written}");
        }
    }
    games
}

#[test]
fn every_brazilian_game_plays_out_and_survives_being_written() {
    let games = check("brazilian.pdn", Variant::Brazilian, None, false, 15);
    assert!(games.iter().all(|game| game.notes.is_empty()), "nothing is odd in these");
    assert_eq!(check("endings.pdn", Variant::Brazilian, None, false, 5).len(), 5);
}

#[test]
fn every_russian_game_plays_out_without_tags_once_the_variant_is_named() {
    let games = check("russian.pdn", Variant::Russian, Some(Variant::Russian), false, 5);
    assert!(games.iter().all(|game| game.notes.is_empty()), "nothing is odd in these");
    // and without a name by the first rules that it keeps
    assert!(read("russian.pdn", None, false).iter().all(Result::is_ok));
}

#[test]
fn every_international_game_plays_out_and_survives_being_written() {
    check("international.pdn", Variant::International, None, false, 7);
}

#[test]
fn every_american_game_is_mended_by_a_tolerant_reader_alone() {
    let games = check("american.pdn", Variant::American, None, true, AMERICAN.len());
    let mended = |game: &ReadGame| {
        game.notes.iter().filter(|note| matches!(note.what, PdnRemark::SplitCapture { .. })).count()
    };
    let found: Vec<_> = games
        .iter()
        .map(|game| (game.line, game.game.line.moves.len(), game.game.result.to_string(), mended(game)))
        .collect();
    let found: Vec<_> =
        found.iter().map(|(line, plies, result, split)| (*line, *plies, result.as_str(), *split)).collect();
    assert_eq!(found, AMERICAN);
    // P1 is who moves first, and that is Black
    assert_eq!(games[0].game.tag("Black"), Some("Player 7"));
    let decided = games.iter().filter(|game| game.game.end().legal_moves().is_empty()).count();
    assert!(decided > 0, "the board decides some, so that a wrong side would show");
    for game in &games {
        let disagrees = |note: &pdn::PdnNote| matches!(note.what, PdnRemark::BoardDisagrees { .. });
        assert!(!game.notes.iter().any(disagrees), "{:?}", game.notes);
    }
}

#[test]
fn a_strict_reader_tells_for_every_american_game_where_it_is_wrong() {
    let errors: Vec<PdnError> =
        read("american.pdn", None, false).into_iter().map(Result::unwrap_err).collect();
    let expected: Vec<PdnError> = AMERICAN
        .iter()
        .map(|(line, ..)| PdnError {
            // P1 stands in each game's fourth line
            place: Place { line: line + 3, column: 1 },
            what: PdnFault::PlayerTag { name: "P1".into() },
        })
        .collect();
    assert_eq!(errors, expected);
}

#[test]
fn a_strict_reader_tells_where_a_capture_is_split() {
    let path = format!("{}/../../tests/data/games/american.pdn", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    // the same games with the tags put right: what is left is the captures
    let text = text.replace("[P1 ", "[Black ").replace("[P2 ", "[White ");
    let text = text.replace("[Variant \"American/English\"]", "[GameType \"21,B,8,8,A0,0\"]");
    let games: Vec<_> = pdn::read(&text, ReadOptions::default()).collect();
    assert_eq!(games.len(), AMERICAN.len());
    for (game, (first, plies, _, split)) in games.iter().zip(AMERICAN) {
        match game {
            Ok(game) => assert_eq!((*split, game.game.line.moves.len()), (0, *plies)),
            Err(error) => {
                assert!(*split > 0, "{error}");
                let line = text.lines().nth(error.place.line as usize - 1).unwrap();
                let token = line[error.place.column as usize - 1..].split(' ').next().unwrap();
                assert!(error.place.line > *first && token.contains('x'), "{error}");
                let PdnFault::Illegal { text, .. } = &error.what else { panic!("{error}") };
                assert_eq!(text, token);
            }
        }
    }
}

#[test]
fn a_side_that_cannot_move_has_lost_in_every_file() {
    let games = read("international.pdn", None, false);
    let beaten = |game: &ReadGame| {
        let end = game.game.end();
        end.legal_moves().is_empty().then(|| end.side_to_move())
    };
    let beaten: Vec<Option<Side>> = games.iter().map(|game| beaten(game.as_ref().unwrap())).collect();
    assert!(beaten.contains(&Some(Side::Black)), "{beaten:?}");
}

/// Each game's first line, plies, result, and how many captures are split.
///
/// Counted by the text alone: two captures in a row, the second from where the first ended, are one piece's.
const AMERICAN: &[(u32, usize, &str, usize)] = &[
    (1, 2, "1-0", 0),
    (19, 129, "1/2-1/2", 1),
    (38, 168, "1-0", 1),
    (57, 111, "0-1", 2),
    (76, 89, "0-1", 2),
    (95, 49, "0-1", 1),
    (114, 94, "1-0", 1),
    (133, 83, "0-1", 1),
    (153, 50, "1-0", 1),
    (173, 212, "1-0", 2),
    (193, 147, "0-1", 2),
    (213, 31, "0-1", 0),
    (231, 83, "0-1", 1),
    (251, 96, "1-0", 2),
    (271, 212, "1-0", 2),
    (291, 31, "0-1", 0),
    (309, 99, "0-1", 1),
    (328, 103, "0-1", 0),
];
