//! Makes staked games: one task gathers the starts that wait into one transaction, as the journal gathers appends. Each start
//! has a verdict of its own; no player is twice in a batch, so none of them changes what is asked of another.

use crate::Database;
use crate::bank::subject;
use crate::crash::{self, CrashPoint};
use crate::game_columns::insert_games;
use crate::lease::Lease;
use crate::pair_use::pair_uses;
use crate::post::{PostError, Posting, post};
use crate::retry::{FromDatabase, whole};
use crate::standing::{AbortBar, Earlier, Standing, accounts};
use crate::wallet::LockedWallets;
use competition::{PairLimits, PairUse};
use futures_util::FutureExt as _;
use futures_util::future::join_all;
use game::PerSide;
use ids::{AccountId, Amount};
use ledger::Pot;
use rooms::{GateAct, NewGame, StakeGate, StartError, Wallet};
use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::Instant;
use tracing::error;

/// How many starts may wait.
const QUEUE: usize = 1_024;
/// How many starts one transaction takes.
const BATCH: usize = 32;
/// While so many starts come together, a transaction begins no sooner than [`GATHER`] after the one before it: each costs
/// the database more than a few starts more in it. One who starts alone does not wait.
const MANY: usize = 2;
/// See [`MANY`].
const GATHER: Duration = Duration::from_millis(20);
/// How many batches that failed may be worked off one by one, beside those that come after them.
const BESIDE: usize = 4;

/// How a start went: both wallets after it, or why not.
pub(crate) type Verdict = Result<PerSide<Wallet>, StartError>;

/// Whether a game was made is not known: its commit's answer is lost.
#[derive(Debug)]
pub(crate) struct Lost;

struct Waiting {
    new: NewGame,
    done: oneshot::Sender<Result<Verdict, Lost>>,
}

/// The way to the task.
#[derive(Clone)]
pub(crate) struct Starts(mpsc::Sender<Waiting>);

impl Starts {
    /// A queue, and the task that works it off until the queue is dropped.
    pub(crate) fn new(starter: Starter) -> (Self, impl Future<Output = ()> + Send) {
        let (queue, waiting) = mpsc::channel(QUEUE);
        (Self(queue), Arc::new(starter).run(waiting))
    }

    /// Makes one game.
    pub(crate) async fn make(&self, new: NewGame) -> Result<Verdict, Lost> {
        let (done, verdict) = oneshot::channel();
        if self.0.try_send(Waiting { new, done }).is_err() {
            return Ok(Err(StartError::Unavailable));
        }
        // a task that failed may have made it
        verdict.await.unwrap_or(Err(Lost))
    }
}

/// A transaction that made none of its games.
#[derive(Debug)]
enum Failed {
    /// This node owns nothing any more.
    NotOwner,
    /// A wallet that was locked and looked at does not cover it: a mistake of ours.
    NotCovered(AccountId),
    Database(sqlx::Error),
    /// The commit's answer is lost.
    Commit,
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<PostError> for Failed {
    fn from(error: PostError) -> Self {
        match error {
            PostError::NotCovered(account) => Self::NotCovered(account),
            PostError::Database(error) => Self::Database(error),
        }
    }
}

impl FromDatabase for Failed {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) => Some(error),
            Self::NotOwner | Self::NotCovered(_) | Self::Commit => None,
        }
    }
}

/// A batch that was not made, or whose making is not known.
struct FailedBatch {
    games: Vec<NewGame>,
    answers: Vec<oneshot::Sender<Result<Verdict, Lost>>>,
    /// Its commit's answer is lost.
    lost: bool,
}

/// What makes games.
pub(crate) struct Starter {
    pub(crate) database: Database,
    pub(crate) lease: Arc<Lease>,
    pub(crate) gate: Arc<dyn StakeGate>,
    pub(crate) bar: AbortBar,
    pub(crate) pairs: PairLimits,
}

impl Starter {
    async fn run(self: Arc<Self>, mut queue: mpsc::Receiver<Waiting>) {
        let mut beside = JoinSet::new();
        self.work_off(&mut queue, &mut beside).await;
        while beside.join_next().await.is_some() {}
    }

    async fn work_off(self: &Arc<Self>, queue: &mut mpsc::Receiver<Waiting>, beside: &mut JoinSet<()>) {
        let mut gathered = Vec::with_capacity(BATCH);
        let mut last = (Instant::now(), 0);
        loop {
            if gathered.is_empty() && queue.recv_many(&mut gathered, BATCH).await == 0 {
                return;
            }
            if last.1 >= MANY {
                tokio::time::sleep_until(last.0 + GATHER).await;
                while gathered.len() < BATCH
                    && let Ok(more) = queue.try_recv()
                {
                    gathered.push(more);
                }
            }
            // two games of one player go into two transactions
            let mut playing = HashSet::new();
            let (batch, held): (Vec<_>, Vec<_>) = gathered.drain(..).partition(|waiting: &Waiting| {
                let fresh = accounts(&waiting.new).iter().all(|account| !playing.contains(account));
                playing.extend(accounts(&waiting.new));
                fresh
            });
            gathered = held;
            last = (Instant::now(), batch.len());
            // who waits for a batch that fails by a mistake of ours finds the sender gone, and asks again
            match AssertUnwindSafe(self.make(batch)).catch_unwind().await {
                Ok(None) => {}
                Ok(Some(failed)) => {
                    // one of them may be what failed: each for itself, and nobody else waits for it
                    while beside.try_join_next().is_some() {}
                    if beside.len() >= BESIDE {
                        beside.join_next().await;
                    }
                    let this = Arc::clone(self);
                    beside.spawn(async move { this.make_each(failed).await });
                }
                Err(_) => error!("a mistake of ours in making games: the batch is given up"),
            }
        }
    }

    /// Makes a batch; gives it back when it failed and holds more than one.
    async fn make(&self, batch: Vec<Waiting>) -> Option<FailedBatch> {
        let (games, answers): (Vec<NewGame>, Vec<_>) =
            batch.into_iter().map(|waiting| (waiting.new, waiting.done)).unzip();
        metrics::histogram!("damas_starts_batch_games").record(games.len() as f64);
        let verdicts = match whole(|| self.try_make(&games)).await {
            Ok(verdicts) => verdicts.into_iter().map(Ok).collect(),
            Err(failed) if games.len() == 1 => vec![verdict_of(&games[0], failed)],
            Err(failed) => {
                return Some(FailedBatch { games, answers, lost: matches!(failed, Failed::Commit) });
            }
        };
        for (answer, verdict) in answers.into_iter().zip(verdicts) {
            let _gone = answer.send(verdict);
        }
        None
    }

    async fn make_each(&self, batch: FailedBatch) {
        let FailedBatch { games, answers, lost } = batch;
        join_all(games.iter().zip(answers).map(|(new, answer)| async move {
            let _gone = answer.send(self.make_one(new, lost).await);
        }))
        .await;
    }

    /// Makes one game. Of one that was in a batch whose commit's answer is lost, a failure says nothing: it may be made.
    async fn make_one(&self, new: &NewGame, lost: bool) -> Result<Verdict, Lost> {
        match whole(|| self.try_make(std::slice::from_ref(new))).await {
            Ok(mut verdicts) => verdicts.pop().ok_or(Lost),
            Err(_) if lost => Err(Lost),
            Err(failed) => verdict_of(new, failed),
        }
    }

    /// Makes those games that may be made, in one transaction.
    async fn try_make(&self, batch: &[NewGame]) -> Result<Vec<Verdict>, Failed> {
        let mut transaction = self.database.pool.begin().await?;
        let mut wallets = LockedWallets::lock(&mut transaction, batch.iter().flat_map(accounts)).await?;
        let standing = Standing::of(&mut transaction, batch, self.bar).await?;
        let pairs: Vec<_> = batch.iter().map(accounts).collect();
        let at = batch.iter().map(|new| new.at).max().unwrap_or_default();
        let uses = pair_uses(&mut transaction, &self.pairs, &pairs, at).await?;
        let asked = batch.iter().zip(&uses).map(|(new, used)| self.ask(new, &wallets, &standing, used));
        let asked: Vec<_> = asked.collect();
        let (mut made, mut holds) = (Vec::new(), Vec::new());
        for (new, asked) in batch.iter().zip(&asked) {
            if let Ok(Asked::Make(pot)) = asked {
                made.push(new);
                holds.extend(pot.hold().map(Posting::from));
            }
        }
        if !made.is_empty() {
            if !insert_games(&mut transaction, &self.lease, &made).await? {
                return Err(Failed::NotOwner);
            }
            post(&mut transaction, &mut wallets, holds).await?;
            crash::pass(CrashPoint::InMatch);
            transaction.commit().await.map_err(|error| {
                error!(
                    error = &error as &dyn std::error::Error,
                    games = made.len(),
                    "a commit's answer is lost"
                );
                Failed::Commit
            })?;
            crash::pass(CrashPoint::AfterMatch);
        }
        let wallet =
            |account| wallets.get(account).expect("it was locked, and it covers or has covered the stake");
        let verdicts = batch.iter().zip(asked).map(|(new, asked)| {
            let [white, black] = accounts(new);
            asked.map(|_| PerSide { white: wallet(white), black: wallet(black) })
        });
        Ok(verdicts.collect())
    }

    /// What is to be done about a start, once both wallets are locked.
    fn ask(
        &self,
        new: &NewGame,
        wallets: &LockedWallets,
        standing: &Standing,
        used: &PairUse,
    ) -> Result<Asked, StartError> {
        let [white, black] = accounts(new);
        let stake = new.terms.stake;
        let pot = Pot::new(subject(new.game.0), white, black, stake, new.terms.fee)
            .map_err(|wrong| StartError::Refused { account: white, reason: wrong.to_string() })?;
        match standing.earlier(new) {
            None => {}
            Some(Earlier::Itself) => return Ok(Asked::Found),
            Some(Earlier::Rematch(made)) => return Err(StartError::RematchExists(made)),
        }
        for account in [white, black] {
            self.gate
                .may(account, GateAct::Match, stake)
                .map_err(|reason| StartError::Refused { account, reason })?;
            let busy = standing.player(account);
            if let Some(until) = busy.barred_until {
                return Err(StartError::Barred { account, until });
            }
            if busy.live >= i64::from(new.game_limit) {
                return Err(StartError::GameLimit { account });
            }
            let balance = wallets.get(account).map_or(Amount::ZERO, |wallet| wallet.balance);
            if balance < stake {
                return Err(StartError::InsufficientFunds { account, balance, stake });
            }
        }
        if new.play_now {
            self.pairs.check_play_now(used, stake, new.highest_stake)?;
        } else {
            self.pairs.check(used, stake, new.highest_stake)?;
        }
        Ok(Asked::Make(pot))
    }
}

/// What is to be done about a start.
enum Asked {
    /// The game is made, with this pot.
    Make(Pot),
    /// An earlier try has made it.
    Found,
}

/// What one start that failed is told.
fn verdict_of(new: &NewGame, failed: Failed) -> Result<Verdict, Lost> {
    match failed {
        Failed::Commit => Err(Lost),
        Failed::NotOwner => Ok(Err(StartError::Unavailable)),
        Failed::NotCovered(account) => {
            error!(game.id = %new.game, "a wallet that covered the stake of {account} does not");
            Ok(Err(StartError::Unavailable))
        }
        Failed::Database(error) => {
            error!(error = &error as &dyn std::error::Error, game.id = %new.game, "a staked game was not made");
            Ok(Err(StartError::Unavailable))
        }
    }
}
