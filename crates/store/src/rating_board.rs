//! Ratings to be read: leaderboards, a player's ratings, their curve. Changes nothing.

use crate::Database;
use crate::error::StoreError;
use crate::instant::to_row;
use crate::rating_row::{change, class, held, rating};
use crate::words::class_word;
use competition::{BoardRow, Held, Rating, RatingChange, RatingClass, RatingTerms};
use ids::{AccountId, WallTime};
use sqlx::Row as _;
use sqlx::postgres::PgRow;

/// Points of a rating in a unit of Glicko-2's arithmetic.
const SCALE: f64 = 173.7178;

/// A line of a leaderboard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingBoardLine {
    /// Place, account and rating.
    pub row: BoardRow,
    /// The player's name.
    pub name: String,
}

impl Database {
    /// `limit` lines of a class's board at `at`, after the first `offset` ones, in the order of [`competition::leaderboard`].
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn rating_board(
        &self,
        terms: &RatingTerms,
        of: &RatingClass,
        at: WallTime,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<RatingBoardLine>, StoreError> {
        // squares: √ would only cost. A volatility's square a day is added, as Rating::deviation_at does
        let rows = sqlx::query(
            "with grown as (
                select r.*, power(deviation_micro::float8, 2) + power(volatility_nano * $5, 2)
                    * greatest(coalesce(extract(epoch from $4 - last_at), 0), 0)::float8 / 86400 as square
                from rating r where variant = $1 and class = $2 and deviation_micro <= $3
            ), listed as (
                select *, rank() over (order by (rating_micro + 500000) / 1000000 desc) as place,
                    row_number() over (order by rating_micro desc, square, account_id) as number
                from grown where square <= power($3::float8, 2)
            )
            select l.*, a.name from listed l join account a using (account_id)
            where number > $6 order by number limit $7",
        )
        .bind(&of.variant)
        .bind(class_word(of.clock))
        .bind(terms.listed_deviation.0)
        .bind(to_row(at))
        // billionths of a unit as millionths of a point
        .bind(SCALE * 1e-3)
        .bind(i64::from(offset))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let line = |row: &PgRow| -> Result<RatingBoardLine, StoreError> {
            let place: i64 = row.try_get("place")?;
            Ok(RatingBoardLine {
                row: BoardRow {
                    place: u32::try_from(place).unwrap_or(u32::MAX),
                    account: AccountId(row.try_get("account_id")?),
                    rating: rating(row)?,
                },
                name: row.try_get("name")?,
            })
        };
        rows.iter().map(line).collect()
    }

    /// The ratings that an account has now, by class.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn ratings_of(&self, account: AccountId) -> Result<Vec<(RatingClass, Held)>, StoreError> {
        let rows =
            sqlx::query("select * from rating where account_id = $1 and seq > 0 order by variant, class")
                .bind(account.0)
                .fetch_all(&self.pool)
                .await?;
        rows.iter().map(|row| Ok((class(row)?, held(row)?))).collect()
    }

    /// The rating that an account has now in a class; `None` when it has not played in it.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn rating_in(
        &self,
        account: AccountId,
        of: &RatingClass,
    ) -> Result<Option<Rating>, StoreError> {
        let row = sqlx::query("select * from rating where account_id = $1 and variant = $2 and class = $3")
            .bind(account.0)
            .bind(&of.variant)
            .bind(class_word(of.clock))
            .fetch_optional(&self.pool)
            .await?;
        row.as_ref().map(rating).transpose()
    }

    /// The newest `limit` changes of an account's rating in a class, in order of `seq`: what
    /// [`competition::rating_history`] makes a curve of.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn rating_changes(
        &self,
        account: AccountId,
        of: &RatingClass,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let rows = sqlx::query(
            "select * from rating_change where account_id = $1 and variant = $2 and class = $3
            order by seq desc limit $4",
        )
        .bind(account.0)
        .bind(&of.variant)
        .bind(class_word(of.clock))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().rev().map(change).collect()
    }
}
