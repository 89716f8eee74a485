//! Which games run here, and what their rows say.

use crate::Database;
use crate::error::StoreError;
use crate::event_row;
use crate::instant::{from_row, millis_from_row};
use crate::lease::Lease;
use crate::words::{ending_of, funding_of};
use async_trait::async_trait;
use draughts::{Fen, Position, Variant};
use game::{PerSide, TimeControl};
use ids::{AccountId, Amount, BasisPoints, GameId, MatchId, Millis, TournamentId};
use rooms::{BankError, EventGame, EventId, Placement, Player, StakedTerms, StoredGame};
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use std::collections::HashMap;
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;

/// What a game's row says, with both names and its rematch.
pub(crate) const GAME: &str = "select g.*, w.name as white_name, b.name as black_name,
    (select r.game_id from game r where r.rematch_of = g.game_id) as rematch
    from game g join account w on w.account_id = g.white_account_id
    join account b on b.account_id = g.black_account_id";

/// The games of this node, from their rows.
pub(crate) struct RowPlacement {
    pub(crate) database: Database,
    pub(crate) lease: Arc<Lease>,
}

#[async_trait]
impl Placement for RowPlacement {
    async fn take_lease(&self) -> Result<(), BankError> {
        Ok(self.lease.take().await?)
    }

    async fn unfinished(&self) -> Result<Vec<StoredGame>, BankError> {
        Ok(self.database.load_unfinished(self.lease.node()).await?)
    }

    async fn load(&self, game: GameId) -> Result<Option<StoredGame>, BankError> {
        Ok(self.database.find_game(game).await?)
    }

    async fn unfinished_ids(&self) -> Result<Vec<GameId>, BankError> {
        let ids: Vec<Uuid> =
            sqlx::query_scalar("select game_id from game where ended_at is null and node = $1")
                .bind(self.lease.node())
                .fetch_all(&self.database.pool)
                .await
                .map_err(StoreError::from)?;
        Ok(ids.into_iter().map(GameId).collect())
    }

    fn is_owner(&self) -> bool {
        *self.lease.held().borrow()
    }

    fn was_away(&self) -> Option<Millis> {
        self.lease.before()
    }
}

impl Database {
    /// A game with all its events; `None` when there is none.
    ///
    /// # Errors
    /// [`StoreError`], also when its rows make no game.
    pub async fn find_game(&self, game: GameId) -> Result<Option<StoredGame>, StoreError> {
        let sql = format!("{GAME} where g.game_id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game.0).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let mut events = self.load_events(&[game.0]).await?;
        stored(&row, &events.remove(&game.0).unwrap_or_default()).map(Some)
    }

    async fn load_unfinished(&self, node: &str) -> Result<Vec<StoredGame>, StoreError> {
        let sql = format!("{GAME} where g.ended_at is null and g.node = $1 order by g.started_at");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(node).fetch_all(&self.pool).await?;
        let ids = rows.iter().map(|row| row.try_get("game_id")).collect::<Result<Vec<Uuid>, _>>()?;
        let mut events = self.load_events(&ids).await?;
        let games = rows.iter().zip(ids).filter_map(|(row, id)| {
            stored(row, &events.remove(&id).unwrap_or_default())
                .inspect_err(|error| {
                    tracing::error!(
                        error = error as &dyn std::error::Error,
                        game.id = %id,
                        "the rows of game {id} make no game; it stays as it is"
                    );
                })
                .ok()
        });
        Ok(games.collect())
    }

    async fn load_events(&self, games: &[Uuid]) -> Result<HashMap<Uuid, Vec<PgRow>>, StoreError> {
        let rows = sqlx::query("select * from game_event where game_id = any($1) order by game_id, version")
            .bind(games)
            .fetch_all(&self.pool)
            .await?;
        let mut by_game: HashMap<Uuid, Vec<PgRow>> = HashMap::new();
        for row in rows {
            by_game.entry(row.try_get("game_id")?).or_default().push(row);
        }
        Ok(by_game)
    }
}

/// The frozen terms of a game's row.
pub(crate) fn terms(row: &PgRow) -> Result<StakedTerms, StoreError> {
    let number = |name: &str| -> Result<Millis, StoreError> { Ok(millis_from_row(row.try_get(name)?)) };
    let wrong = |what: &str| StoreError::rows(format!("a game's {what} is out of its range"));
    let rule_set: &str = row.try_get("rule_set")?;
    Ok(StakedTerms {
        variant: variant(row)?,
        rule_set: draughts::RuleSet::from_definition(rule_set)
            .map_err(|error| StoreError::rows(error.to_string()))?,
        time_control: TimeControl { initial: number("initial_ms")?, increment: number("increment_ms")? },
        first_move_window: Some(number("first_move_ms")?).filter(|window| *window > Millis::ZERO),
        max_draw_offers: u8::try_from(row.try_get::<i16, _>("max_draw_offers")?)
            .map_err(|_| wrong("max_draw_offers"))?,
        stake: Amount(row.try_get("stake_minor")?),
        funding: funding_of(row.try_get("funding")?)?,
        event: event_game(row)?,
        fee: BasisPoints(
            u16::try_from(row.try_get::<i32, _>("fee_basis_points")?).map_err(|_| wrong("fee"))?,
        ),
        config_hash: row.try_get("config_hash")?,
    })
}

/// What its event says of a game.
fn event_game(row: &PgRow) -> Result<Option<EventGame>, StoreError> {
    let Some(id) = row.try_get::<Option<Uuid>, _>("event_id")? else { return Ok(None) };
    let wrong = |what: &str| StoreError::rows(format!("a game's {what} is out of its range"));
    let both = |white: &str, black: &str| -> Result<Option<PerSide<Millis>>, StoreError> {
        let (white, black): (Option<i64>, Option<i64>) = (row.try_get(white)?, row.try_get(black)?);
        let both = white.zip(black);
        Ok(both
            .map(|(white, black)| PerSide { white: millis_from_row(white), black: millis_from_row(black) }))
    };
    let number = |name: &'static str| -> Result<u16, StoreError> {
        u16::try_from(row.try_get::<i32, _>(name)?).map_err(|_| wrong(name))
    };
    let (white, black): (Option<OffsetDateTime>, Option<OffsetDateTime>) =
        (row.try_get("white_absent_at")?, row.try_get("black_absent_at")?);
    let absent_at = white.zip(black);
    Ok(Some(EventGame {
        event: match row.try_get("event_kind")? {
            "match" => EventId::Match(MatchId(id)),
            "event" => EventId::Tournament(TournamentId(id)),
            other => return Err(StoreError::rows(format!("{other:?} is no kind of event"))),
        },
        round: number("event_round")?,
        table: number("event_table")?,
        rated: row.try_get("rated")?,
        offers_from_ply: u16::try_from(row.try_get::<i16, _>("offers_from_ply")?)
            .map_err(|_| wrong("offers_from_ply"))?,
        carried: both("white_initial_ms", "black_initial_ms")?,
        absent_at: absent_at.map(|(white, black)| PerSide { white: from_row(white), black: from_row(black) }),
        spectators_delay: millis_from_row(row.try_get("spectators_delay_ms")?),
    }))
}

/// What a game's row says that was played.
pub(crate) fn variant(row: &PgRow) -> Result<Variant, StoreError> {
    let variant: &str = row.try_get("variant")?;
    variant.parse().map_err(|error: draughts::ParseVariantError| StoreError::rows(error.to_string()))
}

/// How a game's row says that it ended.
pub(crate) fn ending(row: &PgRow) -> Result<Option<game::Ending>, StoreError> {
    let outcome: Option<&str> = row.try_get("outcome")?;
    let reason: Option<&str> = row.try_get("reason")?;
    let blame: Option<&str> = row.try_get("blame")?;
    outcome.zip(reason).map(|(outcome, reason)| ending_of(outcome, reason, blame)).transpose()
}

/// Who plays.
pub(crate) fn players(row: &PgRow) -> Result<PerSide<Player>, StoreError> {
    let player = |account: &str, name: &str| -> Result<Player, StoreError> {
        Ok(Player { account: AccountId(row.try_get(account)?), name: row.try_get(name)? })
    };
    Ok(PerSide {
        white: player("white_account_id", "white_name")?,
        black: player("black_account_id", "black_name")?,
    })
}

fn stored(row: &PgRow, rows: &[PgRow]) -> Result<StoredGame, StoreError> {
    let terms = terms(row)?;
    let start = match row.try_get::<Option<&str>, _>("start_fen")? {
        None => Position::initial(terms.variant),
        Some(text) => {
            let fen = Fen::parse(terms.variant, text).map_err(|error| StoreError::rows(error.to_string()))?;
            Position::from_setup(fen.setup()).map_err(|error| StoreError::rows(error.to_string()))?
        }
    };
    let mut position = start;
    let events = rows.iter().map(|row| event_row::read(row, &mut position)).collect::<Result<Vec<_>, _>>()?;
    let started_at = from_row(row.try_get("started_at")?);
    let last_event_at = match rows.last() {
        Some(last) => from_row(last.try_get("recorded_at")?),
        None => started_at,
    };
    Ok(StoredGame {
        game: GameId(row.try_get("game_id")?),
        terms,
        players: players(row)?,
        start,
        events,
        ended: ending(row)?,
        settled: row.try_get::<Option<OffsetDateTime>, _>("settled_at")?.is_some(),
        rematch_of: row.try_get::<Option<Uuid>, _>("rematch_of")?.map(GameId),
        rematch: row.try_get::<Option<Uuid>, _>("rematch")?.map(GameId),
        watchable: row.try_get("watchable")?,
        started_at,
        last_event_at,
    })
}
