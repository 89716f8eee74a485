//! The bot's own threads, with bounds: a hundred practice games never delay a staked move.

use bot::Level;
use draughts::{DrawCounters, Move, Position};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};

/// A search to be done.
pub(crate) struct Job {
    pub(crate) position: Position,
    pub(crate) counters: DrawCounters,
    pub(crate) level: Level,
    pub(crate) seed: u64,
    pub(crate) stop: Arc<AtomicBool>,
    pub(crate) done: Box<dyn FnOnce(Option<Move>) + Send>,
}

/// A fixed number of threads and a bounded queue before them.
pub struct BotPool {
    queue: mpsc::SyncSender<Job>,
    stopping: Arc<AtomicBool>,
}

impl std::fmt::Debug for BotPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BotPool").finish_non_exhaustive()
    }
}

impl BotPool {
    /// Starts `threads` threads with a queue of `waiting` searches. The threads end when the pool is dropped.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(threads: usize, waiting: usize) -> std::io::Result<Self> {
        let (queue, jobs) = mpsc::sync_channel::<Job>(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let stopping = Arc::new(AtomicBool::new(false));
        for number in 0..threads.max(1) {
            let jobs = Arc::clone(&jobs);
            let stopping = Arc::clone(&stopping);
            std::thread::Builder::new().name(format!("bot-{number}")).spawn(move || {
                while !stopping.load(Ordering::Relaxed) {
                    let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(job) = job else { return };
                    let mv = if job.stop.load(Ordering::Relaxed) {
                        None
                    } else {
                        bot::choose(&job.position, &job.counters, job.level, job.seed, &job.stop)
                    };
                    (job.done)(mv);
                }
            })?;
        }
        Ok(Self { queue, stopping })
    }

    /// Queues a search; false when the queue is full (try again a little later).
    pub(crate) fn ask(&self, job: Job) -> bool {
        self.queue.try_send(job).is_ok()
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Relaxed);
    }
}
