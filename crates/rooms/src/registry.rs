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

    /// Registers a room, unless the game has one that lives: a game has one owner. Gives back the one that has it already.
    pub(crate) fn insert(&self, handle: &RoomHandle, players: &[AccountId]) -> Result<(), RoomHandle> {
        self.write(|tables| {
            let game = handle.info().game;
            if let Some(living) = tables.rooms.get(&game).filter(|room| !room.is_closed()) {
                return Err(living.clone());
            }
            for account in players {
                tables.playing.entry(*account).or_default().insert(game);
            }
            tables.rooms.insert(game, handle.clone());
            Ok(())
        })
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

    /// Forgets a room that has ended; false when the game has another one by now.
    pub(crate) fn remove(&self, ended: &RoomHandle) -> bool {
        self.write(|tables| {
            let game = ended.info().game;
            let own = tables.rooms.get(&game).is_some_and(|room| room.is(ended));
            if own {
                tables.rooms.remove(&game);
            }
            own
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{GameInfo, Kind, Seat};
    use draughts::{Position, RuleSet, Variant};
    use game::{GameTerms, PerSide};
    use std::sync::Arc;
    use uuid::Uuid;

    fn room() -> (RoomHandle, crate::handle::Inbox) {
        let terms = GameTerms {
            variant: Variant::Brazilian,
            rule_set: RuleSet::Dream,
            time_control: None,
            first_move_window: None,
            unstarted: game::Unstarted::Aborts,
            carried: None,
            max_draw_offers: 3,
            offers_from_ply: 2,
        };
        let guest = || Seat::Guest { secret: String::new() };
        RoomHandle::new(Arc::new(GameInfo {
            game: GameId(Uuid::from_u128(1)),
            practiser: None,
            kind: Kind::Link,
            terms,
            start: Position::initial(Variant::Brazilian),
            seats: PerSide { white: guest(), black: guest() },
            address: None,
        }))
    }

    #[test]
    fn a_game_has_one_room_and_only_that_one_is_forgotten_by_its_end() {
        let registry = Registry::default();
        let ((first, first_inbox), (second, _second_inbox)) = (room(), room());
        assert!(registry.insert(&first, &[]).is_ok());
        let living = registry.insert(&second, &[]).expect_err("the first one lives");
        assert!(living.is(&first));
        assert!(!registry.remove(&second), "it was never the game's room");
        assert_eq!(registry.len(), 1);
        drop(first_inbox);
        assert!(registry.insert(&second, &[]).is_ok(), "the first one has ended");
        assert!(!registry.remove(&first), "the game has another room by now");
        assert!(registry.remove(&second));
        assert!(registry.is_empty());
    }
}
