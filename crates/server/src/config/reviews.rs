//! When a pot is held and looked at before it is paid: in the lobby and in Rivals matches alike.

use super::error::{Problem, within};
use competition::ReviewTerms;
use ids::{BasisPoints, Millis};
use serde::{Deserialize, Serialize};

const DAY: u64 = 86_400;

/// Reviews.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewConfig {
    /// How long a pot is held, in seconds; then its result stands.
    pub hold_s: u64,
    /// A loss by resignation, flag or forfeit before this ply is early.
    pub early_ply: u16,
    /// An early loss is looked at from this share of the highest stake on, in basis points.
    pub early_stake_basis_points: BasisPoints,
    /// A flow to the winner of this many stakes is looked at.
    pub flow_stakes: u32,
    /// Whether a pot between two who have signed in from one address is looked at.
    pub same_address: bool,
}

impl Default for ReviewConfig {
    fn default() -> Self {
        let terms = ReviewTerms::default();
        Self {
            hold_s: terms.hold.0 / 1000,
            early_ply: terms.early_ply,
            early_stake_basis_points: terms.early_stake,
            flow_stakes: terms.flow_stakes,
            same_address: true,
        }
    }
}

impl ReviewConfig {
    pub(crate) const fn terms(&self) -> ReviewTerms {
        ReviewTerms {
            hold: Millis(self.hold_s.saturating_mul(1000)),
            early_ply: self.early_ply,
            early_stake: self.early_stake_basis_points,
            flow_stakes: self.flow_stakes,
        }
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "reviews.hold_s", self.hold_s, 1..=30 * DAY);
        within(problems, "reviews.early_ply", self.early_ply, 0..=1_000);
        within(
            problems,
            "reviews.early_stake_basis_points",
            self.early_stake_basis_points.0,
            0..=BasisPoints::WHOLE.0,
        );
        within(problems, "reviews.flow_stakes", self.flow_stakes, 1..=1_000_000);
    }
}
