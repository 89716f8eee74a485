//! Where each running game's room is. Knows addresses only.

use crate::handle::RoomHandle;
use ids::{AccountId, GameId};
use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};

/// The rooms of this process by game, and the staked games of each account.
#[derive(Debug, Default)]
pub struct Registry {
    tables: RwLock<Tables>,
}

#[derive(Debug, Default)]
struct Tables {
    rooms: HashMap<GameId, RoomHandle>,
    playing: HashMap<AccountId, HashSet<GameId>>,
}

impl Registry {
    fn read<T>(&self, act: impl FnOnce(&Tables) -> T) -> T {
        act(&self.tables.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write<T>(&self, act: impl FnOnce(&mut Tables) -> T) -> T {
        act(&mut self.tables.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// A game's room, if it runs here.
    #[must_use]
    pub fn find(&self, game: GameId) -> Option<RoomHandle> {
        self.read(|tables| tables.rooms.get(&game).filter(|room| !room.is_closed()).cloned())
    }

    /// All rooms.
    #[must_use]
    pub fn all(&self) -> Vec<RoomHandle> {
        self.read(|tables| tables.rooms.values().cloned().collect())
    }

    /// How many rooms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.read(|tables| tables.rooms.len())
    }

    /// Whether there is no room.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The staked games that an account is playing now.
    #[must_use]
    pub fn playing(&self, account: AccountId) -> Vec<GameId> {
        self.read(|tables| {
            tables.playing.get(&account).map(|games| games.iter().copied().collect()).unwrap_or_default()
        })
    }

    pub(crate) fn insert(&self, handle: RoomHandle, players: &[AccountId]) {
        self.write(|tables| {
            let game = handle.info().game;
            for account in players {
                tables.playing.entry(*account).or_default().insert(game);
            }
            tables.rooms.insert(game, handle);
        });
    }

    /// The game has ended for its players; its room may stay for a while.
    pub(crate) fn ended(&self, game: GameId, players: &[AccountId]) {
        self.write(|tables| {
            for account in players {
                if let Some(games) = tables.playing.get_mut(account) {
                    games.remove(&game);
                    if games.is_empty() {
                        tables.playing.remove(account);
                    }
                }
            }
        });
    }

    pub(crate) fn remove(&self, game: GameId) {
        self.write(|tables| {
            tables.rooms.remove(&game);
        });
    }
}
