//! The fuzz targets on a stable toolchain: real texts and hand-made ones, changed at random. Knows the properties.
//!
//! A few seconds by default, and as long as one likes: `TEST_FUZZ_SECONDS=300 cargo test -p draughts --test fuzz`. The seed is
//! printed; `TEST_SEED` repeats it. With a nightly toolchain `cargo fuzz` runs the same properties guided by coverage
//! (`crates/draughts/fuzz`).

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]
#![allow(clippy::print_stdout, reason = "the seed of a run is printed")]
#![allow(clippy::disallowed_methods, reason = "how long it goes on, and where it begins, is the tester's")]

mod properties;
mod random;

use random::Random;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant, SystemTime};

/// No text of this size may take longer, in whatever build.
const LONGEST: Duration = Duration::from_secs(10);
const MOST_BYTES: usize = 4_000;

const TOKENS: &[&str] = &[
    "[Event \"x\"]\n",
    "[GameType \"26\"]\n",
    "[GameType \"20,W,10,10,N2,0\"]",
    "[GameType \"21,B,8,8,A0,0\"]",
    "[GameType \"26,W,8,8,N1,1\"]\n",
    "[FEN \"W:Wc3:Bd4,f6\"]\n",
    "[FEN \"W:WKa1:BKh8\"]\n",
    "[Result \"0-1\"]\n",
    "[P1 \"x\"]\n",
    "[Variant \"Russian\"]\n",
    "[a \"\"]",
    "[",
    "]",
    "\"",
    "\\",
    "{",
    "}",
    "(",
    ")",
    "(!)",
    "$1",
    "$",
    "\n",
    "\r\n",
    " ",
    "1.",
    "1...",
    "...",
    " c3-d4",
    " b6xd4",
    " 22-18",
    " 9x18",
    " 2218",
    " a3b4",
    " c3 - d4",
    "x",
    ":",
    "-",
    "1-0",
    "1/2-1/2",
    " * ",
    "%",
    ";",
    "/",
    "/FEN \"W:Wa1:Bh8\"/",
    "[%clk 0:00:01]",
    "[%clock w1s B2s]",
    "é",
    "\u{feff}",
    "\0",
    "\u{1a}",
    "?",
    "!",
];
const FEN_TOKENS: &[&str] = &[
    "W", "B", ":", ",", "K", "-", "1", "29", "32", "50", "a1", "h8", "c3", "j10", ".", " ", "H0", "F1", "?",
    "G", "P", "é", "0", "01", "99", "1-12", "K1-4",
];
const FENS: &[&str] = &[
    "W:W21-32:B1-12",
    "B:WKc3,a1:Bb8,Kd8",
    "W:W31-50:B1-20.",
    " W : W 29 , K 22 : B 01 :H0:F1",
    "W:WK47:B42,29,19,14,22",
    "W:WKa1:Bb2,b4,b6,d2,d4,d6,f2,f4,f6",
    "B:W:BK1",
];

/// Every game of the test data, and every kind of text that they lack.
fn games() -> Vec<Vec<u8>> {
    let folder = format!("{}/../../tests/data/games", env!("CARGO_MANIFEST_DIR"));
    let mut games: Vec<Vec<u8>> = Vec::new();
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "pdn")) {
        let text = fs::read_to_string(file).unwrap();
        let how = if file.ends_with("american.pdn") { 15 } else { 14 };
        for game in text.split("\n\n[").flat_map(|game| game.split("\n\n1. ")) {
            games.push([&[how], game.as_bytes()].concat());
        }
    }
    for text in [
        "\u{1}[GameType \"26\"]\n[FEN \"W:Wc3:Bd4,f6,b8\"]\n1. c3xe5 e5xg7 b8-a7 (b8-c7 {x} (1... a1-b2)) *",
        "\u{e}{a} 1. c3-d4! {b} $5 (1. a3-b4 (1. g3-h4) 1... b6-c5(?)) 1... b6-c5?! 2.d4xb6 ; c\n a7xc5 2-0 {d}*",
        "\u{e}[GameType \"21,B,8,8,A0,0\"]\n1. c3-d4 {[%clk 0:00:01]} f6-e5 {[%clock w123s B120s]} 2. d4xf6 g7xe5 1-0",
        "\u{0}/FEN \"W:Wa1:Bh8\"/ 1. a1-b2 h8-g7 0-0 [White \"a \\\"b\\\" \\\\\"]\n1. 22-18 2-0",
    ] {
        games.push(text.as_bytes().to_vec());
    }
    games
}

/// A text, changed a few times.
fn changed(corpus: &[Vec<u8>], tokens: &[&str], random: &mut Random) -> Vec<u8> {
    let mut text = random.pick(corpus).clone();
    for _ in 0..1 + random.below(8) {
        let at = random.below(text.len() + 1);
        let end = text.len().min(at + 1 + random.below(40));
        match random.below(7) {
            0 => drop(text.splice(at..at, random.pick(tokens).bytes())),
            1 => drop(text.splice(at..end, random.pick(tokens).bytes())),
            2 => drop(text.drain(at..end)),
            3 if at < end => text[at] ^= 1 << random.below(8),
            4 => {
                let part = text[at..end].to_vec();
                let to = random.below(text.len() + 1);
                text.splice(to..to, part);
            }
            5 => {
                let other = random.pick(corpus);
                let from = random.below(other.len() + 1);
                let to = other.len().min(from + random.below(400));
                text.splice(at..end, other[from..to].iter().copied());
            }
            _ => text.truncate(at),
        }
    }
    text.truncate(MOST_BYTES);
    text
}

fn fuzz(name: &str, corpus: &[Vec<u8>], tokens: &[&str], property: fn(&[u8])) {
    let seconds = std::env::var("TEST_FUZZ_SECONDS").map_or(4, |seconds| seconds.parse().unwrap());
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64;
    let seed = std::env::var("TEST_SEED").map_or(now, |seed| seed.parse().unwrap());
    println!("{name}: seed {seed}, {seconds} s");
    let mut random = Random(seed);
    let begun = Instant::now();
    let mut count = 0_u64;
    for text in corpus {
        property(text);
    }
    while begun.elapsed() < Duration::from_secs(seconds) {
        let text = changed(corpus, tokens, &mut random);
        let started = Instant::now();
        let kept = catch_unwind(AssertUnwindSafe(|| property(&text)));
        let took = started.elapsed();
        count += 1;
        if kept.is_err() || took > LONGEST {
            let shown = String::from_utf8_lossy(&text);
            panic!("{name}: seed {seed}, text {count}, {took:?}: {text:?}\n{shown}");
        }
    }
    println!("{name}: {count} texts");
}

#[test]
fn any_text_is_read_as_games_and_errors_and_every_game_is_written_and_read_again() {
    fuzz("pdn", &games(), TOKENS, properties::pdn);
}

#[test]
fn any_text_is_a_fen_or_an_error_and_every_fen_is_printed_and_read_again() {
    let corpus: Vec<Vec<u8>> = FENS.iter().map(|fen| fen.as_bytes().to_vec()).collect();
    fuzz("fen", &corpus, FEN_TOKENS, properties::fen);
}
