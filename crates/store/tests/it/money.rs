//! Wallets, deposits and stakes under many hands at once.

use crate::cluster::{sql, try_sql};
use crate::world::{NOON, STAKE, WHITE_WON, World, ending, game_between};
use draughts::{Side, Variant};
use game::{EndReason, Ending, Outcome};
use ids::{Amount, GameId};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rooms::StartError;
use std::sync::Arc;
use store::DepositError;
use tokio::task::JoinSet;

#[tokio::test(flavor = "multi_thread")]
async fn m7_concurrent_changes_of_wallets_lose_nothing() {
    let world = Arc::new(World::new().await);
    let players = Arc::new(world.players(6, 10_000).await);
    let mut tasks = JoinSet::new();
    for seed in 0..12_u64 {
        let (world, players) = (Arc::clone(&world), Arc::clone(&players));
        tasks.spawn(async move {
            let mut chance = SmallRng::seed_from_u64(seed);
            let mut paid_in = 0;
            for step in 0..12 {
                let pair: Vec<_> = players.choose_multiple(&mut chance, 2).collect();
                match chance.random_range(0..3) {
                    0 => {
                        let amount = chance.random_range(1..500);
                        let reference = format!("{seed} {step}");
                        let deposit =
                            world.database.deposit(pair[0].account, Amount(amount), &reference).await;
                        deposit.unwrap_or_else(|error| panic!("seed {seed}, step {step}: {error:?}"));
                        paid_in += amount;
                    }
                    1 => {
                        let mut new = game_between(pair[0], pair[1]);
                        new.game_limit = 100;
                        match world.start(new.clone()).await {
                            Ok(_) => {
                                let running = crate::world::Running::new(new);
                                let outcomes =
                                    [Outcome::Won(Side::White), Outcome::Won(Side::Black), Outcome::Draw];
                                let outcome = *outcomes.choose(&mut chance).unwrap();
                                world.end(&running, ending(outcome, EndReason::Agreement)).await;
                            }
                            Err(StartError::InsufficientFunds { .. }) => {}
                            Err(other) => panic!("seed {seed}, step {step}: {other}"),
                        }
                    }
                    _ => {
                        world.database.settle_due(10).await.unwrap();
                    }
                }
            }
            paid_in
        });
    }
    let paid_in: i64 = tasks.join_all().await.into_iter().sum();
    while !world.database.settle_due(10).await.unwrap().is_empty() {}
    world.assert_clean().await;
    let report = world.database.check_ledger().await.unwrap();
    let sum = |kind: &str| report.sums.iter().find(|(known, _)| known == kind).unwrap().1;
    assert_eq!(sum("world"), -(60_000 + paid_in));
    assert_eq!(sum("escrow"), 0);
    assert_eq!(sum("wallet") + sum("house"), 60_000 + paid_in);
}

#[tokio::test(flavor = "multi_thread")]
async fn m5_fifty_identical_deposits_are_one_and_all_get_its_answer() {
    let world = Arc::new(World::new().await);
    let ana = world.players(1, 0).await.remove(0);
    let mut tasks = JoinSet::new();
    for _ in 0..50 {
        let (world, account) = (Arc::clone(&world), ana.account);
        tasks.spawn(async move { world.database.deposit(account, Amount(700), "pay_1").await.unwrap() });
    }
    let answers = tasks.join_all().await;
    assert!(answers.iter().all(|wallet| (wallet.balance, wallet.version) == (Amount(700), 1)));
    let other = world.database.deposit(ana.account, Amount(701), "pay_1").await;
    assert!(matches!(other, Err(DepositError::OtherPayment)), "{other:?}");
    world.assert_clean().await;
}

#[tokio::test]
async fn a_start_holds_both_stakes_or_nothing() {
    let world = World::new().await;
    let (rich, poor) = (world.players(1, STAKE).await.remove(0), world.players(1, STAKE - 1).await.remove(0));
    let new = game_between(&rich, &poor);
    let refused = world.start(new.clone()).await.unwrap_err();
    let (balance, stake) = (Amount(STAKE - 1), Amount(STAKE));
    assert_eq!(refused, StartError::InsufficientFunds { account: poor.account, balance, stake });
    assert_eq!(world.balances(&new.players).await, (STAKE, STAKE - 1));
    assert!(world.database.find_game(new.game).await.unwrap().is_none());
    world.database.deposit(poor.account, Amount(1), "one more cent").await.unwrap();
    let held = world.start(new.clone()).await.unwrap();
    assert_eq!((held.white.balance, held.black.balance), (Amount::ZERO, Amount::ZERO));
    assert_eq!(world.start(new).await.unwrap(), held, "the same game again is that game");
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s11_of_fifty_parallel_starts_only_the_allowed_games_are_made() {
    let world = Arc::new(World::new().await);
    let players = world.players(51, 10_000).await;
    let mut tasks = JoinSet::new();
    for other in &players[1..] {
        let (world, new) = (Arc::clone(&world), game_between(&players[0], other));
        tasks.spawn(async move { world.start(new).await });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter_map(Result::err) {
        assert_eq!(refused, StartError::GameLimit { account: players[0].account });
    }
    assert_eq!(world.balance(&players[0]).await, 10_000 - STAKE);
    world.assert_clean().await;
}

#[tokio::test]
async fn an_ended_game_does_not_count_against_the_limit() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    let players = &running.new.players;
    let next = game_between(&players.black, &players.white);
    let refused = world.start(next.clone()).await.unwrap_err();
    assert!(matches!(refused, StartError::GameLimit { .. }), "{refused}");
    world.end(&running, WHITE_WON).await;
    world.start(next).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn s12_a_game_has_at_most_one_rematch() {
    let world = Arc::new(World::new().await);
    let running = world.game(50_000).await;
    world.end(&running, WHITE_WON).await;
    let mut tasks = JoinSet::new();
    for _ in 0..20 {
        let mut new = game_between(&running.new.players.black, &running.new.players.white);
        (new.rematch_of, new.game_limit) = (Some(running.new.game), 100);
        let world = Arc::clone(&world);
        tasks.spawn(async move { world.start(new.clone()).await.map(|_| new.game) });
    }
    let results = tasks.join_all().await;
    let made: Vec<GameId> = results.iter().filter_map(|result| result.as_ref().ok().copied()).collect();
    assert_eq!(made.len(), 1);
    for refused in results.into_iter().filter_map(Result::err) {
        assert_eq!(refused, StartError::RematchExists(made[0]));
    }
    let stored = world.database.find_game(running.new.game).await.unwrap().unwrap();
    assert_eq!(stored.rematch, Some(made[0]));
    world.assert_clean().await;
}

#[tokio::test]
async fn a_wallet_below_zero_is_impossible() {
    let world = World::new().await;
    let ana = world.players(1, 100).await.remove(0);
    let text = format!("update wallet set balance_minor = -1 where account_id = '{}'", ana.account);
    let refused = try_sql(&world.address, &text).await.unwrap_err();
    let constraint = refused.as_database_error().unwrap().constraint().unwrap().to_owned();
    assert_eq!(constraint, "wallet_balance_covered");
}

#[tokio::test]
async fn what_proves_something_can_not_be_changed() {
    let world = World::new().await;
    let running = world.game(5_000).await;
    world.end(&running, WHITE_WON).await;
    world.database.settle_due(1).await.unwrap();
    for table in
        ["transfer", "entry", "settlement", "game_event", "config_version", "deployment", "game_void"]
    {
        let column = match table {
            "transfer" | "entry" => "amount_minor = amount_minor + 1",
            "settlement" => "outcome = 'draw'",
            "game_event" => "version = version + 1",
            "config_version" => "config_text = ''",
            "deployment" => "exponent = 0",
            _ => "reason = 'x'",
        };
        for change in [
            format!("update {table} set {column}"),
            format!("delete from {table}"),
            format!("truncate {table} cascade"),
        ] {
            let refused = try_sql(&world.address, &change).await.unwrap_err();
            let code = refused.as_database_error().unwrap().code().unwrap().into_owned();
            assert_eq!(code, "23001", "{change}: {refused}");
        }
    }
    world.assert_clean().await;
}

#[tokio::test]
async fn three_aborts_within_an_hour_bar_for_a_quarter_of_one() {
    let world = World::new().await;
    let ana = world.players(1, 50_000).await.remove(0);
    for round in 0..3 {
        assert_eq!(world.owner.bank.barred_until(ana.account).await.unwrap(), None, "round {round}");
        let other = world.players(1, 50_000).await.remove(0);
        let new = game_between(&ana, &other);
        world.start(new.clone()).await.unwrap();
        let aborted = Ending { outcome: Outcome::Void, reason: EndReason::Aborted, blame: Some(Side::White) };
        world.end(&crate::world::Running::new(new), aborted).await;
        assert_eq!(
            world.owner.bank.barred_until(other.account).await.unwrap(),
            None,
            "nobody else is barred"
        );
    }
    let until = world.owner.bank.barred_until(ana.account).await.unwrap().expect("three are too many");
    let other = world.players(1, 50_000).await.remove(0);
    let refused = world.start(game_between(&other, &ana)).await.unwrap_err();
    assert_eq!(refused, StartError::Barred { account: ana.account, until });
    // a quarter of an hour later
    sql(&world.address, "update game set ended_at = ended_at - interval '15 minutes 1 second'").await;
    assert_eq!(world.owner.bank.barred_until(ana.account).await.unwrap(), None);
}

#[tokio::test]
async fn who_had_white_is_counted_by_variant() {
    let world = World::new().await;
    let running = world.game(50_000).await;
    let (white, black) = (running.new.players.white.account, running.new.players.black.account);
    let bank = &world.owner.bank;
    assert_eq!(bank.times_white(Variant::Brazilian, white).await.unwrap(), 1);
    assert_eq!(bank.times_white(Variant::Brazilian, black).await.unwrap(), 0);
    assert_eq!(bank.times_white(Variant::Russian, white).await.unwrap(), 0);
}

#[tokio::test]
async fn a_statement_and_a_history_tell_the_same_story() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let first = running.play();
    world.append(first).await.unwrap();
    let (white, black) = (running.new.players.white.account, running.new.players.black.account);
    assert_eq!(world.database.history(white, None, 10).await.unwrap()[0].net, None);
    world.end(&running, WHITE_WON).await;
    world.database.settle_due(10).await.unwrap();
    let lines = world.database.statement(white, None, 10).await.unwrap();
    let amounts: Vec<_> =
        lines.iter().map(|line| (line.leg.word(), line.amount.0, line.balance_after.0)).collect();
    assert_eq!(
        amounts,
        [("payout", 1_900, 5_900), ("stake_white", -1_000, 4_000), ("deposit", 5_000, 5_000)]
    );
    assert_eq!(lines[0].game, Some(running.new.game));
    let older = world.database.statement(white, Some(lines[1].version), 10).await.unwrap();
    assert_eq!(older, lines[2..]);
    let won = world.database.history(white, None, 10).await.unwrap().remove(0);
    assert_eq!((won.net, won.plies, won.side), (Some(Amount(900)), 1, Side::White));
    let lost = world.database.history(black, None, 10).await.unwrap().remove(0);
    assert_eq!((lost.net, lost.side), (Some(Amount(-1_000)), Side::Black));
    assert!(
        world.database.history(white, Some(NOON), 10).await.unwrap().is_empty(),
        "before it there was none"
    );
}

#[tokio::test]
async fn m6_a_serialization_failure_is_tried_again_and_never_told_as_missing_money() {
    let world = World::new().await;
    let ana = world.players(1, 100).await.remove(0);
    let fails = |until: &str| {
        format!(
            "create sequence tries; grant usage on tries to public;
            create function fail() returns trigger language plpgsql as $$ begin
                if nextval('tries') <= {until} then
                    raise exception 'another transaction came first' using errcode = 'serialization_failure';
                end if;
                return null;
            end $$;
            create trigger fail after insert on transfer for each statement execute function fail();"
        )
    };
    // a sequence does not go back with its transaction: the third try goes through
    sql(&world.address, &fails("2")).await;
    let wallet = world.database.deposit(ana.account, Amount(50), "pay_1").await.unwrap();
    assert_eq!(wallet.balance, Amount(150));
    sql(&world.address, "drop function fail cascade; drop sequence tries").await;
    sql(&world.address, &fails("1000000")).await;
    let refused = world.database.hold_withdrawal(ana.account, Amount(10), "k1").await.unwrap_err();
    assert!(matches!(refused, store::WithdrawError::Store(_)), "the tries are bounded: {refused}");
    sql(&world.address, "drop function fail cascade; drop sequence tries").await;
    assert_eq!(world.balance(&ana).await, 150);
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_table_that_has_grown_gets_its_first_statistics_once() {
    let world = World::new().await;
    let known = "select count(*) from pg_class
        where relnamespace = current_schema()::regnamespace and relname = 'account' and reltuples >= 1000";
    world.players(1_000, 100).await;
    if world.count(known).await == 0 {
        // PostgreSQL may have come first
        let tables = world.database.analyse_new_tables().await.unwrap();
        assert!(tables.contains(&"account".to_owned()), "{tables:?}");
    }
    assert_eq!(world.count(known).await, 1);
    assert_eq!(world.database.analyse_new_tables().await.unwrap(), Vec::<String>::new());
}
