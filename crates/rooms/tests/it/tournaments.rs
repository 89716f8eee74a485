//! Tournaments through the house: from the announcement to the prizes, in virtual time.

use crate::support::{CLOCK, HASH, Setting, Tab, Table};
use competition::tournament::Format;
use competition::{
    Clock, Holder, PrizePlan, TieBreak, TieBreakEdition, Tournament, TournamentLimits, TournamentTerms,
};
use draughts::Side;
use ids::{Amount, GameId, Millis, TournamentId};
use rooms::{Answer, Refusal, SeatAct, TournamentAct};
use std::collections::HashSet;
use std::time::Duration;

const MONEY: i64 = 100_000;
const CONTRIBUTION: i64 = 1_000;
const FEE: i64 = 100;

fn terms(table: &Table, format: Format) -> TournamentTerms {
    let now = table.house.clock().wall();
    let tie_breaks = match format {
        Format::Swiss { .. } => TieBreak::SWISS.to_vec(),
        Format::RoundRobin { .. } => TieBreak::ROUND_ROBIN.to_vec(),
        _ => Vec::new(),
    };
    TournamentTerms {
        name: "Copa".to_owned(),
        format,
        clock: Clock { initial: CLOCK.initial, increment: CLOCK.increment },
        profile: "brazilian dream".to_owned(),
        contribution: Amount(CONTRIBUTION),
        fee: Amount(FEE),
        guarantee: Amount(0),
        prizes: PrizePlan::new(vec![50, 30, 20]).unwrap(),
        min_players: 4,
        max_players: 16,
        registration_at: now,
        check_in_at: now.plus(Millis(60_000)),
        starts_at: now.plus(Millis(180_000)),
        late_entry: false,
        tie_breaks,
        edition: TieBreakEdition::default(),
        grace: Millis(180_000),
        cancellation: Default::default(),
        rating: Default::default(),
        countries: Vec::new(),
        protest: Millis(60_000),
        spectators_delay: Millis(0),
        config_hash: HASH.to_owned(),
        limits: TournamentLimits::default(),
    }
}

impl Tab {
    async fn asks(&mut self, of: TournamentId, act: TournamentAct) -> Answer {
        let id = self.id();
        let (account, name) = (self.account.unwrap(), self.name.clone());
        self.house.act_in_tournament(account, name, self.sink.clone(), id, of, act);
        self.answer(id).await
    }

    async fn enters(&mut self, of: TournamentId, rating: i32) {
        let entry = self.house.new_entry();
        let answer = self.asks(of, TournamentAct::Register { entry, rating }).await;
        assert_eq!(answer.result, Ok(()), "{}", self.name);
    }

    /// Reads what has come, so that the queue never fills.
    async fn drain(&mut self) {
        while tokio::time::timeout(Duration::ZERO, self.notices.take()).await.is_ok() {}
    }
}

/// A tournament and its players, the strongest first: who is stronger wins each game.
struct Event {
    table: Table,
    of: TournamentId,
    players: Vec<Tab>,
    /// Who does not come to his games.
    absent: HashSet<usize>,
    seen: HashSet<GameId>,
}

impl Event {
    /// All have entered and checked in.
    async fn new(format: Format, players: usize) -> Self {
        let table = Table::new();
        let of = table.house.announce(terms(&table, format)).await.unwrap();
        let mut players: Vec<Tab> =
            (0..players).map(|n| table.player(&format!("player{}", (b'a' + n as u8) as char))).collect();
        tokio::time::sleep(Duration::from_secs(1)).await;
        for (n, player) in players.iter_mut().enumerate() {
            player.enters(of, 2_000 - 10 * n as i32).await;
        }
        tokio::time::sleep(Duration::from_secs(70)).await;
        for player in &mut players {
            assert_eq!(player.asks(of, TournamentAct::CheckIn).await.result, Ok(()));
        }
        Self { table, of, players, absent: HashSet::new(), seen: HashSet::new() }
    }

    fn state(&self) -> Tournament {
        let stored = self.table.memory.rows().tournaments[&self.of].clone();
        Tournament::replay(stored.of, stored.terms, &stored.events).unwrap()
    }

    /// The server dies and comes back on its rows; everybody connects again.
    async fn crash(&mut self) {
        self.table = Table::over(self.table.memory.after_a_crash(), Setting::default());
        self.table.house.recover(Millis(1_000)).await.unwrap();
        self.seen.clear();
        for player in &mut self.players {
            *player = self.table.player(&player.name);
        }
    }

    /// Plays every game that is on, a minute at most: the weaker resigns.
    async fn play_for_a_while(&mut self) {
        tokio::time::sleep(Duration::from_secs(5)).await;
        let on: Vec<(GameId, usize, usize)> = {
            let rows = self.table.memory.rows();
            let index = |account| self.players.iter().position(|tab| tab.account == Some(account)).unwrap();
            let live = rows.games.values().filter(|game| game.ended.is_none());
            live.map(|game| (game.game, index(game.players.white.account), index(game.players.black.account)))
                .collect()
        };
        for (game, white, black) in on {
            for n in [white, black] {
                if !self.absent.contains(&n) && !self.seen.contains(&game) {
                    let (account, sink) = (self.players[n].account, self.players[n].sink.clone());
                    self.table.house.follow(game, account, None, sink, None).await.unwrap();
                }
            }
            self.seen.insert(game);
            let loser = white.max(black);
            if self.absent.is_empty() || !self.absent.contains(&white) && !self.absent.contains(&black) {
                let side = if loser == white { Side::White } else { Side::Black };
                self.players[loser].act(game, side, SeatAct::Resign);
            } else if !self.absent.contains(&white) && self.version(game) == 1 {
                // who is there plays his move and waits for the other
                self.players[white].play(game, Side::White, 0, "c3-d4");
            }
        }
        for player in &mut self.players {
            player.drain().await;
        }
    }

    fn version(&self, game: GameId) -> u32 {
        self.table.memory.version(game).0
    }

    async fn play_to_the_end(&mut self) -> Tournament {
        for _ in 0..1_000 {
            let state = self.state();
            if state.phase().is_over() {
                return state;
            }
            self.play_for_a_while().await;
        }
        panic!("the tournament does not end: {:?}", self.state().phase());
    }

    fn balances(&self) -> Vec<i64> {
        let rows = self.table.memory.rows();
        self.players.iter().map(|tab| rows.wallets[&tab.account.unwrap()].0).collect()
    }

    /// Every escrow is empty, and what came in has gone out.
    fn assert_paid_out(&self) {
        let rows = self.table.memory.rows();
        for (holder, held) in &rows.held {
            if *holder != Holder::House {
                assert_eq!(*held, 0, "{holder:?}");
            }
        }
        let players: i64 = rows.wallets.values().map(|wallet| wallet.0).sum();
        let house = rows.held.get(&Holder::House).copied().unwrap_or(0);
        assert_eq!(players + house, MONEY * rows.wallets.len() as i64, "money is made or lost");
    }
}

#[tokio::test(start_paused = true)]
async fn a_knockout_of_eight_is_played_to_its_prizes() {
    let mut event = Event::new(Format::Knockout { third_place: false }, 8).await;
    assert_eq!(event.balances(), vec![MONEY - CONTRIBUTION - FEE; 8]);
    let over = event.play_to_the_end().await;
    assert_eq!(over.rounds().len(), 3);
    event.assert_paid_out();
    // the pool is 8 000: 4 000, 2 400, and the third prize for both losers of the semifinals
    let left = MONEY - CONTRIBUTION - FEE;
    let prizes: Vec<i64> = event.balances().iter().map(|balance| balance - left).collect();
    assert_eq!(prizes, [4_000, 2_400, 800, 800, 0, 0, 0, 0]);
}

#[tokio::test(start_paused = true)]
async fn a_swiss_of_seven_has_a_bye_and_goes_on_when_one_leaves() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 7).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    assert!(event.state().rounds()[0].bye.is_some(), "seven are odd");
    // the third of them leaves in the middle of his game
    let of = event.of;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(event.players[2].asks(of, TournamentAct::Withdraw).await.result, Ok(()));
    let over = event.play_to_the_end().await;
    assert_eq!(over.rounds().len(), 3);
    assert!(over.rounds()[1].bye.is_none(), "six are even");
    event.assert_paid_out();
    let left = MONEY - CONTRIBUTION - FEE;
    assert_eq!(event.balances()[0] - left, 3_500, "half of 7 000");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_goes_on_after_a_crash_at_any_instant() {
    for crash_after in [0, 1, 2, 4, 7, 11, 16, 22, 29, 37] {
        let mut event = Event::new(Format::Knockout { third_place: true }, 4).await;
        for turn in 0.. {
            if turn == crash_after {
                event.crash().await;
            }
            if event.state().phase().is_over() && turn > crash_after {
                break;
            }
            assert!(turn < 1_000, "crash after {crash_after}: it does not end, {:?}", event.state().phase());
            event.play_for_a_while().await;
        }
        event.assert_paid_out();
        let left = MONEY - CONTRIBUTION - FEE;
        let prizes: Vec<i64> = event.balances().iter().map(|balance| balance - left).collect();
        assert_eq!(prizes, [2_000, 1_200, 800, 0], "crash after {crash_after}");
        let rows = event.table.memory.rows();
        // four in the semifinals, two in the final, two for place 3
        for (kind, expected) in [("check_in_open", 4), ("your_round", 8), ("placed", 4)] {
            let told = rows.notices.iter().filter(|new| new.notice.body.kind() == kind).count();
            assert_eq!(told, expected, "crash after {crash_after}: {kind}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn f8_who_does_not_come_loses_by_forfeit_and_is_withdrawn_after_two() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    event.absent.insert(0);
    let over = event.play_to_the_end().await;
    let gone = over.players().iter().find(|player| Some(player.account) == event.players[0].account).unwrap();
    assert_eq!(gone.forfeits, 2);
    assert!(gone.gone.is_some(), "two forfeits withdraw");
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn f4_with_too_few_it_is_called_off_and_every_buy_in_goes_back() {
    let table = Table::new();
    let of = table.house.announce(terms(&table, Format::Swiss { rounds: 3 })).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut ana = table.player("ana");
    ana.enters(of, 1_500).await;
    let entry = ana.house.new_entry();
    let twice = ana.asks(of, TournamentAct::Register { entry, rating: 1_500 }).await;
    assert!(matches!(twice.result, Err(Refusal::Tournament(_))), "{twice:?}");
    assert_eq!(table.memory.rows().wallets[&ana.account.unwrap()].0, MONEY - CONTRIBUTION - FEE);
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    assert_eq!(table.memory.rows().wallets[&ana.account.unwrap()].0, MONEY);
}

#[tokio::test(start_paused = true)]
async fn nobody_is_checked_in_to_two_events() {
    let table = Table::new();
    let format = Format::Swiss { rounds: 3 };
    let first = table.house.announce(terms(&table, format)).await.unwrap();
    let second = table.house.announce(terms(&table, format)).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut ana = table.player("ana");
    ana.enters(first, 1_500).await;
    ana.enters(second, 1_500).await;
    tokio::time::sleep(Duration::from_secs(70)).await;
    assert_eq!(ana.asks(first, TournamentAct::CheckIn).await.result, Ok(()));
    assert_eq!(ana.asks(second, TournamentAct::CheckIn).await.result, Err(Refusal::InEvent));
}
