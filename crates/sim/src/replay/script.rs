//! What a game on paper asks for: its moves, and how its end is brought about. Knows no server.

use draughts::pdn::{PdnGame, PdnResult};
use draughts::{DrawCounters, DrawReason, Move, Path, Position, RuleSet, Side, Variant};
use protocol::{EndReason, Outcome};

/// The first ply at which a draw may be offered.
const OFFERS_FROM_PLY: usize = 2;

/// How the end comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finale {
    /// The last move ends the game by the rules; the server must say so.
    Board(Outcome, EndReason),
    /// One side offers, the other accepts.
    Agreement,
    /// That side resigns.
    Resignation(Side),
    /// That side, to move, lets its time run out.
    Flag(Side),
}

/// A game to be acted out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Script {
    pub(crate) moves: Vec<(Move, Path)>,
    pub(crate) finale: Finale,
}

/// Why a game on paper can't be acted out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ScriptError {
    #[error("it is a game of {found}, not {wanted}")]
    Variant { found: Variant, wanted: Variant },
    #[error("it begins from {fen}, a staked game begins from the first position")]
    Start { fen: String },
    #[error("by the rules it ends after ply {ply} ({reason:?}), on paper it goes on")]
    GoesOn { ply: usize, reason: EndReason },
    #[error("on the board it ends {found:?} ({reason:?}), the paper's result is {paper}")]
    Result { found: Outcome, reason: EndReason, paper: PdnResult },
    #[error("it has no result: nothing says how it ended")]
    NoResult,
    #[error("a double forfeit can't be acted out")]
    BothLose,
    #[error("the loser's flag falls on paper, but he is not to move")]
    FlagNotToMove,
    #[error("a draw by time forfeit does not come out of play: who runs out of time loses")]
    DrawnByTime,
    #[error("the loser has not played his first move: that is an abort, not a loss")]
    BeforeFirstMove,
    #[error("a draw can't be agreed before both have moved")]
    AgreedTooEarly,
}

impl Script {
    /// What the paper asks for, under that rule set.
    pub(crate) fn read(game: &PdnGame, variant: Variant, rule_set: RuleSet) -> Result<Self, ScriptError> {
        let (start, found) = (game.start, game.start.variant());
        if found != variant {
            return Err(ScriptError::Variant { found, wanted: variant });
        }
        if start != Position::initial(variant) {
            return Err(ScriptError::Start { fen: start.fen().to_string() });
        }
        let (moves, position) = (game.moves(), game.end());
        let finale = match board_end(&start, &moves, rule_set)? {
            Some((outcome, reason)) => {
                if Some(outcome) != outcome_of(game.result) {
                    return Err(ScriptError::Result { found: outcome, reason, paper: game.result });
                }
                Finale::Board(outcome, reason)
            }
            None => acted(game, &position, moves.len())?,
        };
        Ok(Self { moves, finale })
    }

    /// What the server must say at the end.
    pub(crate) const fn expected(&self) -> (Outcome, EndReason) {
        match self.finale {
            Finale::Board(outcome, reason) => (outcome, reason),
            Finale::Agreement => (Outcome::Draw, EndReason::Agreement),
            Finale::Resignation(loser) => (won(loser.other()), EndReason::Resignation),
            Finale::Flag(loser) => (won(loser.other()), EndReason::Flag),
        }
    }
}

const fn won(side: Side) -> Outcome {
    match side {
        Side::White => Outcome::White,
        Side::Black => Outcome::Black,
    }
}

const fn outcome_of(result: PdnResult) -> Option<Outcome> {
    match result {
        PdnResult::WhiteWins => Some(Outcome::White),
        PdnResult::BlackWins => Some(Outcome::Black),
        PdnResult::Draw => Some(Outcome::Draw),
        PdnResult::BothLose | PdnResult::Unknown => None,
    }
}

/// How the last move ends the game by the rules; an error when an earlier one does.
fn board_end(
    start: &Position,
    moves: &[(Move, Path)],
    rule_set: RuleSet,
) -> Result<Option<(Outcome, EndReason)>, ScriptError> {
    let mut counters = DrawCounters::new(rule_set, start);
    let mut position = *start;
    for (ply, (mv, _)) in (1..).zip(moves) {
        let mover = position.side_to_move();
        let after = position.play(mv);
        counters.after(&position, mv, &after);
        position = after;
        // a win comes before a draw that the same move makes
        let end = if position.legal_moves().is_empty() {
            let none = position.squares_of(mover.other()).is_empty();
            Some((won(mover), if none { EndReason::NoPieces } else { EndReason::Blocked }))
        } else {
            counters.verdict().map(|reason| match reason {
                DrawReason::Repetition => (Outcome::Draw, EndReason::Repetition),
                DrawReason::QuietPlies => (Outcome::Draw, EndReason::QuietPlies),
                DrawReason::Balance => (Outcome::Draw, EndReason::Balance),
            })
        };
        match end {
            Some(end) if ply == moves.len() => return Ok(Some(end)),
            Some((_, reason)) => return Err(ScriptError::GoesOn { ply, reason }),
            None => {}
        }
    }
    Ok(None)
}

/// How an end that the board does not show was brought about.
fn acted(game: &PdnGame, position: &Position, plies: usize) -> Result<Finale, ScriptError> {
    let by_time = game.tag("Termination").is_some_and(|value| value.to_lowercase().contains("time forfeit"));
    let loser = match game.result {
        PdnResult::WhiteWins => Side::Black,
        PdnResult::BlackWins => Side::White,
        PdnResult::Draw if by_time => return Err(ScriptError::DrawnByTime),
        PdnResult::Draw if plies < OFFERS_FROM_PLY => return Err(ScriptError::AgreedTooEarly),
        PdnResult::Draw => return Ok(Finale::Agreement),
        PdnResult::BothLose => return Err(ScriptError::BothLose),
        PdnResult::Unknown => return Err(ScriptError::NoResult),
    };
    if by_time && loser != position.side_to_move() {
        return Err(ScriptError::FlagNotToMove);
    }
    let second = Position::initial(position.variant()).side_to_move() != loser;
    if plies <= usize::from(second) {
        return Err(ScriptError::BeforeFirstMove);
    }
    Ok(if by_time { Finale::Flag(loser) } else { Finale::Resignation(loser) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::pdn::{self, ReadOptions};

    fn game(text: &str) -> PdnGame {
        pdn::read(text, ReadOptions::default()).next().unwrap().unwrap().game
    }

    fn script(tags: &str, moves: &str) -> Result<Script, ScriptError> {
        let text = format!("[GameType \"26\"]\n{tags}\n\n{moves}\n");
        Script::read(&game(&text), Variant::Brazilian, RuleSet::Dream)
    }

    const FORFEIT: &str = "[Termination \"Time forfeit\"]";

    fn finale(tags: &str, moves: &str) -> Finale {
        script(tags, moves).unwrap().finale
    }

    #[test]
    fn what_the_board_does_not_end_is_resigned_agreed_or_lost_on_time() {
        assert_eq!(finale("", "1. c3-d4 b6-a5 2-0"), Finale::Resignation(Side::Black));
        assert_eq!(finale("", "1. c3-d4 b6-a5 0-2"), Finale::Resignation(Side::White));
        assert_eq!(finale("", "1. c3-d4 b6-a5 1-1"), Finale::Agreement);
        assert_eq!(finale(FORFEIT, "1. c3-d4 b6-a5 0-2"), Finale::Flag(Side::White));
        let said = script(FORFEIT, "1. c3-d4 b6-a5 0-2").unwrap().expected();
        assert_eq!(said, (Outcome::Black, EndReason::Flag));
    }

    #[test]
    fn what_can_t_be_acted_out_is_told_before_anybody_plays() {
        assert_eq!(script(FORFEIT, "1. c3-d4 b6-a5 2-0"), Err(ScriptError::FlagNotToMove));
        assert_eq!(script(FORFEIT, "1. c3-d4 b6-a5 1-1"), Err(ScriptError::DrawnByTime));
        assert_eq!(script(FORFEIT, "1. c3-d4 2-0"), Err(ScriptError::BeforeFirstMove));
        assert_eq!(script("", "1. c3-d4 2-0"), Err(ScriptError::BeforeFirstMove));
        assert_eq!(script("", "1. c3-d4 1-1"), Err(ScriptError::AgreedTooEarly));
        assert_eq!(script("", "1. c3-d4 b6-a5 *"), Err(ScriptError::NoResult));
        assert_eq!(script("", "1. c3-d4 b6-a5 0-0"), Err(ScriptError::BothLose));
        assert!(matches!(script("[FEN \"W:Wa1:Bh8\"]", "1. a1-b2 2-0"), Err(ScriptError::Start { .. })));
        let russian = game("[GameType \"25\"]\n\n1. c3-d4 2-0\n");
        let wanted = Variant::Brazilian;
        let refused = Script::read(&russian, wanted, RuleSet::Dream);
        assert_eq!(refused, Err(ScriptError::Variant { found: Variant::Russian, wanted }));
    }

    fn finales(file: &str) -> Vec<Finale> {
        let path = format!("{}/../../tests/data/games/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        pdn::read(&text, ReadOptions::default())
            .map(|game| Script::read(&game.unwrap().game, Variant::Brazilian, RuleSet::Dream).unwrap().finale)
            .collect()
    }

    #[test]
    fn the_games_of_the_test_files_can_all_be_acted_out() {
        let of_players = finales("brazilian.pdn");
        assert_eq!(of_players.len(), 15);
        assert!(of_players.iter().any(|finale| matches!(finale, Finale::Board(..))));
        assert!(of_players.iter().any(|finale| matches!(finale, Finale::Flag(_))));
        assert_eq!(
            finales("endings.pdn"),
            [
                Finale::Resignation(Side::White),
                Finale::Resignation(Side::White),
                Finale::Agreement,
                Finale::Board(Outcome::Draw, EndReason::Repetition),
                Finale::Board(Outcome::Draw, EndReason::QuietPlies),
            ]
        );
    }
}
