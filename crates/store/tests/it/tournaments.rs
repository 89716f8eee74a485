//! A tournament in rows: each step with its money, its entries and its games, all or nothing, once.

use crate::world::{NOON, Running, World, ending, terms};
use competition::tournament::{
    Change, EventGame as TournamentGame, Facts, Format, NewEntry, TournamentCommand,
};
use competition::{
    Clock, Finish, GameOver, GameResult, LocalDateTime, Occurrence, PerColour, PrizePlan, TieBreak,
    TieBreakEdition, Tournament, TournamentEvent, TournamentLimits, TournamentTerms,
};
use draughts::Side;
use game::{EndReason, Outcome, PerSide};
use ids::{Amount, EntryId, Millis, TournamentId, Version, WallTime};
use rooms::{
    EntryHead, EventGame, EventId, Funding, NewGame, NewNotice, NotedGame, Player, ScheduledStart,
    StakedTerms, StepError, StoredTournament, TournamentHead, TournamentStep,
};
use store::{Correction, HOUSE_PROMO, Party};

const CONTRIBUTION: i64 = 1_000;
const FEE: i64 = 100;
const BALANCE: i64 = 5_000;

/// A tournament as the director drives it, one step after the other.
struct Driven {
    of: TournamentId,
    state: Tournament,
    players: Vec<Player>,
    now: WallTime,
}

pub(crate) fn swiss(guarantee: i64) -> TournamentTerms {
    TournamentTerms {
        name: "Copa".to_owned(),
        format: Format::Swiss { rounds: 2 },
        clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
        profile: "brazilian dream".to_owned(),
        contribution: Amount(CONTRIBUTION),
        fee: Amount(FEE),
        guarantee: Amount(guarantee),
        prizes: PrizePlan::new(vec![2, 1]).unwrap(),
        min_players: 4,
        max_players: 16,
        registration_at: NOON,
        check_in_at: NOON.plus(Millis(60_000)),
        starts_at: NOON.plus(Millis(120_000)),
        late_entry: false,
        tie_breaks: TieBreak::SWISS.to_vec(),
        edition: TieBreakEdition::default(),
        grace: Millis(180_000),
        cancellation: Default::default(),
        rating: Default::default(),
        countries: Vec::new(),
        protest: Millis(0),
        spectators_delay: Millis(0),
        config_hash: terms().config_hash,
        limits: TournamentLimits::default(),
    }
}

impl Driven {
    /// Announced; the players have money but have not entered.
    async fn announced(world: &World, guarantee: i64, players: usize) -> Result<Self, StepError> {
        let players = world.players(players, BALANCE).await;
        let of = TournamentId(crate::world::id());
        let state = Tournament::new(of, swiss(guarantee));
        let mut driven = Self { of, state, players, now: NOON };
        let purse = world.owner.events.purse().await.unwrap();
        let events = driven.decide(&TournamentCommand::Announce { purse });
        driven.take(world, events).await?;
        Ok(driven)
    }

    fn decide(&self, command: &TournamentCommand) -> Vec<TournamentEvent> {
        self.state.decide(command, self.now).unwrap()
    }

    fn step(&self, events: Vec<TournamentEvent>) -> (TournamentStep, Tournament) {
        let mut after = self.state.clone();
        let (mut money, mut games, mut noted) = (Vec::new(), Vec::new(), Vec::new());
        let mut notices = Vec::new();
        for event in &events {
            money.extend(after.money(&event.change));
            let told = after.notices(&event.change).into_iter();
            notices.extend(told.map(|notice| NewNotice::new(notice, None, self.now)));
            match &event.change {
                Change::RoundPaired(round) => {
                    let made = round.tables.iter().filter_map(|table| table.game.as_ref());
                    games.extend(made.map(|game| self.game(game)));
                }
                Change::GameDecided { game, .. } => noted.push(NotedGame { game: *game, settle: false }),
                _ => {}
            }
            after.apply(event).unwrap();
        }
        let entries = after.entries().iter().map(|(entry, own)| EntryHead {
            entry: *entry,
            account: own.account,
            held: after.held_of_entry(*entry),
        });
        let step = TournamentStep {
            start: None,
            of: self.of,
            after: Version(self.state.version()),
            terms: (self.state.version() == 0).then(|| self.state.terms().clone()),
            events,
            head: TournamentHead {
                phase: after.phase().name(),
                over: after.phase().is_over(),
                starts_at: after.starts(),
                held: after.held_of_event(),
            },
            entries: entries.collect(),
            money,
            games,
            noted,
            notices,
            order: None,
            at: self.now,
        };
        (step, after)
    }

    fn game(&self, game: &TournamentGame) -> NewGame {
        let event = EventGame {
            event: EventId::Tournament(self.of),
            round: game.round,
            table: game.table,
            rated: game.rated,
            offers_from_ply: 30,
            spectators_delay: Millis(7_000),
            carried: None,
            absent_at: game.grace_until.map(|until| PerSide { white: until, black: until }),
        };
        let player = |entry: EntryId| {
            let account = self.state.account_of(entry).unwrap();
            self.players.iter().find(|player| player.account == account).unwrap().clone()
        };
        NewGame {
            game: game.id,
            terms: StakedTerms { stake: Amount(0), funding: Funding::None, event: Some(event), ..terms() },
            players: PerSide { white: player(game.white), black: player(game.black) },
            rematch_of: None,
            at: self.now,
            game_limit: u32::MAX,
            highest_stake: Amount::MAX,
            watchable: true,
            play_now: false,
        }
    }

    async fn take(&mut self, world: &World, events: Vec<TournamentEvent>) -> Result<Vec<NewGame>, StepError> {
        let (step, after) = self.step(events);
        let games = step.games.clone();
        world.owner.events.step_tournament(step).await?;
        self.state = after;
        world.assert_clean().await;
        Ok(games)
    }

    /// Time passes to what is due, and its step is taken.
    async fn tick(&mut self, world: &World) -> Vec<NewGame> {
        self.now = self.state.due().unwrap().max(self.now);
        let events = self.decide(&TournamentCommand::Tick(Facts::default()));
        self.take(world, events).await.unwrap()
    }

    async fn all_enter(&mut self, world: &World) {
        for n in 0..self.players.len() {
            let new = NewEntry {
                entry: EntryId(crate::world::id()),
                account: self.players[n].account,
                rating: 2_000 - i32::try_from(n).unwrap(),
            };
            let events = self.decide(&TournamentCommand::Register(new));
            self.take(world, events).await.unwrap();
        }
    }

    async fn balances(&self, world: &World) -> Vec<i64> {
        let mut balances = Vec::new();
        for player in &self.players {
            balances.push(world.balance(player).await);
        }
        balances
    }
}

pub(crate) async fn fund(world: &World, amount: i64) {
    // the house has earned something
    let players = world.players(1, amount).await;
    let moved = |name: &str, from, to| Correction {
        name: name.to_owned(),
        from,
        to,
        amount: Amount(amount),
        reason: "a test".to_owned(),
        by: "a test".to_owned(),
    };
    let earned = moved("earned", Party::Wallet(players[0].account), Party::House);
    assert!(world.database.correct(&earned).await.unwrap());
    let funded = moved("funded", Party::House, Party::Wallet(HOUSE_PROMO));
    assert!(world.database.correct(&funded).await.unwrap());
}

#[tokio::test]
async fn a_swiss_with_a_guarantee_is_paid_out_of_its_pool() {
    let world = World::new().await;
    fund(&world, 6_000).await;
    let mut driven = Driven::announced(&world, 6_000, 4).await.unwrap();
    assert_eq!(world.owner.events.purse().await.unwrap(), Amount(0), "the guarantee is held");
    driven.tick(&world).await;
    driven.all_enter(&world).await;
    driven.tick(&world).await;
    for entry in driven.state.entries().keys().copied().collect::<Vec<_>>() {
        let events = driven.decide(&TournamentCommand::CheckIn(entry));
        driven.take(&world, events).await.unwrap();
    }
    driven.tick(&world).await;
    assert_eq!(
        world.owner.events.purse().await.unwrap(),
        Amount(4_000),
        "the contributions cover the most of it"
    );
    let mut played = 0;
    while !driven.state.phase().is_over() {
        for new in driven.tick(&world).await {
            played += 1;
            let (running, white) = (Running::new(new.clone()), new.players.white.account);
            // who has entered first wins
            let wins = driven.players.iter().position(|player| player.account == white).unwrap()
                < driven
                    .players
                    .iter()
                    .position(|player| player.account == new.players.black.account)
                    .unwrap();
            let winner = if wins { Side::White } else { Side::Black };
            world.end(&running, ending(Outcome::Won(winner), EndReason::Flag)).await;
            let over = GameOver {
                result: if wins { GameResult::White } else { GameResult::Black },
                finish: Finish::Played,
                plies: 20,
                thinking: PerColour::default(),
                left: PerColour::default(),
                at: driven.now,
            };
            let events = driven.decide(&TournamentCommand::GameOver { game: new.game, over });
            driven.take(&world, events).await.unwrap();
        }
    }
    assert_eq!(played, 4);
    assert!(world.owner.events.ended_games(10).await.unwrap().is_empty());
    // the pool is the guarantee of 6 000: 4 000 and 2 000, of which the second is shared by two
    let paid: Vec<i64> =
        driven.balances(&world).await.iter().map(|now| now - BALANCE + CONTRIBUTION + FEE).collect();
    assert_eq!((paid[0], paid.iter().sum::<i64>()), (4_000, 6_000));
    let same = |stored: StoredTournament| {
        let read = Tournament::replay(stored.of, stored.terms, &stored.events).unwrap();
        assert_eq!(read, driven.state);
        assert_eq!(stored.players.len(), 4);
    };
    same(world.owner.events.load_tournament(driven.of).await.unwrap().unwrap());
    assert!(world.owner.events.open_tournaments().await.unwrap().is_empty(), "it is over");
}

#[tokio::test]
async fn with_too_few_everything_goes_back_the_guarantee_too() {
    let world = World::new().await;
    fund(&world, 3_000).await;
    let mut driven = Driven::announced(&world, 3_000, 3).await.unwrap();
    driven.tick(&world).await;
    driven.all_enter(&world).await;
    assert_eq!(driven.balances(&world).await, vec![BALANCE - CONTRIBUTION - FEE; 3]);
    assert_eq!(world.owner.events.open_tournaments().await.unwrap().len(), 1);
    while !driven.state.phase().is_over() {
        driven.tick(&world).await;
    }
    assert_eq!(driven.balances(&world).await, vec![BALANCE; 3]);
    assert_eq!(world.owner.events.purse().await.unwrap(), Amount(3_000));
}

#[tokio::test]
async fn an_entry_that_a_wallet_does_not_cover_writes_nothing() {
    let world = World::new().await;
    let mut driven = Driven::announced(&world, 0, 1).await.unwrap();
    driven.tick(&world).await;
    driven.players = world.players(1, CONTRIBUTION).await;
    let account = driven.players[0].account;
    let new = NewEntry { entry: EntryId(crate::world::id()), account, rating: 1_500 };
    let events = driven.decide(&TournamentCommand::Register(new));
    let refused = driven.take(&world, events).await.unwrap_err();
    let (balance, amount) = (Amount(CONTRIBUTION), Amount(CONTRIBUTION + FEE));
    assert_eq!(refused, StepError::NotCovered { account, balance, amount });
    assert_eq!(world.count("select count(*) from tournament_entry").await, 0);
    world.assert_clean().await;
}

#[tokio::test]
async fn a_step_that_is_taken_twice_is_taken_once() {
    let world = World::new().await;
    let mut driven = Driven::announced(&world, 0, 1).await.unwrap();
    driven.tick(&world).await;
    let account = driven.players[0].account;
    let new = NewEntry { entry: EntryId(crate::world::id()), account, rating: 1_500 };
    let (step, _) = driven.step(driven.decide(&TournamentCommand::Register(new)));
    let events = &world.owner.events;
    let done = futures_util::future::join_all((0..20).map(|_| events.step_tournament(step.clone()))).await;
    assert_eq!(done.iter().filter(|done| done.is_ok()).count(), 1);
    assert_eq!(world.balance(&driven.players[0]).await, BALANCE - CONTRIBUTION - FEE);
    world.assert_clean().await;
}

fn start(local: &str) -> ScheduledStart {
    let occurrence = Occurrence { local: local.parse().unwrap(), at: NOON.plus(Millis(120_000)) };
    ScheduledStart { schedule: "daily".to_owned(), occurrence }
}

#[tokio::test]
async fn a_start_of_a_schedule_is_announced_once_or_missed_once() {
    let world = World::new().await;
    let events = &world.owner.events;
    let since: LocalDateTime = "2026-12-01T09:00".parse().unwrap();
    assert_eq!(events.put_schedule("daily", since).await, Ok(since));
    let later = "2026-12-05T09:00".parse().unwrap();
    assert_eq!(events.put_schedule("daily", later).await, Ok(since), "it is in force since then");

    for (local, announced) in [("2026-12-02T20:00", true), ("2026-12-02T20:00", false)] {
        let of = TournamentId(crate::world::id());
        let driven = Driven { of, state: Tournament::new(of, swiss(0)), players: Vec::new(), now: NOON };
        let (mut step, _) = driven.step(driven.decide(&TournamentCommand::Announce { purse: Amount(0) }));
        step.start = Some(start(local));
        let done = events.step_tournament(step).await;
        assert_eq!(done.is_ok(), announced, "{done:?}");
        assert_eq!(events.load_tournament(of).await.unwrap().is_some(), announced, "all or nothing");
    }
    events.skip_start(&start("2026-12-02T20:00")).await.unwrap();
    events.skip_start(&start("2026-12-03T20:00")).await.unwrap();
    events.skip_start(&start("2026-12-03T20:00")).await.unwrap();
    let last = "2026-12-03T20:00".parse().unwrap();
    assert_eq!(events.put_schedule("daily", later).await, Ok(last));
    assert_eq!(world.count("select count(*) from tournament_occurrence").await, 2);
    let announced = "select count(*) from tournament_occurrence where tournament_id is not null";
    assert_eq!(world.count(announced).await, 1);
    world.assert_clean().await;
}

#[tokio::test]
async fn tournaments_that_are_over_are_listed_the_newest_first_page_by_page() {
    let world = World::new().await;
    let mut made = Vec::new();
    let mut unnoticed = Driven::announced(&world, 0, 0).await.unwrap();
    let cancel = unnoticed.decide(&TournamentCommand::Cancel);
    unnoticed.take(&world, cancel).await.unwrap();
    for n in 0..3 {
        let mut driven = Driven::announced(&world, 0, 4).await.unwrap();
        if n == 1 {
            let mut terms = swiss(0);
            terms.name = "Copa nueva".to_owned();
            let amended = driven.decide(&TournamentCommand::Amend { terms: Box::new(terms) });
            driven.take(&world, amended).await.unwrap();
        }
        made.push(driven.of);
        driven.tick(&world).await;
        driven.all_enter(&world).await;
        if n < 2 {
            let events = driven.decide(&TournamentCommand::Cancel);
            driven.take(&world, events).await.unwrap();
        }
    }
    let mut over = [made[0], made[1]];
    over.sort_by(|one, other| other.cmp(one));
    let first = world.database.past_tournaments(Some("brazilian"), None, 1).await.unwrap();
    assert_eq!((first.len(), first[0].of, first[0].phase.as_str()), (1, over[0], "CANCELLED"));
    let after = Some((first[0].starts_at, first[0].of));
    let second = world.database.past_tournaments(None, after, 5).await.unwrap();
    assert_eq!((second.len(), second[0].of, second[0].players), (1, over[1], 0));
    let names: Vec<&str> = [&first[0], &second[0]].map(|past| past.terms.name.as_str()).to_vec();
    assert!(
        names.contains(&"Copa nueva") && names.contains(&"Copa"),
        "the terms as they stood in the end: {names:?}"
    );
    assert!(world.database.past_tournaments(Some("russian"), None, 5).await.unwrap().is_empty());
}
