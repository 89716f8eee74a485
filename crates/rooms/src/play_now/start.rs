//! From two who fit to their game: through the bank like any other. One who can't play waits no longer; the other one waits on, with
//! the time that he has waited.

use super::handle::Message;
use super::waiter::{Place, PlayNowOver};
use super::{PlayNow, pool_time};
use crate::house::{Door, House};
use crate::lobby::answer;
use crate::ports::{Player, StakedTerms, StartError};
use crate::refusal::Refusal;
use competition::{PerColour, PoolPair, Seeker};
use game::PerSide;
use ids::{AccountId, GameId};
use std::sync::Arc;

/// Two whose game is being made.
pub(super) struct Starting(PerColour<Seeker>);

impl PlayNow {
    /// Has the game of two made, beside the owner.
    pub(super) fn begin(&mut self, house: &Arc<House>, pair: PoolPair) {
        let PoolPair { players, waited, stake } = pair;
        let accounts = [players.white.account, players.black.account];
        let named = |account: AccountId| {
            let waiter = self.waiters.get(&account)?;
            Some(Player { account, name: waiter.actor.name.clone() })
        };
        let seats = accounts.map(named);
        let terms = self.waiters.get(&accounts[0]).map(|waiter| waiter.terms(&house.catalogue, stake));
        let ([Some(white), Some(black)], Some(Ok(terms))) = (seats, terms) else {
            // the terms were checked when they came, and do not change while the server runs
            accounts.into_iter().for_each(|account| {
                self.drop_waiter(house, account, PlayNowOver::Refused(Refusal::Unavailable));
            });
            return;
        };
        for waited in [waited.white, waited.black] {
            metrics::histogram!("damas_play_now_wait_seconds").record(waited.0 as f64 / 1000.0);
        }
        let game = house.new_game();
        accounts.into_iter().for_each(|account| self.place(account, Place::Starting));
        self.starting.insert(game, Starting(players));
        self.spawn_start(house, game, terms, PerSide { white, black });
    }

    fn spawn_start(&self, house: &Arc<House>, game: GameId, terms: StakedTerms, players: PerSide<Player>) {
        let (house, own) = (Arc::clone(house), self.own.clone());
        tokio::spawn(async move {
            let result = house.start_staked(game, terms, players, Door::PlayNow, None).await;
            let _stopped = own.send(Message::Started { game, result }).await;
        });
    }

    pub(super) fn started(&mut self, house: &Arc<House>, game: GameId, result: &Result<(), StartError>) {
        let Some(Starting(players)) = self.starting.remove(&game) else { return };
        let accounts = [players.white.account, players.black.account];
        let Err(error) = result else {
            metrics::counter!("damas_play_now_paired_total").increment(1);
            for account in accounts {
                if let Some((sink, id)) = self.waiters.remove(&account).and_then(|waiter| waiter.cancelled) {
                    answer(&sink, id, Err(Refusal::SeekGone));
                }
                self.known.forget(account);
            }
            return;
        };
        if matches!(error, StartError::PairLimit(_)) {
            self.known.set_apart(accounts, true);
        }
        let failed = error.account();
        for seeker in [players.white, players.black] {
            let account = seeker.account;
            if failed == Some(account) {
                let refused = Refusal::of_start(error, account);
                self.answer_cancel(account);
                self.drop_waiter(house, account, PlayNowOver::Refused(refused));
            } else if self.answer_cancel(account) {
                self.drop_waiter(house, account, PlayNowOver::Cancelled);
            } else {
                self.wait_on(house, seeker, failed.is_some());
            }
        }
        self.look(house);
    }

    /// Whoever cancelled while his game was being made has his answer; false if he did not.
    fn answer_cancel(&mut self, account: AccountId) -> bool {
        let cancelled = self.waiters.get_mut(&account).and_then(|waiter| waiter.cancelled.take());
        cancelled.map(|(sink, id)| answer(&sink, id, Ok(()))).is_some()
    }

    /// He waits on; he is looked at at once when it was the other one who could not play, else after a step.
    fn wait_on(&mut self, house: &House, mut seeker: Seeker, at_once: bool) {
        let account = seeker.account;
        let Some(waiter) = self.waiters.get_mut(&account) else { return };
        waiter.place = Place::Waiting;
        seeker.wider |= waiter.seeker.wider;
        let since = pool_time(waiter.since);
        let now = pool_time(house.now());
        let look_at = if at_once { now } else { now.plus(self.limits.pool.widen_every) };
        if self.pool.wait_on(seeker, since, look_at).is_err() {
            self.drop_waiter(house, account, PlayNowOver::Refused(Refusal::Unavailable));
        }
    }
}
