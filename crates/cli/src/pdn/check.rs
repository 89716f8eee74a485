//! `damas pdn check`: what a reader makes of a file, game by game. Knows how a game ended; the notation is `draughts`'.

use super::Reading;
use draughts::pdn::{PdnGame, PdnResult, ReadGame};
use draughts::{DrawCounters, DrawReason, RuleSet, Variant};
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Reads every game and plays it out by the rules.
///
/// A line a game: FILE:LINE: game N, variant, result, plies: how it ended. What is odd or was mended follows as
/// FILE:LINE:COLUMN: note. A game in error has one line, FILE:LINE:COLUMN: game N, error; the games behind it are read.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    reading: Reading,
    /// The PDN files; - is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Default)]
struct Count {
    games: usize,
    errors: usize,
    mended: usize,
}

/// Prints a line a game and a summary; whether every game could be read.
///
/// # Errors
/// When a file can't be opened, or standard output fails.
pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut all = Count::default();
    for file in &args.files {
        let mut number = 0;
        for game in args.reading.games(file)? {
            number += 1;
            all.games += 1;
            let file = file.display();
            match game {
                Ok(game) => {
                    tell(&mut out, &file, number, &game)?;
                    all.mended += usize::from(game.notes.iter().any(|note| note.what.is_mended()));
                }
                Err(error) => {
                    all.errors += 1;
                    let (line, column) = (error.place.line, error.place.column);
                    writeln!(out, "{file}:{line}:{column}: game {number}, error: {}", error.what)?;
                }
            }
        }
    }
    writeln!(out, "{} games, {} in error, {} mended", all.games, all.errors, all.mended)?;
    out.flush()?;
    Ok(all.errors == 0)
}

fn tell(mut out: impl Write, file: &impl Display, number: usize, read: &ReadGame) -> std::io::Result<()> {
    let game = &read.game;
    let (variant, plies) = (game.start.variant(), game.line.moves.len());
    let (line, result) = (read.line, game.result.text(variant));
    writeln!(out, "{file}:{line}: game {number}, {variant}, {result}, {plies} plies: {}", ending(game))?;
    for note in &read.notes {
        let kind = if note.what.is_mended() { "mended" } else { "note" };
        let (line, column) = (note.place.line, note.place.column);
        writeln!(out, "{file}:{line}:{column}: {kind}: {}", note.what)?;
    }
    Ok(())
}

/// The draw rules by which the variant is most played.
const fn rule_set(variant: Variant) -> RuleSet {
    match variant {
        Variant::Brazilian => RuleSet::Dream,
        Variant::Russian => RuleSet::Fmjd64,
        Variant::American => RuleSet::American,
        Variant::International => RuleSet::International,
    }
}

/// How the game ended, by the board where that decides.
fn ending(game: &PdnGame) -> String {
    let end = game.end();
    let side = end.side_to_move();
    if end.legal_moves().is_empty() {
        let left = if end.squares_of(side).is_empty() { "piece" } else { "move" };
        return format!("{side} has no {left} left");
    }
    let winner = match game.result {
        PdnResult::WhiteWins => "White",
        PdnResult::BlackWins => "Black",
        PdnResult::Draw => return drawn(game),
        PdnResult::BothLose => return "a double forfeit".to_owned(),
        PdnResult::Unknown => return "no result is told".to_owned(),
    };
    match game.tag("Termination") {
        Some(how) if how.to_lowercase().contains("time") => format!("{winner} wins on time"),
        _ => format!("{winner} wins by resignation or flag, before the board decides"),
    }
}

fn drawn(game: &PdnGame) -> String {
    let rules = rule_set(game.start.variant());
    let mut position = game.start;
    let mut counters = DrawCounters::new(rules, &position);
    for mv in &game.line.moves {
        let after = position.play(&mv.mv);
        counters.after(&position, &mv.mv, &after);
        position = after;
    }
    match counters.verdict() {
        Some(DrawReason::Repetition) => "draw by the third repetition".to_owned(),
        Some(DrawReason::QuietPlies) => format!("draw by {} quiet plies", counters.quiet()),
        Some(DrawReason::Balance) => format!("draw by the balance of material ({rules})"),
        None => format!("draw by agreement, or by other rules than {rules}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::pdn::{ReadOptions, read};

    fn told(text: &str, tolerant: bool) -> String {
        let mut out = Vec::new();
        let options = ReadOptions { variant: None, tolerant };
        for (number, game) in (1..).zip(read(text, options)) {
            tell(&mut out, &"f.pdn", number, &game.unwrap()).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_game_is_told_on_one_line_with_how_it_ended() {
        let tags = "[GameType \"26\"]\n[FEN \"W:Wc3:Bd4\"]\n";
        assert_eq!(
            told(&format!("\n{tags}\n1. c3xe5 2-0"), false),
            "f.pdn:2: game 1, brazilian, 1-0, 1 plies: Black has no piece left\n"
        );
        let game = |tags: &str, moves: &str| told(&format!("[GameType \"26\"]\n{tags}\n{moves}"), false);
        assert!(
            game("", "1. c3-d4 2-0")
                .ends_with("White wins by resignation or flag, before the board decides\n")
        );
        assert!(game("[Termination \"Time forfeit\"]", "1. c3-d4 0-1").ends_with("Black wins on time\n"));
        assert!(game("", "1. c3-d4 1-1").ends_with("draw by agreement, or by other rules than dream\n"));
        assert!(game("", "1. c3-d4 *").ends_with(", *, 1 plies: no result is told\n"));
        let kings = "a1-b2 h6-g5 b2-a1 g5-h6 ".repeat(2);
        let repeated = game("[FEN \"W:WKa1:BKh6\"]", &format!("{kings} 1-1"));
        assert!(repeated.ends_with("draw by the third repetition\n"), "{repeated}");
    }

    #[test]
    fn what_is_odd_and_what_was_mended_follows_with_its_place() {
        let text = "[GameType \"26\"]\n[Result \"1-0\"]\n1. c3-d4 b6-c5 2. d4-b6 0-1";
        assert_eq!(
            told(text, true),
            "f.pdn:1: game 1, brazilian, 0-1, 3 plies: Black wins by resignation or flag, before the board decides\n\
             f.pdn:3:19: mended: d4-b6 is read as d4xb6\n\
             f.pdn:3:25: note: the Result tag says 1-0, the moves end with 0-1, which holds\n"
        );
    }
}
