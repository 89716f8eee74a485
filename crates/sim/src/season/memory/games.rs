//! Games in memory: the journal, the placement, the bank and the rater's list. Knows no event's state.

use super::{GameRow, Memory, Rows};
use async_trait::async_trait;
use competition::{Holder, Points};
use draughts::{Side, Variant};
use game::{GameEvent, Outcome, PerSide, TimeControl};
use ids::{AccountId, Amount, GameId, Millis, WallTime};
use rooms::{
    Append, AppendError, Bank, BankError, Journal, NewGame, Placement, RatedGame, RatingNow, Ratings,
    Settlement, StartError, StoredGame, Wallet,
};

#[async_trait]
impl Journal for Memory {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let mut rows = self.rows();
        let row = rows.games.get_mut(&append.game).ok_or(AppendError::Fenced)?;
        if row.stored.events.len() != append.after.0 as usize || row.stored.ended.is_some() {
            return Err(AppendError::Fenced);
        }
        for stamped in append.events {
            row.stored.last_event_at = stamped.decided_at;
            if let GameEvent::Ended { ending, .. } = &stamped.event {
                row.stored.ended = Some(*ending);
            }
            row.stored.events.push(stamped);
        }
        if row.stored.ended.is_some() {
            let (at, of_event) = (row.stored.last_event_at, row.stored.terms.event.is_some());
            rows.unfinished.remove(&append.game);
            if of_event {
                rows.unnoted.insert((at, append.game));
            } else {
                rows.payable.insert(append.game);
            }
        }
        Ok(())
    }

    fn age(&self) -> Millis {
        Millis::ZERO
    }
}

#[async_trait]
impl Placement for Memory {
    async fn take_lease(&self) -> Result<(), BankError> {
        Ok(())
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        let rows = self.rows();
        Ok(rows.unfinished.iter().map(|game| rows.games[game].stored.clone()).collect())
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        Ok(self.rows().games.get(&game).map(|row| row.stored.clone()))
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        Ok(self.rows().unfinished.iter().copied().collect())
    }

    fn is_owner(&self) -> bool {
        true
    }

    fn was_away(&self) -> Option<Millis> {
        None
    }
}

impl Rows {
    /// Pays an ended game.
    fn settle(&mut self, game: GameId) -> Option<Settlement> {
        let row: &mut GameRow = self.games.get_mut(&game)?;
        row.stored.settled = true;
        let (terms, players) = (row.stored.terms.clone(), row.stored.players.clone());
        let outcome = row.stored.ended?.outcome;
        let pot = terms.stake.0 * 2;
        let fee = match outcome {
            Outcome::Won(_) => pot * i64::from(terms.fee.0) / 10_000,
            Outcome::Draw | Outcome::Void => 0,
        };
        let received = |side| match outcome {
            Outcome::Won(winner) if winner == side => pot - fee,
            Outcome::Won(_) => 0,
            Outcome::Draw | Outcome::Void => terms.stake.0,
        };
        let received = PerSide { white: Amount(received(Side::White)), black: Amount(received(Side::Black)) };
        *self.held.entry(Holder::Game(game)).or_default() -= pot;
        if self.held.get(&Holder::Game(game)) == Some(&0) {
            self.held.remove(&Holder::Game(game));
        }
        *self.held.entry(Holder::House).or_default() += fee;
        for side in Side::BOTH {
            let account = players[side].account;
            *self.held.entry(Holder::Wallet(account)).or_default() += received[side].0;
            *self.versions.entry(account).or_default() += 1;
        }
        let wallets =
            PerSide { white: self.wallet(players.white.account), black: self.wallet(players.black.account) };
        Some(Settlement { game, outcome, pot: Amount(pot), fee: Amount(fee), received, wallets })
    }
}

#[async_trait]
impl Bank for Memory {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        let mut rows = self.rows();
        let stake = new.terms.stake;
        for side in Side::BOTH {
            let account = new.players[side].account;
            let plays = rows.unfinished.iter().filter(|game| {
                let stored = &rows.games[game].stored;
                stored.terms.event.is_none()
                    && Side::BOTH.iter().any(|side| stored.players[*side].account == account)
            });
            if plays.count() >= new.game_limit as usize {
                return Err(StartError::GameLimit { account });
            }
            let balance = rows.wallet(account).balance;
            if balance < stake {
                return Err(StartError::InsufficientFunds { account, balance, stake });
            }
        }
        for side in Side::BOTH {
            let account = new.players[side].account;
            *rows.held.entry(Holder::Wallet(account)).or_default() -= stake.0;
            *rows.versions.entry(account).or_default() += 1;
        }
        rows.held.insert(Holder::Game(new.game), 2 * stake.0);
        rows.games.insert(new.game, GameRow::new(&new));
        rows.unfinished.insert(new.game);
        let players = &new.players;
        Ok(PerSide { white: rows.wallet(players.white.account), black: rows.wallet(players.black.account) })
    }

    async fn settle_due(&self, limit: u32, _at: WallTime) -> Result<Vec<Settlement>, BankError> {
        let mut rows = self.rows();
        let due: Vec<GameId> = rows.payable.iter().take(limit as usize).copied().collect();
        let mut settled = Vec::with_capacity(due.len());
        for game in due {
            rows.payable.remove(&game);
            settled.extend(rows.settle(game));
        }
        Ok(settled)
    }

    async fn settlements(&self, _games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        Ok(Vec::new())
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        Ok(self.rows().wallet(account))
    }

    async fn times_white(&self, _: Variant, _: AccountId) -> Result<u64, BankError> {
        Ok(0)
    }

    async fn barred_until(&self, _: AccountId) -> Result<Option<WallTime>, BankError> {
        Ok(None)
    }
}

/// Rates nothing: the arithmetic of ratings has its own tests.
#[async_trait]
impl Ratings for Memory {
    async fn rate_due(&self, _limit: u32) -> Result<Vec<RatedGame>, BankError> {
        Ok(Vec::new())
    }

    async fn rating_now(
        &self,
        _account: AccountId,
        _variant: Variant,
        _clock: TimeControl,
        _at: WallTime,
    ) -> Result<RatingNow, BankError> {
        Ok(RatingNow { rating: Points::whole(1_500), deviation: Points::whole(350) })
    }
}
