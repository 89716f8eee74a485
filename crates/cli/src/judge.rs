//! `damas judge`: what a set of draw rules says of a game, ply by ply; JSON lines in and out. Knows no game and no server.

use crate::json_lines::answer_all;
use draughts::{DrawCounters, DrawReason, Fen, MoveText, Position, RuleSet, Side, Variant};
use serde::{Deserialize, Serialize};

/// Reads games a line and answers each with what a set of draw rules says after every ply.
///
/// A line in: {"variant":"brazilian","rules":"cbd","fen":"W:WKa1:BKh6","moves":["a1-b2"]}; without a fen, the first position.
/// A line out, in the same order: {"plies":[{"text":…,"quiet":…,"repetition":…,"draw_in":…,"outcome":…}]}, where the outcome is
/// null or {"winner":"white"|"black"|null,"reason":…}. A move that is not legal ends its line: {"plies":[…],"ply":3,"error":…}.
/// A line that is wrong stops nothing; the exit code tells of standard input and output alone.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {}

#[derive(Deserialize)]
struct Question {
    variant: String,
    rules: String,
    #[serde(default)]
    fen: Option<String>,
    moves: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
struct Answer {
    plies: Vec<PlyRow>,
    /// The ply that is wrong, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize)]
struct PlyRow {
    text: String,
    quiet: u16,
    repetition: u8,
    draw_in: Option<u16>,
    outcome: Option<OutcomeRow>,
}

#[derive(Debug, Serialize)]
struct OutcomeRow {
    winner: Option<&'static str>,
    reason: &'static str,
}

/// Answers every line of standard input, in order; a bad line gets an error and the next one is read.
///
/// # Errors
/// When standard input or output fails.
pub(crate) fn run(_: &Args) -> anyhow::Result<()> {
    answer_all(std::io::stdin().lock(), std::io::stdout().lock(), answer)
}

fn answer(line: &[u8]) -> Answer {
    let mut answer = Answer::default();
    if let Err(error) = judge(line, &mut answer) {
        answer.error = Some(format!("{error:#}"));
    }
    answer
}

fn judge(line: &[u8], answer: &mut Answer) -> anyhow::Result<()> {
    let question: Question = serde_json::from_slice(line)?;
    let variant: Variant = question.variant.parse()?;
    let rule_set: RuleSet = question.rules.parse()?;
    let mut position = match &question.fen {
        Some(fen) => Position::from_setup(Fen::parse(variant, fen)?.setup())?,
        None => Position::initial(variant),
    };
    let mut counters = DrawCounters::new(rule_set, &position);
    for (text, ply) in question.moves.iter().zip(1..) {
        answer.ply = Some(ply);
        let (mv, path) = position.find_move(&text.parse::<MoveText>()?)?;
        let after = position.play(&mv);
        counters.after(&position, &mv, &after);
        position = after;
        answer.plies.push(PlyRow {
            text: path.text(variant).to_string(),
            quiet: counters.quiet(),
            repetition: counters.repetition(),
            draw_in: counters.draw_in(),
            outcome: outcome(&position, &counters),
        });
    }
    answer.ply = None;
    Ok(())
}

/// How the game has ended: a side that can't move has lost, also where a draw's condition is met by the same ply.
fn outcome(position: &Position, counters: &DrawCounters) -> Option<OutcomeRow> {
    let side = position.side_to_move();
    if position.legal_moves().is_empty() {
        let winner = match side {
            Side::White => "black",
            Side::Black => "white",
        };
        let reason = if position.squares_of(side).is_empty() { "no_pieces" } else { "blocked" };
        return Some(OutcomeRow { winner: Some(winner), reason });
    }
    let reason = match counters.verdict()? {
        DrawReason::Repetition => "repetition",
        DrawReason::QuietPlies => "quiet_plies",
        DrawReason::Balance => "balance",
    };
    Some(OutcomeRow { winner: None, reason })
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
    fn every_ply_is_told_with_its_counters_and_the_draw_with_its_reason() {
        let moves = ["a1-b2", "h6-g5", "b2-a1", "g5-h6"].repeat(3);
        let question =
            json!({ "variant": "brazilian", "rules": "cbd", "fen": "W:WKa1:BKh6", "moves": moves });
        let answer = &answers(question.to_string().as_bytes())[0];
        let plies = answer["plies"].as_array().unwrap();
        assert_eq!(
            plies[0],
            json!({ "text": "a1-b2", "quiet": 1, "repetition": 1, "draw_in": 9, "outcome": null })
        );
        // the start is the position's first time, so it stands for the third time after eight plies
        assert_eq!(plies[7]["outcome"], json!({ "winner": null, "reason": "repetition" }));
        assert_eq!(plies[9]["draw_in"], 0);
        assert_eq!(answer.get("error"), None);
    }

    #[test]
    fn a_move_that_is_not_legal_is_named_with_its_ply_and_the_next_line_is_answered() {
        let answers = answers(
            b"{\"variant\":\"brazilian\",\"rules\":\"dream\",\"moves\":[\"c3-d4\",\"a1-b2\"]}\nnonsense\n\
              {\"variant\":\"brazilian\",\"rules\":\"chess\",\"moves\":[]}\n\
              {\"variant\":\"american\",\"rules\":\"american\",\"moves\":[\"11-15\"]}",
        );
        assert_eq!((answers[0]["plies"].as_array().unwrap().len(), &answers[0]["ply"]), (1, &json!(2)));
        assert!(answers[0]["error"].is_string() && answers[1]["error"].is_string());
        assert!(answers[2]["error"].as_str().unwrap().contains("fmjd64"), "{}", answers[2]);
        assert_eq!(answers[3]["plies"][0]["draw_in"], 80);
    }

    #[test]
    fn the_side_without_a_move_has_lost_whatever_was_counted() {
        let line = br#"{"variant":"brazilian","rules":"dream","fen":"W:Wc3:Bd4","moves":["c3xe5"]}"#;
        assert_eq!(
            answers(line)[0]["plies"][0]["outcome"],
            json!({ "winner": "white", "reason": "no_pieces" })
        );
    }
}
