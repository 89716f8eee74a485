//! Applies ended games to ratings, each exactly once, strictly in the order of their ends, in a transaction of its own. The game's
//! row is locked first, then both ratings in the order of the accounts' ids. Knows no arithmetic of ratings.

use crate::Database;
use crate::error::{Remedy, StoreError, remedy};
use crate::instant::from_row;
use crate::rating_game::{changes_of, finished, gain, mark};
use crate::rating_row::{lock, write};
use crate::retry::{FromDatabase, whole};
use async_trait::async_trait;
use competition::{
    Clock, ClockClasses, PairGain, PerColour, Rating, RatingChange, RatingClass, RatingTerms, Unrated,
    rate_game, void_change,
};
use draughts::Variant;
use game::TimeControl;
use ids::{AccountId, GameId, WallTime};
use rooms::{BankError, RatedGame, RatingNow, Ratings};
use sqlx::Row as _;
use time::OffsetDateTime;
use tracing::error;
use uuid::Uuid;

/// Games that wait for the rater: the condition of the index `game_to_rate`, word for word.
const TO_RATE: &str =
    "rated and rated_at is null and ended_at is not null and outcome <> 'void' and reason <> 'forfeit'";
/// Games that were voided after they were rated: the condition of the index `game_to_take_back`.
const TO_TAKE_BACK: &str = "rated_at is not null and outcome = 'void' and unrated is null";
/// For so long a game that has ended waits for its payment, which must find its row unlocked; then it is rated all the same.
const PAYMENT_FIRST_S: f64 = 5.0;

/// The numbers that ratings are made by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingRules {
    /// Of the arithmetic.
    pub terms: RatingTerms,
    /// Of the paces.
    pub classes: ClockClasses,
}

/// What a game did to ratings was not taken back; nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum TakeBackError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// It has changed no rating, or not yet.
    #[error("game {0} was not rated, so that there is nothing to take back")]
    NotRated(GameId),
    /// It was taken back before.
    #[error("what game {0} did to ratings was taken back before")]
    TakenBack(GameId),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TakeBackError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl FromDatabase for TakeBackError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Store(error) => Some(error.inner()),
            Self::NoSuchGame(_) | Self::NotRated(_) | Self::TakenBack(_) => None,
        }
    }
}

impl FromDatabase for StoreError {
    fn database(&self) -> Option<&sqlx::Error> {
        Some(self.inner())
    }
}

/// Ratings over the rows.
pub(crate) struct RowRatings {
    pub(crate) database: Database,
    pub(crate) rules: RatingRules,
}

#[async_trait]
impl Ratings for RowRatings {
    async fn rate_due(&self, limit: u32) -> Result<Vec<RatedGame>, BankError> {
        Ok(self.database.rate_due(&self.rules, limit).await?)
    }

    async fn rating_now(
        &self,
        account: AccountId,
        variant: Variant,
        time_control: TimeControl,
        at: WallTime,
    ) -> Result<RatingNow, BankError> {
        let clock = Clock { initial: time_control.initial, increment: time_control.increment };
        let class = RatingClass { variant: variant.to_string(), clock: self.rules.classes.of(clock) };
        let terms = &self.rules.terms;
        let held = self.database.rating_in(account, &class).await?.unwrap_or(Rating::new(terms));
        Ok(RatingNow { rating: held.rating, deviation: held.deviation_at(terms, at) })
    }
}

/// What is due next.
struct Next {
    game: GameId,
    take_back: bool,
}

impl Database {
    /// Does what is due, up to `limit` games, in the order of (end, id); what was voided after it was rated comes first. A game
    /// that can't be rated is put aside with an alarm and stops no other.
    ///
    /// # Errors
    /// [`StoreError`] when nothing was done; what was not done is still due.
    pub async fn rate_due(&self, rules: &RatingRules, limit: u32) -> Result<Vec<RatedGame>, StoreError> {
        let mut done = Vec::new();
        for _ in 0..limit {
            match self.rate_next(rules, &mut done).await {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if done.is_empty() => return Err(error),
                // the next call meets it again, and says it
                Err(_) => break,
            }
        }
        Ok(done)
    }

    /// Takes back what a game did to its players' ratings, once, as of `at`: two more rows that give the points back.
    ///
    /// # Errors
    /// [`TakeBackError`]; nothing was changed.
    pub async fn take_back_rating(
        &self,
        rules: &RatingRules,
        game: GameId,
        at: WallTime,
    ) -> Result<PerColour<RatingChange>, TakeBackError> {
        whole(|| self.try_take_back(rules, game, Some(at))).await
    }

    /// What two have won from each other in a class in the window before `at`, and so whether a game that they begin then is
    /// rated: for whoever asks before a stake.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn pair_gain(
        &self,
        rules: &RatingRules,
        class: &RatingClass,
        pair: (AccountId, AccountId),
        at: WallTime,
    ) -> Result<PairGain, StoreError> {
        let mut connection = self.pool.acquire().await?;
        gain(&mut connection, &rules.terms, class, pair, at).await
    }

    /// Does the next thing; false when nothing is due now.
    async fn rate_next(&self, rules: &RatingRules, done: &mut Vec<RatedGame>) -> Result<bool, StoreError> {
        let Some(next) = self.next_to_rate().await? else { return Ok(false) };
        let did = if next.take_back {
            match whole(|| self.try_take_back(rules, next.game, None)).await {
                Ok(changes) => Ok(Some(RatedGame::TakenBack(changes))),
                // another rater came first
                Err(
                    TakeBackError::NoSuchGame(_) | TakeBackError::NotRated(_) | TakeBackError::TakenBack(_),
                ) => Ok(None),
                Err(TakeBackError::Store(error)) => Err(error),
            }
        } else {
            whole(|| self.try_rate(rules, next.game)).await
        };
        match did {
            Ok(did) => done.extend(did),
            Err(error) if remedy(error.inner()) == Remedy::Never => {
                self.put_game_aside(&next, &error).await?;
                done.push(RatedGame::Failed(next.game));
            }
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// Looks without a lock: the payment skips games that are locked. `None` too while the first waits for its payment: those
    /// after it wait with it.
    async fn next_to_rate(&self) -> Result<Option<Next>, StoreError> {
        let sql = format!(
            "(select game_id, true as take_back, true as ready from game where {TO_TAKE_BACK}
                order by ended_at, game_id limit 1)
            union all
            (select game_id, false, settled_at is not null or funding = 'none'
                    or ended_at <= now() - $1 * interval '1 second'
                from game where {TO_RATE} order by ended_at, game_id limit 1)
            order by take_back desc limit 1"
        );
        let row =
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(PAYMENT_FIRST_S).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let next = Next { game: GameId(row.try_get("game_id")?), take_back: row.try_get("take_back")? };
        Ok(row.try_get::<bool, _>("ready")?.then_some(next))
    }

    /// `None` when it is not due any more: another rater came first, or it was voided.
    async fn try_rate(&self, rules: &RatingRules, game: GameId) -> Result<Option<RatedGame>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        let sql = format!("select * from game where game_id = $1 and {TO_RATE} for no key update");
        let row =
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.0).fetch_optional(&mut *transaction).await?;
        let Some(row) = row else { return Ok(None) };
        let mut finished = finished(&row, &rules.classes)?;
        let held = lock(&mut transaction, &rules.terms, &finished.class, &finished.players).await?;
        let pair = (finished.players.white, finished.players.black);
        // as it stood when they began: so they were told, and so it comes out whenever the rater comes to it
        let began = from_row(row.try_get("started_at")?);
        finished.said_unrated =
            !gain(&mut transaction, &rules.terms, &finished.class, pair, began).await?.rated;
        let did = match rate_game(&rules.terms, &finished, &held) {
            Ok(changes) => {
                write(&mut transaction, &changes).await?;
                mark(&mut transaction, game, None).await?;
                RatedGame::Rated(changes)
            }
            Err(Unrated::PairGain) => {
                mark(&mut transaction, game, Some("pair_gain")).await?;
                RatedGame::PairGain(game)
            }
            Err(refused) => return Err(StoreError::rows(format!("it was due, but {refused}"))),
        };
        transaction.commit().await?;
        Ok(Some(did))
    }

    async fn try_take_back(
        &self,
        rules: &RatingRules,
        game: GameId,
        at: Option<WallTime>,
    ) -> Result<PerColour<RatingChange>, TakeBackError> {
        let mut transaction = self.pool.begin().await?;
        let row = sqlx::query(
            "select g.white_account_id, g.rated_at, g.unrated, coalesce(v.voided_at, now()) as voided_at
            from game g left join game_void v using (game_id) where g.game_id = $1 for no key update of g",
        )
        .bind(game.0)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(TakeBackError::NoSuchGame(game))?;
        match row.try_get("unrated")? {
            Some("void") => return Err(TakeBackError::TakenBack(game)),
            None if row.try_get::<Option<OffsetDateTime>, _>("rated_at")?.is_some() => {}
            _ => return Err(TakeBackError::NotRated(game)),
        }
        let at = match at {
            Some(at) => at,
            None => from_row(row.try_get("voided_at")?),
        };
        let white: Uuid = row.try_get("white_account_id")?;
        let changes = changes_of(&mut transaction, game, AccountId(white)).await?;
        let players = PerColour { white: changes.white.account, black: changes.black.account };
        let held = lock(&mut transaction, &rules.terms, &changes.white.class, &players).await?;
        let back = PerColour {
            white: void_change(&rules.terms, &changes.white, &held.white, at),
            black: void_change(&rules.terms, &changes.black, &held.black, at),
        };
        write(&mut transaction, &back).await?;
        mark(&mut transaction, game, Some("void")).await?;
        transaction.commit().await?;
        Ok(back)
    }

    /// Marks a game that can't be rated, so that it stops no other: an alarm for the operator.
    async fn put_game_aside(&self, next: &Next, reason: &StoreError) -> Result<(), StoreError> {
        let game = next.game;
        error!(game.id = %game, "game {game} can't be rated: {}", reason.inner());
        metrics::counter!("damas_ratings_stuck_total").increment(1);
        let due = if next.take_back { TO_TAKE_BACK } else { TO_RATE };
        let sql = format!(
            "update game set rated_at = coalesce(rated_at, now()), unrated = 'failed' where game_id = $1 and {due}"
        );
        sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.0).execute(&self.pool).await?;
        Ok(())
    }
}
