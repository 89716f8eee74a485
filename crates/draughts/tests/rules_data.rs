//! The gates: every position and every leaf count of `tests/data/rules`. A missing file fails.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::{Fen, InstructionSet, Move, Path, Position, Variant, perft, perft_batched_with};
use serde_json::Value;
use std::fs;

fn data(name: &str) -> String {
    let path = format!("{}/../../tests/data/rules/{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn position(variant: Variant, fen: &str) -> Position {
    if fen == "start" {
        return Position::initial(variant);
    }
    let fen = Fen::parse(variant, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup(fen.setup()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// From, to, captured, paths: by number, as the data has them.
type Row = (u64, u64, Vec<u64>, Vec<Vec<u64>>);

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn expected(mv: &Value) -> Row {
    let paths = mv["paths"].as_array().unwrap().iter().map(numbers).collect();
    (mv["from"].as_u64().unwrap(), mv["to"].as_u64().unwrap(), numbers(&mv["captured"]), paths)
}

fn found(position: &Position, mv: &Move) -> Row {
    let path =
        |path: &Path| path.squares().iter().map(|square| u64::from(square.number())).collect::<Vec<_>>();
    (
        mv.from().number().into(),
        mv.to().number().into(),
        mv.captured().iter().map(|square| square.number().into()).collect(),
        position.paths(mv).iter().map(path).collect(),
    )
}

/// Checks each line's moves and all their paths, and that each path, as text, is found again.
fn check_positions(variant: Variant, lines: usize) {
    let text = data(&format!("{variant}.jsonl"));
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert_eq!(row["variant"], variant.to_string());
        let fen = row["fen"].as_str().unwrap();
        let position = position(variant, fen);
        let legal = position.legal_moves();
        let mut found: Vec<Row> = legal.iter().map(|mv| found(&position, mv)).collect();
        let mut expected: Vec<Row> = row["moves"].as_array().unwrap().iter().map(expected).collect();
        assert_eq!(perft(&position, 1), legal.len() as u64, "{fen}");
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{fen}");
        for mv in &legal {
            for path in position.paths(mv) {
                let text = path.text(variant).to_string().parse().unwrap();
                assert_eq!(position.find_move(&text), Ok((*mv, path)), "{fen} {text}");
            }
            assert_eq!(position.find_parts(mv.from(), mv.to(), mv.captured()), Ok(*mv), "{fen}");
        }
    }
    assert_eq!(text.lines().count(), lines);
}

fn check_perft(variant: Variant, rows: usize) {
    let text = data("perft.tsv");
    let mut seen = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [name, fen, counts] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        if name != variant.to_string() {
            continue;
        }
        seen += 1;
        let position = position(variant, fen);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&position, depth).to_string(), count, "{fen} at depth {depth}");
            // The largest are left to the benchmark, which compares all ways.
            let sets = InstructionSet::available().into_iter().filter(|_| count.len() <= 8);
            for set in sets {
                let batched = perft_batched_with(set, &position, depth).to_string();
                assert_eq!(batched, count, "{fen} at depth {depth}, batched, {set}");
            }
        }
    }
    assert_eq!(seen, rows);
}

#[test]
fn every_brazilian_position_has_exactly_its_moves_and_paths() {
    check_positions(Variant::Brazilian, 952);
}

#[test]
fn every_brazilian_leaf_count_is_met_at_every_depth() {
    check_perft(Variant::Brazilian, 9);
}

#[test]
fn every_american_position_has_exactly_its_moves_and_paths() {
    check_positions(Variant::American, 150);
}

#[test]
fn every_international_position_has_exactly_its_moves_and_paths() {
    check_positions(Variant::International, 286);
}

#[test]
fn every_russian_position_has_exactly_its_moves_and_paths() {
    check_positions(Variant::Russian, 220);
}

#[test]
fn every_american_leaf_count_is_met_at_every_depth() {
    check_perft(Variant::American, 7);
}

#[test]
fn every_international_leaf_count_is_met_at_every_depth() {
    check_perft(Variant::International, 8);
}

#[test]
fn every_russian_leaf_count_is_met_at_every_depth() {
    check_perft(Variant::Russian, 9);
}
