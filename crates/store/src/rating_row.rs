//! Ratings and their changes as rows: read, locked and written. Knows no arithmetic and no order of games.

use crate::error::StoreError;
use crate::instant::{from_row, to_row};
use crate::words::{class_of, class_word, rating_cause_of, rating_cause_word};
use competition::{Held, PerColour, Points, Rating, RatingChange, RatingClass, RatingTerms};
use ids::{AccountId, GameId};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use time::OffsetDateTime;

/// The columns of a rating: points, deviation, volatility, games, the last game's end.
type Columns = [&'static str; 5];
const NOW: Columns = ["rating_micro", "deviation_micro", "volatility_nano", "games", "last_at"];
const BEFORE: Columns = [
    "rating_before_micro",
    "deviation_before_micro",
    "volatility_before_nano",
    "games_before",
    "last_before_at",
];
const AFTER: Columns =
    ["rating_after_micro", "deviation_after_micro", "volatility_after_nano", "games_after", "last_after_at"];

/// The rating of a row of `rating`.
pub(crate) fn rating(row: &PgRow) -> Result<Rating, StoreError> {
    read(row, &NOW)
}

/// The class of a row of either table.
pub(crate) fn class(row: &PgRow) -> Result<RatingClass, StoreError> {
    Ok(RatingClass { variant: row.try_get("variant")?, clock: class_of(row.try_get("class")?)? })
}

/// A row of `rating`, with the number of its newest change.
pub(crate) fn held(row: &PgRow) -> Result<Held, StoreError> {
    Ok(Held { rating: rating(row)?, seq: count(row, "seq")? })
}

/// A row of `rating_change`.
pub(crate) fn change(row: &PgRow) -> Result<RatingChange, StoreError> {
    Ok(RatingChange {
        game: GameId(row.try_get("game_id")?),
        account: AccountId(row.try_get("account_id")?),
        opponent: AccountId(row.try_get("opponent_id")?),
        class: class(row)?,
        seq: count(row, "seq")?,
        cause: rating_cause_of(row.try_get("cause")?)?,
        at: from_row(row.try_get("changed_at")?),
        before: read(row, &BEFORE)?,
        after: read(row, &AFTER)?,
    })
}

/// Locks both players' ratings in a class, in the order of the accounts' ids; who has not played gets a row.
pub(crate) async fn lock(
    connection: &mut PgConnection,
    terms: &RatingTerms,
    class: &RatingClass,
    players: &PerColour<AccountId>,
) -> Result<PerColour<Held>, StoreError> {
    let mut accounts = [players.white.0, players.black.0];
    accounts.sort_unstable();
    let new = Rating::new(terms);
    sqlx::query(
        "insert into rating (account_id, variant, class, rating_micro, deviation_micro, volatility_nano, games, seq)
        select account_id, $2, $3, $4, $5, $6, 0, 0 from unnest($1::uuid[]) as account_id order by account_id
        on conflict do nothing",
    )
    .bind(&accounts[..])
    .bind(&class.variant)
    .bind(class_word(class.clock))
    .bind(new.rating.0)
    .bind(new.deviation.0)
    .bind(new.volatility_nano)
    .execute(&mut *connection)
    .await?;
    let rows = sqlx::query(
        "select * from rating where account_id = any($1) and variant = $2 and class = $3
        order by account_id for no key update",
    )
    .bind(&accounts[..])
    .bind(&class.variant)
    .bind(class_word(class.clock))
    .fetch_all(&mut *connection)
    .await?;
    let of = |account: AccountId| {
        let row =
            rows.iter().find(|row| row.try_get("account_id").is_ok_and(|id: uuid::Uuid| id == account.0));
        held(row.ok_or_else(|| StoreError::rows("a rating that was just made is not there"))?)
    };
    Ok(PerColour { white: of(players.white)?, black: of(players.black)? })
}

/// Writes both changes, and the ratings that come of them, whose rows are locked.
pub(crate) async fn write(
    connection: &mut PgConnection,
    changes: &PerColour<RatingChange>,
) -> Result<(), StoreError> {
    for change in [&changes.white, &changes.black] {
        insert(&mut *connection, change).await?;
        update(&mut *connection, change).await?;
    }
    Ok(())
}

async fn insert(connection: &mut PgConnection, change: &RatingChange) -> Result<(), StoreError> {
    let mut query = sqlx::query(
        "insert into rating_change (game_id, account_id, cause, opponent_id, variant, class, seq, changed_at,
            rating_before_micro, deviation_before_micro, volatility_before_nano, games_before, last_before_at,
            rating_after_micro, deviation_after_micro, volatility_after_nano, games_after, last_after_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    )
    .bind(change.game.0)
    .bind(change.account.0)
    .bind(rating_cause_word(change.cause))
    .bind(change.opponent.0)
    .bind(&change.class.variant)
    .bind(class_word(change.class.clock))
    .bind(to_count(change.seq))
    .bind(to_row(change.at));
    for rating in [&change.before, &change.after] {
        query = query
            .bind(rating.rating.0)
            .bind(rating.deviation.0)
            .bind(rating.volatility_nano)
            .bind(to_count(rating.games))
            .bind(rating.last_game.map(to_row));
    }
    query.execute(connection).await?;
    Ok(())
}

async fn update(connection: &mut PgConnection, change: &RatingChange) -> Result<(), StoreError> {
    let after = &change.after;
    let updated = sqlx::query(
        "update rating set rating_micro = $4, deviation_micro = $5, volatility_nano = $6, games = $7, last_at = $8,
            seq = $9
        where account_id = $1 and variant = $2 and class = $3 and seq = $9 - 1",
    )
    .bind(change.account.0)
    .bind(&change.class.variant)
    .bind(class_word(change.class.clock))
    .bind(after.rating.0)
    .bind(after.deviation.0)
    .bind(after.volatility_nano)
    .bind(to_count(after.games))
    .bind(after.last_game.map(to_row))
    .bind(to_count(change.seq))
    .execute(connection)
    .await?;
    match updated.rows_affected() {
        1 => Ok(()),
        _ => Err(StoreError::rows(format!("change {} of a rating does not follow its newest", change.seq))),
    }
}

fn read(row: &PgRow, [points, deviation, volatility, games, last]: &Columns) -> Result<Rating, StoreError> {
    Ok(Rating {
        rating: Points(row.try_get(*points)?),
        deviation: Points(row.try_get(*deviation)?),
        volatility_nano: row.try_get(*volatility)?,
        games: count(row, games)?,
        last_game: row.try_get::<Option<OffsetDateTime>, _>(*last)?.map(from_row),
    })
}

fn count(row: &PgRow, name: &str) -> Result<u32, StoreError> {
    u32::try_from(row.try_get::<i32, _>(name)?)
        .map_err(|_| StoreError::rows(format!("{name} of a rating is below 0")))
}

/// A count for an `integer` column; the database refuses the one change that would pass its end.
fn to_count(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}
