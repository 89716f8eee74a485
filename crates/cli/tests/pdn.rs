//! `damas pdn` as it is typed: exit codes, and what goes to which output. Knows the binary alone.

#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn file(name: &str) -> String {
    format!("{}/../../tests/data/games/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn damas(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damas"));
    command.arg("pdn").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn check_tells_a_line_a_game_and_fails_only_where_one_is_in_error() {
    let good = [file("brazilian.pdn"), file("russian.pdn"), file("international.pdn")];
    let done = damas(&["check", &good[0], &good[1], &good[2]], "");
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains(": game ")).count(), 27, "{out}");
    assert!(out.ends_with("27 games, 0 in error, 0 mended\n"), "{out}");

    let american = file("american.pdn");
    let done = damas(&["check", &american], "");
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(1), "{out}");
    assert!(out.starts_with(&format!("{american}:4:1: game 1, error: P1 is no tag of PDN")), "{out}");
    let done = damas(&["check", "--tolerant", &american], "");
    let out = text(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{out}");
    assert!(
        out.ends_with("18 games, 0 in error, 18 mended\n") && out.contains("split over 2 tokens"),
        "{out}"
    );
}

#[test]
fn check_reads_standard_input_and_a_missing_file_is_another_exit_code() {
    let done = damas(&["check", "--variant", "brazilian", "-"], "1. 22-18 9-14 2. 22-17 2-0\n1. 22-18 *\n");
    let expected = "-:1:18: game 1, error: ply 3, 22-17: no piece of the side to move stands there (in W:";
    let out = text(&done.stdout);
    assert!(out.starts_with(expected), "{out}");
    assert!(
        out.ends_with(
            "-:2: game 2, brazilian, *, 1 plies: no result is told\n2 games, 1 in error, 0 mended\n"
        ),
        "{out}"
    );
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(damas(&["check", "/no/such/file.pdn"], "").status.code(), Some(2));
    assert_eq!(damas(&["check", "--variant", "chess", "-"], "").status.code(), Some(2));
}

#[test]
fn convert_writes_what_a_strict_reader_takes_and_leaves_out_what_is_in_error() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let out = folder.join("converted.pdn");
    let out = out.to_str().unwrap();
    let done = damas(&["convert", "--tolerant", &file("american.pdn"), "-o", out], "");
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    assert!(text(&done.stderr).contains("mended: P1 and P2 are read as"));
    let done = damas(&["check", out], "");
    assert!(text(&done.stdout).ends_with("18 games, 0 in error, 0 mended\n"), "{}", text(&done.stdout));
    // onto itself, and to letters
    assert_eq!(damas(&["convert", "--notation", "algebraic", out, "-o", out], "").status.code(), Some(0));
    assert!(fs::read_to_string(out).unwrap().contains("[GameType \"21,B,8,8,A3,0\"]"));
    assert!(!folder.join("converted.pdn.part").exists());

    let text_in = "1. c3-d4 bad 2-0\n[GameType \"26\"]\n1. c3-d4 2-0\n";
    let done = damas(&["convert", "-"], text_in);
    assert_eq!(done.status.code(), Some(1));
    assert!(text(&done.stdout).ends_with("\n1. c3-d4 *\n") && text(&done.stdout).starts_with("[Event"));
    assert!(text(&done.stderr).starts_with("-:1:10: game 1, error: "), "{}", text(&done.stderr));
    // which of two games it is, is not guessed where it is written down
    let done = damas(&["convert", "-"], "1. c3-d4 2-0\n");
    assert_eq!((done.status.code(), done.stdout.is_empty()), (Some(1), true));
    assert!(text(&done.stderr).contains("brazilian or russian draughts; name it with --variant"));
    let done = damas(&["convert", "--notation", "algebraic", &file("international.pdn")], "");
    assert_eq!((done.status.code(), done.stdout.is_empty()), (Some(1), true));
}
