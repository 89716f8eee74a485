//! How many durable moves a second the journal takes: a figure for `docs/measurements.md`, not a test.

use crate::world::{Running, World, game_between, terms};
use rooms::NewGame;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;

const GAMES: usize = 500;
const LASTS: Duration = Duration::from_secs(8);

/// `cargo test --release -p store --test it -- --ignored --nocapture durable_moves`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement"]
async fn durable_moves_a_second() {
    let world = Arc::new(World::new().await);
    let players = world.players(2 * GAMES, 5_000).await;
    let mut games: Vec<Running> = Vec::new();
    for pair in players.chunks(2) {
        let new = NewGame { terms: terms(), ..game_between(&pair[0], &pair[1]) };
        world.start(new.clone()).await.unwrap();
        games.push(Running::new(new));
    }
    let end = Instant::now() + LASTS;
    let mut tasks = JoinSet::new();
    for mut running in games {
        let world = Arc::clone(&world);
        tasks.spawn(async move {
            let (mut moves, mut longest) = (0, Duration::ZERO);
            // the journal knows no rules: the same move again and again is as good as a game
            let mut append = running.play();
            while Instant::now() < end {
                let began = Instant::now();
                world.append(append.clone()).await.unwrap();
                longest = longest.max(began.elapsed());
                append.after = append.after.plus(1);
                moves += 1;
            }
            (moves, longest)
        });
    }
    let (mut moves, mut longest) = (0_u32, Duration::ZERO);
    for (played, wait) in tasks.join_all().await {
        moves += played;
        longest = longest.max(wait);
    }
    let rate = f64::from(moves) / LASTS.as_secs_f64();
    println!("{moves} durable moves of {GAMES} games: {rate:.0} a second, the longest commit {longest:?}");
    world.assert_clean().await;
}
