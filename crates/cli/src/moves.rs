//! `damas moves`: legal moves of positions, JSON lines in and out. Knows no game and no server.

use crate::json_lines::answer_all;
use draughts::{Fen, Move, Path, Position, SquareSet, Variant};
use serde::{Deserialize, Serialize};

/// Reads {"variant","fen"} a line and answers each with its legal moves, or with an error.
///
/// A line in: {"variant":"brazilian","fen":"W:Wd6:Be7,g7"}; without a fen, the first position. A line out, in the same order:
/// {"fen":…,"moves":[{"from":…,"to":…,"captured":[…],"path":[…],"paths":[[…]],"text":"d6xf8xh6"}]}, squares by their numbers,
/// or {"fen":…,"error":…}. A line that is wrong stops nothing; the exit code tells of standard input and output alone.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {}

#[derive(Deserialize)]
struct Question {
    variant: String,
    #[serde(default)]
    fen: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    Moves { fen: String, moves: Vec<MoveRow> },
    Error { fen: Option<String>, error: String },
}

/// A move by the squares' numbers; `text` names them as the variant does.
#[derive(Debug, Serialize)]
struct MoveRow {
    from: u8,
    to: u8,
    captured: Vec<u8>,
    path: Vec<u8>,
    paths: Vec<Vec<u8>>,
    text: String,
}

/// Answers every line of standard input, in order; a bad line gets an error and the next one is read.
///
/// # Errors
/// When standard input or output fails.
pub(crate) fn run(_: &Args) -> anyhow::Result<()> {
    answer_all(std::io::stdin().lock(), std::io::stdout().lock(), answer)
}

fn answer(line: &[u8]) -> Answer {
    let question: Question = match serde_json::from_slice(line) {
        Ok(question) => question,
        Err(error) => {
            let value = serde_json::from_slice::<serde_json::Value>(line).unwrap_or_default();
            let fen = value.get("fen").and_then(|fen| fen.as_str()).map(str::to_owned);
            return Answer::Error { fen, error: error.to_string() };
        }
    };
    match legal_moves(&question) {
        Ok((fen, moves)) => Answer::Moves { fen, moves },
        Err(error) => Answer::Error { fen: question.fen, error: format!("{error:#}") },
    }
}

/// The legal moves, and the position that they are of.
fn legal_moves(question: &Question) -> anyhow::Result<(String, Vec<MoveRow>)> {
    let variant: Variant = question.variant.parse()?;
    let position = match &question.fen {
        Some(fen) => Position::from_setup(Fen::parse(variant, fen)?.setup())?,
        None => Position::initial(variant),
    };
    let fen = question.fen.clone().unwrap_or_else(|| position.fen().to_string());
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(|mv| (mv.from(), mv.to(), numbers(mv.captured())));
    Ok((fen, moves.iter().map(|mv| row(&position, mv)).collect()))
}

fn row(position: &Position, mv: &Move) -> MoveRow {
    let paths = position.paths(mv);
    let squares = |path: &Path| path.squares().iter().map(|square| square.number()).collect::<Vec<_>>();
    MoveRow {
        from: mv.from().number(),
        to: mv.to().number(),
        captured: numbers(mv.captured()),
        path: squares(&paths[0]),
        paths: paths.iter().map(squares).collect(),
        text: paths[0].text(position.variant()).to_string(),
    }
}

fn numbers(set: SquareSet) -> Vec<u8> {
    set.iter().map(|square| square.number()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn answers(questions: &[u8]) -> Vec<Value> {
        let mut out = Vec::new();
        answer_all(questions, &mut out, answer).unwrap();
        String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    #[test]
    fn a_capture_has_all_its_paths_sorted_and_the_smallest_as_text() {
        let answers = answers(br#"{"variant":"brazilian","fen":"W:WK7:B9,10,K11,17,18,K19,K25,K26,27"}"#);
        assert_eq!(answers[0]["moves"].as_array().unwrap().len(), 3);
        assert_eq!(
            answers[0]["moves"][2],
            json!({
                "from": 7, "to": 29, "captured": [9, 10, 11, 17, 18, 25, 26, 27],
                "path": [7, 20, 31, 22, 13, 6, 15, 22, 29],
                "paths": [[7, 20, 31, 22, 13, 6, 15, 22, 29], [7, 20, 31, 22, 15, 6, 13, 22, 29]],
                "text": "e7xh4xe1xc3xa5xc7xe5xc3xa1",
            })
        );
    }

    #[test]
    fn a_quiet_move_captures_nothing_and_algebraic_squares_are_read_too() {
        let answers = answers(b"{\"variant\":\"brazilian\",\"fen\":\"W:Wc3:Bb8\"}\n");
        let row = |to: u8, text: &str| json!({ "from": 22, "to": to, "captured": [], "path": [22, to], "paths": [[22, to]], "text": text });
        assert_eq!(answers, [json!({ "fen": "W:Wc3:Bb8", "moves": [row(17, "c3-b4"), row(18, "c3-d4")] })]);
    }

    #[test]
    fn a_bad_line_gets_an_error_in_its_place_and_the_next_is_answered() {
        let answers = answers(
            b"nonsense\n\n\xff\xfe\n{\"fen\":\"W:W1:B2\"}\n{\"variant\":\"chess\",\"fen\":\"x\"}\n\
              {\"variant\":\"brazilian\",\"fen\":\"W:W33:B1\"}\n{\"variant\":\"brazilian\",\"fen\":\"W:W:B1\"}",
        );
        assert_eq!(answers.len(), 7);
        for answer in &answers[..6] {
            assert!(answer["error"].is_string(), "{answer}");
        }
        assert_eq!(answers[0]["fen"], Value::Null);
        assert_eq!(answers[3]["fen"], "W:W1:B2");
        assert!(answers[5]["error"].as_str().unwrap().contains("\"33\""), "{}", answers[5]);
        assert_eq!(answers[6], json!({ "fen": "W:W:B1", "moves": [] }));
    }
}
