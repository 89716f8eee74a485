//! Tournaments through the house: from the announcement to the prizes, in virtual time.

use crate::rivals::choice;
use crate::support::{CLOCK, HASH, Setting, Tab, Table};
use competition::tournament::{Format, Phase, ReviewOutcome, SuspendedBy};
use competition::{
    ChallengeError, Clock, Holder, MatchState, Order, PrizePlan, RivalsLimits, Schedule, ScheduleTerms,
    StakeMode, StartAt, TermsHash, TieBreak, TieBreakEdition, Tournament, TournamentLimits, TournamentTerms,
};
use draughts::Side;
use ids::{Amount, GameId, Millis, TournamentId, WallTime};
use rooms::{Answer, MatchAct, Refusal, ScheduledTournament, SeatAct, TournamentAct};
use std::collections::HashSet;
use std::time::Duration;

const MONEY: i64 = 100_000;
const CONTRIBUTION: i64 = 1_000;
const FEE: i64 = 100;

fn terms(table: &Table, format: Format) -> TournamentTerms {
    terms_from(table.house.clock().wall(), format)
}

fn terms_from(now: WallTime, format: Format) -> TournamentTerms {
    let arena = matches!(format, Format::Arena { .. });
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
        contribution: Amount(if arena { 0 } else { CONTRIBUTION }),
        fee: Amount(if arena { 0 } else { FEE }),
        guarantee: Amount(0),
        prizes: if arena { PrizePlan::default() } else { PrizePlan::new(vec![50, 30, 20]).unwrap() },
        min_players: 4,
        max_players: 16,
        registration_at: now,
        check_in_at: now.plus(Millis(60_000)),
        starts_at: now.plus(Millis(180_000)),
        late_entry: arena,
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
        let terms = self.house.find_tournament(of).await.unwrap().state.terms().hash();
        let answer = self.asks(of, TournamentAct::Register { entry, rating, terms }).await;
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
        let terms = terms(&table, format);
        Self::by(table, terms, players).await
    }

    /// The same by terms of their own.
    async fn by(table: Table, terms: TournamentTerms, players: usize) -> Self {
        let of = table.house.announce(terms).await.unwrap();
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
    let terms = table.house.find_tournament(of).await.unwrap().state.terms().hash();
    let other = TermsHash(uuid::Uuid::nil());
    let changed = ana.asks(of, TournamentAct::Register { entry, rating: 1_500, terms: other }).await;
    assert!(matches!(changed.result, Err(Refusal::TermsChanged { .. })), "{changed:?}");
    let twice = ana.asks(of, TournamentAct::Register { entry, rating: 1_500, terms }).await;
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

#[tokio::test(start_paused = true)]
async fn who_watches_sees_a_tournaments_moves_as_late_as_its_terms_say() {
    let table = Table::new();
    let later = Millis(20_000);
    let terms = TournamentTerms { spectators_delay: later, ..terms(&table, Format::Swiss { rounds: 3 }) };
    let mut event = Event::by(table, terms, 4).await;
    let (game, white) = loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let rows = event.table.memory.rows();
        if let Some(game) = rows.games.values().next() {
            break (game.game, game.players.white.account);
        }
    };
    let white = event.players.iter().position(|tab| tab.account == Some(white)).unwrap();
    let mut watcher = event.table.tab("watcher", None);
    assert_eq!(watcher.follow(game).await.ply, 0);
    event.players[white].follow(game).await;
    event.players[white].play(game, Side::White, 0, "c3-d4");
    event.players[white].moved(0).await;
    let moved = event.table.now();
    assert_eq!(watcher.follow(game).await.ply, 0, "a snapshot is as late");
    watcher.moved(0).await;
    assert!(event.table.now().since(moved) >= later);
}

#[tokio::test(start_paused = true)]
async fn who_is_checked_in_to_a_tournament_is_neither_checked_in_to_a_match_nor_challenges_to_one_now() {
    let table = Table::new();
    let of = table.house.announce(terms(&table, Format::Swiss { rounds: 3 })).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (mut ana, mut beto) = (table.player("ana"), table.player("beto"));
    let start = StartAt::At(table.house.clock().wall().plus(RivalsLimits::default().min_lead));
    ana.challenge(&table, &beto, &choice(2, StakeMode::PerMatch, start));
    let offered = beto.sees(MatchState::Proposed).await;
    let accepted = beto.asked(offered.id(), MatchAct::Accept(offered.terms().hash())).await;
    assert_eq!(accepted.result, Ok(()));
    ana.enters(of, 1_500).await;
    let now = choice(2, StakeMode::PerMatch, StartAt::Now);
    let soon = ana.challenge(&table, &beto, &now);
    assert_eq!(ana.answer(soon).await.result, Err(Refusal::Challenge(ChallengeError::StartsSoon)));
    tokio::time::sleep(Duration::from_secs(70)).await;
    assert_eq!(ana.asks(of, TournamentAct::CheckIn).await.result, Ok(()));
    let busy = ana.challenge(&table, &beto, &now);
    assert_eq!(ana.answer(busy).await.result, Err(Refusal::Challenge(ChallengeError::InEvent)));
    assert_eq!(ana.asked(offered.id(), MatchAct::CheckIn).await.result, Err(Refusal::InEvent));
    assert_eq!(beto.asked(offered.id(), MatchAct::CheckIn).await.result, Ok(()), "he is free");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_whose_announcement_s_answer_is_lost_is_announced() {
    let table = Table::new();
    table.memory.rows().lost_steps = 1;
    let of = table.house.announce(terms(&table, Format::Swiss { rounds: 3 })).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    table.player("ana").enters(of, 1_500).await;
}

#[tokio::test(start_paused = true)]
async fn who_has_left_resigns_his_game_although_the_answer_to_that_step_was_lost() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let ana = event.players[0].account.unwrap();
    event.table.memory.rows().lost_steps = 1;
    let answer = event.players[0].asks(event.of, TournamentAct::Withdraw).await;
    assert_eq!(answer.result, Err(Refusal::Unavailable), "nobody knows yet");
    tokio::time::sleep(Duration::from_secs(25)).await;
    let rows = event.table.memory.rows();
    let own = rows.games.values().find(|game| {
        [&game.players.white, &game.players.black].into_iter().any(|player| player.account == ana)
    });
    let ended = own.unwrap().ended.expect("its room was told in the end");
    assert_eq!(ended.reason, game::EndReason::Resignation);
}

#[tokio::test(start_paused = true)]
async fn who_follows_a_tournament_is_told_of_all_changes_of_a_second_at_once_and_of_its_end() {
    let table = Table::new();
    let of = table.house.announce(terms(&table, Format::Swiss { rounds: 3 })).await.unwrap();
    let mut watcher = table.player("watcher");
    let id = watcher.id();
    let following = table.house.follow_tournament(of, watcher.sink.clone(), id);
    assert_eq!(watcher.answer(id).await.result, Ok(()));
    tokio::time::sleep(Duration::from_secs(5)).await;
    watcher.drain().await;
    for n in 0..10_u8 {
        table.player(&format!("player{}", (b'a' + n) as char)).enters(of, 1_500).await;
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut told = Vec::new();
    while let Ok(notice) = tokio::time::timeout(Duration::ZERO, watcher.notices.take()).await {
        let rooms::Notice::Tournament(notice) = notice else { continue };
        let before = notice.before.expect("it was told before").state.seats_taken();
        told.push((before, notice.view.state.seats_taken()));
    }
    assert!(told.len() <= 2, "ten changes in a moment are two frames at most: {told:?}");
    assert_eq!((told.first().unwrap().0, told.last().unwrap().1), (0, 10), "{told:?}");
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    let mut last = None;
    while let Ok(notice) = tokio::time::timeout(Duration::ZERO, watcher.notices.take()).await {
        if let rooms::Notice::Tournament(notice) = notice {
            last = Some(notice.view.state.phase());
        }
    }
    assert_eq!(last, Some(competition::tournament::Phase::Cancelled), "nobody checked in");
    assert_eq!(table.house.find_tournament(of).await.unwrap().state.phase(), last.unwrap());
    assert!(table.house.open_tournaments().is_empty());
    drop(following);
    let id = watcher.id();
    let _following = table.house.follow_tournament(TournamentId(uuid::Uuid::nil()), watcher.sink.clone(), id);
    assert_eq!(watcher.answer(id).await.result, Err(Refusal::NoSuchTournament));
}

#[tokio::test(start_paused = true)]
async fn a_suspended_tournaments_clocks_stand_still_and_nobody_is_charged_for_it() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let of = event.of;
    let (game, white) = {
        let rows = event.table.memory.rows();
        let game = rows.games.values().next().unwrap();
        (game.game, game.players.white.account)
    };
    let white = event.players.iter().position(|tab| tab.account == Some(white)).unwrap();
    event.players[white].follow(game).await;
    assert_eq!(event.table.ordered(Order::Suspend(of)).await, None);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let id = event.players[white].play(game, Side::White, 0, "c3-d4");
    assert_eq!(event.players[white].answer(id).await.result, Err(Refusal::Paused));
    // longer than the grace, and than any first-move window
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    assert_eq!(event.state().live_games().count(), 2, "nobody has lost anything");
    event.crash().await;
    tokio::time::sleep(Duration::from_secs(5 * 60)).await;
    assert_eq!(event.state().live_games().count(), 2, "nor after a restart");
    assert_eq!(event.table.ordered(Order::Resume(of)).await, None);
    let over = event.play_to_the_end().await;
    assert_eq!(over.rounds().len(), 3);
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn a_suspension_counts_against_nobody_who_has_not_come_whatever_crashes_in_it() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let of = event.of;
    assert_eq!(event.table.ordered(Order::Suspend(of)).await, None);
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    event.crash().await;
    assert_eq!(event.table.ordered(Order::Resume(of)).await, None);
    // a crash after it does not take it away again
    event.crash().await;
    tokio::time::sleep(Duration::from_secs(100)).await;
    let state = event.state();
    let on = (state.rounds().len(), state.live_games().count());
    assert_eq!(on, (1, 2), "whoever has not come has his three minutes");
}

#[tokio::test(start_paused = true)]
async fn a_tournament_that_is_aborted_in_its_first_round_gives_everything_back_and_ends_its_games() {
    let event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(event.table.ordered(Order::Suspend(event.of)).await, None);
    assert_eq!(event.table.ordered(Order::Abort(event.of)).await, None);
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(event.balances(), vec![MONEY; 4]);
    event.assert_paid_out();
    let rows = event.table.memory.rows();
    assert!(rows.games.values().all(|game| game.ended.is_some()), "its games are voided");
}

#[tokio::test(start_paused = true)]
async fn an_arena_pairs_whoever_is_free_until_its_time_is_over_and_takes_who_comes_late() {
    let format = Format::Arena { length: Millis(10 * 60_000), wave: Millis(10_000) };
    let mut event = Event::new(format, 4).await;
    tokio::time::sleep(Duration::from_secs(180)).await;
    event.play_for_a_while().await;
    let (of, mut late) = (event.of, event.table.player("zoe"));
    let terms = event.state().terms().hash();
    let entry = late.house.new_entry();
    let act = TournamentAct::EnterLate { entry, rating: 1_500, terms };
    assert_eq!(late.asks(of, act).await.result, Ok(()));
    event.players.push(late);
    let over = event.play_to_the_end().await;
    assert_eq!(over.phase(), competition::tournament::Phase::Paid);
    assert!(over.rounds().len() > 10, "{} waves in ten minutes", over.rounds().len());
    let games = |player: usize| {
        let seats = over.rounds().iter().flat_map(|round| &round.tables).map(|table| table.seats);
        seats.filter(|seats| seats.first == Some(player) || seats.second == Some(player)).count()
    };
    for player in 0..5 {
        assert!(games(player) > 3, "player {player} has had {} games", games(player));
    }
    assert_eq!(event.balances(), [MONEY; 5], "an arena is without money");
    event.assert_paid_out();
}

/// Every full hour, announced half an hour before, with check-in ten minutes before; the clock begins at 22:13:20.
fn hourly() -> Vec<ScheduledTournament> {
    vec![ScheduledTournament {
        name: "hourly".to_owned(),
        schedule: Schedule::new("0 * * * *", "UTC").unwrap(),
        ahead: ScheduleTerms {
            announce_ahead: Millis(30 * 60_000),
            check_in_ahead: Millis(10 * 60_000),
            most: 100,
        },
        registration_ahead: Millis(20 * 60_000),
        terms: terms_from(WallTime(0), Format::Swiss { rounds: 3 }),
    }]
}

/// What became of each start, by its local minute.
fn starts(table: &Table) -> Vec<(String, bool)> {
    let rows = table.memory.rows();
    rows.starts.iter().map(|((_, local), of)| (local.to_string(), of.is_some())).collect()
}

#[tokio::test(start_paused = true)]
async fn a_schedule_announces_each_start_once_whatever_happens_and_records_what_was_missed() {
    let setting = Setting { schedules: hourly, ..Setting::default() };
    let mut table = Table::over(Table::new().memory.after_a_crash(), setting);
    tokio::time::sleep(Duration::from_secs(10 * 60)).await;
    assert_eq!(starts(&table), [], "it is 22:23: too early for 23:00");
    table.memory.rows().lost_steps = 1;
    tokio::time::sleep(Duration::from_secs(10 * 60)).await;
    let eleven = ("2023-11-14T23:00".to_owned(), true);
    assert_eq!(starts(&table), std::slice::from_ref(&eleven), "though the answer to it was lost");
    let open = table.house.open_tournaments();
    assert_eq!(open.len(), 1);
    let terms = open[0].state.terms();
    assert_eq!(terms.starts_at.since(terms.check_in_at), Millis(10 * 60_000));
    assert_eq!(terms.starts_at.0, 1_700_002_800_000_000, "23:00 UTC");

    // killed, and back at 22:13 by a clock that was set back, then at 01:35 of the next day
    for (later, starts_are) in [
        (Millis::ZERO, vec![eleven.clone()]),
        (
            Millis((3 * 3_600 + 22 * 60) * 1_000),
            vec![
                eleven.clone(),
                ("2023-11-15T00:00".to_owned(), false),
                ("2023-11-15T01:00".to_owned(), false),
                ("2023-11-15T02:00".to_owned(), true),
            ],
        ),
    ] {
        let setting = Setting { later, ..setting };
        table = Table::over(table.memory.after_a_crash(), setting);
        tokio::time::sleep(Duration::from_secs(60)).await;
        assert_eq!(starts(&table), starts_are, "{later:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_outage_suspends_what_is_played_until_it_is_over_and_the_operators_word_goes_on() {
    let mut event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    let of = event.of;
    let after = async |event: &Event, outage: bool| {
        event.table.house.set_outage(outage);
        tokio::time::sleep(Duration::from_secs(2)).await;
        event.state().suspended_by()
    };
    assert_eq!(after(&event, true).await, Some(SuspendedBy::Outage));
    tokio::time::sleep(Duration::from_secs(20 * 60)).await;
    assert_eq!(event.state().live_games().count(), 2, "nobody has lost anything");
    assert_eq!(after(&event, false).await, None, "it goes on by itself");
    assert_eq!(after(&event, true).await, Some(SuspendedBy::Outage));
    assert_eq!(event.table.ordered(Order::Suspend(of)).await, None);
    assert_eq!(after(&event, false).await, Some(SuspendedBy::Operator), "it waits for him");
    assert_eq!(event.table.ordered(Order::Resume(of)).await, None);
    assert_eq!(after(&event, true).await, Some(SuspendedBy::Outage));
    event.crash().await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(event.state().suspended_by(), None, "who has just started sees no outage");
    let over = event.play_to_the_end().await;
    assert_eq!(over.rounds().len(), 3);
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_half_an_hour_ends_a_tournament_and_everything_goes_back() {
    let event = Event::new(Format::Swiss { rounds: 3 }, 4).await;
    while event.state().rounds().is_empty() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    event.table.house.set_outage(true);
    tokio::time::sleep(Duration::from_secs(29 * 60)).await;
    assert_eq!(event.state().suspended_by(), Some(SuspendedBy::Outage));
    tokio::time::sleep(Duration::from_secs(90)).await;
    assert_eq!(event.state().phase(), competition::tournament::Phase::Aborted);
    assert_eq!(event.balances(), vec![MONEY; 4]);
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn a_tournament_of_players_who_share_an_address_has_a_case_before_it_is_paid() {
    let mut event = Event::new(Format::Knockout { third_place: false }, 4).await;
    {
        let mut rows = event.table.memory.rows();
        rows.pair_facts.same_address = true;
        // first nobody can say: it is asked until somebody can
        rows.share_outages = 3;
    }
    while !matches!(event.state().phase(), Phase::Review { .. }) {
        assert!(!event.state().phase().is_over(), "{:?}", event.state().phase());
        event.play_for_a_while().await;
    }
    assert_eq!(event.table.memory.rows().share_outages, 0);
    assert_eq!(event.state().open_cases().count(), 1);
    // whoever rules lets it be paid
    let stands = Order::RuleTournament(event.of, ReviewOutcome::Stands);
    assert_eq!(event.table.ordered(stands).await, None);
    event.play_to_the_end().await;
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn a_case_on_which_nobody_rules_ends_by_its_deadline() {
    let mut event = Event::new(Format::Knockout { third_place: false }, 4).await;
    event.table.memory.rows().pair_facts.same_address = true;
    while event.state().open_cases().next().is_none() {
        event.play_for_a_while().await;
    }
    let until = event.state().open_cases().next().unwrap().1;
    while event.table.house.clock().wall() < until {
        assert!(!event.state().phase().is_over());
        tokio::time::sleep(Duration::from_secs(600)).await;
    }
    event.play_to_the_end().await;
    event.assert_paid_out();
}

#[tokio::test(start_paused = true)]
async fn who_is_removed_ends_the_case_against_him_and_the_others_are_paid() {
    let mut event = Event::new(Format::Knockout { third_place: false }, 4).await;
    event.table.memory.rows().pair_facts.same_address = true;
    while event.state().open_cases().next().is_none() {
        event.play_for_a_while().await;
    }
    let removed = event.players[0].account.unwrap();
    assert_eq!(event.table.ordered(Order::RemovePlayer(event.of, removed)).await, None);
    assert_eq!(event.state().open_cases().count(), 0);
    event.play_to_the_end().await;
    event.assert_paid_out();
    assert_eq!(event.balances()[0], MONEY - CONTRIBUTION - FEE, "he wins nothing");
}
