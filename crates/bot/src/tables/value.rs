//! What a position is worth: outcome and distance. Knows no position.

use std::fmt;

/// What the side to move gets under best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// It wins.
    Win,
}

impl Outcome {
    /// The same seen by the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// Outcome and distance of one position while tables are made, in 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value(u16);

impl Value {
    /// Not found out yet.
    pub(crate) const UNKNOWN: Self = Self(0);
    pub(crate) const DRAW: Self = Self(1 << 13);
    const LOSS: u16 = 1 << 14;
    const WIN: u16 = 1 << 15;
    /// The longest distance that is told exactly while tables are made.
    const LONGEST: u16 = Self::DRAW.0 - 1;

    pub(crate) const fn win(distance: u16) -> Self {
        Self(Self::WIN | if distance < Self::LONGEST { distance } else { Self::LONGEST })
    }

    pub(crate) const fn loss(distance: u16) -> Self {
        Self(Self::LOSS | if distance < Self::LONGEST { distance } else { Self::LONGEST })
    }

    /// What was won or lost or drawn; `None` while it is unknown.
    pub(crate) const fn outcome(self) -> Option<Outcome> {
        match self.0 {
            0 => None,
            bits if bits & Self::WIN != 0 => Some(Outcome::Win),
            bits if bits & Self::LOSS != 0 => Some(Outcome::Loss),
            _ => Some(Outcome::Draw),
        }
    }

    /// The plies to the next irreversible one; 0 for what is drawn.
    pub(crate) const fn distance(self) -> u16 {
        self.0 & Self::LONGEST
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bits_hold_every_outcome_and_a_distance_that_saturates() {
        assert_eq!(Value::UNKNOWN.outcome(), None);
        assert_eq!((Value::DRAW.outcome(), Value::DRAW.distance()), (Some(Outcome::Draw), 0));
        assert_eq!((Value::win(7).outcome(), Value::win(7).distance()), (Some(Outcome::Win), 7));
        assert_eq!((Value::loss(0).outcome(), Value::loss(0).distance()), (Some(Outcome::Loss), 0));
        assert_eq!(
            (Value::loss(u16::MAX).outcome(), Value::loss(9000).distance()),
            (Some(Outcome::Loss), 8191)
        );
    }
}
