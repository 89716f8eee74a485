//! Moves that are refused, and endings that the board makes.

use crate::table::{Table, position, terms};
use draughts::{Illegality, MoveError, RuleSet, Side};
use game::{EndReason, GameCommand, GameError, GameEvent, GameTerms, Outcome};
use ids::Millis;

/// Plays the moves from a position; the last one may end the game.
fn play(rule_set: RuleSet, fen: &str, moves: &[&str]) -> Table {
    let mut table = Table::new(GameTerms { rule_set, ..terms() }, position(fen));
    for text in moves {
        assert_eq!(table.game.ended(), None, "before {text}");
        table.play(text);
    }
    table
}

fn check_end(table: &Table, outcome: Outcome, reason: EndReason) {
    let ending = table.ending();
    assert_eq!((ending.outcome, ending.reason, ending.blame), (outcome, reason, None));
    assert_eq!(table.game.due(), None);
}

#[test]
fn who_has_no_piece_left_or_no_move_loses_by_the_event_behind_the_move() {
    let table = play(RuleSet::Dream, "W:WKa1:Bb2", &["a1xd4"]);
    check_end(&table, Outcome::Won(Side::White), EndReason::NoPieces);
    assert_eq!(table.game.version().0, 3, "Started, Moved, Ended");
    let table = play(RuleSet::Dream, "W:Wb2,c1,e5:Ba3", &["e5-d6"]);
    check_end(&table, Outcome::Won(Side::White), EndReason::Blocked);
}

const SHUFFLE: [&str; 4] = ["a1-b2", "b8-a7", "b2-a1", "a7-b8"];

#[test]
fn the_third_repetition_draws_where_the_rule_set_has_it() {
    let table = play(RuleSet::Dream, "W:WKa1,a3:BKb8,h6", &SHUFFLE.repeat(2));
    check_end(&table, Outcome::Draw, EndReason::Repetition);
    assert_eq!(table.game.counters().repeated_at(), [0, 4, 8]);
    let table = play(RuleSet::Evolution, "W:WKa1,a3:BKb8,h6", &SHUFFLE.repeat(10));
    check_end(&table, Outcome::Draw, EndReason::QuietPlies);
    assert_eq!((table.game.ply(), table.game.counters().draw_in()), (40, Some(0)));
}

/// Black's king goes to and fro between a7 and b8; White's 20th quiet ply shuts it in, or does not.
#[test]
fn a_win_by_the_ply_that_would_draw_comes_first() {
    let mut moves = ["a7-b8", "g1-h2", "b8-a7", "h2-g1"].repeat(5);
    moves.truncate(19);
    let fen = "B:WKg1,b6,c5,Kc7,d6:BKa7";
    let mut table = play(RuleSet::Online, fen, &moves);
    assert_eq!(table.game.counters().draw_in(), Some(1));
    let mut other = play(RuleSet::Online, fen, &moves);
    table.play("c7-b8");
    check_end(&table, Outcome::Won(Side::White), EndReason::Blocked);
    other.play("h2-g1");
    check_end(&other, Outcome::Draw, EndReason::QuietPlies);
}

#[test]
fn r5_half_a_capture_is_refused_and_never_stored() {
    let mut table = Table::new(terms(), position("W:Wc3,e3:Bd4,f6,d6,b6"));
    for half in ["c3xe5", "c3xe5xc7", "e3xc5xe7"] {
        let refused = table.refused(&table.move_command(half));
        let GameError::Move(MoveError::Illegal { reason, .. }) = refused else {
            panic!("{half}: {refused:?}")
        };
        assert_eq!(reason, Illegality::MustTakeMore { most: 3 }, "{half}");
    }
    assert_eq!(table.game.version().0, 1);

    let whole = table.game.decide(&table.move_command("c3xe5xc7xa5"), table.now).unwrap();
    let GameEvent::Moved { captured, path, .. } = &whole[0] else { panic!() };
    assert_eq!((captured.len(), path.squares().len()), (3, 4));
    let mut half = whole[0].clone();
    if let GameEvent::Moved { to, captured, path, .. } = &mut half {
        *to = path.squares()[1];
        *captured = captured.iter().take(1).collect();
    }
    assert!(table.game.apply(&half).is_err(), "a row with half a capture is no move");
    table.apply(&whole[0]);
}

#[test]
fn a_move_names_its_ply_and_only_the_next_one_is_taken() {
    let mut table = Table::opened();
    let text: draughts::MoveText = "d4-e5".parse().unwrap();
    for given in [0, 1, 3] {
        let command = GameCommand::Move { side: Side::White, ply: given, text: text.clone() };
        assert_eq!(table.refused(&command), GameError::StalePly { given, expected: 2 });
    }
    let other = GameCommand::Move { side: Side::Black, ply: 2, text: "f6-g5".parse().unwrap() };
    assert_eq!(table.refused(&other), GameError::NotYourTurn);
    let again = table.move_command("d4-e5");
    table.play("d4-e5");
    assert_eq!(table.refused(&again), GameError::StalePly { given: 2, expected: 3 });
    let last = table.game.moves().next_back().unwrap();
    assert_eq!(last.path.text(table.game.terms().variant).to_string(), "d4-e5", "a repeat can be told");
}

#[test]
fn a_void_says_that_it_was_one_and_then_ends() {
    let mut table = Table::opened();
    table.wait(Millis(1_000));
    let events = table.say(&GameCommand::Void).unwrap();
    assert!(matches!(events[..], [GameEvent::Voided, GameEvent::Ended { .. }]));
    check_end(&table, Outcome::Void, EndReason::Voided);
}

#[test]
fn a_player_may_resign_on_either_turn_and_in_a_pause() {
    for side in [Side::White, Side::Black] {
        for paused in [false, true] {
            let mut table = Table::opened();
            if paused {
                table.say(&GameCommand::Pause).unwrap();
            }
            table.say(&GameCommand::Resign { side }).unwrap();
            check_end(&table, Outcome::Won(side.other()), EndReason::Resignation);
        }
    }
}
