//! A tournament's steps and rows. Knows no pairing.

use crate::Database;
use crate::error::StoreError;
use crate::event_book::RowEventBook;
use crate::event_step::{Begun, EventRows, Failed, json, understood};
use crate::instant::to_row;
use crate::notice::insert_notices;
use crate::occurrence::write_start;
use crate::order_book::mark_done;
use ids::{AccountId, TournamentId};
use rooms::{NewGame, NewNotice, Player, StoredTournament, TournamentStep, Wallet};
use sqlx::{PgConnection, Row as _};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

impl RowEventBook {
    pub(crate) async fn try_tournament_step(&self, step: &TournamentStep) -> Result<Vec<Wallet>, Failed> {
        let mut begun = Begun::new(&self.database, step.money.iter()).await?;
        mark_done(&mut begun.transaction, step.order).await?;
        self.write_tournament(&mut begun.transaction, step).await?;
        let notices: Vec<&NewNotice> = step.notices.iter().collect();
        insert_notices(&mut begun.transaction, &notices).await?;
        let games: Vec<&NewGame> = step.games.iter().collect();
        begun.finish(&self.lease, &games, &step.noted).await
    }

    /// The tournament's row, its events and its entries. Nothing is written when the version is another, or the lease another's.
    async fn write_tournament(
        &self,
        connection: &mut PgConnection,
        step: &TournamentStep,
    ) -> Result<(), Failed> {
        let wrong = |what: &str| Failed::Wrong(format!("tournament {}: {what}", step.of));
        let count = i32::try_from(step.events.len()).map_err(|_| wrong("too many events"))?;
        let before = i32::try_from(step.after.0).map_err(|_| wrong("too many versions"))?;
        let sql = if before == 0 {
            "insert into tournament (tournament_id, version, phase, over, starts_at, held_minor, terms, announced_at)
            select $1, $2 + $3, $4, $5, $6, $7, $8::jsonb, $9 on conflict do nothing"
        } else {
            "update tournament set version = $2 + $3, phase = $4, over = $5, starts_at = coalesce($6, starts_at),
                held_minor = $7
            where tournament_id = $1 and version = $2 and $8::text is null and $9::timestamptz is not null"
        };
        let written = sqlx::query(sql)
            .bind(step.of.0)
            .bind(before)
            .bind(count)
            .bind(step.head.phase)
            .bind(step.head.over)
            .bind(step.head.starts_at.map(to_row))
            .bind(step.head.held.0)
            .bind(step.terms.as_ref().map(json).transpose()?)
            .bind(to_row(step.at))
            .execute(&mut *connection)
            .await?;
        if written.rows_affected() != 1 {
            return Err(Failed::Stale);
        }
        let rows =
            EventRows { table: "tournament_event", key: "tournament_id", id: step.of.0, before, at: step.at };
        if !rows.insert(connection, &self.lease, &step.events).await? {
            return Err(Failed::Stale);
        }
        if let Some(start) = &step.start {
            write_start(connection, step.of, start).await?;
        }
        write_entries(connection, step).await
    }
}

async fn write_entries(connection: &mut PgConnection, step: &TournamentStep) -> Result<(), Failed> {
    if step.entries.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into tournament_entry (entry_id, tournament_id, account_id, held_minor)
        select e.entry_id, $1, e.account_id, e.held from unnest($2::uuid[], $3::uuid[], $4::int8[]) as e (entry_id, account_id, held)
        on conflict (entry_id) do update set held_minor = excluded.held_minor",
    )
    .bind(step.of.0)
    .bind(step.entries.iter().map(|entry| entry.entry.0).collect::<Vec<_>>())
    .bind(step.entries.iter().map(|entry| entry.account.0).collect::<Vec<_>>())
    .bind(step.entries.iter().map(|entry| entry.held.0).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}

impl Database {
    pub(crate) async fn load_tournaments(
        &self,
        which: &str,
        id: Option<Uuid>,
    ) -> Result<Vec<StoredTournament>, StoreError> {
        let sql = format!(
            "select t.tournament_id, t.terms::text as terms, e.body::text as body
            from tournament t join tournament_event e using (tournament_id) {which}
            order by t.starts_at, t.tournament_id, e.version"
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        if let Some(id) = id {
            query = query.bind(id);
        }
        let rows = query.fetch_all(&self.pool).await?;
        let mut found: Vec<StoredTournament> = Vec::new();
        let mut broken: HashSet<TournamentId> = HashSet::new();
        for row in &rows {
            let of = TournamentId(row.try_get("tournament_id")?);
            if found.last().is_none_or(|last| last.of != of) {
                let Some(terms) = understood(of, row.try_get("terms")?) else {
                    broken.insert(of);
                    continue;
                };
                found.push(StoredTournament { of, terms, events: Vec::new(), players: Vec::new() });
            }
            match (understood(of, row.try_get("body")?), found.last_mut()) {
                (Some(event), Some(last)) => last.events.push(event),
                _ => {
                    broken.insert(of);
                }
            }
        }
        found.retain(|stored| !broken.contains(&stored.of));
        let mut players = self.entered(found.iter().map(|one| one.of.0).collect()).await?;
        for one in &mut found {
            one.players = players.remove(&one.of).unwrap_or_default();
        }
        Ok(found)
    }

    /// Who has entered these tournaments.
    async fn entered(&self, of: Vec<Uuid>) -> Result<HashMap<TournamentId, Vec<Player>>, StoreError> {
        let rows = sqlx::query(
            "select distinct e.tournament_id, a.account_id, a.name
            from tournament_entry e join account a using (account_id) where e.tournament_id = any($1)",
        )
        .bind(of)
        .fetch_all(&self.pool)
        .await?;
        let mut players: HashMap<TournamentId, Vec<Player>> = HashMap::new();
        for row in &rows {
            let of = TournamentId(row.try_get("tournament_id")?);
            let player =
                Player { account: AccountId(row.try_get("account_id")?), name: row.try_get("name")? };
            players.entry(of).or_default().push(player);
        }
        Ok(players)
    }
}
