//! The proof of the books finds what is wrong. Each error is planted past everything that would refuse it.

use crate::cluster::sql;
use crate::world::{WHITE_WON, World, id};

/// A world with a running, an ended and a settled game.
async fn world() -> World {
    let world = World::new().await;
    let settled = world.game(5_000).await;
    world.end(&settled, WHITE_WON).await;
    world.database.settle_due(10).await.unwrap();
    let ended = world.game(5_000).await;
    world.end(&ended, WHITE_WON).await;
    world.game(5_000).await;
    world.assert_clean().await;
    world
}

/// Plants an error and expects the rule that has these words in it to find it.
async fn check(plant: &str, rule: &str) {
    let world = world().await;
    // no trigger and no foreign key stands in the way
    sql(&world.address, &format!("set session_replication_role = replica; {plant}")).await;
    let report = world.database.check_ledger().await.unwrap();
    let found = report.wrong.iter().any(|(known, rows)| known.contains(rule) && !rows.is_empty());
    assert!(found, "{plant}: {rule:?} was not found in\n{report}");
}

#[tokio::test]
async fn a_changed_entry_is_found() {
    check(
        "update entry set amount_minor = amount_minor + 1 where account_kind = 'house'",
        "every transfer has one debit and one credit",
    )
    .await;
    check("update entry set amount_minor = amount_minor + 1 where account_kind = 'house'", "sum to zero")
        .await;
}

#[tokio::test]
async fn a_lost_entry_is_found() {
    check("delete from entry where account_kind = 'house'", "every transfer has one debit and one credit")
        .await;
}

#[tokio::test]
async fn a_changed_balance_is_found() {
    check(
        "update wallet set balance_minor = balance_minor + 1",
        "every wallet's balance is the sum of its entries",
    )
    .await;
    check("update wallet set version = version + 1", "every wallet's version is the number of its entries")
        .await;
    check(
        "update entry set balance_after = balance_after + 1 where wallet_version = 2",
        "every wallet entry's balance is the one before it and its amount",
    )
    .await;
}

#[tokio::test]
async fn an_entry_of_nobody_is_found() {
    let plant = format!(
        "update entry set holder_id = '{}' where (transfer_id, direction) =
            (select transfer_id, direction from entry where account_kind = 'wallet' limit 1)",
        id()
    );
    check(&plant, "every wallet entry is that of a wallet").await;
}

#[tokio::test]
async fn an_escrow_without_its_game_is_found() {
    check("delete from game where ended_at is null", "every escrow that holds money").await;
    check("update game set settled_at = now() where ended_at is not null", "every escrow that holds money")
        .await;
}

#[tokio::test]
async fn an_unfunded_game_is_found() {
    check("update game set stake_minor = stake_minor + 1 where ended_at is null", "its whole pot in escrow")
        .await;
}

#[tokio::test]
async fn a_settlement_that_does_not_fit_its_game_is_found() {
    check("delete from settlement", "a game is settled exactly when").await;
    check("update settlement set outcome = 'draw'", "a game is settled exactly when").await;
    check("update game set fee_basis_points = 600 where settled_at is not null", "the house takes its fee")
        .await;
}

#[tokio::test]
async fn a_game_of_unknown_terms_is_found() {
    check("delete from config_version", "terms come from a configuration").await;
}

#[tokio::test]
async fn a_gap_in_the_events_is_found() {
    check("update game_event set version = 3 where version = 2", "without a gap").await;
    check("delete from game_event where kind = 8", "has ended exactly when").await;
}

#[tokio::test]
async fn a_pot_that_was_paid_while_it_was_looked_at_is_found() {
    let review = |values: &str| {
        format!(
            "insert into game_review (game_id, reasons, until, ruled_at, ruling, ruled_by, reason)
            select game_id, array['early_loss'], now() + interval '1 day', {values} from game where settled_at is not null"
        )
    };
    check(&review("null, null, null, null"), "paid by a ruling, or when its time is over").await;
    check(&review("now(), 'void', 'ana', 'one person'"), "ends as its ruling says").await;
    let of_a_running_game = "insert into game_review (game_id, reasons, until)
        select game_id, array['early_loss'], now() from game where ended_at is null";
    check(of_a_running_game, "a review is of an ended game").await;
}
