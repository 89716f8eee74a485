//! What the rater reads of a game's row and of the changes of its players, and the mark that it leaves. Decides nothing.

use crate::error::StoreError;
use crate::instant::{from_row, millis_from_row, to_row};
use crate::rating_row::change;
use crate::words::{class_word, outcome_of};
use competition::{
    Clock, ClockClasses, Finish, FinishedGame, GameResult, PairGain, PerColour, PlayedAs, RatingChange,
    RatingClass, RatingTerms, pair_gain,
};
use draughts::Side;
use game::Outcome;
use ids::{AccountId, GameId, WallTime};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

/// A game as the rater reads it, but for what its players were told.
pub(crate) fn finished(row: &PgRow, classes: &ClockClasses) -> Result<FinishedGame, StoreError> {
    let clock = Clock {
        initial: millis_from_row(row.try_get("initial_ms")?),
        increment: millis_from_row(row.try_get("increment_ms")?),
    };
    let event: Option<Uuid> = row.try_get("event_id")?;
    Ok(FinishedGame {
        game: GameId(row.try_get("game_id")?),
        class: RatingClass { variant: row.try_get("variant")?, clock: classes.of(clock) },
        players: PerColour {
            white: AccountId(row.try_get("white_account_id")?),
            black: AccountId(row.try_get("black_account_id")?),
        },
        played_as: if event.is_some() { PlayedAs::Event } else { PlayedAs::Lobby },
        said_unrated: false,
        result: match outcome_of(row.try_get("outcome")?)? {
            Outcome::Won(Side::White) => GameResult::White,
            Outcome::Won(Side::Black) => GameResult::Black,
            Outcome::Draw => GameResult::Draw,
            Outcome::Void => GameResult::Void,
        },
        finish: Finish::Played,
        ended_at: from_row(row.try_get("ended_at")?),
    })
}

/// What two have won from each other by the changes of the window that ends at `at`.
pub(crate) async fn gain(
    connection: &mut PgConnection,
    terms: &RatingTerms,
    class: &RatingClass,
    pair: (AccountId, AccountId),
    at: WallTime,
) -> Result<PairGain, StoreError> {
    let rows = sqlx::query(
        "select * from rating_change where (account_id = $1 and opponent_id = $2 or account_id = $2 and opponent_id = $1)
            and variant = $3 and class = $4
            and changed_at > $5 - $6 * interval '1 millisecond' and changed_at <= $5",
    )
    .bind(pair.0.0)
    .bind(pair.1.0)
    .bind(&class.variant)
    .bind(class_word(class.clock))
    .bind(to_row(at))
    .bind(terms.pair_gain_window.0 as f64)
    .fetch_all(connection)
    .await?;
    let changes = rows.iter().map(change).collect::<Result<Vec<_>, _>>()?;
    Ok(pair_gain(terms, &changes, class, pair, at))
}

/// What a rated game did.
pub(crate) async fn changes_of(
    connection: &mut PgConnection,
    game: GameId,
    white: AccountId,
) -> Result<PerColour<RatingChange>, StoreError> {
    let rows = sqlx::query("select * from rating_change where game_id = $1 and cause = 'game'")
        .bind(game.0)
        .fetch_all(connection)
        .await?;
    let changes = rows.iter().map(change).collect::<Result<Vec<_>, _>>()?;
    let (whites, blacks): (Vec<_>, Vec<_>) = changes.into_iter().partition(|change| change.account == white);
    match (whites.into_iter().next(), blacks.into_iter().next()) {
        (Some(white), Some(black)) => Ok(PerColour { white, black }),
        _ => Err(StoreError::rows("a rated game without its two changes")),
    }
}

/// Notes that the rater is done with a game.
pub(crate) async fn mark(
    connection: &mut PgConnection,
    game: GameId,
    unrated: Option<&str>,
) -> Result<(), StoreError> {
    sqlx::query("update game set rated_at = coalesce(rated_at, now()), unrated = $2 where game_id = $1")
        .bind(game.0)
        .bind(unrated)
        .execute(connection)
        .await?;
    Ok(())
}
