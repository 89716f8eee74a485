//! What pairing asks of the rows: a player's past, what stands between two, and half of what a pair may stake.

use crate::world::{NOON, OpenGate, WHITE_WON, World, game_between, terms};
use competition::{PairLimits, PerColour, Points};
use draughts::Variant;
use ids::{Amount, Millis};
use rooms::{PairStanding, StartError};
use std::sync::Arc;
use store::{BlockError, JournalMode, NewSession, Owner};

#[tokio::test]
async fn a_player_s_past_is_his_colours_his_last_opponents_and_where_he_was() {
    let world = World::new().await;
    let players = world.players(4, 1_000_000).await;
    let me = &players[0];
    for (n, (white, black)) in [(0, 1), (0, 2), (3, 0), (1, 2)].into_iter().enumerate() {
        let mut new = game_between(&players[white], &players[black]);
        (new.game_limit, new.at) = (100, NOON.plus(Millis(60_000 * n as u64)));
        world.start(new).await.unwrap();
    }
    let address = "198.51.100.7".parse().unwrap();
    let session = NewSession {
        session: ids::SessionId(crate::world::id()),
        account: me.account,
        token_hash: [9; 32],
        expires_at: ids::WallTime(4_000_000_000_000_000),
        address: Some(address),
    };
    let hash = "a hash";
    world.database.set_password_hash(me.account, hash).await.unwrap();
    assert!(world.database.create_session(session, hash).await.unwrap());
    let past = world.owner.pairs.past_of(me.account, Variant::Brazilian, 2, 5).await.unwrap();
    assert_eq!(past.colours, PerColour { white: 2, black: 1 });
    assert_eq!(past.recent, [players[3].account, players[2].account]);
    assert_eq!(past.addresses, [address]);
    let other = world.owner.pairs.past_of(me.account, Variant::Russian, 10, 5).await.unwrap();
    assert_eq!((other.colours, other.recent.len()), (PerColour { white: 0, black: 0 }, 3));
    let rated =
        world.owner.ratings.rating_now(me.account, Variant::Brazilian, terms().time_control, NOON).await;
    let rated = rated.unwrap();
    assert_eq!((rated.rating, rated.deviation), (Points::whole(1500), Points::whole(350)));
}

#[tokio::test]
async fn a_block_stands_between_two_whoever_made_it_and_a_list_has_its_bound() {
    let world = World::new().await;
    let players = world.players(4, 1_000_000).await;
    let [a, b, c, d] = [0, 1, 2, 3].map(|n| players[n].account);
    world.database.block(a, b, 2).await.unwrap();
    world.database.block(a, b, 2).await.unwrap();
    let pairs = [[a, b], [b, a], [a, c]];
    let between = world.owner.pairs.standings(&pairs, NOON).await.unwrap();
    let blocked: Vec<bool> = between.iter().map(|standing| standing.blocked).collect();
    assert_eq!(blocked, [true, true, false]);
    assert!(world.owner.pairs.is_blocked(b, a).await.unwrap());
    let (one, other) = tokio::join!(world.database.block(a, c, 2), world.database.block(a, d, 2));
    let refused = [one, other].into_iter().filter(|done| matches!(done, Err(BlockError::Full(2)))).count();
    assert_eq!(refused, 1, "of two at once one fits");
    assert_eq!(world.database.blocks_of(a).await.unwrap().len(), 2);
    world.database.unblock(a, b).await.unwrap();
    assert!(!world.owner.pairs.is_blocked(b, a).await.unwrap());
    assert_eq!(world.database.blocks_of(b).await.unwrap(), []);
}

#[tokio::test]
async fn fifty_tries_of_play_now_stop_at_half_of_what_a_pair_may_stake() {
    let mut world = World::new().await;
    let limits = PairLimits { flow_stakes: 6, ..PairLimits::default() };
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
    let players = world.players(2, 1_000_000).await;
    let news = (0..50).map(|n| {
        let mut new = game_between(&players[n % 2], &players[(n + 1) % 2]);
        (new.highest_stake, new.game_limit, new.play_now) = (new.terms.stake, 1_000, true);
        new
    });
    let starts = news.clone().map(|new| world.owner.bank.start(new));
    let started = futures_util::future::join_all(starts).await;
    assert_eq!(started.iter().filter(|done| done.is_ok()).count(), 3);
    let refused = started.iter().filter_map(|done| done.as_ref().err());
    assert!(refused.into_iter().all(|refused| matches!(refused, StartError::PairLimit(_))));
    let pair = [players[0].account, players[1].account];
    let [PairStanding { used, blocked: false }] =
        world.owner.pairs.standings(&[pair], NOON).await.unwrap()[..]
    else {
        panic!("one pair was asked about, and nobody blocks")
    };
    assert_eq!((used.open, used.games), (3 * i128::from(terms().stake.0), 3));
    assert_eq!(limits.left(&used, Amount(terms().stake.0)).stake, terms().stake);
    // through the lobby there is as much again
    let mut seat = game_between(&players[0], &players[1]);
    (seat.highest_stake, seat.game_limit) = (seat.terms.stake, 1_000);
    world.start(seat.clone()).await.unwrap();
    world.end(&crate::world::Running::new(seat), WHITE_WON).await;
    world.assert_clean().await;
}
