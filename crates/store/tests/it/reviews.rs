//! Pots that are looked at before they are paid, in rows: held once, paid once, by a ruling or when the time is over.

use crate::world::{NOON, Running, STAKE, World, ending, game_between, id};
use draughts::Side;
use game::{EndReason, Outcome};
use ids::{Millis, SessionId, WallTime};
use rooms::{HeldPot, Player};
use store::{GameRuling, NewSession, RuleError};

const BALANCE: i64 = 10_000;
const DAY: u64 = 24 * 3_600_000;

impl World {
    /// What the settler holds and how many games it pays.
    async fn settles_at(&self, at: WallTime) -> (Vec<HeldPot>, usize) {
        let paid = self.owner.bank.settle_due(10, at).await.unwrap();
        self.assert_clean().await;
        (self.owner.bank.held(), paid.len())
    }

    async fn settles(&self) -> (Vec<HeldPot>, usize) {
        self.settles_at(NOON.plus(Millis(1_000))).await
    }

    async fn lost(&self, reason: EndReason) -> Running {
        let game = self.game(BALANCE).await;
        self.end(&game, ending(Outcome::Won(Side::White), reason)).await;
        game
    }
}

/// The player opens a session; all of these tests' come from one address.
async fn signs_in(world: &World, player: &Player) {
    world.database.set_password_hash(player.account, "hash").await.unwrap();
    let mut token_hash = [0; 32];
    token_hash[..16].copy_from_slice(id().as_bytes());
    let session = NewSession {
        session: SessionId(id()),
        account: player.account,
        token_hash,
        expires_at: NOON.plus(Millis(DAY)),
        address: Some("192.0.2.7".parse().unwrap()),
    };
    assert!(world.database.create_session(session, "hash").await.unwrap());
}

#[tokio::test]
async fn a_large_stake_given_up_early_waits_for_a_ruling_and_is_then_paid_once() {
    let world = World::new().await;
    let game = world.lost(EndReason::Resignation).await;
    let (held, paid) = world.settles().await;
    assert_eq!((held.len(), paid), (1, 0));
    assert_eq!(held[0].until, NOON.plus(Millis(DAY + 1_000)));
    assert_eq!(world.settles().await, (Vec::new(), 0), "it is held once, and not paid");
    let lines = world.database.open_reviews(10).await.unwrap();
    assert_eq!(
        (lines.len(), lines[0].game, lines[0].reasons.as_slice()),
        (1, game.new.game, ["early_loss".to_owned()].as_slice())
    );
    let ruled = world.database.rule_game(game.new.game, GameRuling::Stands, "looked at", "ana").await;
    assert!(ruled.is_ok(), "{ruled:?}");
    assert_eq!(world.settles().await, (Vec::new(), 1));
    assert_eq!(world.settles().await, (Vec::new(), 0));
    let again = world.database.rule_game(game.new.game, GameRuling::Void, "again", "ana").await;
    assert!(matches!(again, Err(RuleError::NotUnderReview(_))), "{again:?}");
}

#[tokio::test]
async fn a_game_that_is_ruled_void_gives_both_stakes_back() {
    let world = World::new().await;
    let game = world.lost(EndReason::Flag).await;
    assert_eq!(world.settles().await.0.len(), 1);
    world.database.rule_game(game.new.game, GameRuling::Void, "the two are one", "ana").await.unwrap();
    assert_eq!(world.settles().await.1, 1);
    for side in [Side::White, Side::Black] {
        assert_eq!(world.balance(&game.new.players[side]).await, BALANCE);
    }
}

#[tokio::test]
async fn when_the_time_is_over_the_result_stands_by_itself() {
    let world = World::new().await;
    let _game = world.lost(EndReason::Resignation).await;
    assert_eq!(world.settles().await.0.len(), 1);
    let late = NOON.plus(Millis(DAY + 1_000));
    assert_eq!(world.settles_at(late).await, (Vec::new(), 1), "and it is not held anew");
}

#[tokio::test]
async fn a_game_lost_on_the_board_or_drawn_is_paid_at_once_unless_the_two_share_an_address() {
    let world = World::new().await;
    let _lost = world.lost(EndReason::NoPieces).await;
    assert_eq!(world.settles().await, (Vec::new(), 1));
    let game = world.game(BALANCE).await;
    world.end(&game, ending(Outcome::Draw, EndReason::Repetition)).await;
    assert_eq!(world.settles().await, (Vec::new(), 1));
    let sharing = world.game(BALANCE).await;
    for side in [Side::White, Side::Black] {
        signs_in(&world, &sharing.new.players[side]).await;
    }
    world.end(&sharing, ending(Outcome::Won(Side::White), EndReason::NoPieces)).await;
    assert_eq!(world.settles().await.0.len(), 1);
    let reasons = world.database.open_reviews(10).await.unwrap().remove(0).reasons;
    assert_eq!(reasons, ["same_address"]);
}

#[tokio::test]
async fn five_stakes_that_went_one_way_are_looked_at() {
    let world = World::new().await;
    let players = world.players(2, 10 * STAKE).await;
    for n in 1..=5 {
        let new = game_between(&players[0], &players[1]);
        world.start(new.clone()).await.unwrap();
        let game = Running::new(new);
        world.end(&game, ending(Outcome::Won(Side::White), EndReason::NoPieces)).await;
        let (held, paid) = world.settles().await;
        assert_eq!((held.len(), paid), if n < 5 { (0, 1) } else { (1, 0) }, "game {n}");
    }
    let facts = world.owner.reviews.pair_facts(players[0].account, players[1].account, NOON).await.unwrap();
    assert_eq!(facts.flow, i128::from(4 * STAKE));
}
