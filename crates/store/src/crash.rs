//! Points at which a test has this process end, as if somebody had killed it. Nothing is armed but by a switch for
//! development.

use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Where the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashPoint {
    /// Before a batch of events is sent.
    BeforeAppend,
    /// While a batch of events is being committed: it was sent, no answer was read.
    InCommit,
    /// After a batch of events was committed, before anybody is told.
    AfterCommit,
    /// In the transaction that makes a game, before its commit.
    InMatch,
    /// After that commit, before anybody is told.
    AfterMatch,
    /// In the transaction that pays games, before its commit.
    InSettle,
    /// After that commit, before anybody is told.
    AfterSettle,
}

impl CrashPoint {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::BeforeAppend,
        Self::InCommit,
        Self::AfterCommit,
        Self::InMatch,
        Self::AfterMatch,
        Self::InSettle,
        Self::AfterSettle,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::BeforeAppend => "before-append",
            Self::InCommit => "in-commit",
            Self::AfterCommit => "after-commit",
            Self::InMatch => "in-match",
            Self::AfterMatch => "after-match",
            Self::InSettle => "in-settle",
            Self::AfterSettle => "after-settle",
        }
    }
}

/// A point, and the how-manieth passing of it is the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrashAt {
    /// The point.
    pub point: CrashPoint,
    /// The passing, from 1.
    pub passing: u32,
}

impl FromStr for CrashAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            let words: Vec<&str> = CrashPoint::ALL.into_iter().map(CrashPoint::word).collect();
            format!("{text:?} is not POINT:N with POINT one of {} and N from 1", words.join(", "))
        };
        let (word, passing) = text.split_once(':').ok_or_else(wrong)?;
        let point = CrashPoint::ALL.into_iter().find(|point| point.word() == word).ok_or_else(wrong)?;
        let passing = passing.parse().ok().filter(|passing| *passing > 0).ok_or_else(wrong)?;
        Ok(Self { point, passing })
    }
}

struct Armed {
    point: CrashPoint,
    left: AtomicU32,
}

static ARMED: OnceLock<Armed> = OnceLock::new();

/// Arms a point for the rest of this process's life. For tests of crashes, in development alone: the caller sees to that.
pub fn arm_crash(at: CrashAt) {
    let armed = Armed { point: at.point, left: AtomicU32::new(at.passing) };
    let _first = ARMED.set(armed);
}

/// Whether this passing of the point is the one to end at.
pub(crate) fn is_last(point: CrashPoint) -> bool {
    ARMED.get().is_some_and(|armed| armed.point == point && armed.left.fetch_sub(1, Ordering::Relaxed) == 1)
}

/// Ends here if that is armed.
pub(crate) fn pass(point: CrashPoint) {
    if is_last(point) {
        die();
    }
}

/// Ends the process as kill -9 would: no destructor runs, nothing is flushed.
pub(crate) fn die() -> ! {
    let _sent = nix::sys::signal::raise(nix::sys::signal::Signal::SIGKILL);
    std::process::abort()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_a_point_and_a_passing() {
        for point in CrashPoint::ALL {
            assert_eq!(format!("{}:3", point.word()).parse(), Ok(CrashAt { point, passing: 3 }));
        }
        for wrong in ["", "in-commit", "in-commit:0", "in-commit:x", "nowhere:1"] {
            assert!(wrong.parse::<CrashAt>().is_err(), "{wrong}");
        }
    }
}
