//! Those who wait for an opponent, in memory: a restart empties it, as nothing is held. Knows no wallet: what two have
//! staked before is asked of whoever owns the pool.

use super::{
    rules::{Fit, fit, in_window},
    seeker::{JoinError, Seeker},
    terms::PoolTerms,
};
use crate::{PerColour, Points};
use ids::{AccountId, Amount, Millis, WallTime};
use std::collections::BTreeMap;

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who, and what he wants.
    pub seeker: Seeker,
    /// Since when.
    pub since: WallTime,
    /// His place in the order of joining.
    pub(super) number: u64,
    /// When he is looked at next.
    look_at: WallTime,
    /// How often he has been told that nobody was found.
    told: u32,
    /// Whether he has been asked for a wider window.
    pub asked: bool,
}

/// Two who play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PoolPair {
    /// Who, by colour.
    pub players: PerColour<Seeker>,
    /// How long each has waited.
    pub waited: PerColour<Millis>,
    /// For what.
    pub stake: Amount,
}

/// What a look finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolEvent {
    /// Two play; they wait no longer.
    Paired(Box<PoolPair>),
    /// Nobody within the widest window: the player is asked, once, whether anybody will do. He waits on.
    AskWider {
        /// Who.
        account: AccountId,
        /// How long he has waited.
        waited: Millis,
    },
    /// Nobody yet: the player is told. He waits on.
    StillWaiting {
        /// Who.
        account: AccountId,
        /// How long he has waited.
        waited: Millis,
    },
    /// Nobody for the longest time: the player waits no longer, and is told.
    GaveUp {
        /// Who.
        account: AccountId,
        /// How long he has waited.
        waited: Millis,
    },
}

/// Those who wait for an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    terms: PoolTerms,
    waiting: BTreeMap<u64, Waiting>,
    numbers: BTreeMap<AccountId, u64>,
    joined: u64,
}

impl Waiting {
    /// How far from his rating he looks at `at`.
    #[must_use]
    pub fn window(&self, terms: &PoolTerms, at: WallTime) -> Points {
        terms.window_after(at.since(self.since), self.seeker.wider)
    }

    /// When he is told next.
    fn told_at(&self, terms: &PoolTerms) -> WallTime {
        self.since.plus(Millis(terms.quiet.0.saturating_mul(u64::from(self.told) + 1)))
    }

    fn due(&self, terms: &PoolTerms) -> WallTime {
        self.look_at.min(self.told_at(terms)).min(self.since.plus(terms.longest))
    }
}

impl Pool {
    /// Nobody waits. The terms are taken as they are: [`PoolTerms::check`] them first.
    #[must_use]
    pub const fn new(terms: PoolTerms) -> Self {
        Self { terms, waiting: BTreeMap::new(), numbers: BTreeMap::new(), joined: 0 }
    }

    /// How many wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nobody waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Somebody who waits.
    #[must_use]
    pub fn find(&self, account: AccountId) -> Option<&Waiting> {
        self.waiting.get(self.numbers.get(&account)?)
    }

    /// Somebody begins to wait; [`Pool::look`] at once.
    ///
    /// # Errors
    /// [`JoinError`]; nothing has changed.
    pub fn join(&mut self, seeker: Seeker, at: WallTime) -> Result<(), JoinError> {
        if self.numbers.contains_key(&seeker.account) {
            return Err(JoinError::Waiting);
        }
        if self.waiting.len() >= self.terms.most_waiting {
            return Err(JoinError::Full(self.waiting.len()));
        }
        seeker.check(&self.terms)?;
        self.joined += 1;
        let number = self.joined;
        self.numbers.insert(seeker.account, number);
        let waiting = Waiting { seeker, since: at, number, look_at: at, told: 0, asked: false };
        self.waiting.insert(number, waiting);
        Ok(())
    }

    /// Somebody waits no longer; `None` if he did not.
    pub fn leave(&mut self, account: AccountId) -> Option<Seeker> {
        let number = self.numbers.remove(&account)?;
        self.waiting.remove(&number).map(|waiting| waiting.seeker)
    }

    /// Somebody says yes to a wider window; [`Pool::look`] at once. False if he does not wait.
    pub fn widen(&mut self, account: AccountId, at: WallTime) -> bool {
        let waiting = self.numbers.get(&account).and_then(|number| self.waiting.get_mut(number));
        waiting.is_some_and(|waiting| {
            waiting.seeker.wider = true;
            waiting.look_at = waiting.look_at.min(at);
            true
        })
    }

    /// Somebody whose game was not made waits on: with the time that he has waited, and what he was told and asked. He is
    /// looked at again at `look_at`.
    ///
    /// # Errors
    /// [`JoinError::Waiting`]; nothing has changed.
    pub fn wait_on(&mut self, seeker: Seeker, since: WallTime, look_at: WallTime) -> Result<(), JoinError> {
        if self.numbers.contains_key(&seeker.account) {
            return Err(JoinError::Waiting);
        }
        self.joined += 1;
        let number = self.joined;
        let told = u32::try_from(look_at.since(since).0 / self.terms.quiet.0.max(1)).unwrap_or(u32::MAX);
        self.numbers.insert(seeker.account, number);
        self.waiting.insert(number, Waiting { seeker, since, number, look_at, told, asked: told > 0 });
        Ok(())
    }

    /// Something is known of somebody that was not when he was last looked at; [`Pool::look`] at once. False if he does not
    /// wait.
    pub fn look_again(&mut self, account: AccountId, at: WallTime) -> bool {
        let waiting = self.numbers.get(&account).and_then(|number| self.waiting.get_mut(number));
        waiting.map(|waiting| waiting.look_at = waiting.look_at.min(at)).is_some()
    }

    /// Everybody who waits, in the order of joining.
    pub fn iter(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.values()
    }

    /// When [`Pool::look`] has something to do next.
    #[must_use]
    pub fn due(&self) -> Option<WallTime> {
        self.waiting.values().map(|waiting| waiting.due(&self.terms)).min()
    }

    /// Pairs those who fit, and tells those who wait long. Who has just come, or whose window has just widened, is looked
    /// at, the longest waiting first, and gets the one of the others who fits best.
    ///
    /// `may_meet` says whether two may play for that stake by what they have staked before (within half of the pair
    /// limits, neither has blocked the other).
    pub fn look(
        &mut self,
        at: WallTime,
        mut may_meet: impl FnMut(&Seeker, &Seeker, Amount) -> bool,
    ) -> Vec<PoolEvent> {
        let mut events = Vec::new();
        let fresh = self.waiting.values().filter(|waiting| waiting.look_at <= at);
        let fresh: Vec<u64> = fresh.map(|waiting| waiting.number).collect();
        for number in fresh {
            if let Some((other, fit)) = self.best(number, at, &mut may_meet) {
                events.extend(self.take(number, other, fit, at));
            } else if let Some(waiting) = self.waiting.get_mut(&number) {
                let step = self.terms.widen_every.0.max(1);
                let steps = at.since(waiting.since).0 / step + 1;
                waiting.look_at = waiting.since.plus(Millis(steps.saturating_mul(step)));
            }
        }
        self.tell(at, &mut events);
        events
    }

    /// Who fits best to one who waits, if he still does.
    fn best(
        &self,
        number: u64,
        at: WallTime,
        may_meet: &mut impl FnMut(&Seeker, &Seeker, Amount) -> bool,
    ) -> Option<(u64, Fit)> {
        let own = self.waiting.get(&number)?;
        let mut best: Option<(u64, Fit)> = None;
        for other in self.waiting.values().filter(|other| other.number != number) {
            let Some(fit) = fit(&self.terms, own, other, at) else { continue };
            if best.is_some_and(|(_, best)| best.cost <= fit.cost)
                || fit.repeats && self.others_wait(own, other, at)
                || !may_meet(&own.seeker, &other.seeker, fit.stake)
            {
                continue;
            }
            best = Some((other.number, fit));
        }
        best
    }

    /// Whether so many others wait in the window of either that the two do not meet again. Others whom a further rule
    /// keeps from them count too: two who agreed to pass money can't empty the room by their own conditions.
    fn others_wait(&self, a: &Waiting, b: &Waiting, at: WallTime) -> bool {
        let others_of = |own: &Waiting| {
            let counts = |other: &&Waiting| {
                other.number != a.number
                    && other.number != b.number
                    && other.seeker.profile == own.seeker.profile
                    && in_window(&self.terms, own, other, at)
            };
            self.waiting.values().filter(counts).take(self.terms.repeat_others).count()
        };
        others_of(a).max(others_of(b)) >= self.terms.repeat_others
    }

    /// Two leave to play.
    fn take(&mut self, number: u64, other: u64, fit: Fit, at: WallTime) -> Option<PoolEvent> {
        let (first, second) = (self.waiting.remove(&number)?, self.waiting.remove(&other)?);
        for gone in [&first, &second] {
            self.numbers.remove(&gone.seeker.account);
        }
        let (white, black) = if fit.first_white { (first, second) } else { (second, first) };
        Some(PoolEvent::Paired(Box::new(PoolPair {
            waited: PerColour { white: at.since(white.since), black: at.since(black.since) },
            players: PerColour { white: white.seeker, black: black.seeker },
            stake: fit.stake,
        })))
    }

    /// Tells those who have waited long, and lets those go who have waited longest.
    fn tell(&mut self, at: WallTime, events: &mut Vec<PoolEvent>) {
        let mut gone = Vec::new();
        for waiting in self.waiting.values_mut() {
            let account = waiting.seeker.account;
            let waited = at.since(waiting.since);
            if waited >= self.terms.longest {
                gone.push(account);
                events.push(PoolEvent::GaveUp { account, waited });
            } else if waiting.told_at(&self.terms) <= at {
                // who was not looked at for long is told once
                let times = waited.0 / self.terms.quiet.0.max(1);
                waiting.told = u32::try_from(times).unwrap_or(u32::MAX);
                let wider = waiting.seeker.wider || std::mem::replace(&mut waiting.asked, true);
                events.push(if wider {
                    PoolEvent::StillWaiting { account, waited }
                } else {
                    PoolEvent::AskWider { account, waited }
                });
            }
        }
        for account in gone {
            self.leave(account);
        }
    }
}
