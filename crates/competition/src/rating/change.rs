//! What a finished game, or its void, does to the ratings of its two players. Knows no order of games: the caller brings
//! them in order of (ended_at, game id).

use super::{class::RatingClass, glicko2, terms::RatingTerms, value::Rating};
use crate::{Finish, GameResult, PerColour};
use ids::{AccountId, GameId, WallTime};
use serde::{Deserialize, Serialize};

/// What a game was a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PlayedAs {
    /// Against the bot or a friend, nothing staked.
    Practice,
    /// A staked game of the lobby or of play now.
    Lobby,
    /// A game of a Rivals match or of a tournament.
    Event,
    /// A game of a mini-match, which only breaks a tie.
    MiniMatch,
}

/// A game that ended, as the rater reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Which.
    pub game: GameId,
    /// Variant and pace.
    pub class: RatingClass,
    /// Who played.
    pub players: PerColour<AccountId>,
    /// What it was a part of.
    pub played_as: PlayedAs,
    /// Whether both were told before the stake that it would not be rated ([`super::PairGain`]).
    pub said_unrated: bool,
    /// Who won; an aborted game is void.
    pub result: GameResult,
    /// Whether it was played.
    pub finish: Finish,
    /// When it ended: with the id, its place in the order.
    pub ended_at: WallTime,
}

/// Why a game changes no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error, Serialize, Deserialize)]
pub enum Unrated {
    /// Practice.
    #[error("practice is not rated")]
    Practice,
    /// A mini-match.
    #[error("a mini-match is not rated")]
    MiniMatch,
    /// A first move that was not made, or nobody there.
    #[error("a forfeit is not rated")]
    Forfeit,
    /// Aborted or voided.
    #[error("a game that does not count is not rated")]
    Void,
    /// One of the two had too much from the other already.
    #[error("it was said before the stake that the game would not be rated")]
    PairGain,
    /// Both sides are one account.
    #[error("a game of an account against itself is not rated")]
    OneAccount,
}

impl FinishedGame {
    /// Its place among all games: the rater applies them in this order.
    #[must_use]
    pub const fn order(&self) -> (WallTime, GameId) {
        (self.ended_at, self.game)
    }

    /// White's share of the points.
    ///
    /// # Errors
    /// [`Unrated`]: why the game changes no rating.
    pub fn white_score(&self) -> Result<f64, Unrated> {
        match self.played_as {
            PlayedAs::Practice => return Err(Unrated::Practice),
            PlayedAs::MiniMatch => return Err(Unrated::MiniMatch),
            PlayedAs::Lobby | PlayedAs::Event => {}
        }
        if self.players.white == self.players.black {
            return Err(Unrated::OneAccount);
        }
        let score = match self.result {
            GameResult::White => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 0.0,
            GameResult::Neither => return Err(Unrated::Forfeit),
            GameResult::Void => return Err(Unrated::Void),
        };
        match self.finish {
            Finish::Forfeit => Err(Unrated::Forfeit),
            Finish::Played if self.said_unrated => Err(Unrated::PairGain),
            Finish::Played => Ok(score),
        }
    }
}

/// Why a rating changed. A game changes a rating once for each cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum RatingCause {
    /// A game ended.
    Game,
    /// A rated game was declared void later.
    Void,
}

/// A row of rating history. Unique by (game, account, cause) and by (account, class, seq); a rating is `after` of the row
/// with the highest `seq`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatingChange {
    /// The game.
    pub game: GameId,
    /// Whose rating.
    pub account: AccountId,
    /// The other player.
    pub opponent: AccountId,
    /// Of which class.
    pub class: RatingClass,
    /// The how-manieth change of the account in the class, from 1.
    pub seq: u32,
    /// Why.
    pub cause: RatingCause,
    /// When the game ended, or when it was voided.
    pub at: WallTime,
    /// The rating before, without the idle days since.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
}

/// A rating and how many changes made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// The rating now.
    pub rating: Rating,
    /// The number of its last change; 0 for who has none.
    pub seq: u32,
}

impl Held {
    /// Of who has not played in the class.
    #[must_use]
    pub const fn new(terms: &RatingTerms) -> Self {
        Self { rating: Rating::new(terms), seq: 0 }
    }
}

/// What a game makes of its players' ratings: one Glicko-2 period for each, with idle days added to both before it and
/// each rated against the other as he was before it.
///
/// # Errors
/// [`Unrated`]: why nothing changes.
pub fn rate_game(
    terms: &RatingTerms,
    game: &FinishedGame,
    held: &PerColour<Held>,
) -> Result<PerColour<RatingChange>, Unrated> {
    let score = game.white_score()?;
    let at = game.ended_at;
    let (white, black) = (held.white.rating.strength(terms, at), held.black.rating.strength(terms, at));
    let after = PerColour {
        white: held.white.rating.after(terms, glicko2::rate(white, &[(black, score)], terms.tau), at),
        black: held.black.rating.after(terms, glicko2::rate(black, &[(white, 1.0 - score)], terms.tau), at),
    };
    let row = |account, opponent, held: &Held, after| RatingChange {
        game: game.game,
        account,
        opponent,
        class: game.class.clone(),
        seq: held.seq + 1,
        cause: RatingCause::Game,
        at,
        before: held.rating,
        after,
    };
    let PerColour { white, black } = game.players;
    Ok(PerColour {
        white: row(white, black, &held.white, after.white),
        black: row(black, white, &held.black, after.black),
    })
}

/// The row that takes back what a game did to a player, when it is declared void at `at`: the points that he won or lost
/// are given back, within the limits of ratings, and the game is not counted. Later games are not rated again, and
/// deviation, volatility and the day of the last game stay: the next games put them right.
#[must_use]
pub fn void_change(terms: &RatingTerms, change: &RatingChange, held: &Held, at: WallTime) -> RatingChange {
    let won = change.after.rating.minus(change.before.rating);
    let after = Rating {
        rating: held.rating.rating.minus(won).clamp(terms.lowest, terms.highest),
        games: held.rating.games.saturating_sub(1),
        ..held.rating
    };
    RatingChange {
        seq: held.seq + 1,
        cause: RatingCause::Void,
        at,
        before: held.rating,
        after,
        ..change.clone()
    }
}
