//! Who has White first (R7). No lots are drawn. Knows no game.

use crate::{PerSeat, Seat};
use serde::{Deserialize, Serialize};

/// What the two have played against each other before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PairColours {
    /// How often each had White against the other.
    pub whites: PerSeat<u32>,
    /// Who had Black in their last game; `None` if they have not met.
    pub last_black: Option<Seat>,
}

impl PairColours {
    /// Who has White in the first game: who had it less often, else who had Black last, else the challenged player.
    #[must_use]
    pub fn first_white(&self) -> Seat {
        match self.whites.first.cmp(&self.whites.second) {
            std::cmp::Ordering::Less => Seat::First,
            std::cmp::Ordering::Greater => Seat::Second,
            std::cmp::Ordering::Equal => self.last_black.unwrap_or(Seat::Second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_goes_to_who_had_it_less_then_to_who_had_black_then_to_the_challenged_player() {
        for (first, second, last_black, white) in [
            (0, 0, None, Seat::Second),
            (1, 2, None, Seat::First),
            (3, 2, Some(Seat::First), Seat::Second),
            (2, 2, Some(Seat::First), Seat::First),
            (2, 2, Some(Seat::Second), Seat::Second),
        ] {
            let history = PairColours { whites: PerSeat { first, second }, last_black };
            assert_eq!(history.first_white(), white, "{history:?}");
        }
    }
}
