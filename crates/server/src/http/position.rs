//! The legal moves of a position that is no game: editor, guide, two people on one device. Keeps nothing.

use super::body::Body;
use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::wire;
use axum::Json;
use axum::extract::State;
use draughts::{DrawCounters, DrawReason, Move, MoveText, Position, RuleSet, Side, SquareSet};
use protocol::{EndReason, LegalMovesOf, Outcome, PositionMoves};
use std::sync::Arc;

/// Moves that one call may play.
const MOVES: usize = 1_000;

/// `POST /api/legal-moves`: plays moves from a position and says what is legal after them.
///
/// # Errors
/// [`ApiError::BadRequest`] with the first thing that is wrong.
pub(super) async fn legal_moves(
    State(app): State<Arc<App>>,
    Body(asked): Body<LegalMovesOf>,
) -> Result<Json<PositionMoves>, ApiError> {
    answer(&app.config, &asked).map(Json).map_err(ApiError::BadRequest)
}

/// What a line is played by and begins with.
pub(super) fn start_of(
    config: &Config,
    variant: &str,
    rules: Option<&str>,
    fen: Option<&str>,
) -> Result<(RuleSet, Position), String> {
    let variant = wire::variant(variant)?;
    let rule_set =
        rules.map_or_else(|| Ok(config.usual_rule_set(variant)), |name| wire::rule_set(config, name))?;
    let start = fen.map_or_else(|| Ok(Position::initial(variant)), |text| wire::position(variant, text))?;
    Ok((rule_set, start))
}

/// The legal move that a text means.
pub(super) fn legal_move(position: &Position, text: &str) -> Result<Move, String> {
    let text: MoveText = text.parse().map_err(|error: draughts::ParseMoveError| error.to_string())?;
    position.find_move(&text).map(|(mv, _path)| mv).map_err(|error| error.to_string())
}

/// A position with what was played from it.
struct Board {
    position: Position,
    counters: DrawCounters,
    captured: Vec<SquareSet>,
}

fn answer(config: &Config, asked: &LegalMovesOf) -> Result<PositionMoves, String> {
    if asked.moves.len() > MOVES {
        return Err(format!("{} moves; at most {MOVES} are played", asked.moves.len()));
    }
    let (rule_set, start) = start_of(config, &asked.variant, asked.rules.as_deref(), asked.fen.as_deref())?;
    let counters = DrawCounters::new(rule_set, &start);
    let mut board = Board { position: start, counters, captured: Vec::with_capacity(asked.moves.len()) };
    for (ply, text) in asked.moves.iter().enumerate() {
        if board.end().is_some() {
            return Err(format!("the game has ended before ply {ply}"));
        }
        board.play(text).map_err(|wrong| format!("ply {ply}: {wrong}"))?;
    }
    Ok(board.describe())
}

impl Board {
    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = legal_move(&self.position, text)?;
        let after = self.position.play(&mv);
        self.counters.after(&self.position, &mv, &after);
        self.captured.push(mv.captured());
        self.position = after;
        Ok(())
    }

    /// How it has ended: without a move the side to move loses, even where a draw's condition is met too.
    fn end(&self) -> Option<(Outcome, EndReason)> {
        let side = self.position.side_to_move();
        if self.position.legal_moves().is_empty() {
            let reason = if self.position.squares_of(side).is_empty() {
                EndReason::NoPieces
            } else {
                EndReason::Blocked
            };
            let winner = match side {
                Side::White => Outcome::Black,
                Side::Black => Outcome::White,
            };
            return Some((winner, reason));
        }
        self.counters.verdict().map(|reason| match reason {
            DrawReason::Repetition => (Outcome::Draw, EndReason::Repetition),
            DrawReason::QuietPlies => (Outcome::Draw, EndReason::QuietPlies),
            DrawReason::Balance => (Outcome::Draw, EndReason::Balance),
        })
    }

    fn describe(&self) -> PositionMoves {
        let variant = self.position.variant();
        let end = self.end();
        let moves = if end.is_none() { self.position.legal_moves() } else { draughts::MoveList::default() };
        let legal = moves.iter().map(|mv| rooms::LegalMove { mv: *mv, paths: self.position.paths(mv) });
        PositionMoves {
            fen: wire::fen(&self.position),
            turn: wire::side(self.position.side_to_move()),
            legal: wire::legal(&legal.collect::<Vec<_>>(), variant),
            captured: self.captured.iter().map(|squares| wire::squares(*squares, variant)).collect(),
            quiet: self.counters.quiet(),
            draw_in: self.counters.draw_in(),
            outcome: end.map(|(outcome, _)| outcome),
            reason: end.map(|(_, reason)| reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(asked: &LegalMovesOf) -> Result<PositionMoves, String> {
        super::answer(&Config::development(), asked)
    }

    fn asked(fen: Option<&str>, moves: &[&str]) -> LegalMovesOf {
        LegalMovesOf {
            variant: "brazilian".to_owned(),
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            rules: None,
        }
    }

    #[test]
    fn the_start_has_seven_moves_and_a_move_brings_the_others() {
        let start = answer(&asked(None, &[])).unwrap();
        assert_eq!((start.legal.len(), start.turn), (7, protocol::Side::White));
        let next = answer(&asked(None, &["c3-d4"])).unwrap();
        assert_eq!((next.legal.len(), next.turn), (7, protocol::Side::Black));
        assert_eq!(next.captured, [Vec::<protocol::SquareText>::new()]);
    }

    #[test]
    fn r5_half_a_capture_is_refused_and_the_whole_one_takes_both() {
        let fen = "W:Wc3:Bd4,f6";
        assert!(answer(&asked(Some(fen), &["c3xe5"])).is_err());
        let whole = answer(&asked(Some(fen), &["c3xe5xg7"])).unwrap();
        assert_eq!(whole.captured.len(), 1);
        assert_eq!(whole.captured[0].len(), 2);
        assert_eq!((whole.outcome, whole.reason), (Some(Outcome::White), Some(EndReason::NoPieces)));
        assert!(whole.legal.is_empty());
    }

    #[test]
    fn each_variant_is_played_from_its_own_start_by_its_own_rules() {
        for (variant, first, moves, turn) in [
            ("american", "b6-a5", 7, protocol::Side::Black),
            ("international", "32-28", 9, protocol::Side::White),
            ("russian", "c3-d4", 7, protocol::Side::White),
        ] {
            let of = |moves: &[&str]| LegalMovesOf { variant: variant.to_owned(), ..asked(None, moves) };
            let start = answer(&of(&[])).unwrap();
            assert_eq!((start.legal.len(), start.turn), (moves, turn), "{variant}");
            assert_ne!(answer(&of(&[first])).unwrap().turn, turn, "{variant}");
        }
        // american's own draw rules, not dream's
        let kings = LegalMovesOf { variant: "american".to_owned(), ..asked(Some("B:WKg1:BKb8"), &["b8-a7"]) };
        assert_eq!(answer(&kings).unwrap().draw_in, Some(79));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_ply() {
        for (asked, says) in [
            (asked(None, &["c3-d4", "nonsense"]), "ply 1"),
            (asked(None, &["c3-c4"]), "ply 0"),
            (asked(Some("nonsense"), &[]), ""),
            (LegalMovesOf { variant: "chess".to_owned(), ..asked(None, &[]) }, "brazilian"),
            (LegalMovesOf { rules: Some("none".to_owned()), ..asked(None, &[]) }, "dream"),
            (LegalMovesOf { moves: vec![String::new(); MOVES + 1], ..asked(None, &[]) }, "at most"),
        ] {
            let said = answer(&asked).unwrap_err();
            assert!(said.contains(says), "{said}");
        }
    }
}
