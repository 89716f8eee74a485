//! Writes games that were just made: their rows with the frozen terms, and their first events, fenced like every other. Knows no
//! money.

use crate::event_row::{ARRAYS, EventColumns, NAMES, PARAMETERS};
use crate::instant::{millis_to_row, to_row};
use crate::lease::Lease;
use crate::standing::accounts;
use crate::words::funding_word;
use draughts::Side;
use game::GameEvent;
use ids::Millis;
use rooms::{EventId, NewGame, Stamped};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, Postgres};
use time::OffsetDateTime;
use uuid::Uuid;

/// Writes the games, all or none: whether they were written. They are not when the lease is another's.
pub(crate) async fn insert_games(
    connection: &mut PgConnection,
    lease: &Lease,
    made: &[&NewGame],
) -> Result<bool, sqlx::Error> {
    let (mut events, mut games) = (EventColumns::with_capacity(made.len()), GameColumns::default());
    for new in made {
        let started = Stamped { event: GameEvent::Started, received_at: None, decided_at: new.at };
        events.push(new.game, 1, &started, new.terms.variant);
        games.push(new);
    }
    let arrays: Vec<String> = GAME_TYPES
        .iter()
        .zip(PARAMETERS + 3..)
        .map(|(kind, number)| format!("${number}::{kind}[]"))
        .collect();
    let (node, epoch) = (PARAMETERS + 1, PARAMETERS + 2);
    let sql = format!(
        "with lease as (
            select node, epoch from node_lease
            where node = ${node} and epoch = ${epoch} for key share
        ), made as (
            insert into game ({GAME_NAMES}, node)
            select g.*, lease.node from unnest({}) as g cross join lease
        )
        insert into game_event ({NAMES}, epoch)
        select r.*, lease.epoch from unnest({ARRAYS}) as r cross join lease",
        arrays.join(", ")
    );
    let query = events.bind(sqlx::query(sqlx::AssertSqlSafe(sql))).bind(lease.node()).bind(lease.epoch().0);
    let done = games.bind(query).execute(connection).await?;
    Ok(done.rows_affected() == made.len() as u64)
}

/// Columns of rows of `game`, one array each.
#[derive(Debug, Default)]
struct GameColumns {
    game: Vec<Uuid>,
    variant: Vec<String>,
    rule_set: Vec<String>,
    initial: Vec<i64>,
    increment: Vec<i64>,
    first_move: Vec<i64>,
    max_draw_offers: Vec<i16>,
    stake: Vec<i64>,
    fee: Vec<i32>,
    config_hash: Vec<String>,
    white: Vec<Uuid>,
    black: Vec<Uuid>,
    rematch_of: Vec<Option<Uuid>>,
    watchable: Vec<bool>,
    started_at: Vec<OffsetDateTime>,
    funding: Vec<&'static str>,
    event_kind: Vec<Option<&'static str>>,
    event: Vec<Option<Uuid>>,
    round: Vec<Option<i32>>,
    table: Vec<Option<i32>>,
    rated: Vec<bool>,
    offers_from_ply: Vec<i16>,
    white_initial: Vec<Option<i64>>,
    black_initial: Vec<Option<i64>>,
    white_absent_at: Vec<Option<OffsetDateTime>>,
    black_absent_at: Vec<Option<OffsetDateTime>>,
    spectators_delay: Vec<i64>,
}

/// The names of the columns, in the order in which [`GameColumns::bind`] binds them.
const GAME_NAMES: &str = "game_id, variant, rule_set, initial_ms, increment_ms, first_move_ms, max_draw_offers, \
    stake_minor, fee_basis_points, config_hash, white_account_id, black_account_id, rematch_of, watchable, started_at, \
    funding, event_kind, event_id, event_round, event_table, rated, offers_from_ply, white_initial_ms, \
    black_initial_ms, white_absent_at, black_absent_at, spectators_delay_ms";

/// Their types.
const GAME_TYPES: [&str; 27] = [
    "uuid",
    "text",
    "text",
    "int8",
    "int8",
    "int8",
    "int2",
    "int8",
    "int4",
    "text",
    "uuid",
    "uuid",
    "uuid",
    "bool",
    "timestamptz",
    "text",
    "text",
    "uuid",
    "int4",
    "int4",
    "bool",
    "int2",
    "int8",
    "int8",
    "timestamptz",
    "timestamptz",
    "int8",
];

impl GameColumns {
    fn push(&mut self, new: &NewGame) {
        let [white, black] = accounts(new);
        self.game.push(new.game.0);
        self.variant.push(new.terms.variant.to_string());
        self.rule_set.push(new.terms.rule_set.definition());
        self.initial.push(millis_to_row(new.terms.time_control.initial));
        self.increment.push(millis_to_row(new.terms.time_control.increment));
        self.first_move.push(millis_to_row(new.terms.first_move_window.unwrap_or(Millis::ZERO)));
        self.max_draw_offers.push(i16::from(new.terms.max_draw_offers));
        self.stake.push(new.terms.stake.0);
        self.fee.push(i32::from(new.terms.fee.0));
        self.config_hash.push(new.terms.config_hash.clone());
        self.white.push(white.0);
        self.black.push(black.0);
        self.rematch_of.push(new.rematch_of.map(|game| game.0));
        self.watchable.push(new.watchable);
        self.started_at.push(to_row(new.at));
        self.funding.push(funding_word(new.terms.funding));
        let event = new.terms.event;
        let (kind, id) = event.map(|event| words(event.event)).unzip();
        self.event_kind.push(kind);
        self.event.push(id);
        self.round.push(event.map(|event| i32::from(event.round)));
        self.table.push(event.map(|event| i32::from(event.table)));
        self.rated.push(event.is_none_or(|event| event.rated));
        self.offers_from_ply.push(i16::try_from(new.terms.game_terms().offers_from_ply).unwrap_or(i16::MAX));
        let carried = |side| event.and_then(|event| Some(millis_to_row(event.carried?[side])));
        self.white_initial.push(carried(Side::White));
        self.black_initial.push(carried(Side::Black));
        let absent_at = |side| event.and_then(|event| Some(to_row(event.absent_at?[side])));
        self.white_absent_at.push(absent_at(Side::White));
        self.black_absent_at.push(absent_at(Side::Black));
        self.spectators_delay.push(event.map_or(0, |event| millis_to_row(event.spectators_delay)));
    }

    /// Binds the arrays, in the order of [`GAME_NAMES`].
    fn bind<'q>(&'q self, query: Query<'q, Postgres, PgArguments>) -> Query<'q, Postgres, PgArguments> {
        query
            .bind(&self.game)
            .bind(&self.variant)
            .bind(&self.rule_set)
            .bind(&self.initial)
            .bind(&self.increment)
            .bind(&self.first_move)
            .bind(&self.max_draw_offers)
            .bind(&self.stake)
            .bind(&self.fee)
            .bind(&self.config_hash)
            .bind(&self.white)
            .bind(&self.black)
            .bind(&self.rematch_of)
            .bind(&self.watchable)
            .bind(&self.started_at)
            .bind(&self.funding)
            .bind(&self.event_kind)
            .bind(&self.event)
            .bind(&self.round)
            .bind(&self.table)
            .bind(&self.rated)
            .bind(&self.offers_from_ply)
            .bind(&self.white_initial)
            .bind(&self.black_initial)
            .bind(&self.white_absent_at)
            .bind(&self.black_absent_at)
            .bind(&self.spectators_delay)
    }
}

/// An event's kind and id, as rows say them.
pub(crate) const fn words(event: EventId) -> (&'static str, Uuid) {
    match event {
        EventId::Match(id) => ("match", id.0),
        EventId::Tournament(id) => ("event", id.0),
    }
}
