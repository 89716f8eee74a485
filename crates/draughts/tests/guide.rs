//! The guide's drawings: `web/src/guide/drawings.txt` is expanded by the rules into `drawings.json`, which the page reads.
//! Every move shown is legal there, every one shown as forbidden is not. Knows no words.
//!
//! `UPDATE=1 cargo test -p draughts --test guide` writes `drawings.json` anew.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use draughts::{
    Anew, Balance, BalanceRule, DrawRule, Fen, Illegality, Material, MoveError, Position, RuleSet, Side,
    Square, Variant,
};
use serde_json::{Map, Value, json};
use std::fs;

/// A drawing as its source gives it.
#[derive(Clone, Default)]
struct Source<'a> {
    name: &'a str,
    rule: &'a str,
    variants: Vec<Variant>,
    fen: &'a str,
    rows: (u8, u8),
    shown: Vec<&'a str>,
    forbidden: Vec<&'a str>,
    /// How many plies a reader may try; the moves shown are there anyway.
    plies: usize,
}

fn path(name: &str) -> String {
    format!("{}/../../web/src/guide/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn sources(text: &str) -> Vec<Source<'_>> {
    let mut all: Vec<Source<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
        let mut words = line.split_whitespace();
        let first = words.next().unwrap();
        if !line.starts_with(' ') {
            let rule = words.next().unwrap();
            let variants = words.map(|word| word.parse().unwrap()).collect();
            all.push(Source { name: first, rule, variants, plies: 1, ..Source::default() });
            continue;
        }
        let source = all.last_mut().unwrap();
        match first {
            "fen" => source.fen = words.next().unwrap(),
            "rows" => {
                let (from, to) = words.next().unwrap().split_once('-').unwrap();
                source.rows = (from.parse().unwrap(), to.parse().unwrap());
            }
            "shown" => source.shown = words.collect(),
            "forbidden" => source.forbidden = words.collect(),
            "plies" => source.plies = words.next().unwrap().parse().unwrap(),
            _ => panic!("{line:?} is no line of a drawing"),
        }
    }
    all
}

fn position(variant: Variant, fen: &str) -> Position {
    Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap()
}

fn side(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// The legal moves as the page has them from a server, and the position after each.
fn node(position: &Position) -> Value {
    let variant = position.variant();
    let name = |square: Square| square.name(variant).to_string();
    let moves = position.legal_moves();
    let legal: Vec<Value> = moves
        .iter()
        .map(|mv| {
            let paths: Vec<String> =
                position.paths(mv).iter().map(|path| path.text(variant).to_string()).collect();
            let captured: Vec<String> = mv.captured().iter().map(name).collect();
            json!({ "from": name(mv.from()), "to": name(mv.to()), "captured": captured, "paths": paths })
        })
        .collect();
    let after: Vec<String> = moves.iter().map(|mv| position.play(mv).fen().to_string()).collect();
    json!({ "turn": side(position.side_to_move()), "legal": legal, "after": after })
}

fn grow(nodes: &mut Map<String, Value>, position: &Position, plies: usize) {
    nodes.insert(position.fen().to_string(), node(position));
    if plies > 1 {
        for mv in &position.legal_moves() {
            grow(nodes, &position.play(mv), plies - 1);
        }
    }
}

/// Why a move that is shown as forbidden is not legal.
fn why(text: &str, position: &Position) -> Value {
    match position.find_move(&text.parse().unwrap()) {
        Err(MoveError::Illegal { reason, .. }) => match reason {
            Illegality::MustCapture => json!({ "path": text, "is": "must_capture" }),
            Illegality::MustTakeMore { most } => {
                json!({ "path": text, "is": "must_take_more", "most": most })
            }
            Illegality::NoSuchMove | Illegality::NothingToCapture => {
                json!({ "path": text, "is": "no_such_move" })
            }
            Illegality::NoSuchSquare | Illegality::NotYourPiece => panic!("{text}: {reason}"),
        },
        other => panic!("{text} is shown as forbidden in {}: {other:?}", position.fen()),
    }
}

/// Every piece stands in the rows that are drawn.
fn stands_in_rows(position: &Position, (from, to): (u8, u8)) -> bool {
    let width: u8 = if position.variant().is_algebraic() { 8 } else { 10 };
    position.pieces().all(|(square, _)| {
        let row = width - (square.number() - 1) / (width / 2);
        (from..=to).contains(&row)
    })
}

fn drawing(source: &Source<'_>, variant: Variant) -> Value {
    let start = position(variant, source.fen);
    let mut nodes = Map::new();
    grow(&mut nodes, &start, source.plies);
    let mut present = start;
    for text in &source.shown {
        assert!(stands_in_rows(&present, source.rows), "{} hides a piece of {}", source.name, present.fen());
        let (mv, path) = present
            .find_move(&text.parse().unwrap())
            .unwrap_or_else(|error| panic!("{} of {variant}: {error}, in {}", source.name, present.fen()));
        assert_eq!(path.text(variant).to_string(), *text, "a move is shown with all its landing squares");
        present = present.play(&mv);
        nodes.entry(present.fen().to_string()).or_insert_with(|| node(&present));
    }
    assert!(stands_in_rows(&present, source.rows), "{} hides a piece of {}", source.name, present.fen());
    let forbidden: Vec<Value> = source.forbidden.iter().map(|text| why(text, &start)).collect();
    json!({
        "name": source.name,
        "rule": source.rule,
        "variant": variant.to_string(),
        "fen": start.fen().to_string(),
        "rows": [source.rows.0, source.rows.1],
        "shown": source.shown,
        "forbidden": forbidden,
        "positions": nodes,
    })
}

/// A draw rule as the page has it from a server.
fn draw_rule(rule: &DrawRule) -> Value {
    match rule {
        DrawRule::Repetition { times } => json!({ "is": "repetition", "times": times }),
        DrawRule::Quiet { plies } => json!({ "is": "quiet", "plies": plies }),
        DrawRule::Balance(BalanceRule { balance, plies, anew }) => {
            let anew = match anew {
                Anew::Never => "never",
                Anew::Crowning => "crowning",
                Anew::Change => "change",
            };
            json!({ "is": "balance", "balance": balance_of(balance), "plies": plies, "anew": anew })
        }
    }
}

fn balance_of(balance: &Balance) -> Value {
    let material = |one: &Material| json!({ "kings": one.kings, "men": one.men });
    match balance {
        Balance::Listed(pairs) => {
            let pairs: Vec<Value> =
                pairs.iter().map(|[one, other]| json!([material(one), material(other)])).collect();
            json!({ "is": "listed", "pairs": pairs })
        }
        Balance::AgainstKing { pieces, kings_only } => json!({
            "is": "against_king", "least": pieces.start(), "most": pieces.end(), "kings_only": kings_only
        }),
        Balance::AgainstKingOnMainRoad { pieces } => {
            json!({ "is": "against_king_on_main_road", "least": pieces.start(), "most": pieces.end() })
        }
        Balance::KingsOnBoth { pieces } => {
            json!({ "is": "kings_on_both", "least": pieces.start(), "most": pieces.end() })
        }
    }
}

fn expanded(text: &str) -> String {
    let mut drawings = Vec::new();
    for source in sources(text) {
        for &variant in &source.variants {
            drawings.push(drawing(&source, variant).to_string());
        }
    }
    let sets: Vec<String> = RuleSet::ALL
        .iter()
        .map(|set| {
            let rules: Vec<Value> = set.rules().iter().map(draw_rule).collect();
            json!({ "name": set.to_string(), "rules": rules }).to_string()
        })
        .collect();
    // a line a drawing, so that a change is seen where it is
    let (drawings, sets) = (drawings.join(",\n"), sets.join(",\n"));
    format!("{{\"drawings\":[\n{drawings}\n],\"rule_sets\":[\n{sets}\n]}}\n")
}

#[test]
fn each_move_shown_is_legal_each_forbidden_one_is_not_and_the_page_has_what_the_rules_give() {
    let text = read("drawings.txt");
    let expected = expanded(&text);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path("drawings.json"), &expected).unwrap();
    }
    assert!(
        read("drawings.json") == expected,
        "drawings.json is stale: UPDATE=1 cargo test -p draughts --test guide"
    );
}

#[test]
fn every_variant_has_a_drawing_for_every_rule_of_moves() {
    let text = read("drawings.txt");
    let all = sources(&text);
    for variant in Variant::ALL {
        for rule in
            ["board", "men", "capture", "majority", "removal", "kings", "crown", "end", "draws", "notation"]
        {
            let drawn = all.iter().any(|one| one.rule == rule && one.variants.contains(&variant));
            assert!(drawn, "{variant} has no drawing of {rule}");
        }
    }
}

#[test]
#[should_panic(expected = "is shown as forbidden in")]
fn a_legal_move_is_not_shown_as_forbidden() {
    why("c3-d4", &Position::initial(Variant::Brazilian));
}
