//! Two stakes held together until their subject is decided, and what each outcome gives. Pure arithmetic.

use crate::{Account, Leg, Subject, Transfer};
use ids::{AccountId, Amount, BasisPoints};

/// Both players' stakes for one subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pot {
    subject: Subject,
    white: AccountId,
    black: AccountId,
    stake: Amount,
    fee: BasisPoints,
}

/// How the pot's subject was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PotOutcome {
    /// White gets the pot less the fee.
    White,
    /// Black gets the pot less the fee.
    Black,
    /// Nobody won: both stakes go back whole, and no fee is taken.
    Returned,
}

/// Such a pot can't be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PotError {
    /// A stake is more than nothing, and both together are at most [`Amount::MAX`].
    #[error("a stake of {0} minor units is outside 1 to {max}", max = Amount::MAX.0 / 2)]
    Stake(Amount),
    /// The fee is more than the whole pot.
    #[error("a fee of {} basis points is more than the whole (10000)", .0.0)]
    Fee(BasisPoints),
    /// Nobody plays against himself.
    #[error("{0} can't stake against itself")]
    SamePlayer(AccountId),
}

impl Pot {
    /// A pot of two equal stakes.
    ///
    /// # Errors
    /// [`PotError`] when no such pot can be.
    pub fn new(
        subject: Subject,
        white: AccountId,
        black: AccountId,
        stake: Amount,
        fee: BasisPoints,
    ) -> Result<Self, PotError> {
        if stake <= Amount::ZERO || stake.0 > Amount::MAX.0 / 2 {
            return Err(PotError::Stake(stake));
        }
        if fee > BasisPoints::WHOLE {
            return Err(PotError::Fee(fee));
        }
        if white == black {
            return Err(PotError::SamePlayer(white));
        }
        Ok(Self { subject, white, black, stake, fee })
    }

    /// Both stakes together.
    #[must_use]
    pub const fn total(&self) -> Amount {
        Amount(self.stake.0 * 2)
    }

    /// The commission on a decisive outcome: floor(pot × basis points / 10 000).
    #[must_use]
    pub fn fee(&self) -> Amount {
        let fee = i128::from(self.total().0) * i128::from(self.fee.0) / i128::from(BasisPoints::WHOLE.0);
        Amount(i64::try_from(fee).expect("a fee is at most its pot, which fits"))
    }

    /// What the winner gets: the pot less the fee.
    #[must_use]
    pub fn prize(&self) -> Amount {
        Amount(self.total().0 - self.fee().0)
    }

    /// The two transfers that hold the stakes: `wallet → escrow`.
    #[must_use]
    pub fn hold(&self) -> [Transfer; 2] {
        let escrow = Account::Escrow(self.subject.id);
        let stake =
            |leg, player| Transfer::new(self.subject, leg, Account::Wallet(player), escrow, self.stake);
        [stake(Leg::StakeWhite, self.white), stake(Leg::StakeBlack, self.black)]
    }

    /// The transfers that empty the escrow for that outcome. A leg of nothing (no fee, or all fee) is left out.
    #[must_use]
    pub fn settle(&self, outcome: PotOutcome) -> Vec<Transfer> {
        let transfers = match outcome {
            PotOutcome::White => self.pay(self.white),
            PotOutcome::Black => self.pay(self.black),
            PotOutcome::Returned => vec![
                self.leave(Leg::RefundWhite, Account::Wallet(self.white), self.stake)
                    .giving_back(Leg::StakeWhite),
                self.leave(Leg::RefundBlack, Account::Wallet(self.black), self.stake)
                    .giving_back(Leg::StakeBlack),
            ],
        };
        let paid: i64 = transfers.iter().map(|transfer| transfer.amount.0).sum();
        assert_eq!(paid, self.total().0, "the pot of {} is not paid out whole", self.subject);
        transfers
    }

    fn pay(&self, winner: AccountId) -> Vec<Transfer> {
        [(Leg::Payout, Account::Wallet(winner), self.prize()), (Leg::Fee, Account::House, self.fee())]
            .into_iter()
            .filter(|(_, _, amount)| *amount > Amount::ZERO)
            .map(|(leg, account, amount)| self.leave(leg, account, amount))
            .collect()
    }

    fn leave(&self, leg: Leg, to: Account, amount: Amount) -> Transfer {
        Transfer::new(self.subject, leg, Account::Escrow(self.subject.id), to, amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    use std::collections::HashMap;
    use uuid::Uuid;

    const OUTCOMES: [PotOutcome; 3] = [PotOutcome::White, PotOutcome::Black, PotOutcome::Returned];

    fn player(n: u128) -> AccountId {
        AccountId(Uuid::from_u128(n))
    }

    fn pot(stake: i64, fee: u16) -> Result<Pot, PotError> {
        let subject = Subject { kind: "game", id: Uuid::from_u128(9) };
        Pot::new(subject, player(1), player(2), Amount(stake), BasisPoints(fee))
    }

    fn balances(transfers: &[Transfer]) -> HashMap<Account, i64> {
        let mut balances = HashMap::new();
        for entry in transfers.iter().flat_map(Transfer::entries) {
            *balances.entry(entry.account).or_default() += entry.amount.0;
        }
        balances
    }

    #[track_caller]
    fn check(stake: i64, fee: u16, outcome: PotOutcome, white: i64, black: i64, house: i64) {
        let pot = pot(stake, fee).unwrap();
        let all: Vec<Transfer> = pot.hold().into_iter().chain(pot.settle(outcome)).collect();
        let after = balances(&all);
        let of = |account| after.get(&account).copied().unwrap_or(0);
        assert_eq!(
            (of(Account::Wallet(player(1))), of(Account::Wallet(player(2))), of(Account::House)),
            (white, black, house)
        );
        assert_eq!(of(Account::Escrow(Uuid::from_u128(9))), 0, "the escrow keeps something");
    }

    #[test]
    fn the_winner_gets_both_stakes_less_the_fee() {
        check(100, 500, PotOutcome::White, 90, -100, 10);
        check(100, 500, PotOutcome::Black, -100, 90, 10);
    }

    #[test]
    fn a_fee_is_rounded_down_to_the_players_good() {
        check(1, 500, PotOutcome::White, 1, -1, 0); // 2 × 5 % = 0.1
        check(19, 500, PotOutcome::White, 18, -19, 1); // 38 × 5 % = 1.9
        check(333, 333, PotOutcome::Black, -333, 311, 22); // 666 × 3.33 % = 22.1778
    }

    #[test]
    fn a_draw_an_abort_or_a_void_costs_nobody_anything() {
        check(100, 500, PotOutcome::Returned, 0, 0, 0);
        check(i64::pow(2, 52) - 1, 10_000, PotOutcome::Returned, 0, 0, 0);
    }

    #[test]
    fn the_ends_of_the_fee_and_of_the_stake_hold() {
        check(100, 0, PotOutcome::White, 100, -100, 0);
        check(100, 10_000, PotOutcome::White, -100, -100, 200);
        let most = Amount::MAX.0 / 2;
        let fee = most * 2 / 10_000 * 9_999 + most * 2 % 10_000 * 9_999 / 10_000;
        check(most, 9_999, PotOutcome::Black, -most, most - fee, fee);
    }

    #[test]
    fn a_refund_names_the_stake_that_it_gives_back() {
        let pot = pot(100, 500).unwrap();
        let [white, black] = pot.hold();
        let back: Vec<_> = pot.settle(PotOutcome::Returned).iter().map(|t| t.refers_to).collect();
        assert_eq!(back, [Some(white.id), Some(black.id)]);
    }

    #[test]
    fn pots_that_can_not_be_are_refused() {
        for stake in [0, -5, i64::MIN, Amount::MAX.0 / 2 + 1, i64::MAX] {
            assert_eq!(pot(stake, 500), Err(PotError::Stake(Amount(stake))));
        }
        assert_eq!(pot(1, 10_001), Err(PotError::Fee(BasisPoints(10_001))));
        let subject = Subject { kind: "game", id: Uuid::from_u128(9) };
        let alone = Pot::new(subject, player(1), player(1), Amount(5), BasisPoints(0));
        assert_eq!(alone, Err(PotError::SamePlayer(player(1))));
    }

    #[test]
    fn m9_every_outcome_of_every_pot_empties_the_escrow_and_loses_no_cent() {
        for seed in 0..2_000_u64 {
            let mut chance = SmallRng::seed_from_u64(seed);
            let size = chance.random_range(1..=52);
            let stake = chance.random_range(1..(1_i64 << size));
            let fee = chance.random_range(0..=10_000);
            let pot = pot(stake, fee).unwrap();
            for outcome in OUTCOMES {
                let said = format!("seed {seed}: stake {stake}, fee {fee}, {outcome:?}");
                let settled = pot.settle(outcome);
                let mut all: Vec<Transfer> = pot.hold().to_vec();
                all.extend(&settled);
                let after = balances(&all);
                assert_eq!(after.values().sum::<i64>(), 0, "{said}: the sum is not zero");
                assert_eq!(after[&Account::Escrow(Uuid::from_u128(9))], 0, "{said}: the escrow is not empty");
                assert!(all.iter().all(|t| t.amount > Amount::ZERO), "{said}: a transfer of nothing or less");
                for wallet in [1, 2].map(|n| Account::Wallet(player(n))) {
                    assert!(after[&wallet] >= -stake, "{said}: a player lost more than the stake");
                }
                let house = after.get(&Account::House).copied().unwrap_or(0);
                let decisive = outcome != PotOutcome::Returned;
                assert_eq!(house, if decisive { pot.fee().0 } else { 0 }, "{said}: the house");
                assert!(
                    pot.fee().0 as i128 * 10_000 <= 2 * i128::from(stake) * i128::from(fee),
                    "{said}: fee"
                );
            }
        }
    }
}
