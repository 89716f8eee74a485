//! Seasons: hundreds of people with habits, tournaments of all formats and Rivals matches, through the real director and real rooms in
//! virtual time, over whatever keeps the rows. An auditor looks at the rows after every step. Knows no SQL and no socket.

mod auditor;
mod clock;
mod crash;
mod crowd;
mod fault;
mod gate;
mod life;
mod memory;
mod order_stage;
mod plant;
mod quiet;
mod rows;
mod stage;
mod verdict;
mod world;

pub use memory::MemoryWorld;
pub use plant::Plant;
pub use rows::{Counts, SEASON_ROWS};
pub use verdict::{Broken, SeasonReport};
pub use world::{Audit, NoticeRow, OrderAnswer, OrderDesk, SeasonPorts, World};

use auditor::Auditor;
use competition::Holder;
use crash::Crashes;
use crowd::Crowd;
use fault::Fault;
use gate::Gate;
use ids::{Amount, Millis, WallTime};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// When seasons begin: 2024-03-01, noon: long ago for whatever clock a database has.
const NOON: WallTime = WallTime(1_709_294_400_000_000);
/// How long a killed server stays away, in milliseconds, from and to.
const AWAY: (u64, u64) = (1_000, 45_000);
/// The same, where games are voided for it.
const LONG_AWAY: (u64, u64) = (31 * 60_000, 45 * 60_000);
/// What the operator has for guarantees, in minor units.
const PURSE: i64 = 1_000_000;
/// After so many deaths a season takes place without more of them: each must come to its end.
const MOST_DEATHS: u64 = 400;

/// A season to be played.
#[derive(Clone, Copy, Debug)]
pub struct SeasonPlan {
    /// The seed of all chance in it.
    pub seed: u64,
    /// How many people there are.
    pub players: u32,
    /// How many tournaments are announced.
    pub tournaments: u32,
    /// How many challenges to a Rivals match are made, answered or not.
    pub challenges: u32,
    /// Whether a quarter of the tournaments, but for round robins, has more than 64 players.
    pub large: bool,
    /// Whether some matches are agreed for many hours ahead.
    pub far: bool,
    /// How likely a step fails by a crash or a lost answer; 0 for none.
    pub crashes: f64,
    /// What is wrong in its world.
    pub plant: Option<Plant>,
}

impl SeasonPlan {
    /// A small season with that seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            players: 60,
            tournaments: 8,
            challenges: 60,
            large: false,
            far: true,
            crashes: 0.0,
            plant: None,
        }
    }
}

/// Plays a season to its end, or to the first promise that is broken.
///
/// # Errors
/// When the system gives no runtime, or no thread.
pub fn season(plan: &SeasonPlan, world: &mut dyn World) -> std::io::Result<SeasonReport> {
    let mut dice = SmallRng::seed_from_u64(plan.seed);
    let wanted: Vec<(String, Amount)> = (0..plan.players)
        .map(|number| {
            // some have hardly anything
            let poor = dice.random_bool(0.15);
            (format!("season {} {number}", plan.seed), Amount(if poor { 1_500 } else { 200_000 }))
        })
        .collect();
    let people = world.people(&wanted);
    world.fund(Amount(PURSE));
    let wallets =
        people.iter().zip(&wanted).map(|(player, (_, balance))| (Holder::Wallet(player.account), balance.0));
    let opening: Vec<(Holder, i64)> = wallets.chain([(Holder::Promo, PURSE)]).collect();
    let auditor = Arc::new(Auditor::new(plan.seed, plan.plant.is_some_and(Plant::is_for_the_rows), opening));
    let mut crashes = Arc::new(Crashes::new(plan.seed, plan.crashes));
    let fault = plan.plant.map(|plant| Arc::new(Fault::new(plant)));
    let (numbers, gate) = (Arc::new(AtomicU64::new(1)), Arc::new(Gate::default()));
    let mut crowd = Crowd::new(plan.seed, people, plan, NOON);
    let (mut wall, mut restarts, mut down) = (NOON, 0, Millis::ZERO);
    loop {
        let ports = world.start(wall);
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build()?;
        let process = life::Process {
            ports,
            auditor: Arc::clone(&auditor),
            crashes: Arc::clone(&crashes),
            fault: fault.clone(),
            numbers: Arc::clone(&numbers),
            gate: Arc::clone(&gate),
            seed: plan.seed,
            restarts,
            down,
        };
        let (end, at) = runtime.block_on(process.live(&mut crowd, wall))?;
        // whatever still runs in it is dead
        drop(runtime);
        world.killed();
        auditor.passed(NOON, at);
        match end {
            life::End::Over => break,
            life::End::Killed => {
                restarts += 1;
                let away = if dice.random_bool(0.06) { LONG_AWAY } else { AWAY };
                down = Millis(dice.random_range(away.0..away.1));
                wall = at.plus(down);
                if restarts == MOST_DEATHS {
                    crashes = Arc::new(Crashes::new(plan.seed, 0.0));
                }
            }
        }
    }
    auditor.count_ended();
    Ok(auditor.report())
}
