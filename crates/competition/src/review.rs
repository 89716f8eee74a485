//! Whether a pot is held for a review before it is settled. Pure; knows no ledger and nobody who reviews.

use ids::{Amount, BasisPoints, Millis, WallTime};
use serde::{Deserialize, Serialize};

/// When a pot is looked at before it is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewTerms {
    /// How long a pot is held.
    pub hold: Millis,
    /// A loss by resignation, flag or forfeit before this ply is early.
    pub early_ply: u16,
    /// An early loss is looked at from this share of the range's highest stake on.
    pub early_stake: BasisPoints,
    /// A flow to the winner of this many stakes is looked at.
    pub flow_stakes: u32,
}

impl Default for ReviewTerms {
    fn default() -> Self {
        Self { hold: Millis(24 * 3_600_000), early_ply: 20, early_stake: BasisPoints(2500), flow_stakes: 5 }
    }
}

/// How a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LostBy {
    /// On the board.
    Board,
    /// By resigning.
    Resignation,
    /// By the clock.
    Flag,
    /// By a first move that was not made.
    Forfeit,
}

/// A game that the loser of a pot lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostGame {
    /// How.
    pub by: LostBy,
    /// Plies that were played.
    pub plies: u16,
}

/// What is known of a pot that one of two players has won. A pot that goes back to both passes no money, and is not asked
/// about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WonPot {
    /// What each put up for it.
    pub stake: Amount,
    /// Where the range of stakes ends.
    pub highest: Amount,
    /// The games that its loser lost: one, but for a match paid as one.
    pub lost: Vec<LostGame>,
    /// The two have played on one device.
    pub same_device: bool,
    /// The two have played from one address.
    pub same_address: bool,
    /// The two have paid from one source.
    pub same_payment: bool,
    /// Net flow from the loser to the winner in the window of the pair limits, this pot's stake included.
    pub flow: i128,
}

/// Why a pot is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewReason {
    /// A large stake was given up early.
    EarlyLoss,
    /// One device.
    SameDevice,
    /// One address.
    SameAddress,
    /// One payment source.
    SamePayment,
    /// Much has gone one way.
    OneWayFlow,
}

/// A hold: the pot is not settled before `until`, unless a review ends sooner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewHold {
    /// Never empty, in the order of [`ReviewReason`].
    pub reasons: Vec<ReviewReason>,
    /// When the result stands by itself.
    pub until: WallTime,
}

impl ReviewTerms {
    /// Whether a pot that was won at `at` is held, and why.
    #[must_use]
    pub fn hold(&self, pot: &WonPot, at: WallTime) -> Option<ReviewHold> {
        let reasons: Vec<_> = [
            (self.early(pot), ReviewReason::EarlyLoss),
            (pot.same_device, ReviewReason::SameDevice),
            (pot.same_address, ReviewReason::SameAddress),
            (pot.same_payment, ReviewReason::SamePayment),
            (self.one_way(pot), ReviewReason::OneWayFlow),
        ]
        .into_iter()
        .filter_map(|(holds, reason)| holds.then_some(reason))
        .collect();
        (!reasons.is_empty()).then(|| ReviewHold { reasons, until: at.plus(self.hold) })
    }

    fn early(&self, pot: &WonPot) -> bool {
        let whole = i128::from(BasisPoints::WHOLE.0);
        let large =
            i128::from(pot.stake.0) * whole >= i128::from(pot.highest.0) * i128::from(self.early_stake.0);
        let early = |lost: &LostGame| lost.by != LostBy::Board && lost.plies < self.early_ply;
        large && pot.lost.iter().any(early)
    }

    fn one_way(&self, pot: &WonPot) -> bool {
        pot.stake > Amount::ZERO && pot.flow >= i128::from(self.flow_stakes) * i128::from(pot.stake.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pot(stake: i64, by: LostBy, plies: u16) -> WonPot {
        WonPot {
            stake: Amount(stake),
            highest: Amount(1000),
            lost: vec![LostGame { by, plies }],
            same_device: false,
            same_address: false,
            same_payment: false,
            flow: i128::from(stake),
        }
    }

    fn reasons(pot: &WonPot) -> Vec<ReviewReason> {
        let hold = ReviewTerms::default().hold(pot, WallTime(0));
        assert!(hold.as_ref().is_none_or(|hold| hold.until == WallTime(24 * 3_600_000_000)));
        hold.map_or_else(Vec::new, |hold| hold.reasons)
    }

    #[test]
    fn a_large_stake_given_up_before_ply_twenty_is_held() {
        for by in [LostBy::Resignation, LostBy::Flag, LostBy::Forfeit] {
            assert_eq!(reasons(&pot(250, by, 19)), [ReviewReason::EarlyLoss], "{by:?}");
            assert_eq!(reasons(&pot(249, by, 19)), [], "{by:?}: a small stake");
            assert_eq!(reasons(&pot(250, by, 20)), [], "{by:?}: not early");
        }
        assert_eq!(reasons(&pot(1000, LostBy::Board, 8)), [], "lost on the board");
        let mut of_a_match = pot(1000, LostBy::Board, 60);
        of_a_match.lost.push(LostGame { by: LostBy::Resignation, plies: 6 });
        assert_eq!(reasons(&of_a_match), [ReviewReason::EarlyLoss]);
    }

    #[test]
    fn what_the_two_share_and_a_flow_of_five_stakes_hold_a_pot_of_any_size() {
        let base = pot(10, LostBy::Board, 60);
        let cases = [
            (WonPot { same_device: true, ..base.clone() }, ReviewReason::SameDevice),
            (WonPot { same_address: true, ..base.clone() }, ReviewReason::SameAddress),
            (WonPot { same_payment: true, ..base.clone() }, ReviewReason::SamePayment),
            (WonPot { flow: 50, ..base.clone() }, ReviewReason::OneWayFlow),
        ];
        for (pot, reason) in cases {
            assert_eq!(reasons(&pot), [reason]);
        }
        assert_eq!(reasons(&WonPot { flow: 49, ..base.clone() }), []);
        assert_eq!(reasons(&WonPot { flow: -500, ..base.clone() }), [], "the loser won more before");
        let all = WonPot {
            same_device: true,
            same_address: true,
            same_payment: true,
            flow: 5000,
            ..pot(1000, LostBy::Flag, 2)
        };
        assert_eq!(reasons(&all).len(), 5);
    }
}
