//! Token buckets: how often somebody may do something. Time is an argument.

use ids::{Millis, Moment};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// How much may be done: at once, and in the long run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    burst: f64,
    per_second: f64,
}

impl Rate {
    /// `burst` at once, `per_second` in the long run.
    pub(crate) fn per_second(per_second: f64, burst: u32) -> Self {
        Self { burst: f64::from(burst), per_second }
    }

    /// `count` a minute, all of them at once if need be.
    pub(crate) fn per_minute(count: u32) -> Self {
        Self { burst: f64::from(count), per_second: f64::from(count) / 60.0 }
    }

    /// `count` an hour, all of them at once if need be.
    pub(crate) fn per_hour(count: u32) -> Self {
        Self { burst: f64::from(count), per_second: f64::from(count) / 3600.0 }
    }
}

/// One bucket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    at: Moment,
}

impl Bucket {
    /// A full one.
    pub(crate) fn full(rate: Rate, now: Moment) -> Self {
        Self { left: rate.burst, at: now }
    }

    fn refill(&mut self, rate: Rate, now: Moment) {
        let micros = now.0.saturating_sub(self.at.0);
        #[expect(clippy::cast_precision_loss, reason = "a bucket needs no exact microseconds")]
        let gained = micros as f64 / 1e6 * rate.per_second;
        self.left = (self.left + gained).min(rate.burst);
        self.at = self.at.max(now);
    }

    /// Takes one, or says how long to wait for it.
    ///
    /// # Errors
    /// The wait.
    pub(crate) fn take(&mut self, rate: Rate, now: Moment) -> Result<(), Millis> {
        self.refill(rate, now);
        if self.left >= 1.0 {
            self.left -= 1.0;
            return Ok(());
        }
        let seconds = (1.0 - self.left) / rate.per_second;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a wait is positive and short"
        )]
        let wait = (seconds * 1000.0).ceil() as u64;
        Err(Millis(wait))
    }
}

/// A bucket for each key. Keys whose bucket is full again are forgotten.
pub(crate) struct RateLimit<K> {
    rate: Rate,
    buckets: Mutex<Buckets<K>>,
}

struct Buckets<K> {
    by_key: HashMap<K, Bucket>,
    sweep_at: usize,
}

impl<K: Eq + Hash> RateLimit<K> {
    /// With this rate for each key.
    pub(crate) fn new(rate: Rate) -> Self {
        Self { rate, buckets: Mutex::new(Buckets { by_key: HashMap::new(), sweep_at: 1024 }) }
    }

    /// Whether one could be taken now; nothing is taken.
    ///
    /// # Errors
    /// The wait.
    pub(crate) fn peek(&self, key: &K, now: Moment) -> Result<(), Millis> {
        let buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.by_key.get(key).map_or(Ok(()), |bucket| {
            let mut looked_at = *bucket;
            looked_at.take(self.rate, now)
        })
    }

    /// Takes one from the key's bucket, or says how long to wait.
    ///
    /// # Errors
    /// The wait.
    pub(crate) fn take(&self, key: K, now: Moment) -> Result<(), Millis> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.by_key.len() >= buckets.sweep_at {
            let rate = self.rate;
            buckets.by_key.retain(|_, bucket| {
                bucket.refill(rate, now);
                bucket.left < rate.burst
            });
            buckets.sweep_at = (buckets.by_key.len() * 2).max(1024);
        }
        buckets.by_key.entry(key).or_insert_with(|| Bucket::full(self.rate, now)).take(self.rate, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Moment = Moment(5_000_000);

    #[test]
    fn a_bucket_gives_its_burst_then_its_rate_and_says_how_long_to_wait() {
        let limit = RateLimit::new(Rate::per_second(2.0, 3));
        for _ in 0..3 {
            assert_eq!(limit.take("ana", AT), Ok(()));
        }
        assert_eq!(limit.take("ana", AT), Err(Millis(500)));
        assert_eq!(limit.peek(&"ana", AT), Err(Millis(500)));
        assert_eq!((limit.peek(&"rui", AT), limit.peek(&"rui", AT)), (Ok(()), Ok(())));
        assert_eq!(limit.take("rui", AT), Ok(()), "another key has its own");
        assert!(limit.take("ana", AT.plus(Millis(499))).is_err());
        assert_eq!(limit.take("ana", AT.plus(Millis(500))), Ok(()));
        assert!(limit.take("ana", AT.plus(Millis(500))).is_err());
    }

    #[test]
    fn time_that_seems_to_go_back_gives_nothing() {
        let rate = Rate::per_minute(1);
        let mut bucket = Bucket::full(rate, AT);
        assert_eq!(bucket.take(rate, AT), Ok(()));
        assert!(bucket.take(rate, Moment(0)).is_err());
        assert!(bucket.take(rate, AT).is_err());
    }

    #[test]
    fn keys_that_are_quiet_are_forgotten() {
        let limit = RateLimit::new(Rate::per_second(1000.0, 1));
        for key in 0..100_000_u64 {
            assert_eq!(limit.take(key, Moment(key * 1_000)), Ok(()));
        }
        assert!(limit.buckets.lock().unwrap().by_key.len() < 3_000);
    }
}
