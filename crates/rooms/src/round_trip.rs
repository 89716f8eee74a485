//! How long a socket's client takes to answer a ping: measured by the server, and shown as a step. Knows no socket: whoever pings
//! says what it took. The client's word counts for nothing.

use competition::PoolTerms;
use ids::Millis;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// So many of the last round trips count: one that was slow by chance does not.
const KEPT: usize = 5;

/// The last round trips of a socket.
#[derive(Debug, Default)]
pub struct RoundTrip(Mutex<VecDeque<Millis>>);

/// A round trip as others see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Latency {
    /// No slower than this step.
    Within(Millis),
    /// Slower than all steps.
    Slower,
    /// No ping was answered yet.
    Unknown,
}

impl RoundTrip {
    /// A ping was answered after so long.
    pub fn measured(&self, took: Millis) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() == KEPT {
            last.pop_front();
        }
        last.push_back(took);
    }

    /// The median of the last ones, of two the slower; `None` when no ping was answered yet.
    #[must_use]
    pub fn median(&self) -> Option<Millis> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sorted: Vec<Millis> = last.iter().copied().collect();
        drop(last);
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied()
    }
}

impl Latency {
    /// The step that a round trip is shown as.
    #[must_use]
    pub fn of(terms: &PoolTerms, measured: Option<Millis>) -> Self {
        match measured {
            None => Self::Unknown,
            Some(took) => terms.latency_step(took).map_or(Self::Slower, Self::Within),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_the_last_five_counts_and_is_shown_as_the_step_that_holds_it() {
        let (trip, terms) = (RoundTrip::default(), PoolTerms::default());
        assert_eq!(Latency::of(&terms, trip.median()), Latency::Unknown);
        for (took, median) in [(30, 30), (5_000, 5_000), (40, 40), (50, 50), (45, 45), (47, 47), (900, 47)] {
            trip.measured(Millis(took));
            assert_eq!(trip.median(), Some(Millis(median)), "after {took}");
        }
        assert_eq!(Latency::of(&terms, trip.median()), Latency::Within(Millis(50)));
        assert_eq!(Latency::of(&terms, Some(Millis(50))), Latency::Within(Millis(50)));
        assert_eq!(Latency::of(&terms, Some(Millis(51))), Latency::Within(Millis(100)));
        assert_eq!(Latency::of(&terms, Some(Millis(401))), Latency::Slower);
    }
}
