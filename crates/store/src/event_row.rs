//! An event as its row, and back. Each kind's form has a number; readers of old forms stay for ever.

use crate::error::StoreError;
use crate::instant::{from_row, millis_from_row, millis_to_row, to_row};
use crate::words::{
    cause_of, cause_word, ending_of, outcome_word, reason_word, side_number, side_of_number, side_word,
};
use draughts::{MoveText, Position};
use game::{Ending, GameEvent, PerSide};
use ids::{GameId, Millis};
use rooms::Stamped;
use sqlx::Row as _;
use sqlx::postgres::PgRow;
use time::OffsetDateTime;
use uuid::Uuid;

/// The form of a kind's columns that is written now, which is also the newest that is read. The second form of a move and
/// of an end says what both clocks have left.
const fn form(kind: i16) -> i16 {
    match kind {
        2 | 8 => 2,
        _ => 1,
    }
}

/// Columns of rows of `game_event`, one array each.
#[derive(Debug)]
pub(crate) struct EventColumns {
    pub(crate) game: Vec<Uuid>,
    pub(crate) version: Vec<i32>,
    kind: Vec<i16>,
    schema: Vec<i16>,
    side: Vec<Option<i16>>,
    ply: Vec<Option<i16>>,
    from: Vec<Option<i16>>,
    to: Vec<Option<i16>>,
    captured: Vec<Option<i64>>,
    path: Vec<Option<String>>,
    elapsed: Vec<Option<i64>>,
    lag_credit: Vec<Option<i64>>,
    left_before: Vec<Option<i64>>,
    left_after: Vec<Option<i64>>,
    white_left: Vec<Option<i64>>,
    black_left: Vec<Option<i64>>,
    offer: Vec<Option<i32>>,
    cause: Vec<Option<&'static str>>,
    down: Vec<Option<i64>>,
    outcome: Vec<Option<&'static str>>,
    reason: Vec<Option<&'static str>>,
    blame: Vec<Option<&'static str>>,
    received_at: Vec<Option<OffsetDateTime>>,
    decided_at: Vec<OffsetDateTime>,
}

/// The names of the columns, in the order in which [`EventColumns::bind`] binds them.
pub(crate) const NAMES: &str = "game_id, version, kind, schema, side, ply, from_square, to_square, captured, path, \
    elapsed_ms, lag_credit_ms, left_before_ms, left_after_ms, white_left_ms, black_left_ms, offer, cause, down_ms, \
    outcome, reason, blame, received_at, decided_at";

/// The same, as columns of `r`.
pub(crate) const ROW: &str = "r.game_id, r.version, r.kind, r.schema, r.side, r.ply, r.from_square, r.to_square, \
    r.captured, r.path, r.elapsed_ms, r.lag_credit_ms, r.left_before_ms, r.left_after_ms, r.white_left_ms, \
    r.black_left_ms, r.offer, r.cause, r.down_ms, r.outcome, r.reason, r.blame, r.received_at, r.decided_at";

/// Their arrays' types, with the parameters' numbers.
pub(crate) const ARRAYS: &str = "$1::uuid[], $2::int4[], $3::int2[], $4::int2[], $5::int2[], $6::int2[], $7::int2[], \
    $8::int2[], $9::int8[], $10::text[], $11::int8[], $12::int8[], $13::int8[], $14::int8[], $15::int8[], \
    $16::int8[], $17::int4[], $18::text[], $19::int8[], $20::text[], $21::text[], $22::text[], \
    $23::timestamptz[], $24::timestamptz[]";

/// How many parameters the arrays are.
pub(crate) const PARAMETERS: usize = 24;

/// What a row has beside its key, by kind; the rest is null.
#[derive(Debug, Default)]
struct Cells {
    kind: i16,
    side: Option<i16>,
    ply: Option<i16>,
    from: Option<i16>,
    to: Option<i16>,
    captured: Option<i64>,
    path: Option<String>,
    elapsed: Option<i64>,
    lag_credit: Option<i64>,
    left_before: Option<i64>,
    left_after: Option<i64>,
    left: Option<PerSide<Millis>>,
    offer: Option<i32>,
    cause: Option<&'static str>,
    down: Option<i64>,
    ending: Option<Ending>,
}

fn cells(event: &GameEvent, variant: draughts::Variant) -> Cells {
    let offer_number = |offer: &u32| Some(i32::try_from(*offer).expect("a game has few offers"));
    match event {
        GameEvent::Started => Cells { kind: 1, ..Cells::default() },
        GameEvent::Moved {
            ply,
            side,
            from,
            to,
            captured,
            path,
            elapsed,
            left_before,
            left_after,
            other_left,
            lag_credit,
        } => Cells {
            kind: 2,
            side: Some(side_number(*side)),
            ply: Some(i16::try_from(*ply).expect("the draw rules end a game long before ply 32 767")),
            from: Some(i16::from(from.number())),
            to: Some(i16::from(to.number())),
            captured: Some(captured.bits().cast_signed()),
            path: Some(path.text(variant).to_string()),
            elapsed: Some(millis_to_row(*elapsed)),
            lag_credit: Some(millis_to_row(*lag_credit)),
            left_before: left_before.map(millis_to_row),
            left_after: left_after.map(millis_to_row),
            left: left_after.zip(*other_left).map(|(own, other)| PerSide::of(*side, own, other)),
            ..Cells::default()
        },
        GameEvent::DrawOffered { side, offer } => {
            Cells { kind: 3, side: Some(side_number(*side)), offer: offer_number(offer), ..Cells::default() }
        }
        GameEvent::DrawDeclined { side, offer } => {
            Cells { kind: 4, side: Some(side_number(*side)), offer: offer_number(offer), ..Cells::default() }
        }
        GameEvent::Paused { left } => Cells { kind: 5, left: *left, ..Cells::default() },
        GameEvent::Resumed { left, cause, down } => Cells {
            kind: 6,
            left: *left,
            cause: Some(cause_word(*cause)),
            down: Some(millis_to_row(*down)),
            ..Cells::default()
        },
        GameEvent::Voided => Cells { kind: 7, ..Cells::default() },
        GameEvent::Ended { ending, left } => {
            Cells { kind: 8, ending: Some(*ending), left: *left, ..Cells::default() }
        }
    }
}

impl EventColumns {
    /// Columns with the space for so many rows.
    pub(crate) fn with_capacity(rows: usize) -> Self {
        Self {
            game: Vec::with_capacity(rows),
            version: Vec::with_capacity(rows),
            kind: Vec::with_capacity(rows),
            schema: Vec::with_capacity(rows),
            side: Vec::with_capacity(rows),
            ply: Vec::with_capacity(rows),
            from: Vec::with_capacity(rows),
            to: Vec::with_capacity(rows),
            captured: Vec::with_capacity(rows),
            path: Vec::with_capacity(rows),
            elapsed: Vec::with_capacity(rows),
            lag_credit: Vec::with_capacity(rows),
            left_before: Vec::with_capacity(rows),
            left_after: Vec::with_capacity(rows),
            white_left: Vec::with_capacity(rows),
            black_left: Vec::with_capacity(rows),
            offer: Vec::with_capacity(rows),
            cause: Vec::with_capacity(rows),
            down: Vec::with_capacity(rows),
            outcome: Vec::with_capacity(rows),
            reason: Vec::with_capacity(rows),
            blame: Vec::with_capacity(rows),
            received_at: Vec::with_capacity(rows),
            decided_at: Vec::with_capacity(rows),
        }
    }

    /// Adds the row of one event.
    pub(crate) fn push(&mut self, game: GameId, version: u32, stamped: &Stamped, variant: draughts::Variant) {
        let cells = cells(&stamped.event, variant);
        self.game.push(game.0);
        self.version.push(i32::try_from(version).expect("a game has fewer events than 2^31"));
        self.kind.push(cells.kind);
        self.schema.push(form(cells.kind));
        self.side.push(cells.side);
        self.ply.push(cells.ply);
        self.from.push(cells.from);
        self.to.push(cells.to);
        self.captured.push(cells.captured);
        self.path.push(cells.path);
        self.elapsed.push(cells.elapsed);
        self.lag_credit.push(cells.lag_credit);
        self.left_before.push(cells.left_before);
        self.left_after.push(cells.left_after);
        self.white_left.push(cells.left.map(|left| millis_to_row(left.white)));
        self.black_left.push(cells.left.map(|left| millis_to_row(left.black)));
        self.offer.push(cells.offer);
        self.cause.push(cells.cause);
        self.down.push(cells.down);
        self.outcome.push(cells.ending.map(|ending| outcome_word(ending.outcome)));
        self.reason.push(cells.ending.map(|ending| reason_word(ending.reason)));
        self.blame.push(cells.ending.and_then(|ending| ending.blame).map(side_word));
        self.received_at.push(stamped.received_at.map(to_row));
        self.decided_at.push(to_row(stamped.decided_at));
    }

    /// Binds the arrays as `$1` to `$24`.
    pub(crate) fn bind<'q>(
        &'q self,
        query: sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>,
    ) -> sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments> {
        query
            .bind(&self.game)
            .bind(&self.version)
            .bind(&self.kind)
            .bind(&self.schema)
            .bind(&self.side)
            .bind(&self.ply)
            .bind(&self.from)
            .bind(&self.to)
            .bind(&self.captured)
            .bind(&self.path)
            .bind(&self.elapsed)
            .bind(&self.lag_credit)
            .bind(&self.left_before)
            .bind(&self.left_after)
            .bind(&self.white_left)
            .bind(&self.black_left)
            .bind(&self.offer)
            .bind(&self.cause)
            .bind(&self.down)
            .bind(&self.outcome)
            .bind(&self.reason)
            .bind(&self.blame)
            .bind(&self.received_at)
            .bind(&self.decided_at)
    }
}

/// Reads a row; `position` is the one before it and moves on with a move.
pub(crate) fn read(row: &PgRow, position: &mut Position) -> Result<Stamped, StoreError> {
    let version: i32 = row.try_get("version")?;
    let broken = |what: &str| StoreError::rows(format!("event {version}: {what}"));
    let offer = || -> Result<u32, StoreError> {
        let offer: Option<i32> = row.try_get("offer")?;
        offer.and_then(|offer| u32::try_from(offer).ok()).ok_or_else(|| broken("no offer's number"))
    };
    let millis = |name: &str| -> Result<Option<Millis>, StoreError> {
        Ok(row.try_get::<Option<i64>, _>(name)?.map(millis_from_row))
    };
    let both = || -> Result<Option<PerSide<Millis>>, StoreError> {
        let sides = millis("white_left_ms")?.zip(millis("black_left_ms")?);
        Ok(sides.map(|(white, black)| PerSide { white, black }))
    };
    let (kind, schema): (i16, i16) = (row.try_get("kind")?, row.try_get("schema")?);
    if !(1..=form(kind)).contains(&schema) {
        return Err(broken(&format!("its form {schema} is unknown")));
    }
    let event = match kind {
        1 => GameEvent::Started,
        2 => {
            let text: String = row.try_get("path")?;
            let text: MoveText = text.parse().map_err(|_| broken("its path is no move"))?;
            let (mv, path) = position.find_move(&text).map_err(|error| broken(&error.to_string()))?;
            let captured: i64 = row.try_get("captured")?;
            if mv.captured().bits() != captured.cast_unsigned() {
                return Err(broken("its path takes other pieces than it says"));
            }
            *position = position.play(&mv);
            let ply: i16 = row.try_get("ply")?;
            let side = side_of_number(row.try_get("side")?)?;
            GameEvent::Moved {
                ply: u16::try_from(ply).map_err(|_| broken("its ply is below zero"))?,
                side,
                from: mv.from(),
                to: mv.to(),
                captured: mv.captured(),
                path,
                elapsed: millis("elapsed_ms")?.unwrap_or_default(),
                left_before: millis("left_before_ms")?,
                left_after: millis("left_after_ms")?,
                other_left: both()?.map(|left| left[side.other()]),
                lag_credit: millis("lag_credit_ms")?.unwrap_or_default(),
            }
        }
        3 => GameEvent::DrawOffered { side: side_of_number(row.try_get("side")?)?, offer: offer()? },
        4 => GameEvent::DrawDeclined { side: side_of_number(row.try_get("side")?)?, offer: offer()? },
        5 => GameEvent::Paused { left: both()? },
        6 => GameEvent::Resumed {
            left: both()?,
            cause: cause_of(row.try_get("cause")?)?,
            down: millis("down_ms")?.unwrap_or_default(),
        },
        7 => GameEvent::Voided,
        8 => GameEvent::Ended {
            ending: ending_of(row.try_get("outcome")?, row.try_get("reason")?, row.try_get("blame")?)?,
            left: both()?,
        },
        kind => return Err(broken(&format!("its kind {kind} is unknown"))),
    };
    Ok(Stamped {
        event,
        received_at: row.try_get::<Option<OffsetDateTime>, _>("received_at")?.map(from_row),
        decided_at: from_row(row.try_get("decided_at")?),
    })
}
