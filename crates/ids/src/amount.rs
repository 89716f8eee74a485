//! Money as whole minor units. Knows no currency: a deployment has one.

use serde::{Deserialize, Serialize};

/// An amount of money in minor units (cents, or whole pesos where the currency has no cents).
///
/// Signed: an entry may take as well as give. On the wire it is a JSON integer of at most 2^53 − 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct Amount(pub i64);

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self(0);
    /// The largest amount that a JSON number carries exactly: 2^53 − 1.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// The sum, or `None` where it does not fit 64 bits.
    #[must_use]
    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference, or `None` where it does not fit 64 bits.
    #[must_use]
    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A share in hundredths of a percent: 10 000 is the whole.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct BasisPoints(pub u16);

impl BasisPoints {
    /// The whole: 10 000 basis points.
    pub const WHOLE: Self = Self(10_000);
}
