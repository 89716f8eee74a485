//! The numbers of play now, as the operator may set them. Knows nobody who waits.

use crate::Points;
use ids::Millis;
use serde::{Deserialize, Serialize};

/// The numbers of play now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PoolTerms {
    /// How far apart two ratings may be at first.
    pub window: Points,
    /// How much further after each step of waiting.
    pub widen_by: Points,
    /// How long a step is; so often everybody who waits is looked at again.
    pub widen_every: Millis,
    /// How far at most, unless the player says yes to more; then it goes on widening.
    pub widest: Points,
    /// Within the window, a pair that is further apart than this is not an even game (107 points: 0.65 to 0.35 expected) …
    pub even: Points,
    /// … and is made only when both have waited for so long: a nearer one may come.
    pub even_for: Millis,
    /// After so long without an opponent a player is told, and again each time that it passes.
    pub quiet: Millis,
    /// After so long he no longer waits.
    pub longest: Millis,
    /// Two who met in this many last games of either are a repetition.
    pub repeat_games: usize,
    /// A repetition is not paired while so many others wait in the window of either.
    pub repeat_others: usize,
    /// A repetition that may be paired counts as so much further apart.
    pub repeat_points: Points,
    /// Each second that somebody has waited counts as so much nearer.
    pub wait_points: Points,
    /// Nobody's games with White and with Black come to differ by more.
    pub colour_difference: u32,
    /// The round trips that a player may name as his limit, rising; a measured one is shown as the first that holds it.
    pub latency_steps: Vec<Millis>,
    /// So many may wait in all; one more is refused.
    pub most_waiting: usize,
    /// So many devices and addresses of one player are looked at; one who brings more is refused.
    pub most_origins: usize,
}

impl Default for PoolTerms {
    fn default() -> Self {
        Self {
            window: Points::whole(100),
            widen_by: Points::whole(25),
            widen_every: Millis(5_000),
            widest: Points::whole(400),
            even: Points::whole(107),
            even_for: Millis(20_000),
            quiet: Millis(60_000),
            longest: Millis(600_000),
            repeat_games: 10,
            repeat_others: 4,
            repeat_points: Points::whole(200),
            wait_points: Points::whole(2),
            colour_difference: 2,
            latency_steps: [50, 100, 200, 400].map(Millis).to_vec(),
            most_waiting: 2_000,
            most_origins: 16,
        }
    }
}

/// Why terms are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PoolTermsError {
    /// The window shrinks, or never was one.
    #[error("the window {window} must be above 0, at most the widest {widest}, and widen by 0 or more")]
    Window {
        /// As given.
        window: Points,
        /// As given.
        widest: Points,
    },
    /// A time is nothing, or out of order.
    #[error("widen_every and quiet must be above 0, and longest at least quiet")]
    Times,
    /// The limits do not rise.
    #[error("the latency steps must be above 0 and rise")]
    LatencySteps,
    /// With a difference of nothing nobody could begin.
    #[error("the colour difference and the most who wait must be at least 1 and 2")]
    Counts,
}

impl PoolTerms {
    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// [`PoolTermsError`]: what does not.
    pub fn check(&self) -> Result<(), PoolTermsError> {
        if self.window <= Points::ZERO || self.window > self.widest || self.widen_by < Points::ZERO {
            return Err(PoolTermsError::Window { window: self.window, widest: self.widest });
        }
        let zero = Millis::ZERO;
        if self.widen_every == zero || self.quiet == zero || self.longest < self.quiet {
            return Err(PoolTermsError::Times);
        }
        let steps = &self.latency_steps;
        if steps.first() == Some(&zero) || !steps.is_sorted_by(|a, b| a < b) {
            return Err(PoolTermsError::LatencySteps);
        }
        if self.colour_difference == 0 || self.most_waiting < 2 {
            return Err(PoolTermsError::Counts);
        }
        Ok(())
    }

    /// The step that a measured round trip is shown as; `None` is slower than all.
    #[must_use]
    pub fn latency_step(&self, latency: Millis) -> Option<Millis> {
        self.latency_steps.iter().copied().find(|step| latency <= *step)
    }

    /// How far from his rating somebody who has waited so long looks.
    #[must_use]
    pub fn window_after(&self, waited: Millis, wider: bool) -> Points {
        let steps = i64::try_from(waited.0 / self.widen_every.0.max(1)).unwrap_or(i64::MAX);
        let window = self.window.plus(Points(self.widen_by.0.saturating_mul(steps)));
        if wider { window } else { window.min(self.widest) }
    }
}
