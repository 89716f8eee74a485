//! The windows for the first moves, and the aborts.

use crate::table::Table;
use draughts::Side;
use game::{EndReason, Ending, GameCommand, GameError, Outcome, ResumeCause};
use ids::{Millis, Moment};

const fn aborted(blame: Side) -> Ending {
    Ending { outcome: Outcome::Void, reason: EndReason::Aborted, blame: Some(blame) }
}

#[test]
fn until_his_first_move_a_player_s_game_clock_does_not_run() {
    let mut table = Table::initial();
    table.wait(Millis(29_000));
    assert_eq!(table.left(Side::White), Millis(60_000));
    assert_eq!(table.game.first_move_left(table.now), Some(Millis(1_000)));
    table.play("c3-d4");
    assert_eq!(table.left(Side::White), Millis(62_000));
    table.wait(Millis(12_000));
    assert_eq!(table.left(Side::Black), Millis(60_000), "Black has a window of his own");
    assert_eq!(table.game.first_move_left(table.now), Some(Millis(18_000)));
    table.play("b6-a5");
    assert_eq!(table.game.first_move_left(table.now), None);
    assert_eq!(table.left(Side::Black), Millis(62_000));
}

#[test]
fn c6_the_window_aborts_at_its_end_and_not_a_millisecond_before() {
    for (opening, blame) in [(None, Side::White), (Some("c3-d4"), Side::Black)] {
        let mut table = Table::initial();
        if let Some(text) = opening {
            table.play(text);
        }
        let reply = table.move_command(if blame == Side::White { "c3-d4" } else { "b6-a5" });
        let due = table.now.plus(Millis(30_000));
        for early in [Moment(due.0 - 1_000), Moment(due.0 - 1)] {
            assert_eq!(table.game.decide(&GameCommand::Flag, early), Ok(vec![]));
            assert!(table.game.decide(&reply, early).is_ok());
        }
        assert_eq!(table.game.decide(&reply, due), Err(GameError::TooLate { received: due, due }));
        table.now = due;
        table.say(&GameCommand::Flag).unwrap();
        assert_eq!(table.ending(), aborted(blame));
        assert_eq!(table.refused(&reply), GameError::TooLate { received: due, due });
    }
}

#[test]
fn c6_nobody_can_claim_anything_before_the_first_move() {
    let table = Table::initial();
    assert_eq!(table.game.decide(&GameCommand::Flag, table.now), Ok(vec![]));
    assert_eq!(table.refused(&GameCommand::OfferDraw { side: Side::White }), GameError::TooEarly { from: 2 });
    assert_eq!(table.refused(&GameCommand::OfferDraw { side: Side::Black }), GameError::TooEarly { from: 2 });
    let accept = GameCommand::AcceptDraw { side: Side::Black, offer: 0 };
    assert_eq!(table.refused(&accept), GameError::NoSuchOffer { offer: 0 });
}

#[test]
fn resigning_before_one_s_own_first_move_is_an_abort_by_that_player() {
    let mut table = Table::initial();
    table.say(&GameCommand::Resign { side: Side::Black }).unwrap();
    assert_eq!(table.ending(), aborted(Side::Black));

    let mut table = Table::initial();
    table.play("c3-d4");
    table.say(&GameCommand::Resign { side: Side::Black }).unwrap();
    assert_eq!(table.ending(), aborted(Side::Black));

    let mut table = Table::initial();
    table.play("c3-d4");
    table.say(&GameCommand::Resign { side: Side::White }).unwrap();
    let ending = table.ending();
    assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::Black), EndReason::Resignation));
    assert_eq!(ending.blame, None);
}

#[test]
fn a_window_starts_anew_after_a_pause() {
    let mut table = Table::initial();
    table.wait(Millis(25_000));
    table.say(&GameCommand::Pause).unwrap();
    assert_eq!(table.game.first_move_left(table.now), None);
    table.say(&GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(1_000) }).unwrap();
    table.game.turn_published(table.now);
    assert_eq!(table.game.first_move_left(table.now), Some(Millis(30_000)));
    assert_eq!(table.left(Side::White), Millis(60_000));
}
