//! Play now: one task owns those who wait for an opponent, lets the pool pair them, and starts their games. In memory: nothing is
//! held while one waits, and a restart empties it. Knows no SQL and no wire.

mod handle;
mod join;
mod pairs;
mod start;
mod waiter;

use self::handle::{Inbox, Message};
use self::join::Checked;
use self::pairs::{Known, ask};
use self::start::Starting;
use self::waiter::{Place, Waiter};
use crate::house::House;
use crate::lobby::{Actor, answer};
use crate::notice::{Notice, Sink};
use crate::refusal::Refusal;
use competition::{JoinError, PairLimits, Pool, PoolEvent, PoolTerms};
use ids::{AccountId, CommandId, GameId, Millis, Moment, WallTime};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::mpsc;

pub(crate) use self::handle::PlayNowHandle;
pub use self::handle::PlayNowRequest;
pub use self::waiter::{PlayNowNotice, PlayNowOver, PlayNowWaiting};

/// How often it is looked who has gone, while somebody waits.
const SWEEP: Duration = Duration::from_millis(500);

/// The numbers of play now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayNowLimits {
    /// Of the pool.
    pub pool: PoolTerms,
    /// How much and how often two may stake; play now stops at half of it.
    pub pairs: PairLimits,
    /// How long one waits on after his last socket has gone.
    pub away: Millis,
    /// Whether two of one address are never paired.
    pub apart_by_address: bool,
}

/// The owner of those who wait.
struct PlayNow {
    house: Weak<House>,
    limits: PlayNowLimits,
    pool: Pool,
    /// Everybody who waits, or whose game is being made.
    waiters: HashMap<AccountId, Waiter>,
    /// Those who are asked about before they may wait.
    joining: HashMap<AccountId, Joining>,
    known: Known,
    starting: HashMap<GameId, Starting>,
    own: mpsc::Sender<Message>,
}

/// Somebody who is asked about, and what happened to him meanwhile.
#[derive(Default)]
struct Joining {
    gone: Option<Refusal>,
    cancelled: bool,
}

/// Game time as the pool has instants: only differences count there, and this clock never steps back.
fn pool_time(now: Moment) -> WallTime {
    WallTime(i64::try_from(now.0).unwrap_or(i64::MAX))
}

/// Runs until the house is gone.
pub(crate) async fn run(house: Weak<House>, inbox: Inbox, limits: PlayNowLimits) {
    let Inbox { mut messages, own } = inbox;
    let mut owner = PlayNow {
        pool: Pool::new(limits.pool.clone()),
        house,
        limits,
        waiters: HashMap::new(),
        joining: HashMap::new(),
        known: Known::default(),
        starting: HashMap::new(),
        own,
    };
    loop {
        let wait = owner.wait();
        tokio::select! {
            message = messages.recv() => match message {
                Some(message) => supervised(|| owner.on(message)),
                None => return,
            },
            () = tokio::time::sleep(wait), if !owner.pool.is_empty() => supervised(|| owner.tick()),
        }
        if owner.house.strong_count() == 0 {
            return;
        }
    }
}

/// A mistake of ours ends the handling of one message, not the task.
fn supervised(act: impl FnOnce()) {
    if std::panic::catch_unwind(std::panic::AssertUnwindSafe(act)).is_err() {
        metrics::counter!("damas_play_now_failures_total").increment(1);
        tracing::error!("a mistake of ours in play now: one message of it is given up");
    }
}

impl PlayNow {
    /// How long until there is something to do.
    fn wait(&self) -> Duration {
        let Some(house) = self.house.upgrade() else { return Duration::ZERO };
        let Some(due) = self.pool.due().filter(|_| house.takes_games()) else { return SWEEP };
        let wait = Duration::from_millis(due.since(pool_time(house.now())).0 + 1);
        wait.min(SWEEP)
    }

    fn on(&mut self, message: Message) {
        let Some(house) = self.house.upgrade() else { return };
        match message {
            Message::Join { actor, request } => self.join(&house, actor, request),
            Message::Joined { account, result } => self.joined(&house, account, result),
            Message::Wider { actor, id } => self.wider(&house, &actor, id),
            Message::Cancel { actor, id } => self.cancel(&house, &actor, id),
            Message::Standings { pairs, result } => self.standings(&house, &pairs, result),
            Message::Started { game, result } => self.started(&house, game, &result),
            Message::Show { account, sink } => self.show(&house, account, &sink),
            Message::Playing(account) => self.playing(&house, account),
            Message::Apart { pair, apart } => {
                self.known.set_apart(pair, apart);
                self.look(&house);
            }
        }
        metrics::gauge!("damas_play_now_waiting").set(self.pool.len() as f64);
    }

    fn join(&mut self, house: &Arc<House>, actor: Actor, request: PlayNowRequest) {
        let (account, id) = (actor.account, request.id);
        let refused = match self.waiters.get(&account) {
            // the same command again
            Some(waiter) if waiter.id == id => return self.show(house, account, &actor.sink),
            Some(_) => Some(Refusal::PlayNow(JoinError::Waiting)),
            None if self.joining.contains_key(&account) => Some(Refusal::PlayNow(JoinError::Waiting)),
            None if !house.takes_games() => Some(Refusal::Unavailable),
            None if self.pool.len() + self.joining.len() >= self.limits.pool.most_waiting => {
                Some(Refusal::PlayNow(JoinError::Full(self.pool.len())))
            }
            None => None,
        };
        if let Some(refused) = refused {
            return answer(&actor.sink, id, Err(refused));
        }
        self.joining.insert(account, Joining::default());
        let (house, own, limits) = (Arc::clone(house), self.own.clone(), self.limits.clone());
        tokio::spawn(async move {
            let result = match join::check(&house, &limits, &actor, &request).await {
                Ok((seeker, deviation)) => Ok(Box::new(Checked { actor, request, seeker, deviation })),
                Err(refused) => Err((actor.sink, id, refused)),
            };
            let _stopped = own.send(Message::Joined { account, result }).await;
        });
    }

    fn joined(
        &mut self,
        house: &Arc<House>,
        account: AccountId,
        result: Result<Box<Checked>, (Sink, CommandId, Refusal)>,
    ) {
        let joining = self.joining.remove(&account).unwrap_or_default();
        let checked = match result {
            Ok(checked) => *checked,
            Err((sink, id, refused)) => return answer(&sink, id, Err(refused)),
        };
        let (sink, id) = (checked.actor.sink.clone(), checked.request.id);
        if let Some(refused) = joining.gone {
            return answer(&sink, id, Err(refused));
        }
        if joining.cancelled {
            return self.tell_over(house, account, PlayNowOver::Cancelled);
        }
        let at = pool_time(house.now());
        if let Err(refused) = self.pool.join(checked.seeker.clone(), at) {
            return answer(&sink, id, Err(Refusal::PlayNow(refused)));
        }
        self.waiters.insert(account, Waiter::new(checked, house.now(), self.limits.pool.window));
        self.tell_waiting(house, account);
        self.look(house);
    }

    fn wider(&mut self, house: &Arc<House>, actor: &Actor, id: CommandId) {
        let at = pool_time(house.now());
        let widened = self.pool.widen(actor.account, at) || self.is_starting(actor.account);
        answer(&actor.sink, id, if widened { Ok(()) } else { Err(Refusal::NotWaiting) });
        if let Some(waiter) = self.waiters.get_mut(&actor.account) {
            waiter.seeker.wider = true;
            self.tell_waiting(house, actor.account);
            self.look(house);
        }
    }

    /// Whoever cancels waits no longer. A game that is being made at this moment may come all the same: then he is told that.
    fn cancel(&mut self, house: &House, actor: &Actor, id: CommandId) {
        let account = actor.account;
        if let Some(waiter) = self.waiters.get_mut(&account).filter(|waiter| waiter.is_starting()) {
            waiter.cancelled = Some((actor.sink.clone(), id));
            return;
        }
        let known = self.waiters.contains_key(&account);
        let joining = self.joining.get_mut(&account);
        let found = known || joining.is_some();
        if let Some(joining) = joining {
            joining.cancelled = true;
        }
        answer(&actor.sink, id, if found { Ok(()) } else { Err(Refusal::NotWaiting) });
        if known {
            self.drop_waiter(house, account, PlayNowOver::Cancelled);
        }
    }

    /// A staked game of the player has started by another door.
    fn playing(&mut self, house: &House, account: AccountId) {
        if let Some(joining) = self.joining.get_mut(&account) {
            joining.gone = Some(Refusal::GameLimit);
        }
        if !self.is_starting(account) && self.waiters.contains_key(&account) {
            self.drop_waiter(house, account, PlayNowOver::Playing);
        }
    }

    fn is_starting(&self, account: AccountId) -> bool {
        self.waiters.get(&account).is_some_and(Waiter::is_starting)
    }

    fn tick(&mut self) {
        let Some(house) = self.house.upgrade() else { return };
        let now = house.now();
        let mut gone = Vec::new();
        for (account, waiter) in self.waiters.iter_mut().filter(|(_, waiter)| !waiter.is_starting()) {
            if house.people.sockets(*account) > 0 {
                waiter.away_since = None;
            } else if now >= waiter.away_since.get_or_insert(now).plus(self.limits.away) {
                gone.push(*account);
            }
        }
        for account in gone {
            self.drop_waiter(&house, account, PlayNowOver::Left);
        }
        self.look(&house);
        metrics::gauge!("damas_play_now_waiting").set(self.pool.len() as f64);
    }

    /// Lets the pool pair who fits, and does what it says.
    fn look(&mut self, house: &Arc<House>) {
        if !house.takes_games() {
            return;
        }
        let at = pool_time(house.now());
        let mut wanted = BTreeSet::new();
        let Self { pool, waiters, known, limits, .. } = self;
        let highest = |account: AccountId, stake| {
            let offer = waiters.get(&account).and_then(|waiter| house.catalogue.find(waiter.variant));
            offer.map_or(stake, |offer| offer.stake_max)
        };
        let events = pool.look(at, |one, other, stake| {
            let here = |account| house.people.sockets(account) > 0;
            here(one.account)
                && here(other.account)
                && known.may_meet([one.account, other.account], &mut wanted, |used| {
                    limits.pairs.play_now(used, stake, highest(one.account, stake))
                })
        });
        for event in events {
            match event {
                PoolEvent::Paired(pair) => self.begin(house, *pair),
                PoolEvent::AskWider { account, .. } | PoolEvent::StillWaiting { account, .. } => {
                    self.tell_waiting(house, account);
                }
                PoolEvent::GaveUp { account, .. } => self.drop_waiter(house, account, PlayNowOver::GaveUp),
            }
        }
        if !wanted.is_empty() {
            self.known.asked(&wanted);
            ask(house, self.own.clone(), wanted.into_iter().collect());
        }
        self.tell_widened(house, at);
    }

    /// Tells those whose window has widened.
    fn tell_widened(&mut self, house: &House, at: WallTime) {
        let mut widened = Vec::new();
        for waiting in self.pool.iter() {
            let account = waiting.seeker.account;
            let window = waiting.window(&self.limits.pool, at);
            if let Some(waiter) = self.waiters.get_mut(&account).filter(|waiter| waiter.shown != window) {
                waiter.shown = window;
                widened.push(account);
            }
        }
        for account in widened {
            self.tell_waiting(house, account);
        }
    }

    /// Nobody waits by that account any more.
    fn drop_waiter(&mut self, house: &House, account: AccountId, over: PlayNowOver) {
        self.pool.leave(account);
        self.forget(account);
        self.tell_over(house, account, over);
    }

    fn forget(&mut self, account: AccountId) {
        self.waiters.remove(&account);
        self.known.forget(account);
    }

    fn tell_over(&self, house: &House, account: AccountId, over: PlayNowOver) {
        house.people.tell(account, &Notice::PlayNow(PlayNowNotice::Over(over)));
    }

    fn tell_waiting(&self, house: &House, account: AccountId) {
        if let Some(state) = self.state(house, account) {
            house.people.tell(account, &Notice::PlayNow(PlayNowNotice::Waiting(Arc::new(state))));
        }
    }

    /// Shows a socket of a player that he waits, if he does.
    fn show(&self, house: &House, account: AccountId, sink: &Sink) {
        if let Some(state) = self.state(house, account) {
            sink.push(Notice::PlayNow(PlayNowNotice::Waiting(Arc::new(state))));
        }
    }

    fn state(&self, house: &House, account: AccountId) -> Option<PlayNowWaiting> {
        let waiter = self.waiters.get(&account)?;
        let waiting = self.pool.find(account);
        let same = self.pool.iter().filter(|other| other.seeker.profile == waiter.seeker.profile).count();
        let at = pool_time(house.now());
        let window = waiting.map_or(waiter.shown, |waiting| waiting.window(&self.limits.pool, at));
        let asked = waiting.is_some_and(|waiting| waiting.asked);
        Some(waiter.state(window, same, asked, &self.limits.pool))
    }

    fn place(&mut self, account: AccountId, place: Place) {
        if let Some(waiter) = self.waiters.get_mut(&account) {
            waiter.place = place;
        }
    }
}
