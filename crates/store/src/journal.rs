//! The journal: one writer gathers what waits, of many games, into one fenced statement, which is one commit.
//!
//! Each append has a verdict of its own. The statement says everything at once: whose lease it is, which games are where the
//! append expects them, the rows, and the ends in `game`. The lease's row is held `for key share`: a takeover, which locks
//! it `for update`, waits for the batch in flight, and a renewal does not.

use crate::Database;
use crate::crash::{self, CrashPoint};
use crate::error::{Remedy, remedy};
use crate::event_row::{ARRAYS, EventColumns, NAMES, PARAMETERS, ROW};
use crate::lease::{Lease, TakeError};
use crate::words::{outcome_word, reason_word, side_word};
use async_trait::async_trait;
use futures_util::FutureExt as _;
use ids::Millis;
use rooms::{Append, AppendError, Journal};
use sqlx::Row as _;
use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::{error, warn};
use uuid::Uuid;

/// How many appends may wait for the writer.
const QUEUE: usize = 16_384;
/// How many appends one commit takes.
const BATCH: usize = 500;
/// While so many appends come between two commits, a commit begins no sooner than [`GATHER`] after the one before it: each
/// costs both sides more than a few rows more in it. Where few play nobody waits.
const MANY: usize = 4;
/// See [`MANY`].
const GATHER: Duration = Duration::from_millis(2);

/// How events are recorded. All but the first are for measuring what it costs, never for play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JournalMode {
    /// One writer, many appends in one commit.
    #[default]
    Durable,
    /// The same statement with one append in each commit, over so many connections.
    Naive {
        /// How many.
        connections: u32,
    },
    /// Moves are not recorded at all; only that a game has ended is, so that it can be paid.
    None,
}

impl JournalMode {
    /// The connections that do best for the naive way, of 1, 4 and 16 tried.
    pub const NAIVE: Self = Self::Naive { connections: 16 };

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Durable => "durable",
            Self::Naive { .. } => "naive",
            Self::None => "none",
        }
    }

    /// How many writers it has.
    #[must_use]
    pub const fn writers(self) -> u32 {
        match self {
            Self::Naive { connections } => connections,
            Self::Durable | Self::None => 1,
        }
    }

    const fn batch(self) -> usize {
        match self {
            Self::Naive { .. } => 1,
            Self::Durable | Self::None => BATCH,
        }
    }
}

impl std::str::FromStr for JournalMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "durable" => Ok(Self::Durable),
            "naive" => Ok(Self::NAIVE),
            "none" => Ok(Self::None),
            other => other
                .strip_prefix("naive:")
                .and_then(|number| number.parse().ok())
                .filter(|connections| (1..=64).contains(connections))
                .map(|connections| Self::Naive { connections })
                .ok_or_else(|| format!("{text:?} is none of durable, naive, naive:1 to naive:64, none")),
        }
    }
}
/// How long the writer waits before it tries again to take a new epoch.
const RETAKE: Duration = Duration::from_millis(200);
/// How often a batch is tried again that lost to another transaction.
const REPEATS: u32 = 3;

struct Waiting {
    append: Append,
    since: Instant,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// The way to the writer.
pub(crate) struct BatchJournal {
    /// One a writer; a game has always the same.
    queues: Vec<mpsc::Sender<Waiting>>,
    /// When the oldest append of the batch at work began to wait, in microseconds after `origin`; 0: none.
    oldest: Arc<AtomicU64>,
    origin: Instant,
    /// How often the writer has failed and taken a new epoch after it.
    failures: watch::Receiver<u64>,
}

impl BatchJournal {
    /// Starts the writer (of the naive way, the writers); it ends, drained, when the journal is dropped.
    pub(crate) fn start(database: &Database, lease: &Arc<Lease>, mode: JournalMode) -> (Self, JoinSet<()>) {
        let (oldest, origin) = (Arc::new(AtomicU64::new(0)), Instant::now());
        let (healed, failures) = watch::channel(0);
        let (mut queues, mut writers) = (Vec::new(), JoinSet::new());
        for _ in 0..mode.writers() {
            let (queue, waiting) = mpsc::channel(QUEUE);
            queues.push(queue);
            let writer = Writer {
                database: database.clone(),
                lease: Arc::clone(lease),
                waiting,
                batch: mode.batch(),
                oldest: Arc::clone(&oldest),
                origin,
                healed: healed.clone(),
            };
            writers.spawn(writer.run());
        }
        (Self { queues, oldest, origin, failures }, writers)
    }

    fn queue_of(&self, game: Uuid) -> &mpsc::Sender<Waiting> {
        let number = usize::try_from(game.as_u128() % self.queues.len() as u128).unwrap_or(0);
        &self.queues[number]
    }
}

#[async_trait]
impl Journal for BatchJournal {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let (done, verdict) = oneshot::channel();
        let waiting = Waiting { append, since: Instant::now(), done };
        let failures = *self.failures.borrow();
        self.queue_of(waiting.append.game.0).try_send(waiting).map_err(|_full| AppendError::Unavailable)?;
        if let Ok(verdict) = verdict.await {
            return verdict;
        }
        // A writer that failed may have written it: the game may be loaded once a new epoch fences what is in flight.
        let mut healed = self.failures.clone();
        let _or_ended = healed.wait_for(|now| *now > failures).await.is_ok();
        Err(AppendError::Fenced)
    }

    fn age(&self) -> Millis {
        match self.oldest.load(Ordering::Relaxed) {
            0 => Millis::ZERO,
            since => {
                let now = u64::try_from(self.origin.elapsed().as_micros()).unwrap_or(u64::MAX);
                Millis(now.saturating_sub(since) / 1000)
            }
        }
    }
}

/// Records no move: for measuring what the journal costs.
pub(crate) struct NoJournal(pub(crate) Database);

#[async_trait]
impl Journal for NoJournal {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let Some(game::GameEvent::Ended { ending, .. }) = append.events.last().map(|last| &last.event) else {
            return Ok(());
        };
        sqlx::query(
            "update game set ended_at = clock_timestamp(), outcome = $2, reason = $3, blame = $4
            where game_id = $1 and ended_at is null",
        )
        .bind(append.game.0)
        .bind(outcome_word(ending.outcome))
        .bind(reason_word(ending.reason))
        .bind(ending.blame.map(side_word))
        .execute(&self.0.pool)
        .await
        .map_err(|_lost| AppendError::Unavailable)?;
        Ok(())
    }

    fn age(&self) -> Millis {
        Millis::ZERO
    }
}

struct Writer {
    database: Database,
    lease: Arc<Lease>,
    waiting: mpsc::Receiver<Waiting>,
    batch: usize,
    oldest: Arc<AtomicU64>,
    origin: Instant,
    healed: watch::Sender<u64>,
}

/// Why a batch was not written.
enum Refused {
    /// Nothing was sent, or the database says that it wrote nothing.
    Nothing,
    /// It lost to another transaction: again, whole.
    Repeat,
    /// A row of it is wrong.
    Wrong(sqlx::Error),
    /// It was sent, and no answer came.
    Unknown(sqlx::Error),
}

impl Writer {
    async fn run(mut self) {
        let mut gathered = Vec::with_capacity(self.batch);
        let mut held: VecDeque<Waiting> = VecDeque::new();
        let mut last = (Instant::now(), 0);
        loop {
            if held.is_empty() {
                if self.waiting.recv_many(&mut gathered, self.batch).await == 0 {
                    return;
                }
            } else {
                gathered.extend(held.drain(..));
            }
            if last.1 >= MANY {
                tokio::time::sleep_until(last.0 + GATHER).await;
                while gathered.len() < self.batch
                    && let Ok(more) = self.waiting.try_recv()
                {
                    gathered.push(more);
                }
            }
            // two appends of one game go into two commits
            let mut games = HashSet::new();
            let mut batch = Vec::with_capacity(gathered.len());
            for waiting in gathered.drain(..) {
                if games.insert(waiting.append.game) {
                    batch.push(waiting);
                } else {
                    held.push_back(waiting);
                }
            }
            self.note_age(&batch);
            let began = Instant::now();
            let size = batch.len();
            last = (began, size);
            if AssertUnwindSafe(self.write(batch)).catch_unwind().await.is_err() {
                error!(
                    "a mistake of ours in the journal: its batch is given up, the games of it are loaded anew"
                );
                metrics::counter!("damas_journal_failures_total").increment(1);
                self.take_new_epoch().await;
                self.healed.send_modify(|failures| *failures += 1);
            }
            metrics::histogram!("damas_journal_commit_seconds").record(began.elapsed().as_secs_f64());
            metrics::histogram!("damas_journal_batch_appends").record(size as f64);
            self.oldest.store(0, Ordering::Relaxed);
        }
    }

    fn note_age(&self, batch: &[Waiting]) {
        let oldest = batch.iter().map(|waiting| waiting.since).min();
        let micros = oldest.map_or(0, |since| since.duration_since(self.origin).as_micros());
        self.oldest.store(u64::try_from(micros).unwrap_or(u64::MAX).max(1), Ordering::Relaxed);
    }

    /// Writes a batch and tells each append its verdict; one that fails is split until the bad row stands alone.
    async fn write(&mut self, batch: Vec<Waiting>) {
        let mut work = vec![batch];
        while let Some(mut batch) = work.pop() {
            match self.try_write(&batch).await {
                Ok(counts) => {
                    for waiting in batch {
                        let expected = waiting.append.events.len();
                        let written = counts.get(&waiting.append.game.0).copied().unwrap_or(0);
                        assert!(
                            written == 0 || written == expected,
                            "an append of {expected} rows wrote {written}: the statement is all or none"
                        );
                        let verdict = if written == expected { Ok(()) } else { Err(AppendError::Fenced) };
                        let _gone = waiting.done.send(verdict);
                    }
                }
                Err(Refused::Nothing | Refused::Repeat) => answer(batch, &AppendError::Unavailable),
                Err(Refused::Wrong(wrong)) if batch.len() == 1 => {
                    error!(
                        error = &wrong as &dyn std::error::Error,
                        game.id = %batch[0].append.game,
                        "the database takes no such events"
                    );
                    answer(batch, &AppendError::Fenced);
                }
                Err(Refused::Wrong(_)) => {
                    let rest = batch.split_off(batch.len() / 2);
                    work.push(rest);
                    work.push(batch);
                }
                Err(Refused::Unknown(lost)) => {
                    warn!(
                        error = &lost as &dyn std::error::Error,
                        "a commit's answer is lost: taking a new epoch"
                    );
                    metrics::counter!("damas_journal_unknown_total").increment(1);
                    self.take_new_epoch().await;
                    answer(batch, &AppendError::Fenced);
                }
            }
        }
    }

    /// What is in flight is waited for, what is unsent is fenced; only then may the games of that batch be loaded. What
    /// comes meanwhile is told that nothing can be written.
    async fn take_new_epoch(&mut self) {
        loop {
            match self.lease.take().await {
                Ok(()) | Err(TakeError::Another) => return,
                Err(error) => warn!(error = &error as &dyn std::error::Error, "no new epoch yet"),
            }
            let again = tokio::time::sleep(RETAKE);
            tokio::pin!(again);
            loop {
                tokio::select! {
                    () = &mut again => break,
                    Some(waiting) = self.waiting.recv() => answer(vec![waiting], &AppendError::Unavailable),
                }
            }
        }
    }

    async fn try_write(&self, batch: &[Waiting]) -> Result<HashMap<Uuid, usize>, Refused> {
        for _ in 0..REPEATS {
            match self.write_once(batch).await {
                Err(Refused::Repeat) => {}
                done => return done,
            }
        }
        Err(Refused::Repeat)
    }

    async fn write_once(&self, batch: &[Waiting]) -> Result<HashMap<Uuid, usize>, Refused> {
        if !self.lease.is_fresh() && !self.lease.renew().await.unwrap_or(false) {
            warn!("the lease is not known to be held: nothing is written under it");
            return Err(Refused::Nothing);
        }
        let rows = batch.iter().map(|waiting| waiting.append.events.len()).sum();
        let mut columns = EventColumns::with_capacity(rows);
        let mut afters = Vec::with_capacity(rows);
        for Waiting { append, .. } in batch {
            let after = i32::try_from(append.after.0).unwrap_or(i32::MAX);
            afters.extend(std::iter::repeat_n(after, append.events.len()));
            for (version, stamped) in (append.after.0 + 1..).zip(&append.events) {
                columns.push(append.game, version, stamped, append.variant);
            }
        }
        let mut connection = self.database.journal.acquire().await.map_err(|error| {
            warn!(error = &error as &dyn std::error::Error, "the journal has no connection");
            Refused::Nothing
        })?;
        let query = columns
            .bind(sqlx::query(sqlx::AssertSqlSafe(STATEMENT.as_str())))
            .bind(&afters)
            .bind(self.lease.node())
            .bind(self.lease.epoch().0);
        crash::pass(CrashPoint::BeforeAppend);
        let answer = query.fetch_all(&mut *connection);
        if crash::is_last(CrashPoint::InCommit) {
            // it is sent, and perhaps committed: nobody hears of it
            let _sent = tokio::time::timeout(Duration::from_millis(1), answer).await;
            crash::die();
        }
        let rows = answer.await.map_err(|error| {
            match (error.as_database_error().is_some(), remedy(&error)) {
                (true, Remedy::Repeat) => Refused::Repeat,
                (true, Remedy::Never) => Refused::Wrong(error),
                // what the database itself refuses it has not written, unless it was being shut down meanwhile
                (true, Remedy::Later) => Refused::Nothing,
                _ => Refused::Unknown(error),
            }
        })?;
        crash::pass(CrashPoint::AfterCommit);
        let mut counts = HashMap::with_capacity(rows.len());
        for row in rows {
            let (game, count): (Uuid, i64) = match (row.try_get("game_id"), row.try_get("written")) {
                (Ok(game), Ok(count)) => (game, count),
                (Err(error), _) | (_, Err(error)) => return Err(Refused::Unknown(error)),
            };
            counts.insert(game, usize::try_from(count).unwrap_or(0));
        }
        metrics::counter!("damas_journal_events_total").increment(columns.game.len() as u64);
        Ok(counts)
    }
}

fn answer(batch: Vec<Waiting>, refused: &AppendError) {
    for waiting in batch {
        let _gone = waiting.done.send(Err(refused.clone()));
    }
}

/// The one statement: fence, place, rows, ends. An append that comes too late does not fit and is left out whole: all its
/// rows ask the same of what stood before the statement. There is no `on conflict do nothing`: it could leave out one row of
/// an append and write the other. A row that somebody else writes at this very moment fails the statement, and the batch is
/// split until only that append has failed.
///
/// Each row asks for its game's newest version by the key's index. A join with the appends instead was planned as a loop over
/// them for each row, which took the square of the batch.
static STATEMENT: LazyLock<String> = LazyLock::new(|| {
    let [afters, node, epoch] = [PARAMETERS + 1, PARAMETERS + 2, PARAMETERS + 3];
    format!(
        "with lease as (
            select epoch from node_lease
            where node = ${node} and epoch = ${epoch} for key share
        ), written as (
            insert into game_event ({NAMES}, epoch)
            select {ROW}, lease.epoch
            from unnest({ARRAYS}, ${afters}::int4[]) as r ({NAMES}, after) cross join lease
            where r.after = (
                select e.version from game_event e where e.game_id = r.game_id order by e.version desc limit 1)
            returning game_id, version, kind, outcome, reason, blame
        ), ended as (
            update game g set ended_at = clock_timestamp(), outcome = w.outcome, reason = w.reason, blame = w.blame
            from written w where w.kind = 8 and g.game_id = w.game_id
        )
        select game_id, count(*) as written from written group by game_id"
    )
});
