//! A house in memory on tokio's paused clock, and players whose queues can be read.

use crate::memory::Memory;
use competition::StakeRange;
use draughts::{RuleSet, Side, Variant};
use game::{GameEvent, TimeControl};
use ids::{AccountId, Amount, BasisPoints, CommandId, GameId, Millis, Moment, WallTime};
use rooms::{
    Answer, BotLimits, BotPool, Catalogue, Frame, GameClock, GameOffer, House, HouseLimits, HousePorts,
    LobbyLimits, LobbyNotice, Mailbox, MailboxReader, Notice, PlayNowLimits, PlayNowRequest, PracticeLimits,
    ScheduledTournament, SeatAct, SeatCommand, SeekRequest, Sink,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

pub(crate) const STAKE: i64 = 5_000;
pub(crate) const HASH: &str = "terms";
pub(crate) const CLOCK: TimeControl = TimeControl { initial: Millis(60_000), increment: Millis(1_000) };

/// The test's clock: tokio's, which only moves when nothing else can.
pub(crate) struct TestClock(Instant, Millis);

/// A bot that answers within milliseconds whatever the hand-moved clock says.
const BOT: BotLimits =
    BotLimits { threads: 1, waiting: 8, think: Millis(1_000), nodes: 20_000, memory: 1 << 20 };

impl GameClock for TestClock {
    fn now(&self) -> Moment {
        Moment(u64::try_from(self.0.elapsed().as_micros()).unwrap() + 1_000_000)
    }

    fn wall(&self) -> WallTime {
        let began = WallTime(1_700_000_000_000_000).plus(self.1);
        WallTime(began.0 + i64::try_from(self.0.elapsed().as_micros()).unwrap())
    }
}

pub(crate) struct Table {
    pub(crate) house: Arc<House>,
    pub(crate) memory: Arc<Memory>,
    pub(crate) database: watch::Sender<bool>,
}

#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) spectator_delay: Millis,
    pub(crate) practice_per_address: u32,
    /// What the operator has scheduled.
    pub(crate) schedules: fn() -> Vec<ScheduledTournament>,
    /// How much later than usual the wall clock begins.
    pub(crate) later: Millis,
    pub(crate) apart_by_address: bool,
}

impl Default for Setting {
    fn default() -> Self {
        Self {
            spectator_delay: Millis::ZERO,
            practice_per_address: 5,
            schedules: Vec::new,
            later: Millis::ZERO,
            apart_by_address: true,
        }
    }
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::over(Arc::new(Memory::default()), Setting::default())
    }

    /// A house over rows that exist already: a restart.
    pub(crate) fn over(memory: Arc<Memory>, setting: Setting) -> Self {
        let (database, watched) = watch::channel(true);
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let clock: Arc<dyn GameClock> = Arc::new(TestClock(Instant::now(), setting.later));
        let ports = HousePorts {
            clock: Arc::clone(&clock),
            journal: Arc::clone(&memory) as _,
            placement: Arc::clone(&memory) as _,
            bank: Arc::clone(&memory) as _,
            events: Arc::clone(&memory) as _,
            ladders: Arc::clone(&memory) as _,
            orders: Arc::clone(&memory) as _,
            reviews: Arc::clone(&memory) as _,
            ratings: Arc::clone(&memory) as _,
            pairs: Arc::clone(&memory) as _,
            gate: Arc::clone(&memory) as _,
            random: Arc::new(|| u128::from(NEXT.fetch_add(1, Ordering::Relaxed)) << 64 | 7),
            database: watched,
            bots: BotPool::start(BOT, Arc::clone(&clock)).unwrap(),
        };
        let offer = GameOffer {
            variant: Variant::Brazilian,
            staked: true,
            stake_min: Amount(100),
            stake_max: Amount(100_000),
            fee: BasisPoints(1_000),
            clocks: vec![CLOCK],
            rule_sets: vec![RuleSet::Dream],
            first_move_window: Millis(30_000),
            max_draw_offers: 3,
            hash: HASH.to_owned(),
        };
        let limits = HouseLimits {
            lobby: LobbyLimits {
                seek_ttl: Millis(900_000),
                owner_away: Millis(20_000),
                seeks_per_player: 3,
                total: 1_000,
                games_per_player: 1,
            },
            play_now: PlayNowLimits {
                away: Millis(20_000),
                apart_by_address: setting.apart_by_address,
                ..PlayNowLimits::default()
            },
            practice: PracticeLimits {
                per_address: setting.practice_per_address,
                total: 100,
                link_valid: Millis(1_800_000),
                idle: Millis(1_800_000),
                analysis_think: Millis(100),
            },
            spectator_delay: setting.spectator_delay,
            spectators: 100,
            resume_wait: Millis(30_000),
            void_after: Millis(30 * 60 * 1000),
            rematch_window: Millis(60_000),
            bot_refused_while_playing: true,
        };
        let house = House::open(
            ports,
            Catalogue { games: vec![offer], schedules: (setting.schedules)(), ..Catalogue::default() },
            limits,
        );
        Self { house, memory, database }
    }

    pub(crate) fn now(&self) -> Moment {
        self.house.clock().now()
    }

    /// A signed-in player with money and a socket.
    pub(crate) fn player(&self, name: &str) -> Tab {
        let account =
            AccountId(Uuid::from_u128(name.bytes().fold(1, |sum, byte| sum * 257 + u128::from(byte))));
        self.memory.rows().wallets.entry(account).or_insert((100_000, 1));
        self.tab(name, Some(account))
    }

    /// A socket of a player, or of a guest.
    pub(crate) fn tab(&self, name: &str, account: Option<AccountId>) -> Tab {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let (queue, notices) = Mailbox::new(64);
        let cut = CancellationToken::new();
        let sink = Sink::new(queue, cut.clone(), NEXT.fetch_add(1, Ordering::Relaxed));
        if let Some(account) = account {
            self.house.arrive(account, sink.clone());
        }
        Tab { name: name.to_owned(), account, sink, notices, cut, house: Arc::clone(&self.house), next: 0 }
    }

    /// A staked game between two new players; both follow it.
    pub(crate) async fn game(&self) -> (GameId, Tab, Tab) {
        let (mut ana, mut beto) = (self.player("ana"), self.player("beto"));
        let seek = ana.seek().await;
        beto.join(seek);
        let (game, beto_side) = beto.game_started().await;
        ana.game_started().await;
        ana.follow(game).await;
        beto.follow(game).await;
        match beto_side {
            Side::White => (game, beto, ana),
            Side::Black => (game, ana, beto),
        }
    }
}

pub(crate) struct Tab {
    pub(crate) name: String,
    pub(crate) account: Option<AccountId>,
    pub(crate) sink: Sink,
    pub(crate) notices: MailboxReader<Notice>,
    pub(crate) cut: CancellationToken,
    pub(crate) house: Arc<House>,
    pub(crate) next: u64,
}

impl Tab {
    pub(crate) fn id(&mut self) -> CommandId {
        self.next += 1;
        CommandId(self.sink.number() * 1_000_000 + self.next)
    }

    /// The next notice; fails when none comes within a minute of the test's time.
    pub(crate) async fn next(&mut self) -> Notice {
        let waited = tokio::time::timeout(Duration::from_secs(100), self.notices.take()).await;
        waited.unwrap_or_else(|_| panic!("{} waits for a notice", self.name))
    }

    /// The first notice for which `pick` gives something; others are dropped.
    pub(crate) async fn until<T>(&mut self, pick: impl Fn(&Notice) -> Option<T>) -> T {
        loop {
            if let Some(found) = pick(&self.next().await) {
                return found;
            }
        }
    }

    pub(crate) async fn seek(&mut self) -> ids::SeekId {
        let id = self.id();
        let request = SeekRequest {
            id,
            variant: Variant::Brazilian,
            rule_set: RuleSet::Dream,
            stake: Amount(STAKE),
            time_control: CLOCK,
            terms: HASH.to_owned(),
        };
        self.house.open_seek(self.account.unwrap(), self.name.clone(), self.sink.clone(), request);
        self.until(|notice| match notice {
            Notice::Lobby(LobbyNotice::Opened { seek, .. }) => Some(*seek),
            Notice::Answer(answer) => panic!("the seek was refused: {answer:?}"),
            _ => None,
        })
        .await
    }

    pub(crate) fn join(&mut self, seek: ids::SeekId) -> CommandId {
        let id = self.id();
        self.house.join_seek(
            self.account.unwrap(),
            self.name.clone(),
            self.sink.clone(),
            id,
            seek,
            HASH.to_owned(),
        );
        id
    }

    /// Wants to play now for up to that stake, from an address of his own.
    pub(crate) fn play_now(&mut self, highest: i64) -> CommandId {
        let from = u8::try_from(self.sink.number() % 250).unwrap();
        let stakes = StakeRange { lowest: Amount(100), highest: Amount(highest) };
        self.play_now_from(stakes, [192, 0, 2, from], None)
    }

    pub(crate) fn play_now_from(
        &mut self,
        stakes: StakeRange,
        address: [u8; 4],
        latency_limit: Option<Millis>,
    ) -> CommandId {
        let id = self.id();
        let request = PlayNowRequest {
            id,
            variant: Variant::Brazilian,
            rule_set: RuleSet::Dream,
            time_control: CLOCK,
            stakes,
            latency_limit,
            terms: HASH.to_owned(),
            address: address.into(),
        };
        self.house.play_now(self.account.unwrap(), self.name.clone(), self.sink.clone(), request);
        id
    }

    pub(crate) async fn game_started(&mut self) -> (GameId, Side) {
        self.until(|notice| match notice {
            Notice::GameStarted { game, side, .. } => Some((*game, *side)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn follow(&mut self, game: GameId) -> Arc<Frame> {
        self.house.follow(game, self.account, None, self.sink.clone(), None).await.unwrap();
        self.snapshot().await
    }

    pub(crate) async fn snapshot(&mut self) -> Arc<Frame> {
        self.until(|notice| match notice {
            Notice::Snapshot(snapshot, _) => Some(Arc::clone(&snapshot.frame)),
            _ => None,
        })
        .await
    }

    /// Sends a command as if it had been read from the socket at `received`.
    pub(crate) fn send_at(&mut self, game: GameId, side: Side, act: SeatAct, received: Moment) -> CommandId {
        let id = self.id();
        self.send_as(game, side, id, act, received);
        id
    }

    pub(crate) fn send_as(&self, game: GameId, side: Side, id: CommandId, act: SeatAct, received: Moment) {
        let command = SeatCommand {
            id,
            act,
            received,
            received_at: self.house.clock().wall(),
            sink: self.sink.clone(),
        };
        self.house.room(game).expect("the room runs").send(side, command);
    }

    pub(crate) fn play(&mut self, game: GameId, side: Side, ply: u16, path: &str) -> CommandId {
        let now = self.house.clock().now();
        self.send_at(game, side, SeatAct::Move { ply, text: path.parse().unwrap() }, now)
    }

    pub(crate) fn act(&mut self, game: GameId, side: Side, act: SeatAct) -> CommandId {
        let now = self.house.clock().now();
        self.send_at(game, side, act, now)
    }

    /// Waits for the move of that ply; gives the frame after it.
    pub(crate) async fn moved(&mut self, ply: u16) -> Arc<Frame> {
        self.until(|notice| match notice {
            Notice::Events(publication, _) => publication
                .events
                .iter()
                .any(|stamped| matches!(stamped.event, GameEvent::Moved { ply: played, .. } if played == ply))
                .then(|| Arc::clone(&publication.frame)),
            _ => None,
        })
        .await
    }

    pub(crate) async fn ended(&mut self) -> game::Ending {
        self.until(|notice| match notice {
            Notice::Events(publication, _) => {
                publication.events.iter().find_map(|stamped| match &stamped.event {
                    GameEvent::Ended { ending, .. } => Some(*ending),
                    _ => None,
                })
            }
            _ => None,
        })
        .await
    }

    pub(crate) async fn answer(&mut self, id: CommandId) -> Answer {
        self.until(|notice| match notice {
            Notice::Answer(answer) if answer.id == id => Some(answer.clone()),
            _ => None,
        })
        .await
    }
}

/// The opening moves that tests play: legal in Brazilian draughts, without a capture.
pub(crate) const OPENING: [&str; 6] = ["c3-d4", "b6-a5", "b2-c3", "f6-g5", "d4-e5", "d6xf4"];

/// Both play the first `plies` moves of the opening.
pub(crate) async fn open(game: GameId, white: &mut Tab, black: &mut Tab, plies: u16) {
    for ply in 0..plies {
        let path = OPENING[usize::from(ply)];
        if ply % 2 == 0 {
            white.play(game, Side::White, ply, path);
        } else {
            black.play(game, Side::Black, ply, path);
        }
        white.moved(ply).await;
        black.moved(ply).await;
    }
}
