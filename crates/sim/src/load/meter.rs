//! What is counted while it is played: moves, latencies, settlements, errors. Knows no socket.

use hdrhistogram::Histogram;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Counts of one run.
pub(super) struct Meter {
    measuring: AtomicBool,
    moves: AtomicU64,
    settled: AtomicU64,
    errors: AtomicU64,
    first_error: Mutex<Option<String>>,
    seated: AtomicU32,
    latencies: Mutex<Histogram<u64>>,
    lateness: Mutex<Histogram<u64>>,
    answers: Mutex<Histogram<u64>>,
    stop: CancellationToken,
}

/// What one measurement found.
pub(super) struct Window {
    pub(super) seconds: f64,
    pub(super) moves: u64,
    pub(super) settled: u64,
    pub(super) p50_ms: f64,
    pub(super) p99_ms: f64,
    pub(super) max_ms: f64,
    pub(super) late_p99_ms: f64,
    pub(super) answers: u64,
    pub(super) answer_p50_ms: f64,
    pub(super) answer_p99_ms: f64,
    pub(super) answer_max_ms: f64,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self {
            measuring: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            settled: AtomicU64::new(0),
            errors: AtomicU64::new(0),
            first_error: Mutex::new(None),
            seated: AtomicU32::new(0),
            // microseconds, three figures
            latencies: Mutex::new(histogram()),
            lateness: Mutex::new(histogram()),
            answers: Mutex::new(histogram()),
            stop: CancellationToken::new(),
        }
    }

    /// A move is sent now that was to be sent then: what this program itself is late.
    pub(super) fn sends(&self, intended: Instant) {
        if self.measuring.load(Ordering::Relaxed) {
            record(&self.lateness, intended);
        }
    }

    /// A move was sent (or was to be sent) then, and its mover has just seen it.
    pub(super) fn moved(&self, intended: Instant) {
        if self.measuring.load(Ordering::Relaxed) {
            self.moves.fetch_add(1, Ordering::Relaxed);
            record(&self.latencies, intended);
        }
    }

    /// A move was sent to the bot then, and its answer was just seen.
    pub(super) fn answered(&self, sent: Instant) {
        if self.measuring.load(Ordering::Relaxed) {
            record(&self.answers, sent);
        }
    }

    /// A game's money was told to both.
    pub(super) fn settled(&self) {
        if self.measuring.load(Ordering::Relaxed) {
            self.settled.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Something went wrong.
    pub(super) fn error(&self, what: &dyn std::fmt::Display) {
        self.errors.fetch_add(1, Ordering::Relaxed);
        let mut first = self.first_error.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert_with(|| what.to_string());
    }

    /// One more of those who were to come is there, or has failed.
    pub(super) fn seat(&self) {
        self.seated.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until all are there, no longer than that for the next one.
    pub(super) async fn seated(&self, all: u32, patience: Duration) {
        let (mut last, mut since) = (0, Instant::now());
        loop {
            let seated = self.seated.load(Ordering::Relaxed);
            if seated >= all || since.elapsed() > patience {
                return;
            }
            if seated != last {
                (last, since) = (seated, Instant::now());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Measures for that long.
    pub(super) async fn measure(&self, long: Duration) -> Window {
        let began = Instant::now();
        self.measuring.store(true, Ordering::Relaxed);
        tokio::time::sleep(long).await;
        self.measuring.store(false, Ordering::Relaxed);
        let seconds = began.elapsed().as_secs_f64();
        let ms = |micros: u64| micros as f64 / 1000.0;
        let lateness = lock(&self.lateness).value_at_quantile(0.99);
        let latencies = lock(&self.latencies);
        let answers = lock(&self.answers);
        Window {
            seconds,
            moves: self.moves.load(Ordering::Relaxed),
            settled: self.settled.load(Ordering::Relaxed),
            p50_ms: ms(latencies.value_at_quantile(0.5)),
            p99_ms: ms(latencies.value_at_quantile(0.99)),
            max_ms: ms(latencies.max()),
            late_p99_ms: ms(lateness),
            answers: answers.len(),
            answer_p50_ms: ms(answers.value_at_quantile(0.5)),
            answer_p99_ms: ms(answers.value_at_quantile(0.99)),
            answer_max_ms: ms(answers.max()),
        }
    }

    /// Everybody shall come to an end.
    pub(super) fn stop(&self) {
        self.stop.cancel();
    }

    /// Whether everybody shall come to an end.
    pub(super) fn stopping(&self) -> bool {
        self.stop.is_cancelled()
    }

    /// Completes when everybody shall come to an end.
    pub(super) async fn stopped(&self) {
        self.stop.cancelled().await;
    }

    pub(super) fn errors(&self) -> u64 {
        self.errors.load(Ordering::Relaxed)
    }

    pub(super) fn first_error(&self) -> Option<String> {
        self.first_error.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// For times in microseconds, three figures.
fn histogram() -> Histogram<u64> {
    Histogram::new_with_bounds(1, 120_000_000, 3).expect("a microsecond to two minutes is possible")
}

fn lock(times: &Mutex<Histogram<u64>>) -> MutexGuard<'_, Histogram<u64>> {
    times.lock().unwrap_or_else(PoisonError::into_inner)
}

fn record(times: &Mutex<Histogram<u64>>, since: Instant) {
    let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
    lock(times).saturating_record(micros);
}
