//! Instants and durations as plain numbers. Knows no clock: whoever may read one passes the reading on.

use serde::{Deserialize, Serialize};

/// A duration in whole milliseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct Millis(pub u64);

impl Millis {
    /// No time.
    pub const ZERO: Self = Self(0);

    /// This much time in microseconds.
    #[must_use]
    pub const fn as_micros(self) -> u64 {
        self.0.saturating_mul(1000)
    }

    /// The sum; stops at the largest number.
    #[must_use]
    pub const fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference; stops at zero.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

/// An instant of game time: microseconds since the process began, monotonic. The only time that decides anything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub u64);

impl Moment {
    /// Whole milliseconds from `earlier` to this instant; zero when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        Millis(self.0.saturating_sub(earlier.0) / 1000)
    }

    /// The instant `wait` later.
    #[must_use]
    pub const fn plus(self, wait: Millis) -> Self {
        Self(self.0.saturating_add(wait.as_micros()))
    }
}

/// A wall-clock instant: microseconds since 1970-01-01T00:00:00Z. For rows, PDN and people; nothing is decided by it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct WallTime(pub i64);

impl WallTime {
    /// Whole milliseconds since 1970, as the wire says instants.
    #[must_use]
    pub const fn unix_millis(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// That much later.
    #[must_use]
    pub const fn plus(self, wait: Millis) -> Self {
        Self(self.0.saturating_add_unsigned(wait.as_micros()))
    }

    /// That much earlier.
    #[must_use]
    pub const fn minus(self, wait: Millis) -> Self {
        Self(self.0.saturating_sub_unsigned(wait.as_micros()))
    }

    /// The time since `earlier`, which is zero if that is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> Millis {
        let micros = self.0.saturating_sub(earlier.0);
        Millis(if micros > 0 { micros.unsigned_abs() / 1000 } else { 0 })
    }
}
