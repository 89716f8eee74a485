//! The bot's own threads, with bounds: a hundred practice games never delay a staked move.

use crate::ports::GameClock;
use bot::tables::{self, BuildError, BuildOptions, Tables};
use bot::{Answer, Engine, Level, Limits, Question};
use draughts::{DrawCounters, Position, Variant};
use ids::{Millis, Moment};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

/// A search to be done.
pub(crate) struct Job {
    pub(crate) position: Position,
    pub(crate) counters: DrawCounters,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    /// The most time for it, where that is less than a move's.
    pub(crate) most: Option<Millis>,
    /// Whether the book may answer: it knows a move, and no score.
    pub(crate) book: bool,
    /// How many of the best lines are wanted.
    pub(crate) lines: usize,
    pub(crate) asked: Moment,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) done: Box<dyn FnOnce(Option<Answer>) + Send>,
}

/// Bounds of the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotLimits {
    /// Threads that it thinks on, each for one game at a time.
    pub threads: usize,
    /// Searches that wait for a thread.
    pub waiting: usize,
    /// How long it thinks for a move; less where many games wait, so that each gets its answer in about this time.
    pub think: Millis,
    /// Positions that it looks at for a move at most, whatever the time.
    pub nodes: u64,
    /// Bytes of each thread's memory of positions.
    pub memory: usize,
}

/// The least time for a move, however many wait.
const LEAST: Millis = Millis(10);
/// How much rather everything else runs than the bot, by the system's measure (0 to 19).
const NICE: i32 = 19;

/// A fixed number of threads and a bounded queue before them.
pub struct BotPool {
    queue: mpsc::SyncSender<Job>,
    shared: Arc<Shared>,
}

struct Shared {
    limits: BotLimits,
    clock: Arc<dyn GameClock>,
    stopping: AtomicBool,
    /// Searches that wait or are being done.
    open: AtomicUsize,
    tables: Arc<Tables>,
}

impl std::fmt::Debug for BotPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotPool").finish_non_exhaustive()
    }
}

impl BotPool {
    /// Starts the threads. They end when the pool is dropped.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(limits: BotLimits, clock: Arc<dyn GameClock>) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::sync_channel::<Job>(limits.waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let shared = Arc::new(Shared {
            limits,
            clock,
            stopping: AtomicBool::new(false),
            open: AtomicUsize::new(0),
            tables: Arc::new(Tables::none()),
        });
        for number in 0..limits.threads.max(1) {
            let (jobs, shared) = (Arc::clone(&jobs), Arc::clone(&shared));
            let work = move || shared.work(&jobs);
            std::thread::Builder::new().name(format!("bot-{number}")).spawn(work)?;
        }
        Ok(Self { queue, shared })
    }

    /// Loads the endgame tables of the folder, and makes those that are missing of each variant up to its number of pieces, on a
    /// thread of its own. The bot uses each as soon as it is there.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn find_tables(&self, folder: PathBuf, wanted: Vec<(Variant, u32)>) -> std::io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let find = move || {
            yield_to_all_others();
            for (variant, pieces) in wanted {
                shared.find_tables(&folder, variant, pieces);
            }
        };
        std::thread::Builder::new().name("bot-tables".to_owned()).spawn(find).map(|_| ())
    }

    /// Queues a search; false when the queue is full (try again a little later).
    pub(crate) fn ask(&self, job: Job) -> bool {
        self.shared.open.fetch_add(1, Ordering::Relaxed);
        let queued = self.queue.try_send(job).is_ok();
        if !queued {
            self.shared.open.fetch_sub(1, Ordering::Relaxed);
        }
        queued
    }
}

impl Shared {
    fn work(&self, jobs: &Mutex<mpsc::Receiver<Job>>) {
        yield_to_all_others();
        let mut engine = Engine::new(self.limits.memory, 1).with_tables(Arc::clone(&self.tables));
        while !self.stopping.load(Ordering::Relaxed) {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(job) = job else { return };
            let wanted = !job.stop.load(Ordering::Relaxed);
            let answer = wanted.then(|| self.think(&mut engine, &job));
            self.open.fetch_sub(1, Ordering::Relaxed);
            (job.done)(answer);
        }
    }

    fn find_tables(&self, folder: &Path, variant: Variant, pieces: u32) {
        let options = BuildOptions { variant, pieces, threads: self.limits.threads };
        match tables::build(&self.tables, folder, options, &self.stopping, &mut |_| ()) {
            Ok(built) => {
                for error in built.mended {
                    tracing::warn!(%error, "a broken endgame table was made anew");
                }
                tracing::info!(pieces, "the bot has its endgame tables of {variant} draughts");
            }
            Err(BuildError::Stopped) => {}
            Err(error) => tracing::warn!(%error, "the bot plays {variant} draughts without endgame tables"),
        }
    }

    fn think(&self, engine: &mut Engine, job: &Job) -> Answer {
        let begun = self.clock.now();
        let time = share(self.limits, self.open.load(Ordering::Relaxed), begun.since(job.asked));
        let time = job.most.map_or(time, |most| time.min(Duration::from_millis(most.0)));
        let own = job.level.limits();
        let question = Question {
            position: &job.position,
            counters: &job.counters,
            limits: Limits {
                depth: own.depth,
                nodes: own.nodes.min(self.limits.nodes),
                ..Limits::time(time)
            },
            sight: job.level.sight(),
            book: job.book,
            seed: job.seed,
            lines: job.lines,
            clock: &|| Duration::from_millis(self.clock.now().since(begun).0),
            stop: &job.stop,
        };
        engine.answer(&question, &mut |_| ())
    }
}

/// Gives this thread the lowest priority; where the system refuses, it runs like everything else.
fn yield_to_all_others() {
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::warn!(%error, "the bot's threads run at the priority of all others");
    }
}

/// A search's time: its share of the threads among all that are open, less what it has waited already.
fn share(limits: BotLimits, open: usize, waited: Millis) -> Duration {
    let (threads, open) = (limits.threads.max(1) as u64, open.max(1) as u64);
    let share = (limits.think.0 * threads / open.max(threads)).min(limits.think.0.saturating_sub(waited.0));
    Duration::from_millis(share.max(LEAST.0))
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_time_is_shared_among_all_games_that_wait() {
        let limits = BotLimits { threads: 2, waiting: 100, think: Millis(1_000), nodes: 0, memory: 0 };
        let share = |open, waited| share(limits, open, Millis(waited)).as_millis();
        assert_eq!((share(1, 0), share(2, 0), share(4, 0), share(100, 0)), (1_000, 1_000, 500, 20));
        assert_eq!((share(2, 300), share(2, 2_000), share(1_000, 0)), (700, 10, 10));
    }
}
