//! Ladder seasons behind their port: a step is its events, its summary and its transfers in one transaction, fenced by the season's
//! version and this node's lease. Knows no rule of a ladder.

use crate::Database;
use crate::error::StoreError;
use crate::event_step::{Begun, EventRows, Failed, json};
use crate::instant::to_row;
use crate::lease::Lease;
use crate::order_book::mark_done;
use crate::retry::whole;
use async_trait::async_trait;
use competition::{LadderTerms, Seat};
use ids::{AccountId, LadderId, MatchId};
use rooms::{
    AwaitedMatch, BankError, CountedMatch, LadderBook, LadderStep, Player, StepError, StoredLadder, Wallet,
};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use std::collections::HashMap;
use std::sync::Arc;
use uuid::Uuid;

/// The seasons over the rows.
pub(crate) struct RowLadderBook {
    pub(crate) database: Database,
    pub(crate) lease: Arc<Lease>,
}

#[async_trait]
impl LadderBook for RowLadderBook {
    async fn step_ladder(&self, step: LadderStep) -> Result<Vec<Wallet>, StepError> {
        whole(|| self.try_step(&step)).await.map_err(Failed::step_error)
    }

    async fn open_ladders(&self) -> Result<Vec<StoredLadder>, BankError> {
        Ok(self.database.load_ladders("where not l.over", None).await?)
    }

    async fn load_ladder(&self, of: LadderId) -> Result<Option<StoredLadder>, BankError> {
        Ok(self.database.load_ladders("where l.ladder_id = $1", Some(of.0)).await?.pop())
    }

    async fn counted_matches(&self, awaited: &[AwaitedMatch]) -> Result<Vec<CountedMatch>, BankError> {
        Ok(self.database.counted_matches(awaited).await?)
    }
}

impl RowLadderBook {
    async fn try_step(&self, step: &LadderStep) -> Result<Vec<Wallet>, Failed> {
        let mut begun = Begun::new(&self.database, step.money.iter()).await?;
        mark_done(&mut begun.transaction, step.order).await?;
        self.write(&mut begun.transaction, step).await?;
        begun.finish(&self.lease, &[], &[]).await
    }

    /// The season's row and its events. Nothing is written when the version is another, or the lease another's.
    async fn write(&self, connection: &mut PgConnection, step: &LadderStep) -> Result<(), Failed> {
        let wrong = |what: &str| Failed::Wrong(format!("season {}: {what}", step.of));
        let count = i32::try_from(step.events.len()).map_err(|_| wrong("too many events"))?;
        let before = i32::try_from(step.after.0).map_err(|_| wrong("too many versions"))?;
        let sql = if before == 0 {
            "insert into ladder (ladder_id, version, state, over, opens_at, ends_at, held_minor, limits, announced_at)
            select $1, $2 + $3, $4, $5, $6, $7, $8, $9::jsonb, $10 on conflict do nothing"
        } else {
            "update ladder set version = $2 + $3, state = $4, over = $5, opens_at = $6, ends_at = $7, held_minor = $8
            where ladder_id = $1 and version = $2 and $9::jsonb is not null and $10::timestamptz is not null"
        };
        let written = sqlx::query(sql)
            .bind(step.of.0)
            .bind(before)
            .bind(count)
            .bind(step.head.state)
            .bind(step.head.over)
            .bind(to_row(step.head.opens_at))
            .bind(to_row(step.head.ends_at))
            .bind(step.head.held.0)
            .bind(json(&step.head.limits)?)
            .bind(to_row(step.at))
            .execute(&mut *connection)
            .await?;
        if written.rows_affected() != 1 {
            return Err(Failed::Stale);
        }
        let rows = EventRows { table: "ladder_event", key: "ladder_id", id: step.of.0, before, at: step.at };
        if rows.insert(connection, &self.lease, &step.events).await? { Ok(()) } else { Err(Failed::Stale) }
    }
}

/// A season in a list.
#[derive(Clone, Debug)]
pub struct LadderRow {
    /// The season.
    pub of: LadderId,
    /// Its state, in one word.
    pub state: String,
    /// Its terms.
    pub terms: LadderTerms,
}

impl Database {
    /// The newest seasons, the last to open first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn newest_ladders(&self, limit: u32) -> Result<Vec<LadderRow>, StoreError> {
        let rows = sqlx::query(
            "select l.ladder_id, l.state, (e.body -> 'Announced' -> 'terms')::text as terms
            from ladder l join ladder_event e on e.ladder_id = l.ladder_id and e.version = 1
            order by l.opens_at desc, l.ladder_id limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let read = |row: &PgRow| {
            Ok(LadderRow {
                of: LadderId(row.try_get("ladder_id")?),
                state: row.try_get("state")?,
                terms: serde_json::from_str(row.try_get("terms")?).map_err(StoreError::rows)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn load_ladders(&self, which: &str, id: Option<Uuid>) -> Result<Vec<StoredLadder>, StoreError> {
        let sql = format!(
            "select l.ladder_id, l.limits::text as limits, e.body::text as body
            from ladder l join ladder_event e using (ladder_id) {which}
            order by l.opens_at, l.ladder_id, e.version"
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        if let Some(id) = id {
            query = query.bind(id);
        }
        let rows = query.fetch_all(&self.pool).await?;
        let mut found: Vec<StoredLadder> = Vec::new();
        for row in &rows {
            let of = LadderId(row.try_get("ladder_id")?);
            if found.last().is_none_or(|last| last.of != of) {
                let limits = serde_json::from_str(row.try_get("limits")?).map_err(StoreError::rows)?;
                found.push(StoredLadder { of, limits, events: Vec::new(), players: Vec::new() });
            }
            let event = serde_json::from_str(row.try_get("body")?).map_err(StoreError::rows)?;
            if let Some(last) = found.last_mut() {
                last.events.push(event);
            }
        }
        let mut players = self.climbers(found.iter().map(|one| one.of.0).collect()).await?;
        for one in &mut found {
            one.players = players.remove(&one.of).unwrap_or_default();
        }
        Ok(found)
    }

    /// Who has ever entered these seasons.
    async fn climbers(&self, of: Vec<Uuid>) -> Result<HashMap<LadderId, Vec<Player>>, StoreError> {
        let rows = sqlx::query(
            "select distinct e.ladder_id, a.account_id, a.name
            from ladder_event e join account a on a.account_id = (e.body -> 'Entered' ->> 'by')::uuid
            where e.ladder_id = any($1) and e.kind = 'Entered'",
        )
        .bind(of)
        .fetch_all(&self.pool)
        .await?;
        let mut players: HashMap<LadderId, Vec<Player>> = HashMap::new();
        for row in &rows {
            let player =
                Player { account: AccountId(row.try_get("account_id")?), name: row.try_get("name")? };
            players.entry(LadderId(row.try_get("ladder_id")?)).or_default().push(player);
        }
        Ok(players)
    }

    async fn counted_matches(&self, awaited: &[AwaitedMatch]) -> Result<Vec<CountedMatch>, StoreError> {
        let column = |of: fn(&AwaitedMatch) -> Uuid| awaited.iter().map(of).collect::<Vec<_>>();
        let rows = sqlx::query(
            "select distinct on (a.ladder_id, a.number) a.ladder_id, a.number, m.match_id, s.outcome, m.first_account_id = a.by as by_first
            from unnest($1::uuid[], $2::int8[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::text[])
                as a (ladder_id, number, by, too, since, profile)
            join rivals_match m on m.accepted_at >= a.since
                and (m.first_account_id = a.by and m.second_account_id = a.too
                    or m.first_account_id = a.too and m.second_account_id = a.by)
            join settlement s on s.subject_kind = 'match' and s.subject_id = m.match_id and s.outcome <> 'void'
            join rivals_match_event p on p.match_id = m.match_id and p.version = 1
                and p.body -> 'Proposed' -> 'terms' ->> 'profile' = a.profile
            order by a.ladder_id, a.number, m.accepted_at",
        )
        .bind(column(|one| one.of.0))
        .bind(awaited.iter().map(|one| i64::from(one.number)).collect::<Vec<_>>())
        .bind(column(|one| one.by.0))
        .bind(column(|one| one.to.0))
        .bind(awaited.iter().map(|one| to_row(one.since)).collect::<Vec<_>>())
        .bind(awaited.iter().map(|one| one.profile.as_str()).collect::<Vec<_>>())
        .fetch_all(&self.pool)
        .await?;
        let mut counted = Vec::with_capacity(rows.len());
        for row in &rows {
            let number: i64 = row.try_get("number")?;
            let outcome: String = row.try_get("outcome")?;
            let winner = match outcome.as_str() {
                "first" => Some(Seat::First),
                "second" => Some(Seat::Second),
                _ => None,
            };
            let by_first: bool = row.try_get("by_first")?;
            counted.push(CountedMatch {
                of: LadderId(row.try_get("ladder_id")?),
                number: u32::try_from(number).map_err(StoreError::rows)?,
                played: MatchId(row.try_get("match_id")?),
                winner: winner.map(|seat| if by_first { seat } else { seat.other() }),
            });
        }
        Ok(counted)
    }
}
