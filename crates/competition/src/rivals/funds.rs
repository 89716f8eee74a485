//! What each event of a match does to money (R3, R10, R13). Knows no ledger.

use super::event::{GameMoney, MatchEvent};
use super::fold::MatchReplayError;
use super::state::Match;
use super::terms::StakeMode;
use crate::{Holder, MoneyLeg, MoneyMove, MoneyOf, PerSeat, Seat};
use ids::{AccountId, Amount, GameId};

impl Match {
    /// The movements that belong to the transaction of `event`, which follows this state: ask before it is applied. The
    /// stakes of a game that ended with [`GameMoney::Settle`] are the settler's.
    #[must_use]
    pub fn money(&self, event: &MatchEvent) -> Vec<MoneyMove> {
        let mut moves = match event {
            MatchEvent::Accepted { second, .. } => self.hold(*second),
            MatchEvent::GameStarted(start) => match start.stake {
                Some(stake) => self.put_into_game(start.game, start.white, stake),
                None => Vec::new(),
            },
            MatchEvent::GameEnded { game, white, money: GameMoney::BackToMatch, .. } => {
                self.take_out_of_game(*game, *white, self.terms.stake)
            }
            MatchEvent::Decided { .. } if self.terms.stake_mode == StakeMode::PerGame => {
                self.refund(self.held())
            }
            MatchEvent::Settled { outcome, .. } if self.terms.stake_mode == StakeMode::PerMatch => {
                match outcome.winner {
                    Some(winner) => self.pay(winner),
                    None => self.refund(self.held()),
                }
            }
            MatchEvent::NoShow { present: Some(present), forfeit: true } => {
                let mut moves = self.pay(*present);
                moves.extend(self.refund(Amount(self.held().0 - self.terms.stake.0)));
                moves
            }
            MatchEvent::Cancelled { .. } | MatchEvent::NoShow { .. } | MatchEvent::Voided { .. } => {
                self.refund(self.held())
            }
            _ => Vec::new(),
        };
        moves.retain(|each| each.amount > Amount::ZERO);
        moves
    }

    /// The match after these events, which follow this state, and all movements that belong to their transaction, in order.
    ///
    /// # Errors
    /// [`MatchReplayError`] at the first event that does not fit.
    pub fn after(&self, events: &[MatchEvent]) -> Result<(Self, Vec<MoneyMove>), MatchReplayError> {
        let (mut after, mut moves) = (self.clone(), Vec::new());
        for event in events {
            moves.extend(after.money(event));
            after.apply(event)?;
        }
        Ok((after, moves))
    }

    fn both(&self, each: impl Fn(Seat) -> Option<MoneyMove>) -> Vec<MoneyMove> {
        Seat::BOTH.into_iter().filter_map(each).collect()
    }

    fn own(&self, leg: MoneyLeg, from: Holder, to: Holder, amount: Amount) -> MoneyMove {
        MoneyMove { of: MoneyOf::Match(self.id), leg, from, to, amount }
    }

    fn escrow(&self) -> Holder {
        Holder::Match(self.id)
    }

    /// Both whole stakes, at acceptance; the second player may be one who takes an open seat.
    fn hold(&self, second: AccountId) -> Vec<MoneyMove> {
        [(MoneyLeg::StakeFirst, self.first), (MoneyLeg::StakeSecond, second)]
            .into_iter()
            .map(|(leg, player)| self.own(leg, Holder::Wallet(player), self.escrow(), self.terms.hold()))
            .collect()
    }

    /// So much of each player back to him.
    fn refund(&self, each: Amount) -> Vec<MoneyMove> {
        let legs = PerSeat { first: MoneyLeg::RefundFirst, second: MoneyLeg::RefundSecond };
        self.both(|seat| {
            let wallet = Holder::Wallet(self.player(seat)?);
            Some(self.own(legs[seat], self.escrow(), wallet, each))
        })
    }

    /// One pot: to the winner, less the fee, which is the house's.
    fn pay(&self, winner: Seat) -> Vec<MoneyMove> {
        let Some(player) = self.player(winner) else { return Vec::new() };
        let fee = self.terms.pot_fee();
        let prize = Amount(self.terms.pot().0 - fee.0);
        vec![
            self.own(MoneyLeg::Payout, self.escrow(), Holder::Wallet(player), prize),
            self.own(MoneyLeg::Fee, self.escrow(), Holder::House, fee),
        ]
    }

    fn put_into_game(&self, game: GameId, white: Seat, stake: Amount) -> Vec<MoneyMove> {
        let legs = PerSeat::of(white, MoneyLeg::StakeWhite, MoneyLeg::StakeBlack);
        self.both(|seat| {
            Some(MoneyMove {
                of: MoneyOf::Game(game),
                leg: legs[seat],
                from: self.escrow(),
                to: Holder::Game(game),
                amount: stake,
            })
        })
    }

    fn take_out_of_game(&self, game: GameId, white: Seat, stake: Amount) -> Vec<MoneyMove> {
        let legs = PerSeat::of(white, MoneyLeg::RefundWhite, MoneyLeg::RefundBlack);
        self.both(|seat| {
            Some(MoneyMove {
                of: MoneyOf::Game(game),
                leg: legs[seat],
                from: Holder::Game(game),
                to: self.escrow(),
                amount: stake,
            })
        })
    }
}
