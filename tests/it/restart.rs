//! Killed with -9 in the middle of a game: everything that was shown is there, nobody is charged, the money is right.

use crate::support::{Folder, Player, Process, free_port, game, ledger_is_clean, open, page};
use ids::Millis;
use protocol::{ClientMsg, EndReason, ServerMsg};
use std::process::Command;

#[tokio::test(flavor = "multi_thread")]
async fn a1_a_server_killed_in_the_middle_of_a_game_goes_on_with_it() {
    let (data, port) = (Folder::new("kill"), free_port());
    let mut process = Process::start(&data, port).await;
    let (id, mut white, mut black, made) = game(&process.url, 1_000).await;
    open(id, &mut white, &mut black, 3).await;
    let before = black.watch(id).await;
    process.kill();
    assert!(black.next().await.is_none() || white.next().await.is_none(), "the sockets are gone");

    let process = Process::start(&data, port).await;
    let mut white = Player::connect(&process.url, Some(&made[0].token)).await;
    let mut black = Player::connect(&process.url, Some(&made[1].token)).await;
    assert_eq!(white.games, vec![id], "the welcome names the game that runs");
    white.watch(id).await;
    let after = black.watch(id).await;
    assert_eq!(after.state.fen, before.state.fen, "every move that was shown is there");
    assert_eq!(after.moves, before.moves);
    assert_eq!(after.state.legal, before.state.legal);
    let (old, new) = (before.state.clocks.unwrap(), after.state.clocks.unwrap());
    assert_eq!(new.white_ms, old.white_ms);
    assert!(old.black_ms <= new.black_ms, "the time down was charged");
    assert_eq!(new.black_ms, Millis(303_000), "the mover has what he had when his turn began");

    black.play(id, 3, "f6-g5").await;
    black.moved(3).await;
    white.moved(3).await;
    white.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    assert_eq!(black.ended().await.reason, EndReason::Resignation);
    assert_eq!(black.settled().await.received.0, 1_900);
    ledger_is_clean(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a1_a_server_whose_postgresql_is_killed_starts_it_again_and_goes_on_with_the_game() {
    let (data, port) = (Folder::new("kill-pg"), free_port());
    let process = Process::start(&data, port).await;
    let (id, mut white, mut black, _) = game(&process.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    kill_postmaster(&data);
    // both see the game go on; what was not acknowledged is sent again
    let resumed = |message: &ServerMsg| match message {
        ServerMsg::Snapshot(snapshot) => Some(snapshot.state.ply),
        _ => None,
    };
    assert_eq!(white.until(resumed).await, 2);
    assert_eq!(black.until(resumed).await, 2);
    white.play(id, 2, "b2-c3").await;
    white.moved(2).await;
    black.moved(2).await;
    process.ready().await;
    black.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    assert_eq!(white.ended().await.reason, EndReason::Resignation);
    assert_eq!(white.settled().await.received.0, 1_900);
    ledger_is_clean(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn c9_a_graceful_stop_pauses_the_game_and_the_start_goes_on_with_what_was_left() {
    let (data, port) = (Folder::new("stop"), free_port());
    let mut process = Process::start(&data, port).await;
    let (id, mut white, mut black, made) = game(&process.url, 1_000).await;
    open(id, &mut white, &mut black, 4).await;
    process.stop();
    let paused = white
        .until(|message| match message {
            ServerMsg::Paused { v: Some(_), clocks, .. } => *clocks,
            _ => None,
        })
        .await;
    let process = Process::start(&data, port).await;
    let mut white = Player::connect(&process.url, Some(&made[0].token)).await;
    let snapshot = white.watch(id).await;
    let left = snapshot.state.clocks.unwrap();
    assert_eq!((left.white_ms, left.black_ms), (paused.white_ms, paused.black_ms));
    assert!(snapshot.state.paused);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_stopped_while_another_took_its_games_writes_nothing_more() {
    let (data, other_data) = (Folder::new("stopped"), Folder::new("taker"));
    let first = Process::start(&data, free_port()).await;
    let (id, mut white, mut black, made) = game(&first.url, 1_000).await;
    open(id, &mut white, &mut black, 2).await;
    let options = store::embedded::EmbeddedOptions::new(data.0.join("pg"), std::env::var_os("PATH"), [7; 32]);
    let address = store::embedded::running(&options).unwrap().expect("the first one runs its PostgreSQL");
    let url = sqlx::ConnectOptions::to_url_lossy(address.options()).to_string();

    first.signal("STOP");
    let second = Process::start_on(&url, &other_data, free_port()).await;
    let mut white_there = Player::connect(&second.url, Some(&made[0].token)).await;
    let mut black_there = Player::connect(&second.url, Some(&made[1].token)).await;
    assert_eq!(white_there.games, vec![id], "its games go on there");
    white_there.watch(id).await;
    black_there.watch(id).await;
    white_there.play(id, 2, "b2-c3").await;
    white_there.moved(2).await;
    black_there.moved(2).await;

    first.signal("CONT");
    // a move of the third ply, sent to the one that had been stopped, as if it had been under way
    white.play(id, 2, "d2-c3").await;
    let refused = white
        .until(|message| match message {
            ServerMsg::Rejected(refused) => Some(refused.code),
            ServerMsg::Moved(moved) => panic!("it was taken: {moved:?}"),
            _ => None,
        })
        .await;
    assert_eq!(refused, protocol::Code::Paused);
    // it notices at its next renewal, and says that it is not ready
    let began = std::time::Instant::now();
    while reqwest::get(format!("{}/readyz", first.url)).await.unwrap().status().is_success() {
        assert!(began.elapsed() < crate::support::PATIENCE, "it thinks that it owns its games");
        tokio::task::yield_now().await;
    }
    let (mut anew, page) = (Player::connect(&first.url, Some(&made[0].token)).await, page(&first.url).await);
    let clock = page.clocks[0];
    let seek = ClientMsg::Seek {
        id: Player::id(),
        variant: "brazilian".to_owned(),
        rules: "dream".to_owned(),
        stake: page.stake_min,
        clock,
        terms: page.terms,
    };
    anew.send(&seek).await;
    anew.until(|message| matches!(message, ServerMsg::Rejected(_)).then_some(())).await;

    let seen = black_there.watch(id).await;
    let paths: Vec<&str> = seen.moves.iter().map(|played| played.path.as_str()).collect();
    assert_eq!(paths, ["c3-d4", "b6-a5", "b2-c3"], "only what the new owner has written");
    black_there.send(&ClientMsg::Resign { game: id, id: Player::id() }).await;
    assert_eq!(white_there.ended().await.reason, EndReason::Resignation);
    assert_eq!(white_there.settled().await.received.0, 1_900);
    ledger_is_clean(&data);
    drop(second);
}

pub(crate) fn kill_postmaster(data: &Folder) {
    let mut folders = vec![data.0.join("pg"), std::path::PathBuf::from("/var/lib/damas/pg")];
    folders.retain(|folder| folder.join("data/postmaster.pid").exists());
    let text = std::fs::read_to_string(folders[0].join("data/postmaster.pid")).unwrap();
    let pid = text.lines().next().unwrap().trim().to_owned();
    assert!(Command::new("kill").args(["-9", &pid]).status().unwrap().success());
}
