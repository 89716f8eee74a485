//! The journal: what is durable, what is fenced, and that one bad append harms no other.

use crate::cluster::sql;
use crate::world::{BAR, World, owner_of};
use draughts::Side;
use game::{Game, GameCommand, GameEvent, ResumeCause};
use ids::{Millis, Version};
use rooms::AppendError;
use std::sync::Arc;
use store::{JournalMode, Owner};
use tokio::task::JoinSet;

#[tokio::test]
async fn a_game_comes_back_from_its_rows_as_it_was() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    for _ in 0..8 {
        world.append(running.play()).await.unwrap();
    }
    let (white, black) = (Side::White, Side::Black);
    let commands = [
        GameCommand::OfferDraw { side: white },
        GameCommand::DeclineDraw { side: black, offer: 1 },
        GameCommand::Pause,
        GameCommand::Resume { cause: ResumeCause::Restart, down: Millis(1_500) },
        GameCommand::Resign { side: black },
    ];
    for command in commands {
        world.append(running.decide(&command)).await.unwrap();
    }
    let stored = world.database.find_game(running.new.game).await.unwrap().unwrap();
    assert_eq!(stored.terms, running.new.terms);
    assert_eq!(stored.players, running.new.players);
    assert_eq!(stored.ended.as_ref(), running.game.ended());
    let events: Vec<GameEvent> = stored.events.into_iter().map(|stamped| stamped.event).collect();
    assert_eq!(events, running.events);
    let replayed = Game::replay(stored.terms.game_terms(), stored.start, events).unwrap();
    assert_eq!(replayed.position(), running.game.position());
    assert!(world.owner.placement.unfinished().await.unwrap().is_empty());
    world.assert_clean().await;
}

#[tokio::test]
async fn unfinished_games_are_found_and_finished_ones_are_not() {
    let world = World::new().await;
    let (ended, running) = (world.game(5_000).await, world.game(5_000).await);
    world.end(&ended, crate::world::WHITE_WON).await;
    let found: Vec<_> =
        world.owner.placement.unfinished().await.unwrap().iter().map(|game| game.game).collect();
    assert_eq!(found, [running.new.game]);
}

#[tokio::test]
async fn s5_a_repeated_append_is_fenced_and_writes_nothing() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let first = running.play();
    world.append(first.clone()).await.unwrap();
    assert_eq!(world.append(first).await, Err(AppendError::Fenced));
    assert_eq!(world.version(running.new.game).await, Version(2));
}

#[tokio::test]
async fn an_append_after_a_gap_is_fenced_and_writes_nothing() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let _lost = running.play();
    assert_eq!(world.append(running.play()).await, Err(AppendError::Fenced));
    assert_eq!(world.version(running.new.game).await, Version(1));
}

#[tokio::test]
async fn an_append_of_two_rows_of_which_one_is_there_writes_neither() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let mut both = running.play();
    both.events.extend(running.decide(&GameCommand::Resign { side: Side::Black }).events);
    // version 3 stands already, 2 does not: rows that no journal writes
    let plant = format!(
        "insert into game_event (game_id, version, kind, schema, decided_at) values ('{}', 3, 5, 1, now())",
        running.new.game
    );
    sql(&world.address, &plant).await;
    assert_eq!(world.append(both).await, Err(AppendError::Fenced));
    assert_eq!(world.count("select count(*) from game_event where version = 2").await, 0);
    assert_eq!(world.count("select count(*) from game where ended_at is not null").await, 0);
}

#[tokio::test]
async fn whoever_lost_the_lease_is_fenced() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    world.append(running.play()).await.unwrap();
    let successor = owner_of(&world.database);
    successor.placement.take_lease().await.unwrap();
    let next = running.play();
    assert_eq!(world.append(next.clone()).await, Err(AppendError::Fenced));
    let players = world.players(2, 5_000).await;
    let refused = world.start(crate::world::game_between(&players[0], &players[1])).await;
    assert_eq!(refused, Err(rooms::StartError::Unavailable), "nor does it make games");
    successor.journal.append(next).await.unwrap();
    assert!(
        world.owner.placement.take_lease().await.is_err(),
        "it does not take back what somebody else holds"
    );
    assert_eq!(world.append(running.play()).await, Err(AppendError::Fenced));
    world.assert_clean().await;
}

#[tokio::test]
async fn a_takeover_waits_for_the_batch_in_flight_and_a_renewal_does_not() {
    let world = World::new().await;
    let mut flight = sqlx::ConnectOptions::connect(world.address.options()).await.unwrap();
    sqlx::raw_sql("begin; select 1 from node_lease for key share").execute(&mut flight).await.unwrap();
    // the renewal's statement
    sql(
        &world.address,
        "set lock_timeout = 2000; update node_lease set renewed_at = now(), expires_at = expires_at",
    )
    .await;
    let successor = Arc::new(owner_of(&world.database));
    let taking = tokio::spawn({
        let successor = Arc::clone(&successor);
        async move { successor.placement.take_lease().await }
    });
    // seen to wait by the database itself
    while world.count("select count(*) from pg_stat_activity where wait_event_type = 'Lock'").await == 0 {
        assert!(!taking.is_finished(), "the takeover did not wait");
        tokio::task::yield_now().await;
    }
    sqlx::raw_sql("commit").execute(&mut flight).await.unwrap();
    taking.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_database_refuses_stands_alone() {
    let world = Arc::new(World::new().await);
    let mut games = Vec::new();
    for _ in 0..30 {
        games.push(world.game(5_000).await);
    }
    let bad = [games[4].new.game, games[17].new.game];
    let plant = format!(
        "create function refuse_some() returns trigger language plpgsql as $$ begin
            if new.game_id in ('{}', '{}') then raise exception 'no' using errcode = '22000'; end if; return new; end $$;
        create trigger game_event_some before insert on game_event for each row execute function refuse_some();",
        bad[0], bad[1]
    );
    sql(&world.address, &plant).await;
    let mut tasks = JoinSet::new();
    for mut running in games {
        let world = Arc::clone(&world);
        tasks.spawn(async move { (running.new.game, world.append(running.play()).await) });
    }
    for (game, verdict) in tasks.join_all().await {
        let expected = if bad.contains(&game) { Err(AppendError::Fenced) } else { Ok(()) };
        assert_eq!(verdict, expected, "game {game}");
    }
    assert_eq!(world.count("select count(*) from game_event where version = 2").await, 28);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_at_once_lose_no_move() {
    let world = Arc::new(World::new().await);
    let mut tasks = JoinSet::new();
    for _ in 0..40 {
        let (world, mut running) = (Arc::clone(&world), world.game(5_000).await);
        tasks.spawn(async move {
            for _ in 0..15 {
                world.append(running.play()).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    assert_eq!(world.count("select count(*) from game_event where kind = 2").await, 600);
    assert_eq!(world.owner.journal.age(), Millis::ZERO);
    world.assert_clean().await;
}

#[tokio::test]
async fn a_mistake_in_the_writer_ends_its_batch_alone_and_the_journal_goes_on() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let mut broken = running.append(vec![GameEvent::Started]);
    // no game has so many events: the row's version would not fit
    broken.after = Version(3_000_000_000);
    assert_eq!(world.append(broken).await, Err(AppendError::Fenced));
    world.append(running.play()).await.unwrap();
    assert_eq!(world.version(running.new.game).await, Version(2));
}

#[tokio::test]
async fn a_process_that_was_stopped_for_half_its_lease_asks_before_it_writes() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    let short = Owner::new(
        &world.database,
        Arc::new(crate::world::OpenGate),
        BAR,
        crate::world::pairs(),
        crate::world::reviews(),
        Millis(100),
        JournalMode::Durable,
    );
    short.placement.take_lease().await.unwrap();
    // the executor stands still, and with it the lease's keeper, as in a process that was stopped
    std::thread::sleep(std::time::Duration::from_millis(60));
    short.journal.append(running.play()).await.unwrap();
    let other = owner_of(&world.database);
    other.placement.take_lease().await.unwrap();
    std::thread::sleep(std::time::Duration::from_millis(60));
    let refused = short.journal.append(running.play()).await.unwrap_err();
    assert_eq!(refused, AppendError::Unavailable, "it knows without having written");
    assert_eq!(world.version(running.new.game).await, Version(2));
}

#[tokio::test]
async fn a_database_that_may_only_be_read_acknowledges_nothing_and_goes_on_when_it_is_mended() {
    let world = World::new().await;
    let mut running = world.game(5_000).await;
    world.append(running.play()).await.unwrap();
    let next = running.play();
    read_only(&world, true).await;
    assert_eq!(world.append(next.clone()).await, Err(AppendError::Unavailable), "certainly not written");
    let pair = [running.new.players.black.clone(), running.new.players.white.clone()];
    let mut new = crate::world::game_between(&pair[0], &pair[1]);
    new.game_limit = 9;
    assert_eq!(world.start(new.clone()).await, Err(rooms::StartError::Unavailable));
    assert_eq!(world.version(running.new.game).await, Version(2));
    read_only(&world, false).await;
    world.append(next).await.unwrap();
    world.start(new).await.unwrap();
    world.assert_clean().await;
}

/// Makes the database one that may only be read, or one that may be written again, for everybody at once.
async fn read_only(world: &World, only: bool) {
    let text = format!(
        "do $$ begin execute format('alter database %I set default_transaction_read_only = {only}', current_database()); end $$;
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()"
    );
    sql(&world.address, &format!("set transaction_read_only = off; {text}")).await;
}
