//! Rows that make no game: refused with the version, whatever a disk or a hand has done to them.

use crate::table::{Table, clockless, terms};
use draughts::{Position, Side, Square, SquareSet, Variant};
use game::{EndReason, Ending, Game, GameCommand, GameEvent, GameTerms, Outcome, PerSide, ResumeCause};
use ids::Millis;

/// Started, two first moves, an offer, a move, a pause and its end.
fn history() -> Vec<GameEvent> {
    let mut table = Table::opened();
    table.offer(Side::White).unwrap();
    table.wait(Millis(3_000));
    table.play("d4-e5");
    table.wait(Millis(1_000));
    table.say(&GameCommand::Pause).unwrap();
    table.say(&GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(7) }).unwrap();
    table.events
}

fn replay(terms: GameTerms, events: Vec<GameEvent>) -> Result<Game, u32> {
    Game::replay(terms, Position::initial(Variant::Brazilian), events).map_err(|broken| broken.version)
}

/// The version at which the history breaks once `change` was made to it.
fn broken_at(change: impl FnOnce(&mut Vec<GameEvent>)) -> u32 {
    let mut events = history();
    change(&mut events);
    replay(terms(), events).expect_err("this can't have been played")
}

fn moved(event: &mut GameEvent) -> (&mut Square, &mut Square, &mut Millis, [&mut Option<Millis>; 2]) {
    let GameEvent::Moved { from, to, elapsed, left_before, left_after, .. } = event else { panic!() };
    (from, to, elapsed, [left_before, left_after])
}

#[test]
fn the_history_itself_replays_at_every_length() {
    let events = history();
    for length in 0..=events.len() {
        let game = replay(terms(), events[..length].to_vec()).unwrap();
        assert_eq!(game.version().0 as usize, length);
    }
}

#[test]
fn events_out_of_their_order_are_refused() {
    assert_eq!(broken_at(|events| events.rotate_left(1)), 1, "begins without Started");
    assert_eq!(broken_at(|events| events.insert(1, GameEvent::Started)), 2, "twice Started");
    assert_eq!(broken_at(|events| events[1] = events[2].clone()), 2, "a move is missing");
    assert_eq!(broken_at(|events| events.swap(1, 2)), 2, "moves swapped");
    assert_eq!(broken_at(|events| events.insert(2, events[1].clone())), 3, "a move twice");
    let left = Some(PerSide { white: Millis(62_000), black: Millis(62_000) });
    let pause = GameEvent::Paused { left };
    assert_eq!(broken_at(|events| events.insert(4, pause)), 6, "a move in a pause");
    assert_eq!(broken_at(|events| events.insert(6, events[5].clone())), 7, "a pause in a pause");
}

#[test]
fn moves_that_are_none_are_refused() {
    let square = |number| Square::from_number(Variant::Brazilian, number).unwrap();
    assert_eq!(broken_at(|events| *moved(&mut events[1]).1 = square(9)), 2, "a square too far");
    assert_eq!(broken_at(|events| *moved(&mut events[1]).0 = square(1)), 2, "the opponent's piece");
    assert_eq!(
        broken_at(|events| {
            let GameEvent::Moved { captured, .. } = &mut events[1] else { panic!() };
            *captured = SquareSet::from_bits(1 << 9 | 1 << 63);
        }),
        2,
        "a capture that takes nothing there is"
    );
    assert_eq!(
        broken_at(|events| {
            let GameEvent::Moved { path: other, .. } = events[2].clone() else { panic!() };
            let GameEvent::Moved { path, .. } = &mut events[1] else { panic!() };
            *path = other;
        }),
        2,
        "another move's path"
    );
    assert_eq!(
        broken_at(|events| {
            let GameEvent::Moved { side, .. } = &mut events[1] else { panic!() };
            *side = Side::Black;
        }),
        2
    );
}

#[test]
fn clocks_that_grow_shrink_or_come_from_nowhere_are_refused() {
    for (wrong, which) in [(Millis(59_999), 0), (Millis(61_001), 1), (Millis(60_999), 1)] {
        let at = broken_at(|events| *moved(&mut events[4]).3[which] = Some(wrong));
        assert_eq!(at, 5, "{wrong:?} {which}");
    }
    assert_eq!(broken_at(|events| *moved(&mut events[4]).2 = Millis(2_999)), 5, "less thinking than charged");
    assert_eq!(broken_at(|events| *moved(&mut events[4]).2 = Millis(62_000)), 5, "after the flag");
    assert_eq!(broken_at(|events| *moved(&mut events[1]).2 = Millis(30_000)), 2, "after the window");
    assert_eq!(broken_at(|events| *moved(&mut events[4]).3[1] = None), 5, "a clock that vanishes");
    let both = |white, black| Some(PerSide { white: Millis(white), black: Millis(black) });
    for left in [both(61_000, 62_001), both(60_999, 61_000), None] {
        assert_eq!(broken_at(|events| events[5] = GameEvent::Paused { left }), 6, "{left:?}");
    }
    for left in [both(61_000, 61_001), both(61_000, 60_999), None] {
        let cause = ResumeCause::Restart;
        let resumed = GameEvent::Resumed { left, cause, down: Millis(7) };
        assert_eq!(broken_at(|events| events[6] = resumed), 7, "{left:?}");
    }
    assert_eq!(replay(clockless(), history()).unwrap_err(), 2, "clocks in a game without");
}

#[test]
fn offers_that_can_t_have_been_made_or_answered_are_refused() {
    let offered = |side, offer| GameEvent::DrawOffered { side, offer };
    let declined = |side, offer| GameEvent::DrawDeclined { side, offer };
    assert_eq!(broken_at(|events| events.insert(1, offered(Side::White, 1))), 2, "too early");
    assert_eq!(broken_at(|events| events[3] = offered(Side::White, 2)), 4, "a number left out");
    assert_eq!(broken_at(|events| events.insert(4, offered(Side::White, 2))), 5, "one stands");
    assert_eq!(broken_at(|events| events.insert(4, declined(Side::White, 1))), 5, "one's own");
    assert_eq!(broken_at(|events| events.insert(4, declined(Side::Black, 2))), 5, "another");
    assert_eq!(broken_at(|events| events.insert(3, declined(Side::Black, 1))), 4, "none yet");
    assert_eq!(broken_at(|events| events.insert(6, declined(Side::Black, 1))), 7, "in a pause");
    assert_eq!(
        broken_at(|events| {
            events.truncate(3);
            for offer in 1..=4 {
                events.extend([offered(Side::White, offer), declined(Side::Black, offer)]);
            }
        }),
        10,
        "a fourth"
    );
}

#[test]
fn clocks_at_the_end_that_nobody_can_have_had_are_refused() {
    // Black is to move and has 62 s, White has 61 s
    let ends = |reason, winner, white, black| {
        let mut events = history();
        events.truncate(5);
        let ending = Ending { outcome: Outcome::Won(winner), reason, blame: None };
        let left = Some(PerSide { white: Millis(white), black: Millis(black) });
        events.push(GameEvent::Ended { ending, left });
        replay(terms(), events).is_ok()
    };
    assert!(ends(EndReason::Resignation, Side::White, 61_000, 62_000));
    assert!(ends(EndReason::Resignation, Side::White, 61_000, 100), "the mover has thought");
    assert!(!ends(EndReason::Resignation, Side::White, 60_999, 62_000), "White's clock stood still");
    assert!(!ends(EndReason::Resignation, Side::White, 61_000, 62_001), "more than he had");
    assert!(ends(EndReason::Flag, Side::White, 61_000, 0));
    assert!(!ends(EndReason::Flag, Side::White, 61_000, 1), "a flag with time left");
    let other = broken_at(|events| {
        let GameEvent::Moved { other_left, .. } = &mut events[2] else { panic!() };
        *other_left = other_left.map(|left| Millis(left.0 + 1));
    });
    assert_eq!(other, 3, "the other side's clock stood still");
}

#[test]
fn endings_that_the_game_does_not_have_are_refused() {
    let (white, black) = (Outcome::Won(Side::White), Outcome::Won(Side::Black));
    let all = [
        EndReason::NoPieces,
        EndReason::Blocked,
        EndReason::Resignation,
        EndReason::Flag,
        EndReason::Agreement,
        EndReason::Repetition,
        EndReason::QuietPlies,
        EndReason::Balance,
        EndReason::Aborted,
        EndReason::Voided,
    ];
    let possible = |length: usize, outcome, reason, blame| {
        let mut events = history();
        events.truncate(length);
        events.push(GameEvent::Ended { ending: Ending { outcome, reason, blame }, left: None });
        replay(terms(), events).is_ok()
    };
    // After White's move, Black to move, White's offer stands.
    for reason in all {
        for outcome in [white, black, Outcome::Draw, Outcome::Void] {
            for blame in [None, Some(Side::White), Some(Side::Black)] {
                let expected = blame.is_none()
                    && match reason {
                        EndReason::Resignation => matches!(outcome, Outcome::Won(_)),
                        EndReason::Flag => outcome == white,
                        EndReason::Agreement => outcome == Outcome::Draw,
                        _ => false,
                    };
                assert_eq!(possible(5, outcome, reason, blame), expected, "{outcome:?} {reason:?} {blame:?}");
            }
        }
    }
    // Before Black's first move.
    assert!(possible(2, Outcome::Void, EndReason::Aborted, Some(Side::Black)));
    assert!(!possible(2, Outcome::Void, EndReason::Aborted, Some(Side::White)), "he has moved");
    assert!(!possible(2, Outcome::Void, EndReason::Aborted, None));
    assert!(!possible(2, white, EndReason::Resignation, None), "that is an abort");
    assert!(possible(2, black, EndReason::Resignation, None));
    assert!(!possible(2, white, EndReason::Flag, None), "no clock runs yet");
    // In the pause.
    assert!(!possible(6, Outcome::Draw, EndReason::Agreement, None));
    assert!(!possible(6, white, EndReason::Flag, None));
}

#[test]
fn what_ends_the_game_is_followed_by_its_end_and_by_nothing_else() {
    let voided = |ending: Option<Ending>| {
        broken_at(|events| {
            events.truncate(3);
            events.push(GameEvent::Voided);
            events.extend(ending.map(|ending| GameEvent::Ended { ending, left: None }));
            events.push(GameEvent::DrawOffered { side: Side::White, offer: 1 });
        })
    };
    assert_eq!(voided(None), 5);
    let end = |outcome, reason| Some(Ending { outcome, reason, blame: None });
    assert_eq!(voided(end(Outcome::Won(Side::White), EndReason::Resignation)), 5, "not the void's end");
    assert_eq!(voided(end(Outcome::Void, EndReason::Voided)), 6, "nothing after the end");
}
