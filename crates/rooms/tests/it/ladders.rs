//! Ladder seasons through the house: from the announcement to the prizes, in virtual time.

use crate::memory::Memory;
use crate::support::{Setting, Tab, Table};
use competition::{Holder, Ladder, LadderError, LadderState, LadderTerms, Order, Seat};
use ids::{AccountId, Amount, LadderId, MatchId, Millis};
use rooms::{Answer, CountedMatch, LadderAct, Player, Refusal};
use std::sync::Arc;
use std::time::Duration;
use uuid::Uuid;

const HOUR: u64 = 3_600_000;
const DAY: u64 = 24 * HOUR;

fn terms(table: &Table, prizes: &[i64]) -> LadderTerms {
    let opens_at = table.house.clock().wall().plus(Millis(HOUR));
    LadderTerms {
        profile: "brazilian dream".to_owned(),
        opens_at,
        ends_at: opens_at.plus(Millis(28 * DAY)),
        prizes: prizes.iter().map(|prize| Amount(*prize)).collect(),
        config_version: 1,
    }
}

impl Tab {
    async fn climbs(&mut self, of: LadderId, act: LadderAct) -> Answer {
        let id = self.id();
        let (account, name) = (self.account.unwrap(), self.name.clone());
        self.house.act_on_ladder(account, name, self.sink.clone(), id, of, act);
        self.answer(id).await
    }

    fn player(&self) -> Player {
        Player { account: self.account.unwrap(), name: self.name.clone() }
    }
}

/// The season as its rows tell it.
fn rows(memory: &Memory, of: LadderId) -> Ladder {
    let stored = memory.rows().ladders[&of].clone();
    Ladder::replay(of, stored.limits, stored.events).unwrap()
}

fn played(of: LadderId, number: u32, winner: Seat) -> CountedMatch {
    CountedMatch { of, number, played: MatchId(Uuid::from_u128(u128::from(number))), winner: Some(winner) }
}

async fn days(days: u64) {
    tokio::time::advance(Duration::from_millis(days * DAY)).await;
    tokio::time::sleep(Duration::from_secs(60)).await;
}

/// A season with players, the first one first, opened.
async fn opened(prizes: &[i64], players: usize) -> (Table, LadderId, Vec<Tab>) {
    let table = Table::new();
    table.memory.rows().held.insert(Holder::Promo, 0);
    assert_eq!(table.ordered(Order::AnnounceLadder(Box::new(terms(&table, prizes)))).await, None);
    let of = *table.memory.rows().ladders.keys().next().unwrap();
    let mut tabs: Vec<Tab> = (0..players).map(|n| table.player(&format!("climber{n}"))).collect();
    for tab in &mut tabs {
        assert_eq!(tab.climbs(of, LadderAct::Enter).await.result, Ok(()));
    }
    tokio::time::sleep(Duration::from_millis(HOUR + 1_000)).await;
    assert_eq!(rows(&table.memory, of).state(), LadderState::Open);
    (table, of, tabs)
}

#[tokio::test(start_paused = true)]
async fn a_challenger_who_wins_takes_the_place_and_the_first_places_are_paid_once() {
    let (table, of, mut tabs) = opened(&[500, 300], 4).await;
    let first = tabs[0].player();
    let answer = tabs[3].climbs(of, LadderAct::Challenge(first.clone())).await;
    assert!(
        matches!(answer.result, Err(Refusal::Ladder(LadderError::OutOfReach { reach: 2, .. }))),
        "{answer:?}"
    );
    assert_eq!(tabs[2].climbs(of, LadderAct::Challenge(first)).await.result, Ok(()));
    assert_eq!(tabs[0].climbs(of, LadderAct::Accept(1)).await.result, Ok(()));
    table.memory.rows().counted.push(played(of, 1, Seat::First));
    tokio::time::sleep(Duration::from_secs(6)).await;
    let order: Vec<AccountId> = [2, 0, 1, 3].map(|n: usize| tabs[n].account.unwrap()).to_vec();
    assert_eq!(rows(&table.memory, of).order(), order);
    let before = table.memory.rows().wallets.clone();
    days(28).await;
    assert!(matches!(rows(&table.memory, of).state(), LadderState::Frozen { .. }), "objections are awaited");
    days(2).await;
    assert_eq!(rows(&table.memory, of).state(), LadderState::Paid);
    let rows = table.memory.rows();
    let won = |n: usize| {
        let account = tabs[n].account.unwrap();
        rows.wallets[&account].0 - before[&account].0
    };
    assert_eq!([won(2), won(0), won(1)], [500, 300, 0]);
    assert_eq!(rows.held[&Holder::Ladder(of)], 0);
}

#[tokio::test(start_paused = true)]
async fn a_match_that_was_settled_in_time_counts_although_the_server_was_away_as_the_challenge_lapsed() {
    let (table, of, mut tabs) = opened(&[], 2).await;
    let first = tabs[0].player();
    assert_eq!(tabs[1].climbs(of, LadderAct::Challenge(first)).await.result, Ok(()));
    assert_eq!(tabs[0].climbs(of, LadderAct::Accept(1)).await.result, Ok(()));
    let crashed = table.memory.after_a_crash();
    drop(tabs);
    drop(table);
    crashed.rows().counted.push(played(of, 1, Seat::First));
    days(11).await;
    let order = rows(&crashed, of).order().to_vec();
    let _table = Table::over(Arc::clone(&crashed), Setting::default());
    tokio::time::sleep(Duration::from_secs(1)).await;
    let after = rows(&crashed, of);
    assert_eq!(after.order(), [order[1], order[0]]);
    assert_eq!(after.challenges().count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_step_whose_answer_is_lost_is_neither_lost_nor_taken_twice() {
    let (table, of, mut tabs) = opened(&[], 2).await;
    table.memory.rows().lost_steps = 1;
    let first = tabs[0].player();
    let answer = tabs[1].climbs(of, LadderAct::Challenge(first.clone())).await;
    assert_eq!(answer.result, Err(Refusal::Unavailable));
    let again = tabs[1].climbs(of, LadderAct::Challenge(first)).await;
    assert!(matches!(again.result, Err(Refusal::Ladder(LadderError::Busy(_)))), "{again:?}");
    assert_eq!(rows(&table.memory, of).challenges().count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_challenge_that_is_not_answered_is_a_no_and_one_that_is_not_played_lapses() {
    let (table, of, mut tabs) = opened(&[], 3).await;
    let (first, second) = (tabs[0].player(), tabs[1].player());
    assert_eq!(tabs[1].climbs(of, LadderAct::Challenge(first)).await.result, Ok(()));
    assert_eq!(tabs[2].climbs(of, LadderAct::Challenge(second)).await.result, Ok(()));
    assert_eq!(tabs[1].climbs(of, LadderAct::Accept(2)).await.result, Ok(()));
    days(4).await;
    let state = rows(&table.memory, of);
    assert_eq!(state.challenges().map(|challenge| challenge.number).collect::<Vec<_>>(), [2]);
    days(7).await;
    assert_eq!(rows(&table.memory, of).challenges().count(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_season_that_is_cancelled_gives_its_pool_back() {
    let (table, of, _tabs) = opened(&[500], 2).await;
    assert_eq!(table.memory.rows().held[&Holder::Ladder(of)], 500);
    assert_eq!(table.ordered(Order::CancelLadder(of)).await, None);
    assert_eq!(rows(&table.memory, of).state(), LadderState::Cancelled);
    assert_eq!(table.memory.rows().held[&Holder::Ladder(of)], 0);
    let again = table.ordered(Order::CancelLadder(of)).await;
    assert_eq!(again, Some(Refusal::NoSuchLadder.to_string()));
}
