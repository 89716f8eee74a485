//! A game of an event: there are no aborts, and the event does not wait for ever.

use crate::table::{Table, terms};
use draughts::{Position, Side, Variant};
use game::{EndReason, Ending, GameCommand, GameError, GameTerms, Outcome, PerSide, Unstarted};
use ids::Millis;

fn event_terms() -> GameTerms {
    GameTerms { unstarted: Unstarted::Forfeits, offers_from_ply: 30, ..terms() }
}

fn event_game() -> Table {
    Table::new(event_terms(), Position::initial(Variant::Brazilian))
}

fn no_show(white: bool, black: bool) -> GameCommand {
    GameCommand::NoShow { present: PerSide { white, black } }
}

const fn forfeited(absent: Side) -> Ending {
    Ending { outcome: Outcome::Won(absent.other()), reason: EndReason::Forfeit, blame: Some(absent) }
}

#[test]
fn a_first_move_window_that_runs_out_loses() {
    let mut table = event_game();
    table.wait(Millis(30_000));
    table.say(&GameCommand::Flag).unwrap();
    assert_eq!(table.ending(), forfeited(Side::White));

    let mut table = event_game();
    table.play("c3-d4");
    table.wait(Millis(30_000));
    table.say(&GameCommand::Flag).unwrap();
    assert_eq!(table.ending(), forfeited(Side::Black));
}

#[test]
fn resigning_loses_at_any_ply() {
    for side in Side::BOTH {
        let mut table = event_game();
        table.say(&GameCommand::Resign { side }).unwrap();
        let resigned =
            Ending { outcome: Outcome::Won(side.other()), reason: EndReason::Resignation, blame: None };
        assert_eq!(table.ending(), resigned);
    }
}

#[test]
fn the_presence_of_both_is_judged_together() {
    let nobody = Ending { outcome: Outcome::Void, reason: EndReason::Forfeit, blame: None };
    for (white, black, ending) in [
        (false, false, Some(nobody)),
        (false, true, Some(forfeited(Side::White))),
        (true, false, None),
        (true, true, None),
    ] {
        let mut table = event_game();
        table.say(&no_show(white, black)).unwrap();
        assert_eq!(table.game.ended().copied(), ending, "White there: {white}, Black there: {black}");
    }
}

#[test]
fn who_has_moved_has_come_and_who_is_there_keeps_his_window() {
    let mut table = event_game();
    table.play("c3-d4");
    assert_eq!(table.game.decide(&no_show(false, true), table.now), Ok(vec![]));
    table.say(&no_show(false, false)).unwrap();
    assert_eq!(table.ending(), forfeited(Side::Black), "White had come");

    let mut table = event_game();
    table.play("c3-d4");
    table.play("b6-a5");
    assert_eq!(table.game.decide(&no_show(false, false), table.now), Ok(vec![]), "both have come");
}

#[test]
fn nobody_is_missed_while_the_game_is_paused_nor_in_a_game_that_aborts() {
    let mut table = event_game();
    table.say(&GameCommand::Pause).unwrap();
    assert_eq!(table.refused(&no_show(false, false)), GameError::Paused);

    let table = Table::initial();
    assert_eq!(table.game.decide(&no_show(false, false), table.now), Ok(vec![]));
}

#[test]
fn draws_are_offered_from_the_ply_that_the_terms_say() {
    let mut table = event_game();
    table.play("c3-d4");
    table.play("b6-a5");
    let offer = GameCommand::OfferDraw { side: Side::White };
    assert_eq!(table.refused(&offer), GameError::TooEarly { from: 30 });
}

#[test]
fn in_a_sudden_death_series_the_clocks_carry_on_and_the_first_move_runs_on_them() {
    let carried = PerSide { white: Millis(11_000), black: Millis(7_000) };
    let terms = GameTerms { first_move_window: None, carried: Some(carried), ..event_terms() };
    let mut table = Table::new(terms, Position::initial(Variant::Brazilian));
    assert_eq!((table.left(Side::White), table.left(Side::Black)), (Millis(11_000), Millis(7_000)));
    table.wait(Millis(3_000));
    table.play("c3-d4");
    assert_eq!(table.left(Side::White), Millis(10_000), "3 s used, 2 s earned");
    table.wait(Millis(7_000));
    table.say(&GameCommand::Flag).unwrap();
    assert_eq!(table.ending().reason, EndReason::Flag);
}
