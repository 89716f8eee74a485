//! A ladder season in rows: each step with its money, once; and which match counts for a challenge.

use crate::matches::Driven;
use crate::tournaments::fund;
use crate::world::{NOON, World, id};
use competition::{
    GameResult, Ladder, LadderCommand, LadderEvent, LadderLimits, LadderTerms, Seat, StakeMode,
};
use ids::{AccountId, Amount, LadderId, Millis, WallTime};
use rooms::{AwaitedMatch, LadderHead, LadderStep, StepError};
use tokio::task::JoinSet;

const DAY: u64 = 24 * 3_600_000;
const BALANCE: i64 = 10_000;

fn terms(prizes: &[i64]) -> LadderTerms {
    LadderTerms {
        profile: "brazilian dream".to_owned(),
        opens_at: NOON,
        ends_at: NOON.plus(Millis(28 * DAY)),
        prizes: prizes.iter().map(|prize| Amount(*prize)).collect(),
        config_version: 1,
    }
}

/// A season as its keeper drives it, one step after the other.
struct Season {
    of: LadderId,
    state: Ladder,
}

impl Season {
    async fn announced(world: &World, prizes: &[i64]) -> Result<Self, StepError> {
        let (of, limits) = (LadderId(id()), LadderLimits::default());
        let events = Ladder::announce(&limits, terms(prizes), NOON).unwrap();
        let state = Ladder::replay(of, limits, events.clone()).unwrap();
        let mut step = step_of(&state, events, NOON);
        step.after = ids::Version(0);
        step.money = state.funding().into_iter().collect();
        world.owner.ladders.step_ladder(step).await?;
        Ok(Self { of, state })
    }

    fn step(&self, command: &LadderCommand, at: WallTime) -> (LadderStep, Ladder) {
        let events = self.state.decide(command, at).unwrap();
        let (mut after, mut money) = (self.state.clone(), Vec::new());
        for event in &events {
            money.extend(after.money(event));
            after.apply(event).unwrap();
        }
        let mut step = step_of(&after, events, at);
        step.after = self.state.version();
        step.money = money;
        (step, after)
    }

    async fn take(&mut self, world: &World, command: &LadderCommand, at: WallTime) {
        let (step, after) = self.step(command, at);
        world.owner.ladders.step_ladder(step).await.unwrap();
        self.state = after;
        world.assert_clean().await;
    }
}

fn step_of(after: &Ladder, events: Vec<LadderEvent>, at: WallTime) -> LadderStep {
    let head = LadderHead {
        state: "open",
        over: after.due().is_none(),
        opens_at: after.terms().opens_at,
        ends_at: after.terms().ends_at,
        held: after.exposure(),
        limits: *after.limits(),
    };
    LadderStep { of: after.id(), after: after.version(), events, head, money: Vec::new(), order: None, at }
}

#[tokio::test]
async fn a_season_holds_its_prizes_from_the_announcement_on_and_pays_them_once() {
    let world = World::new().await;
    let short = Season::announced(&world, &[300, 200]).await;
    assert!(
        matches!(short, Err(StepError::NotCovered { .. })),
        "a purse short of it blocks the announcement"
    );
    fund(&world, 600).await;
    let mut season = Season::announced(&world, &[300, 200]).await.unwrap();
    assert_eq!(world.owner.events.purse().await.unwrap(), Amount(100));
    let players = world.players(2, BALANCE).await;
    season.take(&world, &LadderCommand::Tick, NOON).await;
    for player in &players {
        season.take(&world, &LadderCommand::Enter { by: player.account }, NOON).await;
    }
    let stored = world.owner.ladders.load_ladder(season.of).await.unwrap().unwrap();
    assert_eq!(stored.players.len(), 2);
    assert_eq!(Ladder::replay(season.of, stored.limits, stored.events).unwrap(), season.state);
    season.take(&world, &LadderCommand::Tick, season.state.due().unwrap()).await;
    let (paid, _) = season.step(&LadderCommand::Tick, season.state.due().unwrap());
    let mut tries = JoinSet::new();
    for _ in 0..20 {
        let (ladders, step) = (std::sync::Arc::clone(&world.owner.ladders), paid.clone());
        tries.spawn(async move { ladders.step_ladder(step).await });
    }
    let done = tries.join_all().await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert_eq!(world.balance(&players[0]).await, BALANCE + 300);
    assert_eq!(world.balance(&players[1]).await, BALANCE + 200);
    world.assert_clean().await;
    assert!(world.owner.ladders.open_ladders().await.unwrap().is_empty());
    assert_eq!(world.database.newest_ladders(5).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_match_that_counts_is_the_first_that_was_agreed_since_and_is_settled() {
    let world = World::new().await;
    let (mut driven, first) = Driven::begin(&world, StakeMode::PerMatch).await;
    let (one, other) = (driven.players.first.account, driven.players.second.account);
    let of = LadderId(id());
    let asked = |by: AccountId, to: AccountId, since: WallTime, profile: &str| {
        [AwaitedMatch { of, number: 7, by, to, since, profile: profile.to_owned() }]
    };
    let counted = async |asked: &[AwaitedMatch]| world.owner.ladders.counted_matches(asked).await.unwrap();
    assert!(counted(&asked(one, other, NOON, "brazilian dream")).await.is_empty(), "it is not settled");
    // the challenged player has White in the first game: the first seat wins
    driven.over(&world, &first, GameResult::Black).await;
    let second = driven.next_game(&world).await;
    driven.over(&world, &second, GameResult::Draw).await;
    driven.finish(&world).await;
    let found = counted(&asked(one, other, NOON, "brazilian dream")).await;
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].of, found[0].number), (of, 7));
    assert_eq!((found[0].played, found[0].winner), (driven.of, Some(Seat::First)));
    let turned = counted(&asked(other, one, NOON, "brazilian dream")).await;
    assert_eq!(turned[0].winner, Some(Seat::Second), "the challenger is the first seat, whoever proposed");
    let later = NOON.plus(Millis(1));
    assert!(counted(&asked(one, other, later, "brazilian dream")).await.is_empty(), "it was agreed before");
    assert!(counted(&asked(one, other, NOON, "russian dream")).await.is_empty(), "it is another game");
}
