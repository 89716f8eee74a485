//! Rows as they were written once. Their readers stay for ever: a change that can't read them is no change to make.

use crate::cluster::sql;
use crate::world::World;
use draughts::Side;
use game::{EndReason, Ending, Game, GameEvent, Outcome, PerSide, ResumeCause};
use ids::Millis;

/// One row of every kind in its first form.
const FIRST_FORM: &str = "
    insert into game_event (game_id, version, kind, schema, epoch, side, ply, from_square, to_square, captured, path,
        elapsed_ms, lag_credit_ms, left_before_ms, left_after_ms, white_left_ms, black_left_ms, offer, cause, down_ms,
        outcome, reason, blame, received_at, decided_at) values
    ('GAME', 2, 2, 1, 1, 0, 0, 22, 18, 0, 'c3-d4', 1200, 0, 300000, 303000, null, null, null, null, null, null, null, null, 'AT', 'AT'),
    ('GAME', 3, 2, 1, 1, 1, 1, 12, 16, 0, 'h6-g5', 2000, 0, 300000, 303000, null, null, null, null, null, null, null, null, 'AT', 'AT'),
    ('GAME', 4, 3, 1, 1, 0, null, null, null, null, null, null, null, null, null, null, null, 1, null, null, null, null, null, 'AT', 'AT'),
    ('GAME', 5, 4, 1, 1, 1, null, null, null, null, null, null, null, null, null, null, null, 1, null, null, null, null, null, 'AT', 'AT'),
    ('GAME', 6, 5, 1, 1, null, null, null, null, null, null, null, null, null, null, 303000, 303000, null, null, null, null, null, null, null, 'AT'),
    ('GAME', 7, 6, 1, 2, null, null, null, null, null, null, null, null, null, null, 303000, 303000, null, 'restart', 1500, null, null, null, null, 'AT'),
    ('GAME', 8, 7, 1, 2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'AT'),
    ('GAME', 9, 8, 1, 2, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, 'void', 'voided', null, null, 'AT');
    update game set ended_at = 'AT', outcome = 'void', reason = 'voided' where game_id = 'GAME';";

#[tokio::test]
async fn rows_of_the_first_form_are_read_for_ever() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    let rows = FIRST_FORM
        .replace("GAME", &running.new.game.to_string())
        .replace("AT", "2025-11-30 12:00:00.000001+00");
    sql(&world.address, &rows).await;
    let stored = world.database.find_game(running.new.game).await.unwrap().unwrap();
    assert_eq!(stored.events[1].received_at, Some(ids::WallTime(1_764_504_000_000_001)));
    let events: Vec<GameEvent> = stored.events.into_iter().map(|stamped| stamped.event).collect();
    let GameEvent::Moved { path, elapsed, left_after, .. } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!(path.text(draughts::Variant::Brazilian).to_string(), "c3-d4");
    assert_eq!((*elapsed, *left_after), (Millis(1_200), Some(Millis(303_000))));
    let left = Some(PerSide { white: Millis(303_000), black: Millis(303_000) });
    let ending = Ending { outcome: Outcome::Void, reason: EndReason::Voided, blame: None };
    let rest = [
        GameEvent::DrawOffered { side: Side::White, offer: 1 },
        GameEvent::DrawDeclined { side: Side::Black, offer: 1 },
        GameEvent::Paused { left },
        GameEvent::Resumed { left, cause: ResumeCause::Restart, down: Millis(1_500) },
        GameEvent::Voided,
        GameEvent::Ended { ending, left: None },
    ];
    assert_eq!(events[3..], rest);
    let replayed = Game::replay(stored.terms.game_terms(), stored.start, events).unwrap();
    assert_eq!(replayed.ended(), Some(&ending));
    world.assert_clean().await;
}

/// A move and an end in their second form, which says what both sides have left.
const SECOND_FORM: &str = "
    insert into game_event (game_id, version, kind, schema, epoch, side, ply, from_square, to_square, captured, path,
        elapsed_ms, lag_credit_ms, left_before_ms, left_after_ms, white_left_ms, black_left_ms, outcome, reason,
        received_at, decided_at) values
    ('GAME', 2, 2, 2, 1, 0, 0, 22, 18, 0, 'c3-d4', 1200, 0, 300000, 303000, 303000, 300000, null, null, 'AT', 'AT'),
    ('GAME', 3, 2, 2, 1, 1, 1, 12, 16, 0, 'h6-g5', 2000, 0, 300000, 303000, 303000, 303000, null, null, 'AT', 'AT'),
    ('GAME', 4, 8, 2, 1, null, null, null, null, null, null, null, null, null, null, 301000, 303000, 'black', 'resignation', 'AT', 'AT');
    update game set ended_at = 'AT', outcome = 'black', reason = 'resignation' where game_id = 'GAME';";

#[tokio::test]
async fn rows_of_the_second_form_say_what_both_sides_have_left() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    let rows = SECOND_FORM
        .replace("GAME", &running.new.game.to_string())
        .replace("AT", "2026-11-30 12:00:00.000001+00");
    sql(&world.address, &rows).await;
    let stored = world.database.find_game(running.new.game).await.unwrap().unwrap();
    let events: Vec<GameEvent> = stored.events.into_iter().map(|stamped| stamped.event).collect();
    let GameEvent::Moved { left_after, other_left, .. } = &events[1] else { panic!("{:?}", events[1]) };
    assert_eq!((*left_after, *other_left), (Some(Millis(303_000)), Some(Millis(300_000))));
    let left = Some(PerSide { white: Millis(301_000), black: Millis(303_000) });
    let GameEvent::Ended { left: end, .. } = &events[3] else { panic!("{:?}", events[3]) };
    assert_eq!(*end, left);
    assert!(Game::replay(stored.terms.game_terms(), stored.start, events).is_ok());
}

#[tokio::test]
async fn a_form_of_tomorrow_is_refused_by_name() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    let row = format!(
        "insert into game_event (game_id, version, kind, schema, decided_at) values ('{}', 2, 5, 2, now())",
        running.new.game
    );
    sql(&world.address, &row).await;
    let error = world.database.find_game(running.new.game).await.unwrap_err();
    let source = std::error::Error::source(&error).unwrap().to_string();
    assert!(source.contains("form 2 is unknown"), "{source}");
    assert!(world.owner.placement.unfinished().await.unwrap().is_empty(), "it stops no other game");
}
