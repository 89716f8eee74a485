//! Faults: what was shown is kept, what was not recorded was never shown, time down is nobody's.

use crate::memory::Fault;
use crate::support::{Setting, Table, open};
use draughts::Side;
use game::{EndReason, Ending, GameEvent, Outcome};
use ids::Millis;
use rooms::{Notice, Refusal, SeatAct, Stamped};
use std::sync::Arc;
use std::time::Duration;

fn resumed(notice: &Notice) -> Option<()> {
    match notice {
        Notice::Events(publication, _) => publication
            .events
            .iter()
            .any(|stamped| matches!(stamped.event, GameEvent::Resumed { .. }))
            .then_some(()),
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn a_move_that_could_not_be_recorded_is_never_shown_and_can_be_sent_again() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::Refuse);
    let id = white.play(game, Side::White, 2, "b2-c3");
    let held = black
        .until(|notice| match notice {
            Notice::Held { frame, .. } => Some(Arc::clone(frame)),
            Notice::Events(publication, _) => panic!("shown although not recorded: {publication:?}"),
            _ => None,
        })
        .await;
    assert!(held.paused);
    black.until(resumed).await;
    assert_eq!(white.answer(id).await.result, Err(Refusal::Paused));
    white.send_as(
        game,
        Side::White,
        id,
        SeatAct::Move { ply: 2, text: "b2-c3".parse().unwrap() },
        table.now(),
    );
    let frame = black.moved(2).await;
    assert_eq!(frame.ply, 3);
}

#[tokio::test(start_paused = true)]
async fn a_lost_commit_answer_never_doubles_a_move() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::LoseAnswers(1));
    let id = white.play(game, Side::White, 2, "b2-c3");
    let frame = black.snapshot().await;
    assert_eq!(frame.ply, 3, "it had been recorded");
    assert_eq!(white.answer(id).await.result, Ok(()), "the rows had it");
    let act = SeatAct::Move { ply: 2, text: "b2-c3".parse().unwrap() };
    white.send_as(game, Side::White, id, act, table.now());
    assert_eq!(white.answer(id).await.result, Ok(()), "a repeat of it is answered as played");
    let moves = table.memory.rows().games[&game]
        .events
        .iter()
        .filter(|stamped| matches!(stamped.event, GameEvent::Moved { .. }))
        .count();
    assert_eq!(moves, 3);
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_to_the_end_is_found_in_the_rows_and_settled_once() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::LoseAnswers(1));
    white.act(game, Side::White, SeatAct::Resign);
    black
        .until(|notice| match notice {
            Notice::Snapshot(snapshot, _) => snapshot.ended,
            _ => None,
        })
        .await;
    black.until(|notice| matches!(notice, Notice::Settled(..)).then_some(())).await;
    assert_eq!(table.memory.rows().settlements, 1);
}

#[tokio::test(start_paused = true)]
async fn a1_after_a_crash_the_moves_are_there_the_clocks_stand_and_nobody_is_flagged() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 3).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    let memory = table.memory.after_a_crash();
    // ten minutes down; Black had 61 s when his turn began
    let again = Table::over(memory, Setting::default());
    let count = again.house.recover(Millis(600_000)).await.unwrap();
    assert_eq!(count, 1);
    let mut ana = again.tab("white", white.account);
    let frame = ana.follow(game).await;
    assert_eq!(frame.ply, 3);
    assert!(frame.paused, "both are waited for");
    let clocks = frame.clocks.unwrap();
    assert_eq!(clocks.left.black, Millis(61_000));
    assert_eq!(clocks.running, None);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut beto = again.tab("black", black.account);
    beto.follow(game).await;
    let released = ana
        .until(|notice| match notice {
            Notice::Released { frame, .. } => Some(Arc::clone(frame)),
            _ => None,
        })
        .await;
    assert_eq!(released.clocks.unwrap().left.black, Millis(61_000), "the wait was nobody's time");
    beto.play(game, Side::Black, 3, "f6-g5");
    assert_eq!(ana.moved(3).await.ply, 4);
}

#[tokio::test(start_paused = true)]
async fn a1_a_resumed_game_waits_thirty_seconds_for_both_and_no_longer() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let memory = table.memory.after_a_crash();
    let again = Table::over(memory, Setting::default());
    again.house.recover(Millis(1_000)).await.unwrap();
    let mut beto = again.tab("black", black.account);
    beto.follow(game).await;
    let began = again.now();
    let ending = beto.ended().await;
    assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::Black), EndReason::Flag));
    let took = again.now().since(began);
    assert!((91_000..=91_300).contains(&took.0), "30 s of waiting and the 61 s of White: {took:?}");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_was_down_for_more_than_half_an_hour_is_voided_and_its_stakes_go_back() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let again = Table::over(table.memory.after_a_crash(), Setting::default());
    again.house.recover(Millis(30 * 60 * 1000 + 1)).await.unwrap();
    let mut beto = again.tab("black", black.account);
    let settled = async {
        loop {
            if again.memory.rows().games[&game].settled {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), settled).await.unwrap();
    beto.follow(game).await;
    let rows = again.memory.rows();
    assert_eq!(rows.games[&game].ended.unwrap().reason, EndReason::Voided);
    assert_eq!(rows.wallets[&black.account.unwrap()].0, 100_000);
    assert_eq!(rows.wallets[&white.account.unwrap()].0, 100_000);
}

#[tokio::test(start_paused = true)]
async fn c9_a_graceful_stop_records_what_is_left_and_the_start_gives_just_that() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    table.house.stop().await;
    let again = Table::over(table.memory.after_a_crash(), Setting::default());
    again.house.recover(Millis(60_000)).await.unwrap();
    let mut ana = again.tab("white", white.account);
    let clocks = ana.follow(game).await.clocks.unwrap();
    let left = clocks.left.white;
    assert!((53_990..=54_000).contains(&left.0), "61 s less the 7 that he thought, and no gift: {left:?}");
}

#[tokio::test(start_paused = true)]
async fn while_the_database_is_away_games_stand_still_and_no_game_starts() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.database.send(false).unwrap();
    white.until(|notice| matches!(notice, Notice::Held { .. }).then_some(())).await;
    assert!(!table.house.takes_games());
    table.database.send(true).unwrap();
    white.until(resumed).await;
    assert!(table.house.takes_games());
    let clocks = white.snapshot().await.clocks.unwrap();
    assert_eq!(clocks.left.white, Millis(61_000));
    assert_eq!(table.memory.rows().games[&game].ended, None);
}

#[tokio::test(start_paused = true)]
async fn a_move_read_just_before_a_stop_is_recorded_before_the_pause() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    // both are in the room's inboxes before it runs again
    let ((), _sent) = tokio::join!(table.house.stop(), async { white.play(game, Side::White, 2, "b2-c3") });
    let rows = table.memory.rows();
    let last: Vec<bool> = rows.games[&game].events[3..]
        .iter()
        .map(|stamped| matches!(stamped.event, GameEvent::Moved { ply: 2, .. }))
        .collect();
    assert_eq!(last, [true, false], "{:?}", rows.games[&game].events);
    assert!(matches!(rows.games[&game].events[4].event, GameEvent::Paused { .. }));
}

#[tokio::test(start_paused = true)]
async fn a_stop_while_nothing_can_be_recorded_does_not_wait_for_the_database() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::Refuse);
    let before = table.now();
    table.house.stop().await;
    assert!(table.now().since(before) < Millis(100), "it waited");
    assert_eq!(table.memory.version(game), ids::Version(3), "as it stood");
}

#[tokio::test(start_paused = true)]
async fn a_game_that_the_operator_voids_ends_on_both_screens() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    {
        let mut rows = table.memory.rows();
        let stored = rows.games.get_mut(&game).unwrap();
        let ending = Ending { outcome: Outcome::Void, reason: EndReason::Voided, blame: None };
        for event in [GameEvent::Voided, GameEvent::Ended { ending, left: None }] {
            stored.events.push(Stamped { event, received_at: None, decided_at: stored.started_at });
        }
        stored.ended = Some(ending);
    }
    for tab in [&mut white, &mut black] {
        let outcome = tab
            .until(|notice| match notice {
                Notice::Snapshot(snapshot, _) => snapshot.ended.map(|ending| ending.outcome),
                _ => None,
            })
            .await;
        assert_eq!(outcome, Outcome::Void);
        tab.until(|notice| matches!(notice, Notice::Settled(..)).then_some(())).await;
    }
    let id = white.play(game, Side::White, 2, "b2-c3");
    assert_eq!(white.answer(id).await.result, Err(Refusal::Game(game::GameError::GameOver)));
}

#[tokio::test(start_paused = true)]
async fn answers_lost_one_after_the_other_end_no_game() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    // the move's, and those of the first two resumptions after it
    table.memory.rows().fault = Some(Fault::LoseAnswers(3));
    let id = white.play(game, Side::White, 2, "b2-c3");
    assert_eq!(white.answer(id).await.result, Ok(()), "the rows had it");
    assert_eq!(black.snapshot().await.ply, 3);
    black.play(game, Side::Black, 3, "f6-g5");
    white.moved(3).await;
}

#[tokio::test(start_paused = true)]
async fn a_room_whose_games_another_node_has_taken_ends_without_a_word() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().taken_over = true;
    table.memory.rows().fault = Some(Fault::LoseAnswers(2));
    white.play(game, Side::White, 2, "b2-c3");
    white.until(|notice| matches!(notice, Notice::Gone { .. }).then_some(())).await;
}

#[tokio::test(start_paused = true)]
async fn a_game_without_a_room_is_found_and_run_again_once() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    // another house over the same rows, which knows of no game: its making was committed, but the answer was lost
    let again = Table::over(table.memory.after_a_crash(), Setting::default());
    assert!(again.house.room(game).is_none());
    tokio::time::sleep(Duration::from_secs(9)).await;
    assert!(again.house.room(game).is_none(), "found without a room once: it may be on the way");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert!(again.house.room(game).is_some());
    tokio::time::sleep(Duration::from_secs(60)).await;
    let rows = again.memory.rows();
    let resumed = |stamped: &&Stamped| matches!(stamped.event, GameEvent::Resumed { .. });
    assert_eq!(rows.games[&game].events.iter().filter(resumed).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_outage_shows_spectators_nothing_before_its_time() {
    let setting = Setting { spectator_delay: Millis(5_000), ..Setting::default() };
    let table = Table::over(Arc::default(), setting);
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    tokio::time::sleep(Duration::from_secs(10)).await;
    let mut watcher = table.tab("watcher", None);
    assert_eq!(watcher.follow(game).await.ply, 2);
    let lost = table.now();
    table.memory.rows().fault = Some(Fault::LoseAnswers(1));
    white.act(game, Side::White, SeatAct::Resign);
    black.until(|notice| matches!(notice, Notice::Settled(..)).then_some(())).await;
    let mut late = table.tab("late", None);
    assert!(late.follow(game).await.ply == 2 && table.now().since(lost) < Millis(5_000));
    for tab in [&mut watcher, &mut late] {
        let ended = |notice: &Notice| match notice {
            Notice::Snapshot(snapshot, _) => snapshot.ended,
            _ => None,
        };
        tab.until(ended).await;
        assert!(table.now().since(lost) >= Millis(5_000), "{} saw the end too early", tab.name);
    }
}

#[tokio::test(start_paused = true)]
async fn answers_lost_one_after_the_other_stop_no_game_that_is_watched_later() {
    let setting = Setting { spectator_delay: Millis(5_000), ..Setting::default() };
    let table = Table::over(Arc::default(), setting);
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::LoseAnswers(3));
    let id = white.play(game, Side::White, 2, "b2-c3");
    assert_eq!(white.answer(id).await.result, Ok(()), "the rows had it");
    assert_eq!(black.snapshot().await.ply, 3);
    let mut watcher = table.tab("watcher", None);
    assert!(watcher.follow(game).await.ply <= 2, "the move is younger than five seconds");
    tokio::time::sleep(Duration::from_secs(10)).await;
    black.play(game, Side::Black, 3, "f6-g5");
    white.moved(3).await;
    assert_eq!(table.tab("late", None).follow(game).await.ply, 3);
    assert_eq!(watcher.moved(3).await.ply, 4);
    white.play(game, Side::White, 4, "d4-e5");
    black.moved(4).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    black.play(game, Side::Black, 5, "d6xf4");
    white.moved(5).await;
    assert_eq!(table.tab("latest", None).follow(game).await.ply, 5);
}

#[tokio::test(start_paused = true)]
async fn a_game_found_in_its_rows_shows_who_watches_nothing_before_its_time() {
    let setting = Setting { spectator_delay: Millis(5_000), ..Setting::default() };
    let table = Table::over(Arc::default(), setting);
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    tokio::time::sleep(Duration::from_secs(6)).await;
    white.play(game, Side::White, 2, "b2-c3");
    black.moved(2).await;
    // the clocks of the second house begin anew: two seconds after that move
    let again = Table::over(table.memory.after_a_crash(), setting);
    tokio::time::sleep(Duration::from_secs(8)).await;
    again.house.recover(Millis(1_000)).await.unwrap();
    let mut watcher = again.tab("watcher", None);
    let began = again.now();
    assert_eq!(watcher.follow(game).await.ply, 2, "the third move is two seconds old");
    let whole = |notice: &Notice| match notice {
        Notice::Snapshot(snapshot, _) if snapshot.frame.ply == 3 => Some(()),
        _ => None,
    };
    watcher.until(whole).await;
    assert!(again.now().since(began) >= Millis(5_000));
}

#[tokio::test(start_paused = true)]
async fn an_end_that_is_shown_later_than_a_rematch_may_be_asked_for_is_shown_all_the_same() {
    let setting = Setting { spectator_delay: Millis(90_000), ..Setting::default() };
    let table = Table::over(Arc::default(), setting);
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let mut watcher = table.tab("watcher", None);
    watcher.follow(game).await;
    let resigned = table.now();
    white.act(game, Side::White, SeatAct::Resign);
    black.ended().await;
    tokio::time::sleep(Duration::from_secs(61)).await;
    assert_eq!(table.tab("late", None).follow(game).await.ply, 0, "nothing is shown before its time");
    watcher.ended().await;
    assert!(table.now().since(resigned) >= Millis(90_000));
}

#[tokio::test(start_paused = true)]
async fn a_room_that_fails_after_a_commit_tells_both_players_to_look_again() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::Fail);
    white.play(game, Side::White, 2, "b2-c3");
    for player in [&mut white, &mut black] {
        player.until(|notice| matches!(notice, Notice::Gone { .. }).then_some(())).await;
        assert_eq!(player.follow(game).await.ply, 3, "what was recorded stands");
    }
    black.play(game, Side::Black, 3, "f6-g5");
    white.moved(3).await;
}

#[tokio::test(start_paused = true)]
async fn a_room_that_fails_after_the_end_was_recorded_keeps_nobody_from_his_money() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.memory.rows().fault = Some(Fault::Fail);
    white.act(game, Side::White, SeatAct::Resign);
    black.until(|notice| matches!(notice, Notice::Gone { .. }).then_some(())).await;
    table.house.follow(game, black.account, None, black.sink.clone(), None).await.unwrap();
    let ended = |notice: &Notice| match notice {
        Notice::Snapshot(snapshot, _) => snapshot.ended,
        _ => None,
    };
    assert_eq!(black.until(ended).await.outcome, Outcome::Won(Side::Black));
    while table.memory.rows().settlements == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
