//! Ended games are paid once, whatever happens at the same time.

use crate::cluster::{sql, texts};
use crate::world::{STAKE, WHITE_WON, World, ending};
use draughts::Side;
use game::{EndReason, Outcome};
use ids::Amount;
use std::sync::Arc;
use store::VoidError;
use tokio::task::JoinSet;

const WHITE: Outcome = Outcome::Won(Side::White);
const BLACK: Outcome = Outcome::Won(Side::Black);

#[tokio::test]
async fn m9_every_way_to_end_pays_out_or_gives_back() {
    let world = World::new().await;
    let ways = [
        (WHITE, EndReason::NoPieces, 900, -1_000),
        (BLACK, EndReason::NoPieces, -1_000, 900),
        (WHITE, EndReason::Blocked, 900, -1_000),
        (BLACK, EndReason::Resignation, -1_000, 900),
        (WHITE, EndReason::Flag, 900, -1_000),
        (Outcome::Draw, EndReason::Agreement, 0, 0),
        (Outcome::Draw, EndReason::Repetition, 0, 0),
        (Outcome::Draw, EndReason::QuietPlies, 0, 0),
        (Outcome::Void, EndReason::Aborted, 0, 0),
        (Outcome::Void, EndReason::Voided, 0, 0),
    ];
    let mut games = Vec::new();
    for (outcome, reason, ..) in ways {
        let running = world.game(STAKE).await;
        assert_eq!(world.balances(&running.new.players).await, (0, 0), "the stakes are held");
        world.end(&running, ending(outcome, reason)).await;
        games.push(running);
    }
    let settled = world.database.settle_due(100).await.unwrap();
    assert_eq!(settled.len(), ways.len());
    for ((outcome, reason, white, black), running) in ways.into_iter().zip(&games) {
        let after = world.balances(&running.new.players).await;
        assert_eq!(after, (STAKE + white, STAKE + black), "{outcome:?} by {reason:?}");
        let told = settled.iter().find(|settlement| settlement.game == running.new.game).unwrap();
        assert_eq!(told.fee, Amount(if matches!(outcome, Outcome::Won(_)) { 100 } else { 0 }));
        assert_eq!((told.received.white.0 - STAKE, told.received.black.0 - STAKE), (white, black));
        assert_eq!((told.wallets.white.balance.0, told.wallets.black.balance.0), after);
    }
    assert!(world.database.settle_due(100).await.unwrap().is_empty(), "nothing is paid twice");
    world.assert_clean().await;
}

#[tokio::test]
async fn m11_a_refund_is_a_new_transfer_that_names_its_stake() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    // the wallet moves on meanwhile: a refund adds, it sets nothing back
    world.database.deposit(running.new.players.white.account, Amount(77), "meanwhile").await.unwrap();
    world.end(&running, ending(Outcome::Draw, EndReason::Agreement)).await;
    world.database.settle_due(10).await.unwrap();
    assert_eq!(world.balances(&running.new.players).await, (5_077, 5_000));
    let named = world
        .count(
            "select count(*) from transfer r join transfer s on s.transfer_id = r.refers_to
            where (r.leg, s.leg) in (('refund_white', 'stake_white'), ('refund_black', 'stake_black'))
            and r.amount_minor = s.amount_minor and r.subject_id = s.subject_id",
        )
        .await;
    assert_eq!(named, 2);
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_tries_to_settle_as_won_and_as_void_have_one_outcome() {
    let world = Arc::new(World::new().await);
    for round in 0..4 {
        let running = world.game(5_000).await;
        world.end(&running, WHITE_WON).await;
        let mut tasks = JoinSet::new();
        for task in 0..50 {
            let (world, game) = (Arc::clone(&world), running.new.game);
            tasks.spawn(async move {
                // who comes first changes from round to round
                if (task + round) % 4 == 0 {
                    match world.database.void(game, "test", "operator").await {
                        Ok(()) | Err(VoidError::Settled(_)) => 0,
                        Err(other) => panic!("{other}"),
                    }
                } else {
                    world.database.settle_due(10).await.unwrap().len()
                }
            });
        }
        let mut settled: usize = tasks.join_all().await.into_iter().sum();
        settled += world.database.settle_due(10).await.unwrap().len();
        assert_eq!(settled, 1, "round {round}");
        let after = world.balances(&running.new.players).await;
        assert!([(5_900, 4_000), (5_000, 5_000)].contains(&after), "round {round}: {after:?}");
        world.assert_clean().await;
    }
}

#[tokio::test]
async fn a_voided_game_gives_both_stakes_back_and_a_settled_one_stays() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let game = running.new.game;
    world.append(running.play()).await.unwrap();
    world.database.void(game, "a power cut in the hall", "operator").await.unwrap();
    let next = running.play();
    assert!(world.append(next).await.is_err(), "its room is fenced");
    let stored = world.database.find_game(game).await.unwrap().unwrap();
    assert_eq!(stored.ended, Some(ending(Outcome::Void, EndReason::Voided)));
    let events = stored.events.into_iter().map(|stamped| stamped.event);
    let replayed = game::Game::replay(running.new.terms.game_terms(), stored.start, events).unwrap();
    assert_eq!(replayed.ended(), stored.ended.as_ref());
    world.database.settle_due(10).await.unwrap();
    assert_eq!(world.balances(&running.new.players).await, (5_000, 5_000));
    let refused = world.database.void(game, "again", "operator").await.unwrap_err();
    assert!(matches!(refused, VoidError::Settled(_)), "{refused}");
    let unknown = world.database.void(ids::GameId(crate::world::id()), "what", "operator").await.unwrap_err();
    assert!(matches!(unknown, VoidError::NoSuchGame(_)), "{unknown}");
    world.assert_clean().await;
}

#[tokio::test]
async fn a_settlement_that_fails_stands_alone_with_its_reason() {
    let world = World::new().await;
    let mut games = Vec::new();
    for _ in 0..4 {
        let running = world.game(STAKE).await;
        world.end(&running, WHITE_WON).await;
        games.push(running);
    }
    // one has a cent too much in its escrow, one has its payout already
    let plant = format!(
        "insert into transfer (transfer_id, subject_kind, subject_id, leg, amount_minor, reference)
            values ('{0}', 'deposit', '{0}', 'deposit', 1, 'planted');
        insert into entry (transfer_id, direction, account_kind, holder_id, amount_minor)
            values ('{0}', 'debit', 'world', '{1}', -1), ('{0}', 'credit', 'escrow', '{2}', 1);
        insert into transfer (transfer_id, subject_kind, subject_id, leg, amount_minor)
            values ('{3}', 'game', '{4}', 'payout', 1);",
        crate::world::id(),
        uuid::Uuid::nil(),
        games[0].new.game,
        crate::world::id(),
        games[2].new.game,
    );
    sql(&world.address, &plant).await;
    let mut settled: Vec<_> =
        world.database.settle_due(10).await.unwrap().iter().map(|done| done.game).collect();
    settled.sort();
    assert_eq!(settled, [games[1].new.game, games[3].new.game]);
    assert!(world.database.settle_due(10).await.unwrap().is_empty(), "they wait for a later try");
    let reasons = "select reason from settlement_failure order by reason";
    let reasons = texts(&world.address, reasons).await;
    assert!(
        reasons.len() == 2 && reasons[0].contains("transfer_") && reasons[1].contains("escrow holds"),
        "{reasons:?}"
    );
    assert_eq!(world.count("select count(*) from settlement").await, 2, "nothing of them is written");
}

#[tokio::test]
async fn what_was_paid_can_be_asked_for_again() {
    let world = World::new().await;
    let (settled, open) = (world.game(5_000).await, world.game(5_000).await);
    world.end(&settled, crate::world::WHITE_WON).await;
    let told = world.database.settle_due(10).await.unwrap();
    let games = [settled.new.game, open.new.game];
    assert_eq!(
        world.database.settlements(&games).await.unwrap(),
        told,
        "the settled one alone, as it was told"
    );
}
