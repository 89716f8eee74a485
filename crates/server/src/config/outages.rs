//! What shows the server that it is out, so that tournaments are suspended.

use super::error::{Problem, within};
use competition::OutageTerms;
use ids::{BasisPoints, Millis};
use serde::{Deserialize, Serialize};

/// Outages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutageConfig {
    /// For how long the server is not ready, in milliseconds.
    pub not_ready_ms: u64,
    /// For how long the journal takes nothing, in milliseconds.
    pub journal_ms: u64,
    /// The share of the open sockets that is lost, in basis points …
    pub lost_basis_points: BasisPoints,
    /// … and at least so many …
    pub lost_least: u32,
    /// … within this time, in seconds.
    pub lost_within_s: u64,
    /// So long after the last loss who has not come back is absent, in seconds.
    pub back_within_s: u64,
    /// An outage is over when nothing has shown one for so long, in seconds.
    pub calm_s: u64,
}

/// The published rule.
impl Default for OutageConfig {
    fn default() -> Self {
        let terms = OutageTerms::default();
        Self {
            not_ready_ms: terms.not_ready.0,
            journal_ms: terms.journal.0,
            lost_basis_points: terms.lost_share,
            lost_least: terms.lost_least,
            lost_within_s: terms.lost_within.0 / 1000,
            back_within_s: terms.back_within.0 / 1000,
            calm_s: terms.calm.0 / 1000,
        }
    }
}

impl OutageConfig {
    pub(crate) const fn terms(&self) -> OutageTerms {
        OutageTerms {
            not_ready: Millis(self.not_ready_ms),
            journal: Millis(self.journal_ms),
            lost_share: self.lost_basis_points,
            lost_least: self.lost_least,
            lost_within: Millis(self.lost_within_s.saturating_mul(1000)),
            back_within: Millis(self.back_within_s.saturating_mul(1000)),
            calm: Millis(self.calm_s.saturating_mul(1000)),
        }
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "outages.not_ready_ms", self.not_ready_ms, 1_000..=600_000);
        within(problems, "outages.journal_ms", self.journal_ms, 250..=600_000);
        let share = self.lost_basis_points.0;
        within(problems, "outages.lost_basis_points", share, 1..=BasisPoints::WHOLE.0);
        within(problems, "outages.lost_least", self.lost_least, 1..=1_000_000);
        within(problems, "outages.lost_within_s", self.lost_within_s, 1..=600);
        within(problems, "outages.back_within_s", self.back_within_s, 0..=3_600);
        within(problems, "outages.calm_s", self.calm_s, 0..=600);
    }
}
