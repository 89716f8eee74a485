//! The two sides of a match or a tie, whatever their colour. Knows no account.

use crate::PerColour;
use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A side of a match or a tie: in Rivals the challenger is the first, in a knockout the higher seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Seat {
    /// The challenger, or the higher seed.
    First,
    /// The challenged player, or the lower seed.
    Second,
}

impl Seat {
    /// Both, the first one first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The one across the board.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PerSeat<T> {
    /// Of the first.
    pub first: T,
    /// Of the second.
    pub second: T,
}

impl<T> PerSeat<T> {
    /// One value for that seat and one for the other.
    pub fn of(seat: Seat, own: T, other: T) -> Self {
        match seat {
            Seat::First => Self { first: own, second: other },
            Seat::Second => Self { first: other, second: own },
        }
    }

    /// What the colours had, as the seats' own, where `white` had White.
    pub fn from_colours(values: PerColour<T>, white: Seat) -> Self {
        Self::of(white, values.white, values.black)
    }

    /// What the seats have, as the colours', where `white` has White.
    pub fn by_colour(self, white: Seat) -> PerColour<T> {
        match white {
            Seat::First => PerColour { white: self.first, black: self.second },
            Seat::Second => PerColour { white: self.second, black: self.first },
        }
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}
