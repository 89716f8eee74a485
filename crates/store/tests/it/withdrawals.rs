//! Money on its way out, and what is put right afterwards: once each, whatever is repeated.

use crate::cluster::sql;
use crate::world::World;
use ids::{AccountId, Amount};
use rooms::Player;
use std::sync::Arc;
use store::{CorrectError, Correction, Party, WithdrawError, WithdrawalEnd, WithdrawalRow, WithdrawalState};
use tokio::task::JoinSet;

async fn world(balance: i64) -> (Arc<World>, Player) {
    let world = World::new().await;
    let ana = world.players(1, balance).await.remove(0);
    (Arc::new(world), ana)
}

async fn hold(world: &World, ana: &Player, amount: i64, key: &str) -> Result<WithdrawalRow, WithdrawError> {
    world.database.hold_withdrawal(ana.account, Amount(amount), key).await
}

fn paid(reference: &str) -> WithdrawalEnd {
    WithdrawalEnd::Paid { reference: reference.to_owned() }
}

fn returned(reason: &str) -> WithdrawalEnd {
    WithdrawalEnd::Returned { reason: reason.to_owned() }
}

#[tokio::test]
async fn a_withdrawal_is_held_and_then_goes_out_or_comes_back_whole() {
    let (world, ana) = world(1_000).await;
    let first = hold(&world, &ana, 300, "k1").await.unwrap();
    let second = hold(&world, &ana, 200, "k2").await.unwrap();
    assert_eq!((first.wallet.balance, second.wallet.balance), (Amount(700), Amount(500)));
    world.assert_clean().await;
    let out = world.database.end_withdrawal(first.withdrawal.id(), &paid("bank 1")).await.unwrap();
    assert_eq!((out.wallet.balance, out.wallet.version), (Amount(500), 3));
    let back = world.database.end_withdrawal(second.withdrawal.id(), &returned("closed")).await.unwrap();
    assert_eq!(back.wallet.balance, Amount(700));
    let told = hold(&world, &ana, 200, "k2").await.unwrap();
    assert_eq!(told.state, WithdrawalState::Returned { reason: "closed".to_owned() });
    let report = world.database.check_ledger().await.unwrap();
    let sums: Vec<i64> = ["world", "escrow", "wallet"]
        .map(|kind| report.sums.iter().find(|(known, _)| known == kind).unwrap().1)
        .to_vec();
    assert_eq!(sums, [-700, 0, 700]);
    world.assert_clean().await;
}

#[tokio::test]
async fn what_the_wallet_does_not_cover_is_not_taken_out() {
    let (world, ana) = world(100).await;
    let refused = hold(&world, &ana, 101, "k1").await.unwrap_err();
    assert_eq!(refused.to_string(), "the wallet holds 100, 101 were to be taken out");
    for amount in [0, -5] {
        assert!(matches!(hold(&world, &ana, amount, "k").await, Err(WithdrawError::Amount(_))));
    }
    let nobody = world.database.hold_withdrawal(AccountId(crate::world::id()), Amount(1), "k").await;
    assert!(matches!(nobody, Err(WithdrawError::NoAccount(_))), "{nobody:?}");
    assert_eq!(world.balance(&ana).await, 100);
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m5_fifty_identical_withdrawals_are_one_and_all_get_its_answer() {
    let (world, ana) = world(1_000).await;
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let (world, ana) = (Arc::clone(&world), ana.clone());
        tasks.spawn(async move { hold(&world, &ana, 700, "k1").await.unwrap() });
    }
    let answers = tasks.join_all().await;
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(world.balance(&ana).await, 300);
    let other = hold(&world, &ana, 1, "k1").await;
    assert!(matches!(other, Err(WithdrawError::OtherWithdrawal)), "{other:?}");
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m4_paid_and_returned_in_fifty_concurrent_tries_is_one_outcome() {
    let (world, ana) = world(1_000).await;
    let id = hold(&world, &ana, 700, "k1").await.unwrap().withdrawal.id();
    let mut tasks = JoinSet::new();
    for n in 0..50 {
        let world = Arc::clone(&world);
        tasks.spawn(async move {
            let end = if n % 2 == 0 { paid("bank 1") } else { returned("closed") };
            world.database.end_withdrawal(id, &end).await.unwrap().state
        });
    }
    let states = tasks.join_all().await;
    assert!(states.iter().all(|state| *state == states[0]), "{states:?}");
    let expected = if matches!(states[0], WithdrawalState::Paid { .. }) { 300 } else { 1_000 };
    assert_eq!(world.balance(&ana).await, expected);
    world.assert_clean().await;
}

#[tokio::test]
async fn a_withdrawal_without_an_answer_is_asked_for_again_and_an_ended_one_is_not() {
    let (world, ana) = world(1_000).await;
    let held = hold(&world, &ana, 300, "k1").await.unwrap().withdrawal;
    assert!(world.database.withdrawals_to_ask(60.0, 10).await.unwrap().is_empty(), "just asked");
    assert_eq!(world.database.withdrawals_to_ask(0.0, 10).await.unwrap(), [held]);
    world.database.end_withdrawal(held.id(), &paid("bank 1")).await.unwrap();
    assert!(world.database.withdrawals_to_ask(0.0, 10).await.unwrap().is_empty());
}

#[tokio::test]
async fn what_is_wrong_with_a_withdrawal_is_found_by_the_proof() {
    for (plant, rule) in [
        ("update withdrawal set amount_minor = 301 where state = 'held'", "its whole amount in escrow"),
        ("delete from withdrawal where state = 'held'", "every escrow that holds money"),
        ("delete from settlement", "a withdrawal has ended exactly when"),
        ("update settlement set outcome = 'returned'", "a withdrawal has ended exactly when"),
    ] {
        let (world, ana) = world(1_000).await;
        hold(&world, &ana, 300, "k1").await.unwrap();
        let out = hold(&world, &ana, 200, "k2").await.unwrap().withdrawal.id();
        world.database.end_withdrawal(out, &paid("bank 1")).await.unwrap();
        world.assert_clean().await;
        sql(&world.address, &format!("set session_replication_role = replica; {plant}")).await;
        let report = world.database.check_ledger().await.unwrap();
        let found = report.wrong.iter().any(|(known, rows)| known.contains(rule) && !rows.is_empty());
        assert!(found, "{plant}: {rule:?} was not found in\n{report}");
    }
}

#[tokio::test]
async fn m11_a_correction_is_a_new_named_transfer_made_once() {
    let (world, ana) = world(1_000).await;
    let beto = world.players(1, 0).await.remove(0);
    let correction = |name: &str, amount: i64| Correction {
        name: name.to_owned(),
        from: Party::Wallet(ana.account),
        to: Party::Wallet(beto.account),
        amount: Amount(amount),
        reason: "the wrong one was paid".to_owned(),
        by: "operator".to_owned(),
    };
    assert!(world.database.correct(&correction("ticket 1", 400)).await.unwrap());
    assert!(
        !world.database.correct(&correction("ticket 1", 400)).await.unwrap(),
        "the same again is the same"
    );
    let other = world.database.correct(&correction("ticket 1", 401)).await;
    assert!(matches!(other, Err(CorrectError::OtherCorrection(_))), "{other:?}");
    let too_much = world.database.correct(&correction("ticket 2", 601)).await;
    assert!(matches!(too_much, Err(CorrectError::NotCovered(_))), "{too_much:?}");
    let house = Correction { to: Party::House, ..correction("ticket 3", 100) };
    assert!(world.database.correct(&house).await.unwrap());
    assert_eq!((world.balance(&ana).await, world.balance(&beto).await), (500, 400));
    world.assert_clean().await;
    sql(
        &world.address,
        "set session_replication_role = replica; delete from correction where name = 'ticket 3'",
    )
    .await;
    let report = world.database.check_ledger().await.unwrap();
    assert!(report.wrong.iter().any(|(rule, _)| rule.contains("correction")), "{report}");
}
