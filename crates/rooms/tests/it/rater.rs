//! The rater: called when a game is paid, and patient while the database is away.

use crate::support::{Table, open};
use draughts::Side;
use ids::GameId;
use rooms::SeatAct;
use std::time::Duration;
use tokio::time::Instant;

/// Plays a game to its end; how long after it the rater had taken it.
async fn taken_after(table: &Table, outages: u32) -> (GameId, Duration) {
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 4).await;
    table.memory.rows().rating_outages = outages;
    white.act(game, Side::White, SeatAct::Resign);
    black.ended().await;
    let ended = Instant::now();
    while table.memory.rows().rated.is_empty() {
        assert!(ended.elapsed() < Duration::from_secs(60), "nobody rates it");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    (game, ended.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_game_is_rated_as_soon_as_it_is_paid_and_once() {
    let table = Table::new();
    let (game, waited) = taken_after(&table, 0).await;
    assert!(waited < Duration::from_millis(100), "{waited:?}");
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(table.memory.rows().rated, [game]);
    table.house.stop().await;
}

#[tokio::test(start_paused = true)]
async fn what_was_not_rated_in_an_outage_is_rated_after_it() {
    let table = Table::new();
    let (game, waited) = taken_after(&table, 3).await;
    assert!(waited > Duration::from_secs(1) && waited < Duration::from_secs(3), "{waited:?}");
    assert_eq!(table.memory.rows().rated, [game]);
}
