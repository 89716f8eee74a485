//! The clock of a season: virtual, so that a week passes in a moment; it goes on where the last process was killed. Knows no event.

use ids::{Millis, Moment, WallTime};
use rooms::GameClock;
use std::time::Duration;
use tokio::time::Instant;

/// The wall clock of one process: where it began, and what tokio's paused time has counted since.
pub(super) struct SeasonClock {
    began: Instant,
    wall: WallTime,
}

impl SeasonClock {
    /// A clock that shows `wall` now.
    pub(super) fn new(wall: WallTime) -> Self {
        Self { began: Instant::now(), wall }
    }

    fn micros(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).expect("no season takes 500 000 years")
    }

    /// How long it is until `at`.
    pub(super) fn until(&self, at: WallTime) -> Duration {
        Duration::from_micros(u64::try_from(at.0 - self.wall().0).unwrap_or(0))
    }

    /// When this process began.
    pub(super) const fn began(&self) -> WallTime {
        self.wall
    }
}

impl GameClock for SeasonClock {
    fn now(&self) -> Moment {
        Moment(self.micros()).plus(Millis(1_000))
    }

    fn wall(&self) -> WallTime {
        WallTime(self.wall.0.saturating_add_unsigned(self.micros()))
    }
}
