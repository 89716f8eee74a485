//! Random lives of a staked game over a journal that fails in every way, in virtual time: whatever happens, what was shown is
//! in the rows, the rows make a game, nothing is doubled, and in the end the money is where it belongs.
//!
//! `TEST_SEED=n` repeats one life; `TEST_LIVES=n` lives that many.

use crate::memory::{Fault, Memory};
use crate::support::{Setting, Tab, Table};
use draughts::{Position, Side};
use game::{Game, GameEvent, Outcome};
use ids::{CommandId, GameId, Millis, Version};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rooms::{Notice, SeatAct};
use std::sync::Arc;
use std::time::Duration;

/// What both players have together at the start.
const MONEY: i64 = 200_000;

/// Says which life it was, when it fails.
struct Seed(u64);

impl Drop for Seed {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("TEST_SEED={} repeats this life", self.0);
        }
    }
}

/// A socket, and what it knows.
struct Screen {
    tab: Tab,
    seat: Option<Side>,
    version: Option<Version>,
}

struct Life {
    table: Table,
    game: GameId,
    screens: Vec<Screen>,
    chance: SmallRng,
    /// A command that may be sent again.
    sent: Option<(usize, CommandId, SeatAct)>,
    log: Vec<String>,
}

impl Life {
    async fn begin(seed: u64) -> Self {
        let table = Table::new();
        let (game, white, black) = table.game().await;
        let mut life = Self {
            table,
            game,
            screens: Vec::new(),
            chance: SmallRng::seed_from_u64(seed),
            sent: None,
            log: Vec::new(),
        };
        for (tab, seat) in [(white, Some(Side::White)), (black, Some(Side::Black))] {
            life.screens.push(Screen { tab, seat, version: Some(Version(1)) });
        }
        for seat in [Some(Side::White), Some(Side::Black), None] {
            life.arrive(seat).await;
        }
        life
    }

    /// A new socket of a player, or of somebody who watches.
    async fn arrive(&mut self, seat: Option<Side>) {
        let name = match seat {
            Some(Side::White) => "white",
            Some(Side::Black) => "black",
            None => "watcher",
        };
        let own = |screen: &&Screen| seat.is_some() && screen.seat == seat;
        let account = self.screens.iter().find(own).and_then(|screen| screen.tab.account);
        let tab = self.table.tab(name, account);
        // a room that has ended is shown from its rows, one that is being made is not yet there
        let _there = self.table.house.follow(self.game, account, None, tab.sink.clone(), None).await;
        self.screens.push(Screen { tab, seat, version: None });
    }

    fn rows(&self) -> Vec<GameEvent> {
        let rows = self.table.memory.rows();
        rows.games[&self.game].events.iter().map(|stamped| stamped.event.clone()).collect()
    }

    /// The game that the rows make: they always make one.
    fn stored(&self) -> Game {
        let (terms, start, events) = {
            let rows = self.table.memory.rows();
            let stored = &rows.games[&self.game];
            let events: Vec<_> = stored.events.iter().map(|stamped| stamped.event.clone()).collect();
            (stored.terms.game_terms(), stored.start, events)
        };
        Game::replay(terms, start, events).expect("the rows make a game")
    }

    async fn step(&mut self) {
        let game = self.stored();
        let what = self.chance.random_range(0..100);
        let said = match what {
            0..50 => self.play(&game),
            50..54 => self.play_wrongly(&game),
            54..60 => {
                let act = match self.chance.random_range(0..4) {
                    0 | 1 => SeatAct::OfferDraw,
                    2 => SeatAct::DeclineDraw { offer: self.chance.random_range(1..4) },
                    _ => SeatAct::AcceptDraw { offer: self.chance.random_range(1..7) },
                };
                self.send(None, act)
            }
            60 => self.send(None, SeatAct::Resign),
            61..66 => self.repeat(),
            66..76 => {
                let most = if self.chance.random_bool(0.2) { 40_000 } else { 3_000 };
                let wait = self.chance.random_range(0..most);
                tokio::time::sleep(Duration::from_millis(wait)).await;
                format!("{wait} ms go by")
            }
            76..84 => {
                let at = self.chance.random_range(0..self.screens.len());
                let gone = self.screens.swap_remove(at);
                let account = gone.tab.account;
                self.table.house.depart(account, gone.tab.sink.number(), &[self.game]).await;
                let seat = gone.seat;
                self.screens.push(gone);
                self.arrive(seat).await;
                let back = self.screens.len() - 2;
                drop(self.screens.swap_remove(back));
                self.sent = None;
                format!("a socket of {seat:?} is opened anew")
            }
            84..92 => {
                let fault = match self.chance.random_range(0..3) {
                    0 => Fault::Refuse,
                    1 => Fault::LoseAnswers(self.chance.random_range(1..4)),
                    _ => Fault::Stall(Duration::from_millis(self.chance.random_range(1..6_000))),
                };
                self.table.memory.rows().fault = Some(fault);
                format!("{fault:?} comes next")
            }
            92..95 => {
                let away = !*self.table.database.borrow();
                self.table.database.send_replace(away);
                format!("the database answers: {away}")
            }
            95..98 => self.restart(false).await,
            _ => self.restart(true).await,
        };
        self.log.push(said);
    }

    /// The mover plays a legal move, sometimes another one from another tab at the same moment.
    fn play(&mut self, game: &Game) -> String {
        if game.ended().is_some() {
            return "it is over".to_owned();
        }
        let side = game.position().side_to_move();
        let tabs = if self.chance.random_bool(0.1) { 2 } else { 1 };
        (0..tabs)
            .map(|_| {
                let text = self.path(game.position());
                self.send(Some(side), SeatAct::Move { ply: game.ply(), text: text.parse().unwrap() })
            })
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn path(&mut self, position: &Position) -> String {
        let moves = position.legal_moves();
        let mv = moves[..].choose(&mut self.chance).copied().expect("it goes on");
        let paths = position.paths(&mv);
        let path = paths.choose(&mut self.chance).expect("each move has a path");
        path.text(position.variant()).to_string()
    }

    /// Somebody plays what can't be played: another ply, another's turn, an illegal move.
    fn play_wrongly(&mut self, game: &Game) -> String {
        let side = *[Side::White, Side::Black].choose(&mut self.chance).unwrap();
        let ply = game.ply().saturating_add(self.chance.random_range(0..3)).saturating_sub(1);
        self.send(Some(side), SeatAct::Move { ply, text: "a1-h8".parse().unwrap() })
    }

    fn send(&mut self, seat: Option<Side>, act: SeatAct) -> String {
        let seat = seat.unwrap_or_else(|| *[Side::White, Side::Black].choose(&mut self.chance).unwrap());
        let own: Vec<usize> =
            (0..self.screens.len()).filter(|at| self.screens[*at].seat == Some(seat)).collect();
        let Some(at) = own.choose(&mut self.chance).copied() else { return "nobody is there".to_owned() };
        if self.table.house.room(self.game).is_none() {
            return "there is no room".to_owned();
        }
        let said = format!("{seat:?} (tab {at}): {act:?}");
        let now = self.table.now();
        let id = self.screens[at].tab.id();
        self.screens[at].tab.send_as(self.game, seat, id, act.clone(), now);
        self.sent = Some((at, id, act));
        said
    }

    /// The last command once more, with its own number: a double click, or a client that has come back.
    fn repeat(&mut self) -> String {
        let Some((at, id, act)) = self.sent.clone() else { return "nothing to repeat".to_owned() };
        let Some(Screen { tab, seat: Some(seat), .. }) = self.screens.get(at) else {
            return "gone".to_owned();
        };
        if self.table.house.room(self.game).is_none() {
            return "there is no room".to_owned();
        }
        tab.send_as(self.game, *seat, id, act, self.table.now());
        format!("{seat:?} again: {id:?}")
    }

    /// The server ends, by itself or killed, and starts again a while later.
    async fn restart(&mut self, killed: bool) -> String {
        if !killed {
            // a stop has so long; then the process ends in any case
            let _ended = tokio::time::timeout(Duration::from_secs(10), self.table.house.stop()).await;
        }
        let memory: Arc<Memory> = self.table.memory.after_a_crash();
        memory.rows().fault = None;
        self.table = Table::over(memory, Setting::default());
        let most = if self.chance.random_bool(0.1) { 4_000_000 } else { 60_000 };
        let down = Millis(self.chance.random_range(0..most));
        self.table.house.recover(down).await.unwrap();
        self.sent = None;
        let seats: Vec<(Option<Side>, Option<ids::AccountId>)> =
            self.screens.drain(..).map(|screen| (screen.seat, screen.tab.account)).collect();
        for (seat, account) in seats {
            let tab = self.table.tab("again", account);
            let _there = self.table.house.follow(self.game, account, None, tab.sink.clone(), None).await;
            self.screens.push(Screen { tab, seat, version: None });
        }
        format!("{} and away for {down:?}", if killed { "killed" } else { "stopped" })
    }

    /// What every screen was told since the last look is in the rows, in order and without a gap.
    fn look(&mut self) {
        let rows = self.rows();
        for screen in &mut self.screens {
            while let Some(notice) = screen.tab.notices.try_take() {
                match notice {
                    Notice::Events(publication, _) => {
                        let known = screen.version.expect("a snapshot comes first");
                        assert_eq!(publication.first, known.plus(1), "a version is missing or comes twice");
                        for (at, stamped) in (publication.first.0 as usize - 1..).zip(&publication.events) {
                            assert_eq!(
                                rows.get(at),
                                Some(&stamped.event),
                                "it was shown, and is not in the rows"
                            );
                        }
                        screen.version = Some(known.plus(publication.events.len() as u32));
                    }
                    Notice::Snapshot(snapshot, _) => {
                        let version = snapshot.frame.version;
                        assert!(version.0 as usize <= rows.len(), "more is shown than is in the rows");
                        let moves = rows[..version.0 as usize].iter().filter_map(|event| match event {
                            GameEvent::Moved { path, .. } => Some(*path),
                            _ => None,
                        });
                        assert!(
                            moves.eq(snapshot.moves.iter().map(|played| played.path)),
                            "other moves are shown"
                        );
                        screen.version = Some(version);
                    }
                    _ => {}
                }
            }
        }
        let game = self.stored();
        for side in [Side::White, Side::Black] {
            let offers = rows
                .iter()
                .filter(|event| matches!(event, GameEvent::DrawOffered { side: by, .. } if *by == side));
            assert!(offers.count() <= 3, "more than three offers");
        }
        self.check_money(&game);
    }

    /// No cent is created or lost, and nothing is paid before the end.
    fn check_money(&self, game: &Game) {
        let rows = self.table.memory.rows();
        let stored = &rows.games[&self.game];
        let wallets: i64 = rows.wallets.values().map(|(balance, _)| balance).sum();
        let pot = 2 * stored.terms.stake.0;
        let fee = match game.ended().map(|ending| ending.outcome) {
            Some(Outcome::Won(_)) => pot * i64::from(stored.terms.fee.0) / 10_000,
            _ => 0,
        };
        let expected = if stored.settled { MONEY - fee } else { MONEY - pot };
        assert_eq!(wallets, expected, "settled: {}", stored.settled);
        assert!(!stored.settled || game.ended().is_some(), "paid before the end");
        assert!(rows.settlements <= 1);
    }

    /// Everything is mended; then the game comes to its end by itself, and is paid.
    async fn end(mut self) {
        self.table.memory.rows().fault = None;
        self.table.database.send_replace(true);
        for _ in 0..400 {
            if self.table.memory.rows().games[&self.game].settled {
                break;
            }
            tokio::time::sleep(Duration::from_secs(10)).await;
            self.look();
        }
        self.look();
        let rows = self.table.memory.rows();
        assert!(rows.games[&self.game].settled, "it never came to its end");
        assert_eq!(rows.settlements, 1);
    }
}

async fn live(seed: u64) {
    let _seed = Seed(seed);
    let mut life = Life::begin(seed).await;
    let steps = life.chance.random_range(10..120);
    for _ in 0..steps {
        life.step().await;
        // what has to be done at this instant is done; time goes on by a millisecond
        tokio::time::sleep(Duration::from_millis(1)).await;
        let log = life.log.clone();
        let shown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| life.look()));
        if let Err(failed) = shown {
            eprintln!("{}", log.join("\n"));
            std::panic::resume_unwind(failed);
        }
    }
    life.end().await;
}

#[test]
fn s5_whatever_fails_what_was_shown_is_in_the_rows_and_the_money_is_right() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match number("TEST_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("TEST_LIVES").unwrap_or(2_000),
    };
    for seed in seeds {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
        runtime.block_on(live(seed));
    }
}
