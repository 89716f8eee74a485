//! The sockets that are open: counted by account and address, and closed when their session ends. Knows no frame.

use crate::address::household;
use ids::{AccountId, SessionId};
use protocol::GoodbyeReason;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Bounds on open sockets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveLimits {
    pub(crate) all: usize,
    pub(crate) per_account: usize,
    pub(crate) per_address: usize,
}

/// A socket is one too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many connections: {allowed} are allowed {whose}")]
pub(crate) struct TooManySockets {
    whose: &'static str,
    allowed: usize,
}

/// Who opened a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub(crate) account: AccountId,
    pub(crate) session: SessionId,
}

/// A socket's end, seen from outside: told once, with the reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    token: CancellationToken,
    reason: Arc<OnceLock<GoodbyeReason>>,
}

impl Ending {
    /// Tells the socket to end; the first reason stands.
    pub(crate) fn end(&self, reason: GoodbyeReason) {
        let _first = self.reason.set(reason);
        self.token.cancel();
    }

    /// Whether it was told to end.
    fn is_told(&self) -> bool {
        self.reason.get().is_some()
    }

    /// The signal itself. A socket cancelled without a reason read too slowly.
    pub(crate) const fn token(&self) -> &CancellationToken {
        &self.token
    }

    /// Why it ends.
    pub(crate) fn reason(&self) -> GoodbyeReason {
        self.reason.get().copied().unwrap_or(GoodbyeReason::TooSlow)
    }
}

struct Open {
    owner: Option<Owner>,
    ending: Ending,
}

#[derive(Default)]
struct State {
    next: u64,
    stopping: bool,
    open: HashMap<u64, Open>,
    by_account: HashMap<AccountId, usize>,
    by_address: HashMap<IpAddr, usize>,
    /// Sockets that ended although neither side had closed them.
    lost: u64,
}

/// How many sockets there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Count {
    /// Open ones.
    pub(crate) open: usize,
    /// Those that were lost since the start: neither side had closed them, or they read nothing any more.
    pub(crate) lost: u64,
}

/// All open sockets.
#[derive(Clone)]
pub(crate) struct Live {
    limits: LiveLimits,
    state: Arc<Mutex<State>>,
    tasks: TaskTracker,
}

/// A place among the open sockets; dropping it gives it back.
pub(crate) struct Place {
    live: Live,
    number: u64,
    address: IpAddr,
    owner: Option<Owner>,
    ending: Ending,
    /// Whether it was served and the client has gone without closing it.
    lost: bool,
}

impl Live {
    pub(crate) fn new(limits: LiveLimits) -> Self {
        Self { limits, state: Arc::default(), tasks: TaskTracker::new() }
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes a place, or says which bound is reached.
    ///
    /// # Errors
    /// [`TooManySockets`].
    pub(crate) fn enter(&self, owner: Option<Owner>, address: IpAddr) -> Result<Place, TooManySockets> {
        let address = household(address);
        let too_many = |whose, allowed| Err(TooManySockets { whose, allowed });
        self.with(|state| {
            let of_address = state.by_address.get(&address).copied().unwrap_or(0);
            let of_account =
                owner.and_then(|owner| state.by_account.get(&owner.account).copied()).unwrap_or(0);
            if state.open.len() >= self.limits.all {
                return too_many("in all", self.limits.all);
            }
            if of_account >= self.limits.per_account {
                return too_many("for one account", self.limits.per_account);
            }
            if of_address >= self.limits.per_address {
                return too_many("from one address", self.limits.per_address);
            }
            let ending = Ending::default();
            if state.stopping {
                ending.end(GoodbyeReason::Stopping);
            }
            state.next += 1;
            let number = state.next;
            state.open.insert(number, Open { owner, ending: ending.clone() });
            *state.by_address.entry(address).or_default() += 1;
            if let Some(owner) = owner {
                *state.by_account.entry(owner.account).or_default() += 1;
            }
            metrics::gauge!("damas_sockets_open").increment(1.0);
            Ok(Place { live: self.clone(), number, address, owner, ending, lost: false })
        })
    }

    /// How many sockets there are.
    pub(crate) fn count(&self) -> Count {
        self.with(|state| Count { open: state.open.len(), lost: state.lost })
    }

    /// Ends the sockets of a session.
    pub(crate) fn end_session(&self, session: SessionId) {
        self.end_where(GoodbyeReason::SignedOut, |owner| owner.is_some_and(|owner| owner.session == session));
    }

    /// Ends the sockets of an account but for those of one session.
    pub(crate) fn end_other_sessions(&self, account: AccountId, kept: SessionId) {
        self.end_where(GoodbyeReason::SignedOut, |owner| {
            owner.is_some_and(|owner| owner.account == account && owner.session != kept)
        });
    }

    /// Ends all sockets, and those that still come, because the server stops; waits until they are gone.
    pub(crate) async fn stop(&self) {
        self.with(|state| state.stopping = true);
        self.end_where(GoodbyeReason::Stopping, |_| true);
        self.tasks.close();
        self.tasks.wait().await;
    }

    /// The tasks of all sockets.
    pub(crate) const fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }

    fn end_where(&self, reason: GoodbyeReason, which: impl Fn(Option<Owner>) -> bool) {
        self.with(|state| {
            for open in state.open.values().filter(|open| which(open.owner)) {
                open.ending.end(reason);
            }
        });
    }
}

impl Place {
    /// The socket's number, unique in this process.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// The client has gone without closing it.
    pub(crate) const fn lose(&mut self) {
        self.lost = true;
    }

    /// Its end.
    pub(crate) const fn ending(&self) -> &Ending {
        &self.ending
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        metrics::gauge!("damas_sockets_open").decrement(1.0);
        self.live.with(|state| {
            state.open.remove(&self.number);
            state.lost += u64::from(self.lost && !self.ending.is_told());
            release(&mut state.by_address, self.address);
            if let Some(owner) = self.owner {
                release(&mut state.by_account, owner.account);
            }
        });
    }
}

fn release<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const LIMITS: LiveLimits = LiveLimits { all: 5, per_account: 2, per_address: 3 };

    fn owner(account: u128, session: u128) -> Option<Owner> {
        Some(Owner {
            account: AccountId(Uuid::from_u128(account)),
            session: SessionId(Uuid::from_u128(session)),
        })
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn each_bound_holds_and_a_place_that_is_left_is_free_again() {
        let live = Live::new(LIMITS);
        let first = live.enter(owner(1, 1), address(1)).unwrap();
        let _second = live.enter(owner(1, 2), address(2)).unwrap();
        let error = live.enter(owner(1, 3), address(3)).err().unwrap().to_string();
        assert_eq!(error, "too many connections: 2 are allowed for one account");
        drop(first);
        let _third = live.enter(owner(1, 3), address(3)).unwrap();
        let guests: Vec<_> = (0..2).map(|_| live.enter(None, address(3)).unwrap()).collect();
        let error = live.enter(None, address(3)).err().unwrap().to_string();
        assert_eq!(error, "too many connections: 3 are allowed from one address");
        let _last = live.enter(None, address(4)).unwrap();
        let error = live.enter(None, address(5)).err().unwrap().to_string();
        assert_eq!(error, "too many connections: 5 are allowed in all");
        drop(guests);
        assert!(live.enter(None, address(3)).is_ok());
        assert_eq!(live.with(|state| state.by_address.len()), 3);
    }

    #[test]
    fn a_session_that_ends_takes_its_own_sockets_along_and_no_others() {
        let live = Live::new(LIMITS);
        let mine = live.enter(owner(1, 1), address(1)).unwrap();
        let mine_elsewhere = live.enter(owner(1, 2), address(2)).unwrap();
        let hers = live.enter(owner(2, 3), address(3)).unwrap();
        live.end_session(SessionId(Uuid::from_u128(1)));
        assert!(mine.ending().token().is_cancelled());
        assert_eq!(mine.ending().reason(), GoodbyeReason::SignedOut);
        assert!(!mine_elsewhere.ending().token().is_cancelled());
        live.end_other_sessions(AccountId(Uuid::from_u128(1)), SessionId(Uuid::from_u128(1)));
        assert!(mine_elsewhere.ending().token().is_cancelled());
        assert!(!hers.ending().token().is_cancelled());
    }

    #[test]
    fn who_goes_without_closing_his_socket_is_lost_unless_he_was_told_to_go() {
        let live = Live::new(LIMITS);
        let mut sockets: Vec<_> = (1..=3).map(|n| live.enter(owner(n, n), address(1)).unwrap()).collect();
        sockets[1].lose();
        sockets[2].lose();
        live.end_session(SessionId(Uuid::from_u128(3)));
        assert_eq!(live.count(), Count { open: 3, lost: 0 });
        drop(sockets);
        assert_eq!(live.count(), Count { open: 0, lost: 1 });
    }

    #[tokio::test]
    async fn a_stop_ends_all_sockets_and_those_that_still_come() {
        let live = Live::new(LIMITS);
        let guest = live.enter(None, address(1)).unwrap();
        live.stop().await;
        assert_eq!(guest.ending().reason(), GoodbyeReason::Stopping);
        let late = live.enter(None, address(1)).unwrap();
        assert!(late.ending().token().is_cancelled());
    }
}
