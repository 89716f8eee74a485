//! All ratings in memory: the fold of all games. Knows no row; the store does the same with rows, two ratings at a time,
//! by the same [`rate_game`] and [`void_change`].

use super::{
    change::{FinishedGame, Held, RatingChange, Unrated, rate_game, void_change},
    class::RatingClass,
    terms::RatingTerms,
};
use crate::PerColour;
use ids::{AccountId, GameId, WallTime};
use std::collections::BTreeMap;

/// All ratings, and each game's changes.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingBook {
    terms: RatingTerms,
    held: BTreeMap<(AccountId, RatingClass), Held>,
    games: BTreeMap<GameId, Applied>,
}

#[derive(Clone, Debug, PartialEq)]
struct Applied {
    changes: PerColour<RatingChange>,
    voided: bool,
}

/// Why a void changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VoidError {
    /// The game was not rated.
    #[error("game {0} was not rated, so that there is nothing to take back")]
    NotRated(GameId),
    /// It was taken back before.
    #[error("what game {0} did to ratings was taken back before")]
    Voided(GameId),
}

impl RatingBook {
    /// Nobody has played.
    #[must_use]
    pub const fn new(terms: RatingTerms) -> Self {
        Self { terms, held: BTreeMap::new(), games: BTreeMap::new() }
    }

    /// An account's rating in a class.
    #[must_use]
    pub fn held(&self, account: AccountId, class: &RatingClass) -> Held {
        self.held.get(&(account, class.clone())).copied().unwrap_or_else(|| Held::new(&self.terms))
    }

    /// Applies games in order of (ended_at, game id), however they come. A game that was applied before changes nothing;
    /// one that ended before another that was applied in an earlier batch comes after it, with no idle days.
    pub fn rate(&mut self, games: impl IntoIterator<Item = FinishedGame>) -> Vec<RatingChange> {
        let mut games: Vec<_> = games.into_iter().collect();
        games.sort_unstable_by_key(FinishedGame::order);
        games.iter().filter_map(|game| self.rate_one(game).ok().flatten()).flat_map(both).collect()
    }

    /// Applies one game after all others; `None` when it was applied before.
    ///
    /// # Errors
    /// [`Unrated`]: why the game changes no rating.
    pub fn rate_one(&mut self, game: &FinishedGame) -> Result<Option<PerColour<RatingChange>>, Unrated> {
        if self.games.contains_key(&game.game) {
            return Ok(None);
        }
        let held = PerColour {
            white: self.held(game.players.white, &game.class),
            black: self.held(game.players.black, &game.class),
        };
        let changes = rate_game(&self.terms, game, &held)?;
        self.games.insert(game.game, Applied { changes: changes.clone(), voided: false });
        both(changes.clone()).iter().for_each(|change| self.hold(change));
        Ok(Some(changes))
    }

    /// Takes back what a game did, once.
    ///
    /// # Errors
    /// [`VoidError`]; nothing has changed.
    pub fn void(&mut self, game: GameId, at: WallTime) -> Result<PerColour<RatingChange>, VoidError> {
        let applied = self.games.get_mut(&game).ok_or(VoidError::NotRated(game))?;
        if applied.voided {
            return Err(VoidError::Voided(game));
        }
        applied.voided = true;
        let PerColour { white, black } = applied.changes.clone();
        let back = |change: &RatingChange| {
            void_change(&self.terms, change, &self.held(change.account, &change.class), at)
        };
        let changes = PerColour { white: back(&white), black: back(&black) };
        both(changes.clone()).iter().for_each(|change| self.hold(change));
        Ok(changes)
    }

    fn hold(&mut self, change: &RatingChange) {
        let held = Held { rating: change.after, seq: change.seq };
        self.held.insert((change.account, change.class.clone()), held);
    }
}

fn both(changes: PerColour<RatingChange>) -> [RatingChange; 2] {
    [changes.white, changes.black]
}
