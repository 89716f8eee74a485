//! A first figure of durable moves a second: both players of N staked games play legal moves as fast as they are answered.
//!
//! `cargo run --release -p sim --example moves -- http://127.0.0.1:8080 200 20`: server, games, seconds.
#![expect(clippy::print_stdout, reason = "a figure is what it is for")]
#![expect(clippy::disallowed_methods, reason = "a measurement reads the clock")]

use ids::{Amount, GameId};
use protocol::{ClientMsg, DevPlayer, GamePage, ServerMsg};
use sim::{Calls, Client};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Default)]
struct Counts {
    moves: AtomicU64,
    games: AtomicU64,
    stop: AtomicBool,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let server = arguments.next().unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    let games: u32 = arguments.next().map_or(Ok(100), |text| text.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(20), |text| text.parse())?;
    let calls = Calls::new(&server, PATIENCE)?;
    let page = Arc::new(calls.game_page("brazilian").await?);
    let players = calls.dev_players(games * 2, Amount(100_000_000)).await?;
    let counts = Arc::new(Counts::default());
    let mut tables = tokio::task::JoinSet::new();
    for pair in players.chunks_exact(2) {
        let (server, page, counts) = (server.clone(), Arc::clone(&page), Arc::clone(&counts));
        let pair = [pair[0].clone(), pair[1].clone()];
        tables.spawn(async move { table(&server, &page, &pair, &counts).await });
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (began, before) = (Instant::now(), counts.moves.load(Ordering::Relaxed));
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let moves = counts.moves.load(Ordering::Relaxed) - before;
    let rate = moves as f64 / began.elapsed().as_secs_f64();
    counts.stop.store(true, Ordering::Relaxed);
    let mut failed = 0;
    while let Some(done) = tables.join_next().await {
        failed += u32::from(done?.is_err());
    }
    let ended = counts.games.load(Ordering::Relaxed);
    println!(
        "{rate:.0} durable moves a second at {games} games, {ended} games ended, {failed} tables failed"
    );
    Ok(())
}

/// Two players who play one staked game after the other.
async fn table(server: &str, page: &GamePage, pair: &[DevPlayer; 2], counts: &Counts) -> anyhow::Result<()> {
    let mut ana = Client::connect(server, Some(&pair[0].token), PATIENCE).await?;
    let mut beto = Client::connect(server, Some(&pair[1].token), PATIENCE).await?;
    while !counts.stop.load(Ordering::Relaxed) {
        let seek = ClientMsg::Seek {
            id: Client::command_id(),
            variant: "brazilian".to_owned(),
            rules: page.rule_sets[0].clone(),
            stake: page.stake_min,
            clock: page.clocks[0],
            terms: page.terms.clone(),
        };
        ana.send(&seek).await?;
        let seek = ana
            .wait_for("the seek", |message| match message {
                ServerMsg::SeekOpened { seek, .. } => Some(seek),
                _ => None,
            })
            .await?;
        let join = ClientMsg::Join { id: Client::command_id(), seek, terms: page.terms.clone() };
        beto.send(&join).await?;
        let started = |message: ServerMsg| match message {
            ServerMsg::GameStarted { game, side, .. } => Some((game, side)),
            _ => None,
        };
        let (game, _) = ana.wait_for("the game", started).await?;
        let (_, side) = beto.wait_for("the game", started).await?;
        let (white, black) =
            if side == protocol::Side::White { (&mut beto, &mut ana) } else { (&mut ana, &mut beto) };
        play(game, white, black, counts).await?;
        counts.games.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

async fn play(game: GameId, white: &mut Client, black: &mut Client, counts: &Counts) -> anyhow::Result<()> {
    for client in [&mut *white, &mut *black] {
        client.send(&ClientMsg::Watch { game }).await?;
    }
    let snapshot = |message: ServerMsg| match message {
        ServerMsg::Snapshot(snapshot) if snapshot.game == game => Some(snapshot.state.legal),
        _ => None,
    };
    let mut legal = white.wait_for("the snapshot", snapshot).await?;
    black.wait_for("the snapshot", snapshot).await?;
    let (mut mover, mut other) = (white, black);
    for ply in 0_u16.. {
        let choice = &legal[usize::from(ply).wrapping_mul(7) % legal.len()];
        let path = choice.paths[0].clone();
        mover.send(&ClientMsg::Move { game, id: Client::command_id(), ply, path }).await?;
        let moved = |message: ServerMsg| match message {
            ServerMsg::Moved(moved) if moved.game == game && moved.ply == ply => Some(moved.legal),
            ServerMsg::Ended(ended) if ended.game == game => Some(Vec::new()),
            _ => None,
        };
        mover.wait_for("one's own move", moved).await?;
        legal = other.wait_for("the move", moved).await?;
        counts.moves.fetch_add(1, Ordering::Relaxed);
        std::mem::swap(&mut mover, &mut other);
        let tired = ply > 120 || counts.stop.load(Ordering::Relaxed);
        if legal.is_empty() || tired {
            if !legal.is_empty() {
                mover.send(&ClientMsg::Resign { game, id: Client::command_id() }).await?;
            }
            break;
        }
    }
    let settled = |message: ServerMsg| match message {
        ServerMsg::Settled(settled) if settled.game == game => Some(()),
        ServerMsg::Rejected(_) => Some(()),
        _ => None,
    };
    mover.wait_for("the money", settled).await?;
    other.wait_for("the money", settled).await?;
    Ok(())
}
