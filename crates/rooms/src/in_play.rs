//! The positions that stand, or stood within the last ten plies, on live staked boards: the bot does not play in them.

use draughts::{Position, Role, Side};
use ids::GameId;
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many plies a position stays refused after it stood.
const KEPT: usize = 10;
/// From which ply on positions count: before it everybody knows them.
const FROM_PLY: u16 = 10;

/// A position without regard to which way the board is turned: the side to move is always White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    movers: u64,
    others: u64,
    kings: u64,
    squares: u8,
}

impl Key {
    fn of(position: &Position) -> Self {
        let mover = position.side_to_move();
        let squares: u8 = match position.variant() {
            draughts::Variant::International => 50,
            _ => 32,
        };
        let mut key = Self { movers: 0, others: 0, kings: 0, squares };
        for (square, piece) in position.pieces() {
            let number = square.number() - 1;
            let turned = if mover == Side::White { number } else { squares - 1 - number };
            let bit = 1u64 << turned;
            if piece.side == mover {
                key.movers |= bit;
            } else {
                key.others |= bit;
            }
            if piece.role == Role::King {
                key.kings |= bit;
            }
        }
        key
    }
}

#[derive(Debug, Default)]
struct Boards {
    counts: HashMap<Key, u32>,
    recent: HashMap<GameId, VecDeque<Key>>,
}

/// The index of positions on live staked boards.
#[derive(Debug, Default)]
pub(crate) struct InPlay {
    boards: Mutex<Boards>,
}

impl InPlay {
    fn with<T>(&self, act: impl FnOnce(&mut Boards) -> T) -> T {
        act(&mut self.boards.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A live staked game stands in this position after `ply` plies.
    pub(crate) fn stands(&self, game: GameId, ply: u16, position: &Position) {
        if ply < FROM_PLY {
            return;
        }
        let key = Key::of(position);
        self.with(|boards| {
            let recent = boards.recent.entry(game).or_default();
            recent.push_back(key);
            let old = (recent.len() > KEPT + 1).then(|| recent.pop_front()).flatten();
            *boards.counts.entry(key).or_default() += 1;
            if let Some(old) = old {
                drop_one(&mut boards.counts, old);
            }
        });
    }

    /// That game has ended: its positions are free.
    pub(crate) fn ended(&self, game: GameId) {
        self.with(|boards| {
            for key in boards.recent.remove(&game).unwrap_or_default() {
                drop_one(&mut boards.counts, key);
            }
        });
    }

    /// Whether the position, turned either way, stands on a live staked board.
    pub(crate) fn holds(&self, position: &Position) -> bool {
        let key = Key::of(position);
        self.with(|boards| boards.counts.contains_key(&key))
    }
}

fn drop_one(counts: &mut HashMap<Key, u32>, key: Key) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use uuid::Uuid;

    #[test]
    fn a_position_on_a_staked_board_is_held_turned_too_until_ten_plies_or_the_end() {
        let index = InPlay::default();
        let game = GameId(Uuid::nil());
        let position = Position::initial(Variant::Brazilian);
        index.stands(game, 9, &position);
        assert!(!index.holds(&position), "before ply 10 everybody knows it");
        index.stands(game, 10, &position);
        assert!(index.holds(&position));
        let other = position.play(&position.legal_moves()[0]);
        for ply in 11..=21 {
            index.stands(game, ply, &other);
        }
        assert!(!index.holds(&position), "it stood more than ten plies ago");
        assert!(index.holds(&other));
        index.ended(game);
        assert!(!index.holds(&other));
    }
}
