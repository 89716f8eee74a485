//! Heads and pages of small and of large tournaments: what each viewer sees, and that every frame stays what a frame may be.

use super::*;
use competition::tournament::{Facts, Format, NewEntry};
use competition::{
    Clock, Finish, GameOver, GameResult, PerColour, PrizePlan, TieBreak, TieBreakEdition, Tournament,
    TournamentCommand, TournamentLimits, TournamentTerms,
};
use draughts::RuleSet;
use ids::{AccountId, Amount, CommandId, EntryId, GameId, Millis, TournamentId, WallTime};
use protocol::{EntryState, MatchSeat, ServerMsg, TableOutcome, TournamentPhase, TournamentTables, WonBy};
use rooms::{TournamentNotice, TournamentPart, TournamentView};
use std::sync::Arc;
use uuid::Uuid;

const NOW: WallTime = WallTime(1_796_083_200_000_000);

fn terms(format: Format, weights: Vec<u32>) -> TournamentTerms {
    TournamentTerms {
        name: "Copa".to_owned(),
        format,
        clock: Clock { initial: Millis(300_000), increment: Millis(3_000) },
        profile: format!("brazilian {}", RuleSet::Dream.definition()),
        contribution: Amount(1_000),
        fee: Amount(100),
        guarantee: Amount(5_000),
        prizes: PrizePlan::new(weights).unwrap(),
        min_players: 4,
        max_players: 4_096,
        registration_at: NOW,
        check_in_at: NOW.plus(Millis(60_000)),
        starts_at: NOW.plus(Millis(120_000)),
        late_entry: false,
        tie_breaks: match format {
            Format::Swiss { .. } => TieBreak::SWISS.to_vec(),
            _ => Vec::new(),
        },
        edition: TieBreakEdition::default(),
        grace: Millis(180_000),
        cancellation: Default::default(),
        rating: Default::default(),
        countries: Vec::new(),
        protest: Millis(60_000),
        spectators_delay: Millis(0),
        config_hash: "9f2c".repeat(16),
        limits: TournamentLimits::default(),
    }
}

/// A tournament that goes on.
struct Life {
    state: Tournament,
    now: WallTime,
}

const fn account(n: u32) -> AccountId {
    AccountId(Uuid::from_u128(0x0193_b0a0_0000_7000_8000_0000_0000_0000 + n as u128))
}

const fn entry(n: u32) -> EntryId {
    EntryId(Uuid::from_u128(0x0193_b0a0_0000_7000_9000_0000_0000_0000 + n as u128))
}

impl Life {
    /// Player n, from 1, is seed n.
    fn entered(terms: TournamentTerms, players: u32) -> Self {
        let state = Tournament::new(TournamentId(Uuid::from_u128(9)), terms);
        let mut life = Self { state, now: NOW };
        life.ask(&TournamentCommand::Announce { purse: Amount(1_000_000) });
        life.wait();
        for n in 1..=players {
            let rating = 3_000 - i32::try_from(n).unwrap();
            let new = NewEntry { entry: entry(n), account: account(n), rating };
            life.ask(&TournamentCommand::Register(new));
        }
        life
    }

    fn started(terms: TournamentTerms, players: u32) -> Self {
        let mut life = Self::entered(terms, players);
        life.wait();
        for n in 1..=players {
            life.ask(&TournamentCommand::CheckIn(entry(n)));
        }
        life.wait();
        life
    }

    fn ask(&mut self, command: &TournamentCommand) {
        for event in self.state.decide(command, self.now).unwrap() {
            self.state.apply(&event).unwrap();
        }
    }

    /// Lets time pass until something is due, and everything that is due happen.
    fn wait(&mut self) {
        self.now = self.now.max(self.state.due().unwrap());
        loop {
            let before = self.state.version();
            self.ask(&TournamentCommand::Tick(Facts::default()));
            if self.state.version() == before {
                return;
            }
        }
    }

    fn live(&self) -> Vec<GameId> {
        self.state.live_games().map(|game| game.id).collect()
    }

    fn ends(&mut self, game: GameId, result: GameResult) {
        let over = GameOver {
            result,
            finish: Finish::Played,
            plies: 40,
            thinking: PerColour { white: Millis(10_000), black: Millis(10_000) },
            left: PerColour { white: Millis(60_000), black: Millis(60_000) },
            at: self.now,
        };
        self.ask(&TournamentCommand::GameOver { game, over });
    }

    fn view(&self) -> Arc<TournamentView> {
        let players = self.state.entries().values().map(|entry| entry.account);
        let names = players.map(|account| (account, "a_name_of_20_letters".to_owned())).collect();
        Arc::new(TournamentView::new(Arc::new(self.state.clone()), Arc::new(names)))
    }

    fn told(&self, before: Option<&Arc<TournamentView>>, viewer: Option<AccountId>) -> Vec<ServerMsg> {
        let notice = TournamentNotice { view: self.view(), before: before.cloned() };
        let messages = messages(&notice, viewer, self.now);
        for message in &messages {
            let bytes = serde_json::to_string(message).unwrap().len();
            assert!(bytes < protocol::MAX_FRAME, "{bytes} bytes");
        }
        messages
    }

    fn head(&self, viewer: Option<AccountId>) -> protocol::TournamentView {
        match self.told(None, viewer).remove(0) {
            ServerMsg::Tournament(head) => *head,
            other => panic!("{other:?}"),
        }
    }
}

fn kinds(messages: &[ServerMsg]) -> Vec<&'static str> {
    let kind = |message: &ServerMsg| match message {
        ServerMsg::Tournament(_) => "head",
        ServerMsg::TournamentRound(_) => "round",
        ServerMsg::TournamentTables(_) => "tables",
        ServerMsg::TournamentStandings(_) => "standings",
        other => panic!("{other:?}"),
    };
    messages.iter().map(kind).collect()
}

fn changed(messages: &[ServerMsg]) -> &TournamentTables {
    let tables = messages.iter().find_map(|message| match message {
        ServerMsg::TournamentTables(tables) => Some(&**tables),
        _ => None,
    });
    tables.expect("tables have changed")
}

#[test]
fn before_the_start_the_standings_are_the_entries_and_the_pool_is_what_it_would_be() {
    let life = Life::entered(terms(Format::Swiss { rounds: 3 }, vec![2, 1]), 3);
    let head = life.head(Some(account(2)));
    assert_eq!(
        (head.phase, head.entered, head.players, head.round),
        (TournamentPhase::Registration, 3, 0, 0)
    );
    assert_eq!((head.contributions.0, head.overlay.0, head.pool.0), (3_000, 2_000, 5_000));
    assert_eq!((head.prizes, head.pool_final), (vec![Amount(3_333), Amount(1_667)], false));
    assert_eq!((head.terms.variant.as_str(), head.terms.rules.as_str()), ("brazilian", "dream"));
    assert_eq!(head.terms.hash, life.state.terms().hash().0.to_string());
    let you = head.you.unwrap();
    assert_eq!((you.state, you.held.0, you.standing.unwrap().row), (EntryState::Registered, 1_100, 2));
    let page = page(&life.view(), None, life.now);
    assert_eq!((page.head.you, page.round, page.standings.count), (None, None, 3));
    assert!(page.standings.rows.iter().all(|row| row.place == 0 && row.prize.is_none()));
}

#[test]
fn a_swiss_of_five_says_its_bye_its_points_and_what_has_changed() {
    let mut life = Life::started(terms(Format::Swiss { rounds: 3 }, vec![2, 1]), 5);
    let first = life.told(None, Some(account(5)));
    assert_eq!(kinds(&first), ["head", "round", "standings"]);
    let ServerMsg::Tournament(head) = &first[0] else { panic!() };
    assert_eq!((head.phase, head.round, head.rounds, head.tables), (TournamentPhase::Playing, 1, Some(3), 2));
    assert_eq!((head.pool.0, head.overlay.0, head.pool_final), (5_000, 0, true));
    let you = head.you.as_ref().unwrap();
    assert_eq!((you.bye, you.round, you.held.0), (true, Some(1), 100), "the last seed has the bye");
    let ServerMsg::TournamentRound(round) = &first[1] else { panic!() };
    assert_eq!(round.bye.as_ref().unwrap().seed, 5);

    let before = life.view();
    assert_eq!(kinds(&life.told(Some(&before), None)), ["head"], "nothing else has changed");
    let game = life.live()[0];
    life.ends(game, GameResult::Draw);
    let said = life.told(Some(&before), None);
    assert_eq!(kinds(&said), ["head", "tables", "standings"]);
    let tables = changed(&said);
    assert_eq!((tables.round, tables.tables.len(), tables.more), (1, 1, false));
    assert_eq!(tables.tables[0].outcome, Some(TableOutcome::Level));
    let ServerMsg::TournamentStandings(rows) = &said[2] else { panic!() };
    let points: Vec<(u32, u32)> = rows.rows.iter().map(|row| (row.place, row.half_points)).collect();
    assert_eq!(points, [(1, 2), (2, 1), (2, 1), (4, 0), (4, 0)], "who is equal shares a place");
    assert_eq!(rows.rows[1].prize, Some(Amount(834)), "and its prize");

    let before = life.view();
    for game in life.live() {
        life.ends(game, GameResult::White);
    }
    life.wait();
    life.wait();
    assert_eq!(kinds(&life.told(Some(&before), None)), ["head", "tables", "round", "standings"]);
    life.ask(&TournamentCommand::Withdraw(entry(2)));
    let head = life.head(Some(account(2)));
    assert_eq!(head.you.unwrap().state, EntryState::Withdrawn);
}

#[test]
fn a_part_that_is_not_there_yet_is_refused_and_names_the_tournament() {
    let life = Life::started(terms(Format::Swiss { rounds: 3 }, vec![1]), 4);
    for (round, there) in [(0, false), (1, true), (2, false)] {
        let said = part(&life.view(), CommandId(7), TournamentPart::Tables { round, from: 1 });
        match said {
            ServerMsg::TournamentRound(page) => assert!(there && page.id == Some(CommandId(7))),
            ServerMsg::Rejected(refused) => {
                assert!(!there, "round {round}");
                assert_eq!((refused.tournament, refused.id), (Some(life.state.id()), Some(CommandId(7))));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_tie_of_a_knockout_has_all_its_games_and_a_bye_is_a_walkover_against_nobody() {
    let mut life = Life::started(terms(Format::Knockout { third_place: false }, vec![2, 1]), 5);
    let page = page(&life.view(), Some(account(1)), life.now);
    let (round, you) = (page.round.unwrap(), page.head.you.unwrap());
    assert_eq!((round.count, page.head.rounds, page.head.open_tables), (4, Some(3), 1));
    let own = you.table.unwrap();
    assert_eq!((own.second, own.running), (None, None));
    assert_eq!(own.outcome, Some(TableOutcome::Won { seat: MatchSeat::First, by: WonBy::Walkover }));
    let before = life.view();
    let game = life.live()[0];
    life.ends(game, GameResult::White);
    life.wait();
    let game = life.live()[0];
    life.ends(game, GameResult::Draw);
    let said = life.told(Some(&before), None);
    let table = &changed(&said).tables[0];
    let whites: Vec<MatchSeat> = table.games.iter().map(|game| game.white).collect();
    assert_eq!(whites, [MatchSeat::First, MatchSeat::Second], "each has White once");
    assert_eq!(table.outcome, Some(TableOutcome::Won { seat: MatchSeat::First, by: WonBy::Play }));
}

#[test]
fn pages_of_a_thousand_players_fit_their_frames_and_leave_nobody_out() {
    let weights: Vec<u32> = (1..=1_000).rev().collect();
    let mut life = Life::started(terms(Format::Knockout { third_place: true }, weights), 1_000);
    let before = life.view();
    for game in life.live() {
        life.ends(game, GameResult::White);
    }
    life.now = life.now.plus(Millis(60_000));
    life.wait();
    for game in life.live() {
        // as long as a tie can be
        life.ends(game, GameResult::Void);
    }
    let said = life.told(Some(&before), Some(account(999)));
    assert!(changed(&said).more, "hundreds of tables have changed: the rest is asked for");
    assert!(serde_json::to_string(&life.head(Some(account(999)))).unwrap().len() < protocol::MAX_FRAME);

    let (view, id) = (life.view(), CommandId(1));
    let (mut rows, mut from) = (Vec::new(), 1);
    loop {
        let ServerMsg::TournamentStandings(page) = part(&view, id, TournamentPart::Standings { from }) else {
            panic!()
        };
        assert!(serde_json::to_string(&page).unwrap().len() < protocol::MAX_FRAME);
        rows.extend(page.rows);
        match page.next {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(rows.iter().map(|row| row.row).collect::<Vec<_>>(), (1..=1_000).collect::<Vec<_>>());
    assert_eq!(rows.iter().map(|row| row.prize.unwrap().0).sum::<i64>(), 1_000_000, "the whole pool");
    let (mut tables, mut from) = (Vec::new(), 1);
    loop {
        let asked = TournamentPart::Tables { round: 1, from };
        let ServerMsg::TournamentRound(page) = part(&view, id, asked) else { panic!() };
        assert!(serde_json::to_string(&page).unwrap().len() < protocol::MAX_FRAME);
        tables.extend(page.tables.iter().map(|table| table.table));
        match page.next {
            Some(next) => from = next,
            None => break,
        }
    }
    assert_eq!(tables, (1..=512).collect::<Vec<_>>());
}
