//! The lobby: one of many takers wins, the others are told why; nothing is held by a seek.

use crate::support::{STAKE, Table};
use rooms::{LobbyNotice, Notice, Refusal, SeekGone};
use std::time::Duration;

fn gone(notice: &Notice) -> Option<SeekGone> {
    match notice {
        Notice::Lobby(LobbyNotice::Removed(gone)) => gone.first().map(|(_, reason)| *reason),
        _ => None,
    }
}

#[tokio::test(start_paused = true)]
async fn of_many_takers_exactly_one_wins_and_the_others_are_told_why() {
    let table = Table::new();
    let mut ana = table.player("ana");
    let seek = ana.seek().await;
    let mut takers: Vec<_> = (0..10).map(|number| table.player(&format!("taker{number}"))).collect();
    let ids: Vec<_> = takers.iter_mut().map(|taker| taker.join(seek)).collect();
    let mut won = 0;
    for (taker, id) in takers.iter_mut().zip(ids) {
        let started = taker
            .until(|notice| match notice {
                Notice::GameStarted { .. } => Some(true),
                Notice::Answer(answer) if answer.id == id => {
                    assert_eq!(answer.result, Err(Refusal::SeekGone));
                    Some(false)
                }
                _ => None,
            })
            .await;
        won += u32::from(started);
    }
    assert_eq!(won, 1);
    assert_eq!(table.memory.rows().games.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn when_the_first_taker_is_not_covered_the_next_one_gets_the_game() {
    let table = Table::new();
    let mut ana = table.player("ana");
    let seek = ana.seek().await;
    let mut poor = table.player("poor");
    table.memory.rows().wallets.insert(poor.account.unwrap(), (STAKE - 1, 1));
    let mut rich = table.player("rich");
    let refused = poor.join(seek);
    rich.join(seek);
    let answer = poor.answer(refused).await.result.unwrap_err();
    assert!(matches!(answer, Refusal::InsufficientFunds { .. }), "{answer:?}");
    rich.game_started().await;
}

#[tokio::test(start_paused = true)]
async fn a_seek_whose_owner_is_no_longer_covered_is_dropped_and_the_taker_s_own_stays() {
    let table = Table::new();
    let mut ana = table.player("ana");
    let seek = ana.seek().await;
    table.memory.rows().wallets.insert(ana.account.unwrap(), (0, 2));
    let mut beto = table.player("beto");
    beto.seek().await;
    let id = beto.join(seek);
    let answer = beto.answer(id).await.result;
    assert_eq!(answer, Err(Refusal::OpponentInsufficientFunds));
    assert_eq!(ana.until(gone).await, SeekGone::NotCovered);
    assert_eq!(table.house.seeks_of(beto.account.unwrap()).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn one_can_t_take_one_s_own_seek() {
    let table = Table::new();
    let mut ana = table.player("ana");
    let seek = ana.seek().await;
    let id = ana.join(seek);
    assert_eq!(ana.answer(id).await.result, Err(Refusal::OwnSeek));
}

#[tokio::test(start_paused = true)]
async fn a_seek_ends_after_a_quarter_of_an_hour_or_twenty_seconds_after_its_owner_left() {
    let table = Table::new();
    let mut watcher = table.tab("watcher", None);
    table.house.watch_lobby(watcher.sink.clone(), None).await;
    let mut ana = table.player("ana");
    ana.seek().await;
    let opened = table.now();
    table.house.depart(ana.account, ana.sink.number(), &[]).await;
    assert_eq!(watcher.until(gone).await, SeekGone::Cancelled);
    let after = table.now().since(opened).0;
    assert!((20_000..=21_000).contains(&after), "{after}");
    let mut beto = table.player("beto");
    beto.seek().await;
    tokio::time::sleep(Duration::from_secs(899)).await;
    assert_eq!(table.house.seeks_of(beto.account.unwrap()).await.len(), 1);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(watcher.until(gone).await, SeekGone::Expired);
}

#[tokio::test(start_paused = true)]
async fn a3_a_player_in_a_staked_game_can_neither_seek_nor_take() {
    let table = Table::new();
    let (_, mut white, _black) = table.game().await;
    let mut carla = table.player("carla");
    let seek = carla.seek().await;
    let id = white.join(seek);
    assert_eq!(white.answer(id).await.result, Err(Refusal::GameLimit));
    assert_eq!(table.memory.rows().games.len(), 1);
}
