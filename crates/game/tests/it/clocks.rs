//! What a move costs, when a flag falls, what a pause keeps.

use crate::table::{Table, clockless};
use draughts::{Position, Side, Variant};
use game::{EndReason, Game, GameCommand, GameError, GameEvent, Outcome, PerSide, ResumeCause};
use ids::{Millis, Moment};

#[test]
fn a_move_costs_its_whole_milliseconds_and_earns_the_increment() {
    let mut table = Table::opened();
    assert_eq!((table.left(Side::White), table.left(Side::Black)), (Millis(62_000), Millis(62_000)));
    // 5 s and 999 µs: what is not a whole millisecond is nobody's
    table.now = Moment(table.now.0 + 5_000_999);
    assert_eq!(table.left(Side::White), Millis(57_000));
    let events = table.say(&table.move_command("d4-e5")).unwrap();
    let GameEvent::Moved { elapsed, left_before, left_after, lag_credit, .. } = &events[0] else { panic!() };
    assert_eq!((*elapsed, *lag_credit), (Millis(5_000), Millis(0)));
    assert_eq!((*left_before, *left_after), (Some(Millis(62_000)), Some(Millis(59_000))));
    table.wait(Millis(700));
    assert_eq!((table.left(Side::White), table.left(Side::Black)), (Millis(59_000), Millis(61_300)));
}

#[test]
fn a_move_received_before_its_turn_was_published_costs_nothing() {
    let mut table = Table::opened();
    let turn = table.now;
    table.now = Moment(turn.0 - 250_000);
    let events = table.say(&table.move_command("d4-e5")).unwrap();
    let GameEvent::Moved { elapsed, left_after, .. } = &events[0] else { panic!() };
    assert_eq!((*elapsed, *left_after), (Millis(0), Some(Millis(64_000))));
}

#[test]
fn no_time_runs_between_a_move_and_the_publication_of_the_next_turn() {
    let mut table = Table::opened();
    let events = table.game.decide(&table.move_command("d4-e5"), table.now).unwrap();
    table.apply(&events[0]);
    assert_eq!(table.game.turn_started(), None);
    assert_eq!(table.game.due(), None);
    table.wait(Millis(3_000));
    assert_eq!(table.left(Side::Black), Millis(62_000), "the journal's three seconds are nobody's");
    table.game.turn_published(table.now);
    assert_eq!(table.game.due(), Some(table.now.plus(Millis(62_000))));
}

#[test]
fn c6_a_move_a_millisecond_before_the_flag_is_in_time_and_at_the_flag_it_is_not() {
    let table = Table::opened();
    let turn = table.now;
    let command = table.move_command("d4-e5");
    let due = turn.plus(Millis(62_000));
    assert_eq!(table.game.due(), Some(due));
    for early in [turn.plus(Millis(61_999)), Moment(due.0 - 1)] {
        let events = table.game.decide(&command, early).unwrap();
        let GameEvent::Moved { left_after, .. } = &events[0] else { panic!() };
        assert_eq!(*left_after, Some(Millis(2_001)), "the increment does not save a flag, it follows it");
        assert_eq!(table.game.decide(&GameCommand::Flag, early), Ok(vec![]));
        assert_eq!(table.game.left_at(Side::White, early), Some(Millis(1)));
    }
    for late in [due, due.plus(Millis(1))] {
        assert_eq!(table.game.decide(&command, late), Err(GameError::TooLate { received: late, due }));
        let events = table.game.decide(&GameCommand::Flag, late).unwrap();
        let [GameEvent::Ended { ending, .. }] = events[..] else { panic!() };
        assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::Black), EndReason::Flag));
        assert_eq!(table.game.left_at(Side::White, late), Some(Millis(0)));
    }
}

#[test]
fn a_moves_event_says_what_both_sides_have_left() {
    let mut table = Table::opened();
    table.wait(Millis(5_000));
    let events = table.say(&table.move_command("d4-e5")).unwrap();
    let GameEvent::Moved { left_after, other_left, .. } = &events[0] else { panic!() };
    assert_eq!((*left_after, *other_left), (Some(Millis(59_000)), Some(Millis(62_000))));
}

#[test]
fn the_end_says_what_both_had_left_there_the_movers_thinking_taken_off() {
    let ends = |command: GameCommand, waited: Millis| {
        let mut table = Table::opened();
        table.offer(Side::Black).unwrap();
        table.wait(waited);
        table.say(&command).unwrap();
        let left = (table.left(Side::White), table.left(Side::Black));
        let again = Game::replay(
            table.game.terms().clone(),
            Position::initial(Variant::Brazilian),
            table.events.clone(),
        );
        let end = Moment(table.now.0 + 60_000_000);
        let again = again.unwrap();
        assert_eq!(
            (again.left_at(Side::White, end), again.left_at(Side::Black, end)),
            (Some(left.0), Some(left.1))
        );
        left
    };
    let spent = (Millis(58_000), Millis(62_000));
    assert_eq!(ends(GameCommand::Resign { side: Side::White }, Millis(4_000)), spent);
    assert_eq!(ends(GameCommand::Resign { side: Side::Black }, Millis(4_000)), spent);
    assert_eq!(ends(GameCommand::AcceptDraw { side: Side::White, offer: 1 }, Millis(4_000)), spent);
    assert_eq!(ends(GameCommand::Flag, Millis(62_000)), (Millis(0), Millis(62_000)));
}

#[test]
fn nothing_that_a_player_asks_at_the_flag_or_after_it_changes_the_result() {
    let mut table = Table::opened();
    table.offer(Side::Black).unwrap();
    let due = table.game.due().unwrap();
    let asked = [
        GameCommand::AcceptDraw { side: Side::White, offer: 1 },
        GameCommand::OfferDraw { side: Side::White },
        GameCommand::DeclineDraw { side: Side::White, offer: 1 },
        GameCommand::Resign { side: Side::Black },
    ];
    for command in &asked {
        assert!(table.game.decide(command, Moment(due.0 - 1)).is_ok(), "{command:?}");
        let refused = table.game.decide(command, due);
        assert_eq!(refused, Err(GameError::TooLate { received: due, due }), "{command:?}");
    }
}

#[test]
fn a_move_read_before_the_flag_that_comes_after_the_end_is_told_both_instants() {
    let mut table = Table::opened();
    let command = table.move_command("d4-e5");
    let due = table.game.due().unwrap();
    table.now = due;
    table.say(&GameCommand::Flag).unwrap();
    let received = Moment(due.0 - 3_000);
    assert_eq!(table.game.decide(&command, received), Err(GameError::TooLate { received, due }));
    let other = GameCommand::Resign { side: Side::Black };
    assert_eq!(table.game.decide(&other, received), Err(GameError::GameOver));
    assert_eq!(table.left(Side::White), Millis(0));
    assert_eq!(table.left(Side::Black), Millis(62_000));
}

#[test]
fn c7_wall_time_is_no_input_and_what_is_kept_is_time_left() {
    // The same game at instants an hour apart is the same events: there is no deadline in them.
    let play = |origin: u64| {
        let mut table = Table::opened();
        table.now = Moment(table.now.0 + origin);
        table.game.turn_published(table.now);
        for text in ["d4-e5", "f6xd4", "e3xc5"] {
            table.wait(Millis(1_500));
            table.play(text);
        }
        table.wait(Millis(250));
        table.say(&GameCommand::Pause).unwrap();
        table.events.clone()
    };
    let events = play(0);
    assert_eq!(events, play(3_600_000_000));
    let paused = events.last().unwrap();
    let left = PerSide { white: Millis(63_000), black: Millis(62_250) };
    assert_eq!(*paused, GameEvent::Paused { left: Some(left) });
}

#[test]
fn c9_a_pause_keeps_what_was_left_and_the_way_back_gives_just_that() {
    let mut table = Table::opened();
    table.wait(Millis(10_000));
    table.say(&GameCommand::Pause).unwrap();
    assert_eq!((table.game.paused(), table.game.due()), (true, None));
    assert_eq!(table.refused(&table.move_command("d4-e5")), GameError::Paused);
    assert_eq!(table.refused(&GameCommand::OfferDraw { side: Side::White }), GameError::Paused);
    assert_eq!(table.refused(&GameCommand::Pause), GameError::NotNow);
    table.wait(Millis(600_000));
    let down = Millis(600_000);
    let events = table.say(&GameCommand::Resume { cause: ResumeCause::Restart, down }).unwrap();
    let left = Some(PerSide { white: Millis(52_000), black: Millis(62_000) });
    assert_eq!(events, [GameEvent::Resumed { left, cause: ResumeCause::Restart, down }]);
    table.wait(Millis(30_000));
    assert_eq!(table.left(Side::White), Millis(52_000), "until the turn is published nothing runs");
    table.game.turn_published(table.now);
    table.wait(Millis(2_000));
    assert_eq!(table.left(Side::White), Millis(50_000));

    // The rows can't give anybody more.
    let mut game =
        Game::replay(table.game.terms().clone(), *table.game.start_position(), table.events[..4].to_vec())
            .unwrap();
    let more = Some(PerSide { white: Millis(67_000), black: Millis(62_000) });
    assert!(game.apply(&GameEvent::Resumed { left: more, cause: ResumeCause::Restart, down }).is_err());
}

#[test]
fn after_a_crash_the_mover_has_what_he_had_when_his_turn_began() {
    let mut table = Table::opened();
    table.wait(Millis(20_000));
    table.play("d4-e5");
    table.wait(Millis(41_000));
    let (terms, start) = (table.game.terms().clone(), *table.game.start_position());
    table.game = Game::replay(terms, start, table.events.clone()).unwrap();
    assert_eq!((table.game.paused(), table.game.turn_started(), table.game.due()), (false, None, None));
    table.say(&GameCommand::Resume { cause: ResumeCause::Crash, down: Millis(5_000) }).unwrap();
    assert_eq!((table.left(Side::White), table.left(Side::Black)), (Millis(44_000), Millis(62_000)));
    table.game.turn_published(table.now);
    assert_eq!(table.game.due(), Some(table.now.plus(Millis(62_000))));
}

#[test]
fn a_clock_stopped_at_zero_falls_as_soon_as_it_runs_and_takes_no_move_before() {
    let mut table = Table::opened();
    table.wait(Millis(70_000));
    table.say(&GameCommand::Pause).unwrap();
    table.say(&GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(9) }).unwrap();
    let refused = table.refused(&table.move_command("d4-e5"));
    assert!(matches!(refused, GameError::TooLate { .. }), "{refused:?}");
    table.game.turn_published(table.now);
    assert_eq!(table.game.due(), Some(table.now));
    table.say(&GameCommand::Flag).unwrap();
    assert_eq!(table.ending().reason, EndReason::Flag);
}

#[test]
fn c4_a_clock_runs_exactly_when_its_flag_can_fall() {
    let mut table = Table::opened();
    let runs = |table: &Table| {
        let later = table.now.plus(Millis(1_000));
        [Side::White, Side::Black]
            .map(|side| table.game.left_at(side, table.now) != table.game.left_at(side, later))
    };
    assert_eq!((runs(&table), table.game.due().is_some()), ([true, false], true));
    table.play("d4-e5");
    assert_eq!((runs(&table), table.game.due().is_some()), ([false, true], true));
    table.say(&GameCommand::Pause).unwrap();
    assert_eq!((runs(&table), table.game.due().is_some()), ([false, false], false));
    table.say(&GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(1) }).unwrap();
    assert_eq!((runs(&table), table.game.due().is_some()), ([false, false], false));
    table.game.turn_published(table.now);
    assert_eq!((runs(&table), table.game.due().is_some()), ([false, true], true));
    table.say(&GameCommand::Resign { side: Side::White }).unwrap();
    assert_eq!((runs(&table), table.game.due().is_some()), ([false, false], false));
}

#[test]
fn a_game_without_clocks_has_no_flag_and_no_window() {
    let mut table = Table::new(clockless(), Position::initial(Variant::Brazilian));
    table.wait(Millis(86_400_000));
    assert_eq!((table.game.due(), table.game.left_at(Side::White, table.now)), (None, None));
    assert_eq!(table.say(&GameCommand::Flag), Ok(vec![]));
    table.play("c3-d4");
    table.say(&GameCommand::Resign { side: Side::Black }).unwrap();
    let ending = table.ending();
    assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::White), EndReason::Resignation));
}
