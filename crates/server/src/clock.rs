//! The one place where the server reads the clock: monotonic game time, and wall time for rows and people.

use ids::{Moment, WallTime};
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The instant that every `Moment` of this process counts from.
#[expect(clippy::disallowed_methods, reason = "the server reads the clock that the inner crates are given")]
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Microseconds since this process first asked. Monotonic: a step of the wall clock changes nothing.
#[must_use]
pub(crate) fn now() -> Moment {
    // One second is added, so that `Moment(0)` is earlier than anything that happens here.
    Moment(u64::try_from(BEGAN.elapsed().as_micros()).unwrap_or(u64::MAX).saturating_add(1_000_000))
}

/// The wall clock; decides nothing.
#[must_use]
pub(crate) fn wall() -> WallTime {
    #[expect(
        clippy::disallowed_methods,
        reason = "the server reads the clock that the inner crates are given"
    )]
    let now = SystemTime::now();
    let since = now.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_micros());
    WallTime(i64::try_from(since).unwrap_or(i64::MAX))
}

/// The instant a wall-clock duration of `seconds` from now.
#[must_use]
pub(crate) fn wall_after(seconds: u64) -> WallTime {
    WallTime(wall().0.saturating_add(i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000_000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn game_time_never_goes_back() {
        let first = now();
        assert!(first > Moment(0));
        assert!((0..1000).map(|_| now()).is_sorted());
    }
}
