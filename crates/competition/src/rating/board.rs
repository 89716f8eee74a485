//! Leaderboards and the curve of a player's rating. Knows no names and no screen.

use super::{change::RatingChange, terms::RatingTerms, value::Rating};
use ids::{AccountId, WallTime};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// A line of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardRow {
    /// From 1; who shows the same whole rating shares the better place.
    pub place: u32,
    /// Who.
    pub account: AccountId,
    /// With what.
    pub rating: Rating,
}

/// The first `most` lines of a class's board at `at`: the higher rating, then the smaller deviation at `at`, then the
/// account id. Provisional ratings are not listed.
#[must_use]
pub fn leaderboard(
    terms: &RatingTerms,
    ratings: impl IntoIterator<Item = (AccountId, Rating)>,
    at: WallTime,
    most: usize,
) -> Vec<BoardRow> {
    let mut listed: Vec<_> =
        ratings.into_iter().filter(|(_, rating)| !rating.provisional(terms, at)).collect();
    listed
        .sort_by_key(|(account, rating)| (Reverse(rating.rating), rating.deviation_at(terms, at), *account));
    let mut rows: Vec<BoardRow> = Vec::with_capacity(most.min(listed.len()));
    for ((account, rating), number) in listed.into_iter().zip(1..).take(most) {
        let shared = rows.last().filter(|row| row.rating.rating.shown() == rating.rating.shown());
        let place = shared.map_or(number, |row| row.place);
        rows.push(BoardRow { place, account, rating });
    }
    rows
}

/// A point of a rating's curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryPoint {
    /// When it became this.
    pub at: WallTime,
    /// The rating, in whole points.
    pub rating: i64,
}

/// The curve of one account in one class from its changes in order of `seq`: the last of each day of UTC.
#[must_use]
pub fn rating_history<'a>(changes: impl IntoIterator<Item = &'a RatingChange>) -> Vec<HistoryPoint> {
    const DAY_MICROS: i64 = 86_400_000_000;
    let mut points: Vec<HistoryPoint> = Vec::new();
    for change in changes {
        let point = HistoryPoint { at: change.at, rating: change.after.rating.shown() };
        match points.last_mut() {
            Some(last) if last.at.0.div_euclid(DAY_MICROS) == point.at.0.div_euclid(DAY_MICROS) => {
                *last = point
            }
            _ => points.push(point),
        }
    }
    points
}
