//! Leaderboards, and a player's ratings with their curves. Everybody may see them.

use super::params::Params;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{Path, State};
use competition::{ClockClass, RatingClass, rating_history};
use draughts::Variant;
use protocol::{Pace, PlayerRating, RatingBoardEntry, RatingPoint};
use serde::Deserialize;
use std::sync::Arc;

/// Lines of one answer.
const LINES: u32 = 50;
/// How far down a board can be read.
const DEEPEST: u32 = 10_000;
/// Changes of a rating, the newest, from which its curve is drawn.
const CHANGES: u32 = 1_000;

/// Where an answer goes on.
#[derive(Deserialize)]
pub(super) struct After {
    /// Only the lines after so many.
    #[serde(default)]
    after: u32,
}

/// `GET /api/ratings/{variant}/{pace}?after=N`: the board of a class, without provisional ratings.
///
/// # Errors
/// [`ApiError::NotFound`] for a class that there is not; [`ApiError::BadRequest`] for lines too far down.
pub(super) async fn board(
    State(app): State<Arc<App>>,
    Path((variant, pace)): Path<(String, String)>,
    Params(After { after }): Params<After>,
) -> Result<Json<Vec<RatingBoardEntry>>, ApiError> {
    let variant: Variant = variant.parse().map_err(|_| ApiError::NotFound)?;
    let clock = CLASSES.iter().find(|(name, _)| *name == pace).ok_or(ApiError::NotFound)?.1;
    if after > DEEPEST {
        return Err(ApiError::BadRequest(format!("after is {after}, it must be at most {DEEPEST}")));
    }
    let (class, terms) =
        (RatingClass { variant: variant.to_string(), clock }, app.config.ratings.rules().terms);
    let lines = app.database.rating_board(&terms, &class, clock::wall(), after, LINES).await;
    let entries = lines.map_err(ApiError::of_store)?.into_iter().map(|line| RatingBoardEntry {
        place: line.row.place,
        name: line.name,
        rating: line.row.rating.rating.shown(),
        games: line.row.rating.games,
    });
    Ok(Json(entries.collect()))
}

/// `GET /api/players/{name}/ratings`: what a player's ratings are now, and how they came to it.
///
/// # Errors
/// [`ApiError::NotFound`] when nobody has that name.
pub(super) async fn of_player(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
) -> Result<Json<Vec<PlayerRating>>, ApiError> {
    let found = app.database.find_account_by_name(&name).await.map_err(ApiError::of_store)?;
    let account = found.ok_or(ApiError::NotFound)?.account;
    let (terms, now) = (app.config.ratings.rules().terms, clock::wall());
    let mut ratings = Vec::new();
    for (class, held) in app.database.ratings_of(account).await.map_err(ApiError::of_store)? {
        let changes = app.database.rating_changes(account, &class, CHANGES).await;
        let points = rating_history(&changes.map_err(ApiError::of_store)?).into_iter();
        ratings.push(PlayerRating {
            pace: pace_of(class.clock),
            variant: class.variant,
            rating: held.rating.rating.shown(),
            deviation: held.rating.deviation_at(&terms, now).shown(),
            provisional: held.rating.provisional(&terms, now),
            games: held.rating.games,
            history: points
                .map(|point| RatingPoint { at: point.at.unix_millis(), rating: point.rating })
                .collect(),
        });
    }
    Ok(Json(ratings))
}

/// The paces as addresses name them.
const CLASSES: [(&str, ClockClass); 4] = [
    ("bullet", ClockClass::Bullet),
    ("blitz", ClockClass::Blitz),
    ("rapid", ClockClass::Rapid),
    ("classical", ClockClass::Classical),
];

/// A class of clocks, said on the wire.
pub(super) const fn pace_of(clock: ClockClass) -> Pace {
    match clock {
        ClockClass::Bullet => Pace::Bullet,
        ClockClass::Blitz => Pace::Blitz,
        ClockClass::Rapid => Pace::Rapid,
        ClockClass::Classical => Pace::Classical,
    }
}
