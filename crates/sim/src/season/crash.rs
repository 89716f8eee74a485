//! Where a process dies, or is not answered, between the steps of a season. Knows no event.

use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use std::sync::{Mutex, PoisonError};
use tokio_util::sync::CancellationToken;

/// What goes wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crash {
    /// The process dies before the transaction.
    Before,
    /// The transaction is committed, and the process dies before anything is made of it: no room, no view, no answer.
    After,
    /// It is committed, and its answer is lost; the process lives.
    LostAnswer,
    /// The database refuses it; the process lives.
    Unavailable,
}

impl Crash {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Before => "killed before a step",
            Self::After => "killed after a step",
            Self::LostAnswer => "a step's answer lost",
            Self::Unavailable => "a step not taken",
        }
    }
}

/// Decides, by its own dice, which steps fail.
pub(super) struct Crashes {
    dice: Mutex<SmallRng>,
    /// How likely a step fails.
    often: f64,
    /// Cancelled when the process is dead.
    killed: Mutex<CancellationToken>,
}

impl Crashes {
    pub(super) fn new(seed: u64, often: f64) -> Self {
        let dice = Mutex::new(SmallRng::seed_from_u64(seed ^ 0xc4a5));
        Self { dice, often, killed: Mutex::default() }
    }

    fn roll<T>(&self, roll: impl FnOnce(&mut SmallRng) -> T) -> T {
        roll(&mut self.dice.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What happens to the next step.
    pub(super) fn next(&self) -> Option<Crash> {
        self.roll(|dice| {
            (self.often > 0.0 && dice.random_bool(self.often)).then(|| match dice.random_range(0..6) {
                0 | 1 => Crash::Before,
                2 | 3 => Crash::After,
                4 => Crash::LostAnswer,
                _ => Crash::Unavailable,
            })
        })
    }

    /// Whether the process dies at an append of a game's end: before, or after it.
    pub(super) fn at_an_end(&self) -> Option<Crash> {
        self.roll(|dice| {
            (self.often > 0.0 && dice.random_bool(self.often / 2.0))
                .then(|| if dice.random_bool(0.5) { Crash::Before } else { Crash::After })
        })
    }

    /// Whether the process dies at this instant, whatever it does.
    pub(super) fn now(&self) -> bool {
        self.roll(|dice| self.often > 0.0 && dice.random_bool(self.often / 25.0))
    }

    /// A new process has begun; completes when it is dead.
    pub(super) fn begin(&self) -> CancellationToken {
        let token = CancellationToken::new();
        *self.killed.lock().unwrap_or_else(PoisonError::into_inner) = token.clone();
        token
    }

    /// The process is dead: whoever calls this goes no further.
    pub(super) async fn die(&self) -> ! {
        self.killed.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        std::future::pending().await
    }
}
