//! The cap on what two players can win from each other in a day. Knows no stake: it is asked before one.

use super::{change::RatingChange, class::RatingClass, terms::RatingTerms, value::Points};
use ids::{AccountId, WallTime};
use serde::{Deserialize, Serialize};

/// What two players have won from each other within the window, voids taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairGain {
    /// The first player's net points from the second.
    pub first: Points,
    /// The second's from the first. Not the first's with the sign changed: each moves by his own deviation.
    pub second: Points,
    /// Whether their next game is rated: for both or for neither.
    pub rated: bool,
}

/// What `first` and `second` have won from each other in `class` in the window before `at`, and so whether a game that
/// they begin now is rated. `changes` may hold rows of others, of other classes and older ones; they do not count.
#[must_use]
pub fn pair_gain<'a>(
    terms: &RatingTerms,
    changes: impl IntoIterator<Item = &'a RatingChange>,
    class: &RatingClass,
    (first, second): (AccountId, AccountId),
    at: WallTime,
) -> PairGain {
    let mut gain = PairGain { first: Points::ZERO, second: Points::ZERO, rated: true };
    let counts = |row: &&RatingChange| row.class == *class && row.at.plus(terms.pair_gain_window) > at;
    for row in changes.into_iter().filter(counts) {
        let won = row.after.rating.minus(row.before.rating);
        if (row.account, row.opponent) == (first, second) {
            gain.first = gain.first.plus(won);
        } else if (row.account, row.opponent) == (second, first) {
            gain.second = gain.second.plus(won);
        }
    }
    gain.rated = gain.first.max(gain.second) < terms.pair_gain;
    gain
}
