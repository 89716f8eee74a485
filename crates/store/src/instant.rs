//! Wall times as the database's `timestamptz`. Both count microseconds, so nothing is rounded.

use ids::{Millis, WallTime};
use time::OffsetDateTime;

/// The wall time for a column.
pub(crate) fn to_row(at: WallTime) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(at.0) * 1000).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

/// The wall time of a column.
pub(crate) fn from_row(at: OffsetDateTime) -> WallTime {
    let micros = at.unix_timestamp_nanos().div_euclid(1000);
    WallTime(i64::try_from(micros).expect("a timestamp of the database is within 300 000 years of 1970"))
}

/// Milliseconds for a `bigint` column; more than 292 million years stop there.
pub(crate) fn millis_to_row(millis: Millis) -> i64 {
    i64::try_from(millis.0).unwrap_or(i64::MAX)
}

/// Milliseconds of a `bigint` column.
pub(crate) fn millis_from_row(millis: i64) -> Millis {
    Millis(u64::try_from(millis).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_comes_back_from_its_row_to_the_microsecond() {
        for micros in [0, 1, -1, 1_764_480_000_123_456, -62_000_000_000_000_001] {
            assert_eq!(from_row(to_row(WallTime(micros))), WallTime(micros));
        }
    }
}
