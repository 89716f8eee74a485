//! The boards: who sits down, who does not, how it ends.

use super::{Habits, Life};
use competition::tournament::{Change, EventGame, Format};
use competition::{Finish, GameOver, GameResult, PerColour};
use ids::{EntryId, GameId, Millis, WallTime};
use rand::Rng;
use rand::rngs::SmallRng;
use std::collections::BTreeSet;

/// What is to happen at a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) ends: WallTime,
    pub(crate) there: PerColour<bool>,
    pub(crate) over: GameOver,
}

impl Life {
    /// What the world does about a change.
    pub(super) fn after(&mut self, change: &Change) {
        match change {
            Change::RoundPaired(paired) => {
                let games: Vec<EventGame> =
                    paired.tables.iter().filter_map(|table| table.game.clone()).collect();
                games.iter().for_each(|game| self.seat(game));
            }
            Change::GameMade(game) => self.seat(game),
            Change::GameDecided { game, .. } => {
                self.boards.remove(game);
            }
            Change::Aborted(_) => self.boards.clear(),
            Change::Resumed => {
                for board in self.boards.values_mut() {
                    board.ends = board.ends.max(self.now).plus(Millis(60_000));
                }
            }
            Change::Removed(_) | Change::CaseClosed { .. } => {
                let live: BTreeSet<GameId> = self.state.live_games().map(|game| game.id).collect();
                self.boards.retain(|game, _| live.contains(game));
            }
            _ => {}
        }
    }

    pub(super) fn habits(&self, entry: EntryId) -> Habits {
        let account = self.state.entries()[&entry].account;
        *self.people.iter().find(|one| one.account == account).unwrap()
    }

    /// Two sit down to a game, or do not.
    fn seat(&mut self, game: &EventGame) {
        assert!(self.made.insert(game.id), "seed {}: game {} is made twice", self.seed, game.id);
        let (white, black) = (self.habits(game.white), self.habits(game.black));
        let there = PerColour {
            white: !self.rng.random_bool(white.no_show),
            black: !self.rng.random_bool(black.no_show),
        };
        let arena = matches!(self.state.terms().format, Format::Arena { .. });
        let minutes = if arena { self.rng.random_range(1..6) } else { self.rng.random_range(1..14) };
        let mut ends = self.now.plus(Millis(minutes * 60_000 + self.rng.random_range(0..1000)));
        let strong = f64::from(white.rating - black.rating) / 1600.0 + 0.5;
        let mut result = if self.rng.random_bool(white.draws * black.draws) {
            GameResult::Draw
        } else if self.rng.random_bool(strong.clamp(0.05, 0.95)) {
            GameResult::White
        } else {
            GameResult::Black
        };
        let mut finish = Finish::Played;
        if !there.white || !there.black {
            result = match (there.white, there.black) {
                (true, false) => GameResult::White,
                (false, true) => GameResult::Black,
                _ => GameResult::Neither,
            };
            if game.grace_until.is_none() {
                // without a first-move window who stays away is flagged
                if result == GameResult::Neither {
                    result = GameResult::Black;
                }
            } else {
                finish = Finish::Forfeit;
                let by_room = self.rng.random_bool(0.3);
                ends =
                    if by_room { self.now.plus(Millis(150_000)) } else { self.now.plus(Millis(86_400_000)) };
            }
        } else if self.rng.random_bool(0.02) {
            result = GameResult::Void;
        } else if self.rng.random_bool(0.002) {
            // a game that nobody ever hears of again
            ends = self.now.plus(Millis(86_400_000));
        }
        let spent = |rng: &mut SmallRng| Millis(rng.random_range(0..60_000));
        let over = GameOver {
            result,
            finish,
            plies: 40,
            thinking: PerColour { white: spent(&mut self.rng), black: spent(&mut self.rng) },
            left: PerColour { white: Millis(100_000), black: Millis(90_000) },
            at: ends,
        };
        self.boards.insert(game.id, Board { ends, there, over });
    }
}
