//! A Rivals match in rows: each step with its money and its games, all or nothing, once.

use crate::world::{NOON, Running, World, ending, terms};
use competition::{
    Clock, ClockClass, ClockClasses, Finish, GameMoney, GameOver, GameResult, GameStart, LevelRule, Match,
    MatchCommand, MatchEvent, MatchTerms, PairColours, PerColour, PerSeat, Proposal, RivalsLimits, Seat,
    StakeMode, StartAt, TickFacts,
};
use draughts::Side;
use game::{EndReason, Outcome, PerSide};
use ids::{Amount, BasisPoints, MatchId, Millis, Version, WallTime};
use rooms::{
    EventGame, EventId, Funding, MatchHead, MatchStep, NewGame, NewNotice, NotedGame, Player, StakedTerms,
    StepError, StoredMatch, Wallet,
};
use tokio::task::JoinSet;

const STAKE: i64 = 1_000;

/// A match as the director drives it, one step after the other.
#[derive(Clone)]
pub(crate) struct Driven {
    pub(crate) of: MatchId,
    pub(crate) players: PerSeat<Player>,
    limits: RivalsLimits,
    state: Option<Match>,
    pub(crate) now: WallTime,
}

impl Driven {
    pub(crate) async fn new(world: &World, balance: i64) -> Self {
        let mut players = world.players(2, balance).await;
        let (second, first) = (players.pop().unwrap(), players.pop().unwrap());
        Self::between(first, second, 100_000)
    }

    /// A match of these two, where stakes go up to `highest`.
    pub(crate) fn between(first: Player, second: Player, highest: i64) -> Self {
        let of = MatchId(crate::world::id());
        let limits = RivalsLimits { stake_max: Amount(highest), ..RivalsLimits::default() };
        Self { of, players: PerSeat { first, second }, limits, state: None, now: NOON }
    }

    pub(crate) fn propose(&self, stake_mode: StakeMode) -> Vec<MatchEvent> {
        let terms = MatchTerms {
            profile: "brazilian dream".to_owned(),
            clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
            games: 2,
            stake_mode,
            stake: Amount(STAKE),
            fee: BasisPoints(500),
            start: StartAt::Now,
            level: LevelRule::Drawn,
            watchable: true,
            config_version: 0,
            config_hash: terms().config_hash,
        };
        let (challenger, challenged) = (self.players.first.account, Some(self.players.second.account));
        let proposal = Proposal { challenger, challenged, terms, first_white: None };
        Match::propose(&self.limits, proposal, self.now).unwrap()
    }

    pub(crate) fn accept(&self) -> Vec<MatchEvent> {
        let state = self.state.as_ref().unwrap();
        let (by, terms) = (self.players.second.account, state.terms().hash());
        self.decide(&MatchCommand::Accept { by, terms, history: PairColours::default() })
    }

    pub(crate) fn decide(&self, command: &MatchCommand) -> Vec<MatchEvent> {
        self.state.as_ref().unwrap().decide(command, self.now).unwrap()
    }

    fn tick(&self) -> Vec<MatchEvent> {
        let present = PerSeat { first: true, second: true };
        self.decide(&MatchCommand::Tick(TickFacts { present, ..TickFacts::default() }))
    }

    /// The step of these events, and the match after it.
    pub(crate) fn step(&self, events: Vec<MatchEvent>) -> (MatchStep, Match) {
        let limits = self.limits.clone();
        let (after, version, money) = match &self.state {
            None => (Match::replay(self.of, limits, events.clone()).unwrap(), Version(0), Vec::new()),
            Some(state) => {
                let (after, money) = state.after(&events).unwrap();
                (after, state.version(), money)
            }
        };
        let games = events.iter().filter_map(|event| match event {
            MatchEvent::GameStarted(start) => Some(self.game(start)),
            _ => None,
        });
        let noted = events.iter().filter_map(|event| match event {
            MatchEvent::GameEnded { game, money, .. } => {
                Some(NotedGame { game: *game, settle: *money == GameMoney::Settle })
            }
            _ => None,
        });
        let head = MatchHead {
            first: self.players.first.account,
            second: Some(self.players.second.account),
            state: format!("{:?}", after.state()),
            over: after.state().is_terminal(),
            starts_at: after.starts_at(),
            stake_mode: after.terms().stake_mode,
            stake: after.terms().stake,
            exposure: after.exposure(),
            limits: after.limits().clone(),
        };
        let told = match &self.state {
            None => after.proposal_notices(),
            Some(state) => state.notices_of(&events),
        };
        let notices = told.into_iter().map(|notice| NewNotice::new(notice, None, self.now)).collect();
        let (games, noted, at) = (games.collect(), noted.collect(), self.now);
        (
            MatchStep {
                of: self.of,
                after: version,
                events,
                head,
                money,
                games,
                noted,
                notices,
                order: None,
                at,
            },
            after,
        )
    }

    fn game(&self, start: &GameStart) -> NewGame {
        let event = EventGame {
            event: EventId::Match(self.of),
            round: 1,
            table: 0,
            rated: start.rated,
            offers_from_ply: 2,
            spectators_delay: Millis(7_000),
            carried: None,
            absent_at: start.absent_at.map(|until| PerSide { white: until.white, black: until.black }),
        };
        let funding = if start.stake.is_some() { Funding::Match } else { Funding::None };
        let stake = start.stake.unwrap_or(Amount::ZERO);
        let seat = |seat: Seat| self.players[seat].clone();
        NewGame {
            game: start.game,
            terms: StakedTerms { stake, funding, event: Some(event), ..terms() },
            players: PerSide { white: seat(start.white), black: seat(start.white.other()) },
            rematch_of: None,
            at: self.now,
            game_limit: u32::MAX,
            highest_stake: Amount::MAX,
            watchable: true,
            play_now: false,
        }
    }

    pub(crate) async fn take(
        &mut self,
        world: &World,
        events: Vec<MatchEvent>,
    ) -> Result<Vec<Wallet>, StepError> {
        let (step, after) = self.step(events);
        let wallets = world.owner.events.step_matches(&[step]).await?;
        self.state = Some(after);
        Ok(wallets)
    }

    /// Both have agreed and are there; the first game runs.
    pub(crate) async fn begin(world: &World, stake_mode: StakeMode) -> (Self, Running) {
        let mut driven = Self::new(world, 10 * STAKE).await;
        driven.take(world, driven.propose(stake_mode)).await.unwrap();
        driven.take(world, driven.accept()).await.unwrap();
        for by in [driven.players.first.account, driven.players.second.account] {
            driven.take(world, driven.decide(&MatchCommand::CheckIn { by })).await.unwrap();
        }
        let running = driven.next_game(world).await;
        (driven, running)
    }

    pub(crate) async fn next_game(&mut self, world: &World) -> Running {
        self.now = self.state.as_ref().unwrap().due().unwrap().max(self.now);
        let (step, after) = self.step(self.tick());
        let new = step.games[0].clone();
        world.owner.events.step_matches(&[step]).await.unwrap();
        self.state = Some(after);
        world.assert_clean().await;
        Running::new(new)
    }

    /// The running game ends so in its rows, and the match takes note of it.
    pub(crate) async fn over(&mut self, world: &World, running: &Running, result: GameResult) {
        let (outcome, reason) = match result {
            GameResult::White => (Outcome::Won(Side::White), EndReason::Flag),
            GameResult::Black => (Outcome::Won(Side::Black), EndReason::Flag),
            GameResult::Draw => (Outcome::Draw, EndReason::Repetition),
            GameResult::Void | GameResult::Neither => (Outcome::Void, EndReason::Voided),
        };
        world.end(running, ending(outcome, reason)).await;
        world.assert_clean().await;
        let ended = world.owner.events.ended_games(10).await.unwrap();
        assert_eq!(ended.iter().map(|ended| ended.game).collect::<Vec<_>>(), [running.new.game]);
        assert!(world.database.settle_due(10).await.unwrap().is_empty(), "nobody has taken note of it yet");
        let over = GameOver {
            result,
            finish: Finish::Played,
            plies: 40,
            thinking: PerColour::default(),
            left: PerColour::default(),
            at: self.now,
        };
        let command = MatchCommand::GameOver { game: running.new.game, over, late: PerSeat::default() };
        self.take(world, self.decide(&command)).await.unwrap();
        assert!(world.owner.events.ended_games(10).await.unwrap().is_empty());
        world.assert_clean().await;
    }

    async fn balances(&self, world: &World) -> (i64, i64) {
        (world.balance(&self.players.first).await, world.balance(&self.players.second).await)
    }

    /// Whatever is due, until the match is over.
    pub(crate) async fn finish(&mut self, world: &World) {
        while let Some(due) = self.state.as_ref().unwrap().due() {
            self.now = due.plus(Millis(1));
            self.take(world, self.tick()).await.unwrap();
            world.assert_clean().await;
        }
    }
}

#[tokio::test]
async fn a_match_with_one_stake_holds_it_and_pays_the_pot_less_the_fee() {
    let world = World::new().await;
    let (mut driven, first) = Driven::begin(&world, StakeMode::PerMatch).await;
    assert_eq!(driven.balances(&world).await, (9 * STAKE, 9 * STAKE));
    // the challenged player has White in the first game
    driven.over(&world, &first, GameResult::Black).await;
    let second = driven.next_game(&world).await;
    driven.over(&world, &second, GameResult::Draw).await;
    driven.finish(&world).await;
    assert_eq!(driven.balances(&world).await, (11 * STAKE - 100, 9 * STAKE));
    let settled = "select count(*) from settlement where subject_kind = 'match' and outcome = 'first'";
    assert_eq!(world.count(settled).await, 1);
    let (one, other) = (driven.players.first.account, driven.players.second.account);
    let finished = world.database.finished_matches(other, one, &ClockClasses::default(), 5).await.unwrap();
    assert_eq!(finished.len(), 1);
    assert_eq!((finished[0].first, finished[0].clock_class), (one, ClockClass::Blitz));
    assert_eq!(finished[0].net, PerSeat { first: Amount(STAKE - 100), second: Amount(-STAKE) });
}

#[tokio::test]
async fn a_stake_for_each_game_goes_through_the_game_and_a_void_goes_back_to_the_match() {
    let world = World::new().await;
    let (mut driven, first) = Driven::begin(&world, StakeMode::PerGame).await;
    assert_eq!(driven.balances(&world).await, (8 * STAKE, 8 * STAKE), "both games' stakes are held");
    driven.over(&world, &first, GameResult::Void).await;
    assert!(world.database.settle_due(10).await.unwrap().is_empty(), "its stakes are back in the match");
    let again = driven.next_game(&world).await;
    assert_ne!(again.new.game, first.new.game);
    driven.over(&world, &again, GameResult::White).await;
    assert_eq!(world.database.settle_due(10).await.unwrap().len(), 1, "now it is due");
    world.assert_clean().await;
    assert_eq!(driven.balances(&world).await, (8 * STAKE, 10 * STAKE - 100));
    let second = driven.next_game(&world).await;
    driven.over(&world, &second, GameResult::Draw).await;
    world.database.settle_due(10).await.unwrap();
    driven.finish(&world).await;
    assert_eq!(driven.balances(&world).await, (9 * STAKE, 11 * STAKE - 100));
    let (one, other) = (driven.players.first.account, driven.players.second.account);
    let finished = world.database.finished_matches(one, other, &ClockClasses::default(), 5).await.unwrap();
    assert_eq!(finished[0].net, PerSeat { first: Amount(-STAKE), second: Amount(STAKE - 100) });
}

#[tokio::test]
async fn an_acceptance_that_a_wallet_does_not_cover_writes_nothing() {
    let world = World::new().await;
    let mut driven = Driven::new(&world, STAKE - 1).await;
    driven.take(&world, driven.propose(StakeMode::PerMatch)).await.unwrap();
    let refused = driven.take(&world, driven.accept()).await.unwrap_err();
    assert!(matches!(refused, StepError::NotCovered { .. }), "{refused:?}");
    assert_eq!(world.count("select count(*) from rivals_match_event").await, 1);
    assert_eq!(driven.balances(&world).await, (STAKE - 1, STAKE - 1));
    world.assert_clean().await;
}

#[tokio::test]
async fn fifty_tries_of_one_step_happen_once() {
    let world = World::new().await;
    let mut driven = Driven::new(&world, 10 * STAKE).await;
    driven.take(&world, driven.propose(StakeMode::PerGame)).await.unwrap();
    let (step, _) = driven.step(driven.accept());
    let mut tries = JoinSet::new();
    for _ in 0..50 {
        let (events, step) = (std::sync::Arc::clone(&world.owner.events), step.clone());
        tries.spawn(async move { events.step_matches(&[step]).await });
    }
    let done = tries.join_all().await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert!(done.iter().filter_map(|done| done.as_ref().err()).all(|refused| *refused == StepError::Stale));
    assert_eq!(driven.balances(&world).await, (8 * STAKE, 8 * STAKE));
    world.assert_clean().await;
}

#[tokio::test]
async fn a_match_is_read_back_as_it_was_written() {
    let world = World::new().await;
    let (mut driven, first) = Driven::begin(&world, StakeMode::PerGame).await;
    driven.over(&world, &first, GameResult::White).await;
    let same = |stored: StoredMatch| {
        assert_eq!(stored.players.first.as_ref(), Some(&driven.players.first));
        let read = Match::replay(stored.of, stored.limits, stored.events).unwrap();
        assert_eq!(Some(read), driven.state);
    };
    same(world.owner.events.open_matches().await.unwrap().pop().unwrap());
    same(world.owner.events.load_match(driven.of).await.unwrap().unwrap());
    same(world.owner.events.matches_of(driven.players.second.account, 5).await.unwrap().pop().unwrap());
    assert!(world.owner.events.load_match(MatchId(crate::world::id())).await.unwrap().is_none());
}

#[tokio::test]
async fn who_has_lost_the_lease_records_nothing() {
    let world = World::new().await;
    let mut driven = Driven::new(&world, 10 * STAKE).await;
    let other = crate::world::owner_of(&world.database);
    other.placement.take_lease().await.unwrap();
    let refused = driven.take(&world, driven.propose(StakeMode::PerMatch)).await;
    assert_eq!(refused, Err(StepError::Stale));
    assert_eq!(world.count("select count(*) from rivals_match").await, 0);
}
