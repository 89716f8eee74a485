//! A journal, a bank and a placement in memory, with faults on demand.

use async_trait::async_trait;
use draughts::{Position, Side};
use game::{GameEvent, Outcome, PerSide};
use ids::{AccountId, Amount, GameId, Millis, Version, WallTime};
use rooms::{
    Append, AppendError, Bank, BankError, GateAct, Journal, NewGame, Placement, Settlement, StakeGate,
    Stamped, StartError, StoredGame, Wallet,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// What goes wrong next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The append takes this long.
    Stall(Duration),
    /// The append is refused; nothing was written.
    Refuse,
    /// So many appends are written, but their answers are lost.
    LoseAnswers(u32),
    /// The append is written, and its room fails by a mistake of ours.
    Fail,
}

#[derive(Clone, Default)]
pub(crate) struct Rows {
    pub(crate) games: HashMap<GameId, StoredGame>,
    pub(crate) wallets: HashMap<AccountId, (i64, i64)>,
    pub(crate) settlements: u32,
    pub(crate) fault: Option<Fault>,
    pub(crate) appends: u32,
    pub(crate) taken_over: bool,
}

/// The rows, shared by all ports.
#[derive(Default)]
pub(crate) struct Memory(Mutex<Rows>);

impl Memory {
    pub(crate) fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap()
    }

    /// The rows as a process that starts now would find them; whoever still runs on the old ones is dead to it.
    pub(crate) fn after_a_crash(&self) -> Arc<Self> {
        Arc::new(Self(Mutex::new(self.rows().clone())))
    }

    fn wallet_of(rows: &Rows, account: AccountId) -> Wallet {
        let (balance, version) = rows.wallets.get(&account).copied().unwrap_or_default();
        Wallet { account, balance: Amount(balance), version }
    }

    fn write(&self, append: Append) -> Result<(), AppendError> {
        let mut rows = self.rows();
        let stored = rows.games.get_mut(&append.game).ok_or(AppendError::Fenced)?;
        if stored.events.len() != append.after.0 as usize {
            return Err(AppendError::Fenced);
        }
        for stamped in append.events {
            if let GameEvent::Ended { ending, .. } = &stamped.event {
                stored.ended = Some(*ending);
            }
            stored.events.push(stamped);
        }
        rows.appends += 1;
        Ok(())
    }

    pub(crate) fn version(&self, game: GameId) -> Version {
        Version(u32::try_from(self.rows().games[&game].events.len()).unwrap())
    }
}

#[async_trait]
impl Journal for Memory {
    async fn append(&self, append: Append) -> Result<(), AppendError> {
        let fault = self.rows().fault.take();
        match fault {
            None => self.write(append),
            Some(Fault::Stall(time)) => {
                tokio::time::sleep(time).await;
                self.write(append)
            }
            Some(Fault::Refuse) => Err(AppendError::Unavailable),
            Some(Fault::LoseAnswers(more)) => {
                self.rows().fault = (more > 1).then(|| Fault::LoseAnswers(more - 1));
                self.write(append)?;
                Err(AppendError::Fenced)
            }
            Some(Fault::Fail) => {
                self.write(append)?;
                panic!("planted: the room fails after the commit");
            }
        }
    }

    fn age(&self) -> Millis {
        Millis::ZERO
    }
}

#[async_trait]
impl Bank for Memory {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        let mut rows = self.rows();
        for side in [Side::White, Side::Black] {
            let account = new.players[side].account;
            let live = rows.games.values().filter(|game| {
                game.ended.is_none()
                    && (game.players.white.account == account || game.players.black.account == account)
            });
            if live.count() >= new.game_limit as usize {
                return Err(StartError::GameLimit { account });
            }
            let balance = Self::wallet_of(&rows, account).balance;
            if balance < new.terms.stake {
                return Err(StartError::InsufficientFunds { account, balance, stake: new.terms.stake });
            }
        }
        if let Some(of) = new.rematch_of {
            if let Some(made) = rows.games[&of].rematch {
                return Err(StartError::RematchExists(made));
            }
            rows.games.get_mut(&of).unwrap().rematch = Some(new.game);
        }
        for side in [Side::White, Side::Black] {
            let wallet = rows.wallets.get_mut(&new.players[side].account).unwrap();
            wallet.0 -= new.terms.stake.0;
            wallet.1 += 1;
        }
        let wallets = PerSide {
            white: Self::wallet_of(&rows, new.players.white.account),
            black: Self::wallet_of(&rows, new.players.black.account),
        };
        let started = Stamped { event: GameEvent::Started, received_at: None, decided_at: new.at };
        rows.games.insert(
            new.game,
            StoredGame {
                game: new.game,
                start: Position::initial(new.terms.variant),
                terms: new.terms,
                players: new.players,
                events: vec![started],
                ended: None,
                settled: false,
                rematch_of: new.rematch_of,
                rematch: None,
                watchable: new.watchable,
                started_at: new.at,
                last_event_at: new.at,
            },
        );
        Ok(wallets)
    }

    async fn settle_due(&self, _limit: u32) -> Result<Vec<Settlement>, BankError> {
        let mut rows = self.rows();
        let due: Vec<GameId> = rows
            .games
            .values()
            .filter(|game| game.ended.is_some() && !game.settled)
            .map(|game| game.game)
            .collect();
        let mut settled = Vec::new();
        for id in due {
            let game = rows.games.get_mut(&id).unwrap();
            game.settled = true;
            let (outcome, players) = (game.ended.unwrap().outcome, game.players.clone());
            let (stake, pot) = (game.terms.stake.0, game.terms.stake.0 * 2);
            let fee = match outcome {
                Outcome::Won(_) => pot * i64::from(game.terms.fee.0) / 10_000,
                _ => 0,
            };
            let share = |side| match outcome {
                Outcome::Won(winner) if winner == side => pot - fee,
                Outcome::Won(_) => 0,
                _ => stake,
            };
            let received = PerSide { white: Amount(share(Side::White)), black: Amount(share(Side::Black)) };
            for side in [Side::White, Side::Black] {
                let wallet = rows.wallets.get_mut(&players[side].account).unwrap();
                wallet.0 += received[side].0;
                wallet.1 += 1;
            }
            rows.settlements += 1;
            settled.push(Settlement {
                game: id,
                outcome,
                pot: Amount(pot),
                fee: Amount(fee),
                received,
                wallets: PerSide {
                    white: Self::wallet_of(&rows, players.white.account),
                    black: Self::wallet_of(&rows, players.black.account),
                },
            });
        }
        Ok(settled)
    }

    async fn settlements(&self, _games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        Ok(Vec::new())
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        Ok(Self::wallet_of(&self.rows(), account))
    }

    async fn times_white(&self, _: draughts::Variant, account: AccountId) -> Result<u64, BankError> {
        let rows = self.rows();
        Ok(rows.games.values().filter(|game| game.players.white.account == account).count() as u64)
    }

    async fn barred_until(&self, _account: AccountId) -> Result<Option<WallTime>, BankError> {
        Ok(None)
    }
}

#[async_trait]
impl Placement for Memory {
    async fn take_lease(&self) -> Result<(), BankError> {
        Ok(())
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        Ok(self.rows().games.values().filter(|game| game.ended.is_none()).cloned().collect())
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        Ok(self.rows().games.get(&game).cloned())
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        let rows = self.rows();
        Ok(rows.games.values().filter(|game| game.ended.is_none()).map(|game| game.game).collect())
    }

    fn is_owner(&self) -> bool {
        !self.rows().taken_over
    }

    fn was_away(&self) -> Option<Millis> {
        None
    }
}

impl StakeGate for Memory {
    fn may(&self, _account: AccountId, _act: GateAct, _amount: Amount) -> Result<(), String> {
        Ok(())
    }
}
