//! Clocks: what costs a player time, and what never does.

use crate::memory::Fault;
use crate::support::{Table, open};
use draughts::Side;
use game::{EndReason, GameError, Outcome};
use ids::Millis;
use rooms::{Refusal, SeatAct};
use std::time::Duration;

#[tokio::test(start_paused = true)]
async fn a_journal_that_stalls_for_three_seconds_moves_no_clock() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    tokio::time::advance(Duration::from_secs(1)).await;
    table.memory.rows().fault = Some(Fault::Stall(Duration::from_secs(3)));
    white.play(game, Side::White, 2, "b2-c3");
    let frame = black.moved(2).await;
    let clocks = frame.clocks.unwrap();
    assert_eq!(
        clocks.left.white,
        Millis(60_000 + 1_000 + 1_000 - 1_000),
        "the second that he thought, no more"
    );
    assert_eq!(clocks.left.black, Millis(61_000), "the other's clock starts when the move is shown");
    assert_eq!(clocks.running, Some(Side::Black));
}

#[tokio::test(start_paused = true)]
async fn a_move_read_before_the_flag_counts_although_it_is_handled_after_it() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    let turn = table.now();
    // 61 s are left; the socket read the move 1 ms before the flag, the room sees it 20 ms after it
    let received = turn.plus(Millis(60_999));
    tokio::time::sleep(Duration::from_millis(61_020)).await;
    white.send_at(game, Side::White, SeatAct::Move { ply: 2, text: "b2-c3".parse().unwrap() }, received);
    let frame = black.moved(2).await;
    let left = frame.clocks.unwrap().left.white;
    assert!((1_000..=1_002).contains(&left.0), "{left:?}");
}

#[tokio::test(start_paused = true)]
async fn c6_a_move_read_at_the_flag_or_after_it_is_too_late() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    tokio::time::sleep(Duration::from_secs(62)).await;
    let ending = black.ended().await;
    assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::Black), EndReason::Flag));
    let id = white.play(game, Side::White, 2, "b2-c3");
    let refused = white.answer(id).await.result.unwrap_err();
    assert!(matches!(refused, Refusal::Game(GameError::TooLate { .. })), "{refused:?}");
}

#[tokio::test(start_paused = true)]
async fn c6_a_first_move_window_aborts_at_its_end_and_not_before() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    let began = table.now();
    let ending = black.ended().await;
    assert_eq!((ending.outcome, ending.reason), (Outcome::Void, EndReason::Aborted));
    assert_eq!(ending.blame, Some(Side::White));
    let took = table.now().since(began);
    assert!((30_000..=30_200).contains(&took.0), "{took:?}");
    white.ended().await;
    let rows = table.memory.rows();
    assert_eq!(rows.wallets[&white.account.unwrap()].0, 100_000, "the stake came back whole");
    assert_eq!(rows.wallets[&black.account.unwrap()].0, 100_000);
    assert!(rows.games[&game].settled);
}

#[tokio::test(start_paused = true)]
async fn c3_after_a_resync_the_screen_equals_the_server() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 3).await;
    tokio::time::advance(Duration::from_secs(5)).await;
    let mut again = table.tab("ana again", white.account);
    let seen = again.follow(game).await;
    let room = black.follow(game).await;
    assert_eq!(seen.position, room.position);
    assert_eq!(seen.version, room.version);
    let (seen, room) = (seen.clocks.unwrap(), room.clocks.unwrap());
    assert_eq!(seen.left, room.left);
    assert_eq!(
        seen.left.black,
        Millis(61_000 - 5_000),
        "absolute: what is left at the instant that is named"
    );
    assert_eq!(seen.running, Some(Side::Black));
}

#[tokio::test(start_paused = true)]
async fn a_disconnect_never_stops_a_clock() {
    let table = Table::new();
    let (game, mut white, mut black) = table.game().await;
    open(game, &mut white, &mut black, 2).await;
    table.house.depart(white.account, white.sink.number(), &[game]).await;
    let ending = black.ended().await;
    assert_eq!((ending.outcome, ending.reason), (Outcome::Won(Side::Black), EndReason::Flag));
}
