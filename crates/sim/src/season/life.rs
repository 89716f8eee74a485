//! The life of one process of a season: the house opens on the rows, the crowd comes to it, and it lives until all is over or it is
//! killed. Knows no rule.

use super::auditor::Auditor;
use super::clock::SeasonClock;
use super::crash::Crashes;
use super::crowd::{Crowd, Now};
use super::fault::Fault;
use super::gate::Gate;
use super::quiet::Quiet;
use super::stage::Stage;
use super::world::SeasonPorts;
use competition::RivalsLimits;
use draughts::{RuleSet, Variant};
use game::TimeControl;
use ids::{Amount, BasisPoints, Millis, WallTime};
use rooms::{
    BotLimits, BotPool, Catalogue, GameClock, GameOffer, House, HouseLimits, HousePorts, LobbyLimits,
    PlayNowLimits, PracticeLimits, Ratings,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;

/// How often the crowd looks while something goes on, and while nothing does.
const BUSY: Duration = Duration::from_millis(1_000);
const QUIET: Duration = Duration::from_millis(20_000);
/// For how many looks after the last news it stays busy.
const ALERT: u32 = 20;
/// How often deadlines are looked at.
const DEADLINES: Millis = Millis(15_000);
/// A season that is not over after this long never will be.
const LONGEST: Millis = Millis(30 * 86_400_000);
/// The bot is there, and nobody asks it anything.
const BOT: BotLimits = BotLimits { threads: 1, waiting: 1, think: Millis(1), nodes: 1, memory: 1 << 10 };

/// Why a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// The season is over, or a promise was broken.
    Over,
    /// It was killed.
    Killed,
}

/// What a process is made of.
pub(super) struct Process {
    pub(super) ports: SeasonPorts,
    pub(super) auditor: Arc<Auditor>,
    pub(super) crashes: Arc<Crashes>,
    pub(super) fault: Option<Arc<Fault>>,
    pub(super) numbers: Arc<AtomicU64>,
    pub(super) gate: Arc<Gate>,
    pub(super) seed: u64,
    pub(super) restarts: u64,
    pub(super) down: Millis,
}

impl Process {
    /// Lives from `wall` on; how it ended, and when.
    pub(super) async fn live(self, crowd: &mut Crowd, wall: WallTime) -> std::io::Result<(End, WallTime)> {
        let clock = Arc::new(SeasonClock::new(wall));
        let killed = self.crashes.begin();
        // it answers for as long as the process lives
        let (_alive, database) = watch::channel(true);
        let house = self.open(&clock, database)?;
        let lived = async {
            if house.recover(self.down).await.is_err() {
                return End::Killed;
            }
            self.run(&house, &clock, crowd).await
        };
        let end = tokio::select! {
            biased;
            () = killed.cancelled() => End::Killed,
            () = self.auditor.broken() => End::Over,
            end = lived => end,
        };
        Ok((end, clock.wall()))
    }

    fn open(&self, clock: &Arc<SeasonClock>, database: watch::Receiver<bool>) -> std::io::Result<Arc<House>> {
        let stage = Arc::new(Stage {
            ports: self.ports.clone(),
            clock: Arc::clone(clock),
            auditor: Arc::clone(&self.auditor),
            crashes: Arc::clone(&self.crashes),
            fault: self.fault.clone(),
        });
        let clock = Arc::clone(clock) as Arc<dyn GameClock>;
        let (numbers, seed) = (Arc::clone(&self.numbers), u128::from(self.seed));
        let ports = HousePorts {
            bots: BotPool::start(BOT, Arc::clone(&clock))?,
            clock,
            journal: Arc::clone(&stage) as _,
            placement: Arc::clone(&stage) as _,
            bank: Arc::clone(&stage) as _,
            events: Arc::clone(&stage) as _,
            pairs: Arc::new(Quiet),
            ladders: Arc::new(Quiet),
            orders: Arc::clone(&stage) as _,
            reviews: Arc::new(Quiet),
            ratings: Arc::clone(&self.ports.ratings) as Arc<dyn Ratings>,
            gate: Arc::clone(&self.gate) as _,
            random: Arc::new(move || {
                let next = u128::from(numbers.fetch_add(1, Ordering::Relaxed));
                next << 32 | (seed & 0xffff_ffff)
            }),
            database,
        };
        Ok(House::open(ports, catalogue(), limits()))
    }

    async fn run(&self, house: &Arc<House>, clock: &SeasonClock, crowd: &mut Crowd) -> End {
        let desk = &self.ports.desk;
        let now = Now { house, clock, auditor: &self.auditor, gate: &self.gate, desk };
        crowd.reconnect(&now);
        let mut deadlines = clock.began();
        let mut quiet = 0;
        loop {
            quiet = if crowd.read(&now).await { 0 } else { quiet + 1 };
            crowd.act(&now).await;
            let wall = clock.wall();
            if wall >= deadlines.plus(DEADLINES) {
                deadlines = wall;
                let _turn = self.auditor.turn().await;
                let found =
                    self.auditor.check_deadlines(&self.ports, wall, clock.began(), self.restarts).await;
                self.auditor.judge(found, wall);
                self.auditor.judge(self.auditor.check_orders(&self.ports, wall, clock.began()).await, wall);
            }
            if crowd.is_done() && !self.auditor.anything_open() {
                let _turn = self.auditor.turn().await;
                // a settler's last payment may be on its way
                if !crowd.plays() || quiet > ALERT {
                    let found = self.auditor.check_end(&self.ports).await;
                    if found.is_ok() || quiet > 2 * ALERT {
                        self.auditor.judge(found, wall);
                        return End::Over;
                    }
                }
            }
            if wall > WallTime(super::NOON.0).plus(LONGEST) {
                self.auditor.judge(Err("the season does not end".to_owned()), wall);
            }
            if crowd.plays() && self.crashes.now() {
                let _turn = self.auditor.turn().await;
                self.auditor.crashed("killed at any instant");
                return End::Killed;
            }
            let look = if quiet < ALERT || crowd.plays() { BUSY } else { QUIET };
            let next =
                crowd.next().map_or(look, |at| clock.until(at).max(Duration::from_millis(1)).min(look));
            tokio::time::sleep(next).await;
        }
    }
}

fn catalogue() -> Catalogue {
    let offer = GameOffer {
        variant: Variant::Brazilian,
        staked: true,
        stake_min: Amount(100),
        stake_max: Amount(100_000),
        fee: BasisPoints(750),
        clocks: vec![TimeControl { initial: Millis(60_000), increment: Millis(1_000) }],
        rule_sets: vec![RuleSet::Dream],
        first_move_window: Millis(30_000),
        max_draw_offers: 3,
        hash: "5ea5".to_owned(),
    };
    let rivals = RivalsLimits {
        dispute_window: Millis(60_000),
        // nobody rules: it ends by itself, and that need not take three days
        review_deadline: Millis(3_600_000),
        ..RivalsLimits::default()
    };
    Catalogue { games: vec![offer], rivals, ..Catalogue::default() }
}

fn limits() -> HouseLimits {
    HouseLimits {
        lobby: LobbyLimits {
            seek_ttl: Millis(900_000),
            owner_away: Millis(20_000),
            seeks_per_player: 3,
            total: 1_000,
            games_per_player: 1,
        },
        play_now: PlayNowLimits::default(),
        practice: PracticeLimits {
            per_address: 1,
            total: 1,
            link_valid: Millis(1_800_000),
            idle: Millis(1_800_000),
            analysis_think: Millis(1),
        },
        spectator_delay: Millis::ZERO,
        spectators: 100,
        resume_wait: Millis(30_000),
        void_after: Millis(30 * 60 * 1_000),
        rematch_window: Millis(60_000),
        bot_refused_while_playing: true,
    }
}
