//! The gate of the draw rules: every game of `tests/data/rules/draws.jsonl` under its rule set.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::{DrawCounters, Fen, Position, RuleSet, Variant};
use serde_json::{Value, json};
use std::fs;

/// The first end of the game: the ply and the winner, null for a draw.
fn first_end(row: &Value, rule_set: RuleSet) -> Value {
    let variant: Variant = row["variant"].as_str().unwrap().parse().unwrap();
    let fen = Fen::parse(variant, row["fen"].as_str().unwrap()).unwrap();
    let mut position = Position::from_setup(fen.setup()).unwrap();
    let mut counters = DrawCounters::new(rule_set, &position);
    for (text, ply) in row["moves"].as_array().unwrap().iter().zip(1..) {
        let text = text.as_str().unwrap().parse().unwrap();
        let (mv, _) = position.find_move(&text).unwrap_or_else(|error| panic!("{row}: {error}"));
        let next = position.play(&mv);
        counters.after(&position, &mv, &next);
        if next.legal_moves().is_empty() {
            return json!([ply, position.side_to_move().to_string().to_lowercase()]);
        }
        if counters.verdict().is_some() {
            return json!([ply, null]);
        }
        position = next;
    }
    Value::Null
}

#[test]
fn every_game_ends_where_its_rule_set_says() {
    let path = format!("{}/../../tests/data/rules/draws.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut checked = 0;
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let rule_set = row["rules"].as_str().unwrap().parse().unwrap();
        let end = &row["end"];
        let expected = if end.is_null() { Value::Null } else { json!([end["ply"], end["winner"]]) };
        assert_eq!(first_end(&row, rule_set), expected, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 180);
}
