//! A tournament told step by step: seeds 1 to n with falling ratings, games ended by hand, and what it did to money.

use competition::tournament::{CaseId, Change, Facts, Format, NewEntry, Phase};
use competition::{
    Clock, Finish, GameOver, GameResult, Holder, MoneyLeg, MoneyMove, PerColour, PrizePlan, Standing,
    TieBreak, Tournament, TournamentCommand, TournamentError, TournamentEvent, TournamentLimits,
    TournamentTerms, standings,
};
use ids::{AccountId, Amount, EntryId, Millis, TournamentId, WallTime};
use std::collections::BTreeMap;
use uuid::Uuid;

pub(crate) const MINUTE: Millis = Millis(60_000);
pub(crate) const START: WallTime = WallTime(1_800_000_000_000_000);

pub(crate) fn entry(seed: u128) -> EntryId {
    EntryId(Uuid::from_u128(0xb0_0000 + seed))
}

pub(crate) fn account(seed: u128) -> AccountId {
    AccountId(Uuid::from_u128(0xa0_0000 + seed))
}

pub(crate) fn case(number: u128) -> CaseId {
    CaseId(Uuid::from_u128(0xc0_0000 + number))
}

pub(crate) fn terms(format: Format) -> TournamentTerms {
    let free = matches!(format, Format::Arena { .. });
    let money = |amount| Amount(if free { 0 } else { amount });
    TournamentTerms {
        name: "Copa".to_owned(),
        format,
        clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
        profile: "brazilian-dream".to_owned(),
        contribution: money(100),
        fee: money(10),
        guarantee: money(0),
        prizes: if free { PrizePlan::default() } else { PrizePlan::new(vec![50, 30, 20]).unwrap() },
        min_players: 4,
        max_players: 16,
        registration_at: START.minus(Millis(7_200_000)),
        check_in_at: START.minus(Millis(1_800_000)),
        starts_at: START,
        late_entry: false,
        tie_breaks: match format {
            Format::Swiss { .. } => TieBreak::SWISS.to_vec(),
            Format::RoundRobin { .. } => TieBreak::ROUND_ROBIN.to_vec(),
            _ => Vec::new(),
        },
        edition: competition::TieBreakEdition::default(),
        grace: Millis(180_000),
        cancellation: competition::tournament::CancellationRule::RollForward,
        rating: competition::tournament::RatingConditions::default(),
        countries: Vec::new(),
        protest: Millis(600_000),
        spectators_delay: MINUTE,
        config_hash: "c0ffee".to_owned(),
        limits: TournamentLimits::default(),
    }
}

pub(crate) struct Story {
    pub(crate) state: Tournament,
    pub(crate) events: Vec<TournamentEvent>,
    pub(crate) now: WallTime,
    pub(crate) moves: Vec<MoneyMove>,
    pub(crate) facts: Facts,
}

impl Story {
    pub(crate) fn new(terms: TournamentTerms) -> Self {
        Self {
            now: terms.registration_at.minus(MINUTE),
            state: Tournament::new(TournamentId(Uuid::from_u128(7)), terms),
            events: Vec::new(),
            moves: Vec::new(),
            facts: Facts::default(),
        }
    }

    /// Started, with that many players, and its first round paired.
    pub(crate) fn started(terms: TournamentTerms, players: u128) -> Self {
        let mut story = Self::new(terms);
        story.ask(TournamentCommand::Announce { purse: Amount(1_000_000) });
        story.tick();
        (1..=players).for_each(|seed| story.register(seed));
        story.tick();
        (1..=players).for_each(|seed| story.ask(TournamentCommand::CheckIn(entry(seed))));
        story.tick();
        story.tick();
        assert_eq!(story.state.phase(), Phase::Playing { round: 1 });
        story
    }

    pub(crate) fn register(&mut self, seed: u128) {
        self.ask(TournamentCommand::Register(Self::new_entry(seed)));
    }

    pub(crate) fn new_entry(seed: u128) -> NewEntry {
        NewEntry { entry: entry(seed), account: account(seed), rating: 2500 - 10 * seed as i32 }
    }

    pub(crate) fn try_ask(&mut self, command: TournamentCommand) -> Result<Vec<Change>, TournamentError> {
        let events = self.state.decide(&command, self.now)?;
        for event in &events {
            self.moves.extend(self.state.money(&event.change));
            self.state.apply(event).unwrap();
            self.events.push(event.clone());
        }
        Ok(events.into_iter().map(|event| event.change).collect())
    }

    pub(crate) fn ask(&mut self, command: TournamentCommand) {
        let told = format!("{command:?}");
        let changes = self.try_ask(command).unwrap_or_else(|error| panic!("{told}: {error}"));
        assert!(!changes.is_empty(), "{told} changed nothing");
    }

    /// The next step that time brings.
    pub(crate) fn tick(&mut self) -> Vec<Change> {
        self.now = self.now.max(self.state.due().expect("something is due"));
        let changes = self.try_ask(TournamentCommand::Tick(self.facts.clone())).unwrap();
        assert!(!changes.is_empty(), "nothing was due");
        changes
    }

    pub(crate) fn tick_to(&mut self, phase: &str) {
        for _ in 0..1000 {
            if self.state.phase().name() == phase {
                return;
            }
            self.tick();
        }
        panic!("{phase} was not reached from {:?}", self.state.phase());
    }

    /// Ends the game at a table of the last round, a minute later: `1`, `0` and `=` are White's, `+` and `-` by
    /// forfeit, `.` both absent, `v` voided.
    pub(crate) fn end(&mut self, table: u16, result: char) {
        let round = self.state.rounds().len() as u16;
        let live = self.state.live_games().find(|game| game.table == table && game.round == round);
        let game = live.unwrap_or_else(|| panic!("no game at table {table}")).id;
        self.now = self.now.plus(MINUTE);
        let (result, finish) = match result {
            '1' => (GameResult::White, Finish::Played),
            '0' => (GameResult::Black, Finish::Played),
            '=' => (GameResult::Draw, Finish::Played),
            '+' => (GameResult::White, Finish::Forfeit),
            '-' => (GameResult::Black, Finish::Forfeit),
            '.' => (GameResult::Neither, Finish::Forfeit),
            'v' => (GameResult::Void, Finish::Played),
            other => panic!("no result {other}"),
        };
        let over = GameOver {
            result,
            finish,
            plies: 40,
            thinking: PerColour { white: Millis(10_000), black: Millis(20_000) },
            left: PerColour { white: Millis(60_000), black: Millis(50_000) },
            at: self.now,
        };
        self.ask(TournamentCommand::GameOver { game, over });
    }

    /// A tie won by the seat that is named: two wins.
    pub(crate) fn win_tie(&mut self, table: u16, first: bool) {
        self.end(table, if first { '1' } else { '0' });
        self.tick_to_game(table);
        self.end(table, if first { '0' } else { '1' });
    }

    /// Until that table has its next game.
    pub(crate) fn tick_to_game(&mut self, table: u16) {
        for _ in 0..50 {
            if self.state.live_games().any(|game| game.table == table) {
                return;
            }
            self.tick();
        }
        panic!("no game at table {table}");
    }

    /// Plays the round that is on: the results of its tables in order. Ends ROUND_DONE.
    pub(crate) fn round(&mut self, results: &str) {
        for (table, result) in (1..).zip(results.chars()) {
            if result != ' ' {
                self.end(table, result);
            }
        }
        self.tick_to("ROUND_DONE");
    }

    /// The tables of the last round: seeds White-Black, `*` for nobody.
    pub(crate) fn pairs(&self) -> String {
        let name = |player: Option<usize>| match player {
            Some(player) => (self.state.players()[player].entry.0.as_u128() - 0xb0_0000).to_string(),
            None => "*".to_owned(),
        };
        let round = self.state.rounds().last().unwrap();
        let tables = round.tables.iter();
        let mut text: Vec<String> =
            tables.map(|table| format!("{}-{}", name(table.seats.first), name(table.seats.second))).collect();
        text.extend(round.bye.map(|bye| format!("{} bye", name(Some(bye)))));
        text.join(" ")
    }

    /// The standings as `place:seed:half points`.
    pub(crate) fn standings(&self) -> String {
        let row = |row: &Standing| {
            format!("{}:{}:{}", row.place, row.entry.0.as_u128() - 0xb0_0000, row.half_points)
        };
        standings(&self.state).iter().map(row).collect::<Vec<_>>().join(" ")
    }

    /// What each wallet, by seed, has more or less than at the beginning; then the house and the operator's purse.
    pub(crate) fn books(&self) -> String {
        let mut held: BTreeMap<String, i64> = BTreeMap::new();
        let name = |holder: Holder| match holder {
            Holder::Wallet(account) => format!("{:02}", account.0.as_u128() - 0xa0_0000),
            Holder::House => "house".to_owned(),
            Holder::Promo => "promo".to_owned(),
            _ => "escrow".to_owned(),
        };
        for one in &self.moves {
            *held.entry(name(one.from)).or_default() -= one.amount.0;
            *held.entry(name(one.to)).or_default() += one.amount.0;
        }
        held.retain(|_, amount| *amount != 0);
        held.iter().map(|(name, amount)| format!("{name}:{amount}")).collect::<Vec<_>>().join(" ")
    }

    /// The movements since `from`: how many of each leg, and how much together.
    pub(crate) fn legs_since(&self, from: usize) -> String {
        let mut legs: BTreeMap<MoneyLeg, (u32, i64)> = BTreeMap::new();
        for one in &self.moves[from..] {
            let leg = legs.entry(one.leg).or_default();
            leg.0 += 1;
            leg.1 += one.amount.0;
        }
        let text = legs.iter().map(|(leg, (count, sum))| format!("{count} {leg:?} {sum}"));
        text.collect::<Vec<_>>().join(", ")
    }
}
