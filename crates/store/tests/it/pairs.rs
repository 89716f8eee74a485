//! Two accounts that would pass money to each other are stopped at the bound, whichever doors they try and however many at once.

use crate::matches::Driven;
use crate::world::{NOON, OpenGate, World, ending, game_between};
use competition::{PairLimits, StakeMode};
use draughts::Side;
use game::{EndReason, Outcome};
use ids::{Amount, GameId, Millis};
use rooms::{StartError, StepError};
use std::sync::Arc;
use store::{JournalMode, Owner};

const STAKE: i64 = 1_000;

/// A world whose pairs may stake three of the highest stake, and five games a day.
async fn world() -> World {
    let mut world = World::new().await;
    let limits = PairLimits { flow_stakes: 3, games: 5, ..PairLimits::default() };
    world.owner = Owner::new(
        &world.database,
        Arc::new(OpenGate),
        crate::world::BAR,
        limits,
        crate::world::reviews(),
        Millis(10_000),
        JournalMode::Durable,
    );
    world.owner.placement.take_lease().await.unwrap();
    world
}

#[tokio::test]
async fn fifty_tries_through_the_lobby_and_rivals_stop_at_the_bound() {
    let world = world().await;
    let players = world.players(2, 1_000_000).await;
    let (mut games, mut matches) = (Vec::new(), Vec::new());
    for n in 0..25 {
        let mut new = game_between(&players[n % 2], &players[(n + 1) % 2]);
        (new.highest_stake, new.game_limit) = (Amount(STAKE), 1_000);
        games.push(new);
        let mut driven = Driven::between(players[n % 2].clone(), players[(n + 1) % 2].clone(), STAKE);
        driven.take(&world, driven.propose(StakeMode::PerMatch)).await.unwrap();
        matches.push(driven.step(driven.accept()).0);
    }
    let starts = games.iter().map(|new| world.owner.bank.start(new.clone()));
    let steps = matches.iter().map(|step| world.owner.events.step_matches(std::slice::from_ref(step)));
    let (started, stepped) =
        tokio::join!(futures_util::future::join_all(starts), futures_util::future::join_all(steps));
    let done = started.iter().filter(|done| done.is_ok()).count()
        + stepped.iter().filter(|done| done.is_ok()).count();
    assert_eq!(done, 3, "three of the highest stake are open, and may all go one way");
    let stopped = started.iter().filter_map(|done| done.as_ref().err());
    assert!(stopped.into_iter().all(|refused| matches!(refused, StartError::PairLimit(_))));
    let stopped = stepped.iter().filter_map(|done| done.as_ref().err());
    assert!(stopped.into_iter().all(|refused| matches!(refused, StepError::PairLimit(_))));
    assert_eq!(world.balance(&players[0]).await, 1_000_000 - 3 * STAKE);
    world.assert_clean().await;
}

#[tokio::test]
async fn what_came_back_counts_off_and_the_number_of_games_is_bounded_too() {
    let world = world().await;
    let players = world.players(2, 1_000_000).await;
    for n in 0..6 {
        let mut new = game_between(&players[0], &players[1]);
        (new.game, new.highest_stake) = (GameId(crate::world::id()), Amount(STAKE));
        new.at = NOON.plus(Millis(n * 60_000));
        let started = world.start(new.clone()).await;
        if n == 5 {
            assert!(matches!(started, Err(StartError::PairLimit(_))), "the sixth game of a day: {started:?}");
            break;
        }
        started.unwrap();
        let winner = if n % 2 == 0 { Side::White } else { Side::Black };
        world.end(&crate::world::Running::new(new), ending(Outcome::Won(winner), EndReason::Flag)).await;
        world.database.settle_due(10).await.unwrap();
    }
    let mut tomorrow = game_between(&players[0], &players[1]);
    (tomorrow.at, tomorrow.highest_stake) = (NOON.plus(Millis(25 * 3_600_000)), Amount(STAKE));
    world.start(tomorrow).await.unwrap();
}

#[tokio::test]
async fn every_game_of_a_match_that_is_paid_per_game_counts_from_the_agreement_on() {
    let world = world().await;
    let players = world.players(2, 1_000_000).await;
    for n in 0..3 {
        // two games each, five a day
        let mut driven = Driven::between(players[0].clone(), players[1].clone(), 100_000);
        driven.take(&world, driven.propose(StakeMode::PerGame)).await.unwrap();
        let accepted = driven.take(&world, driven.accept()).await;
        if n < 2 {
            accepted.unwrap();
        } else {
            assert!(
                matches!(accepted, Err(StepError::PairLimit(_))),
                "the fifth and sixth game: {accepted:?}"
            );
        }
    }
    world.assert_clean().await;
}
