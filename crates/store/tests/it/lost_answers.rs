//! A commit whose answer is lost: it is neither published twice nor made twice.

use crate::cluster::open;
use crate::proxy::{Fault, Proxy};
use crate::world::{STAKE, World, game_between, owner_of, players};
use ids::Version;
use rooms::AppendError;
use std::sync::Arc;
use tokio::sync::Notify;

/// A world whose owner reaches its database through a proxy.
async fn behind_a_proxy() -> (World, Proxy) {
    let mut world = World::new().await;
    let proxy = Proxy::new(&world.address);
    world.database = open(proxy.address.clone()).await;
    world.owner = owner_of(&world.database);
    world.owner.placement.take_lease().await.unwrap();
    (world, proxy)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_answer_of_the_journal_is_fenced_and_the_rows_say_what_happened() {
    let (world, proxy) = behind_a_proxy().await;
    let mut running = world.game(5_000).await;
    world.append(running.play()).await.unwrap();
    let move_two = running.play();
    let path = match &move_two.events[0].event {
        game::GameEvent::Moved { path, .. } => path.text(draughts::Variant::Brazilian).to_string(),
        other => panic!("{other:?}"),
    };
    proxy.arm(Fault::LoseAnswer(path.into_bytes()));
    assert_eq!(world.append(move_two).await, Err(AppendError::Fenced));
    assert!(proxy.has_fired());
    let version = world.version(running.new.game).await;
    assert_eq!(version, Version(3), "it was committed");
    world.append(running.play()).await.unwrap();
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_append_that_arrives_after_the_new_epoch_writes_nothing() {
    let (world, proxy) = behind_a_proxy().await;
    let mut running = world.game(5_000).await;
    let first = running.play();
    let path = match &first.events[0].event {
        game::GameEvent::Moved { path, .. } => path.text(draughts::Variant::Brazilian).to_string(),
        other => panic!("{other:?}"),
    };
    let told = Arc::new(Notify::new());
    proxy.arm(Fault::Delay(path.into_bytes(), Arc::clone(&told)));
    assert_eq!(world.append(first.clone()).await, Err(AppendError::Fenced));
    assert_eq!(world.version(running.new.game).await, Version(1));
    let connections = "select count(*) from pg_stat_activity where datname = current_database()";
    let before = world.count(connections).await;
    told.notify_one();
    // the late one is done when its connection is gone
    while world.count(connections).await >= before {
        tokio::task::yield_now().await;
    }
    assert_eq!(world.version(running.new.game).await, Version(1), "the old epoch writes no more");
    world.append(first).await.unwrap();
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_whose_answer_is_lost_makes_one_game_and_holds_once() {
    let (world, proxy) = behind_a_proxy().await;
    for late in [false, true] {
        let pair = players(&world.database, 2, 5_000).await;
        let new = game_between(&pair[0], &pair[1]);
        let told = Arc::new(Notify::new());
        let commit = b"COMMIT".to_vec();
        if late {
            told.notify_one();
            proxy.arm(Fault::Delay(commit, Arc::clone(&told)));
        } else {
            proxy.arm(Fault::LoseAnswer(commit));
        }
        let wallets = world.start(new.clone()).await.unwrap();
        assert!(proxy.has_fired());
        assert_eq!((wallets.white.balance.0, wallets.black.balance.0), (5_000 - STAKE, 5_000 - STAKE));
        assert_eq!(world.version(new.game).await, Version(1));
    }
    assert_eq!(world.count("select count(*) from game").await, 2);
    world.assert_clean().await;
}

/// On one thread both starts wait before the task that makes them looks: they are one batch.
#[tokio::test]
async fn starts_of_a_batch_whose_answer_is_lost_are_known_once_it_is_committed() {
    let (world, proxy) = behind_a_proxy().await;
    let four = players(&world.database, 4, 5_000).await;
    let (one, two) = (game_between(&four[0], &four[1]), game_between(&four[2], &four[3]));
    let told = Arc::new(Notify::new());
    proxy.arm(Fault::Delay(b"COMMIT".to_vec(), Arc::clone(&told)));
    let waiting = "select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'";
    let release = async {
        // the batch's transaction holds the wallets until each start has waited for them in vain
        while world.count(waiting).await < 2 {
            tokio::task::yield_now().await;
        }
        while world.count(waiting).await > 0 {
            tokio::task::yield_now().await;
        }
        told.notify_one();
    };
    let (first, second, ()) = tokio::join!(world.start(one.clone()), world.start(two.clone()), release);
    assert!(proxy.has_fired());
    for wallets in [first.unwrap(), second.unwrap()] {
        assert_eq!((wallets.white.balance.0, wallets.black.balance.0), (5_000 - STAKE, 5_000 - STAKE));
    }
    assert_eq!(world.count("select count(*) from game").await, 2);
    world.assert_clean().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn m4_a_deposit_whose_answer_is_lost_is_paid_once_by_its_repeat() {
    let (world, proxy) = behind_a_proxy().await;
    let ana = players(&world.database, 1, 0).await.remove(0);
    proxy.arm(Fault::LoseAnswer(b"COMMIT".to_vec()));
    let lost = world.database.deposit(ana.account, ids::Amount(500), "pay_9").await;
    assert!(lost.is_err(), "whether it was written is unknown");
    let again = world.database.deposit(ana.account, ids::Amount(500), "pay_9").await.unwrap();
    assert_eq!((again.balance.0, again.version), (500, 1));
    world.assert_clean().await;
}
