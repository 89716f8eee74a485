//! The one encoder of captures: what the server sends for positions in which the way matters, kept as golden vectors for
//! the page's own test (`web/test/choose.test.ts`). Set `UPDATE=1` to write the file anew.

use crate::support::House;
use serde_json::{Value, json};

/// Positions of a board of letters and of one of numbers, each with its variant.
fn in_which_the_way_matters() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |variant, rules: &'static str, most| {
        let matters = |line: &&str| {
            let position: Value = serde_json::from_str(line).unwrap();
            let mut moves = position["moves"].as_array().unwrap().iter();
            moves.any(|mv| mv["paths"].as_array().unwrap().len() > 1)
        };
        rules.lines().filter(matters).take(most).map(move |line| (variant, line))
    };
    of("brazilian", include_str!("../data/rules/brazilian.jsonl"), 40).chain(of(
        "international",
        include_str!("../data/rules/international.jsonl"),
        20,
    ))
}

#[tokio::test(flavor = "multi_thread")]
async fn r6_the_page_s_golden_captures_are_what_the_server_sends() {
    let house = House::open("r6").await;
    let mut golden = Vec::new();
    for (variant, line) in in_which_the_way_matters() {
        let position: Value = serde_json::from_str(line).unwrap();
        let answer: Value = reqwest::Client::new()
            .post(format!("{}/api/legal-moves", house.url))
            .json(&json!({"variant": variant, "fen": position["fen"], "moves": [], "rules": null}))
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        let legal = answer["legal"].as_array().unwrap_or_else(|| panic!("{answer}"));
        assert_eq!(legal.len(), position["moves"].as_array().unwrap().len(), "{line}");
        golden.push(json!({"fen": answer["fen"], "legal": legal}));
    }
    house.close().await;
    let text = golden.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n");
    let text = format!("[\n{text}\n]\n");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/captures.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == text, "{path} is stale: run `UPDATE=1 cargo test -p tests --test it r6_`");
}
