//! What schedules have announced and missed. Knows no calendar.

use crate::Database;
use crate::error::StoreError;
use crate::event_step::Failed;
use crate::instant::to_row;
use crate::lease::Lease;
use competition::LocalDateTime;
use ids::TournamentId;
use rooms::ScheduledStart;
use sqlx::{PgConnection, PgPool};

impl Database {
    /// Puts a schedule in force, from `since` on if it is new, and gives the last of its local minutes that was planned.
    pub(crate) async fn put_schedule(
        &self,
        name: &str,
        since: LocalDateTime,
    ) -> Result<LocalDateTime, StoreError> {
        sqlx::query(
            "insert into tournament_schedule (name, since_local) values ($1, $2) on conflict do nothing",
        )
        .bind(name)
        .bind(since.to_string())
        .execute(&self.pool)
        .await?;
        // the minutes are written so that they sort as they follow one another
        let last: String = sqlx::query_scalar(
            "select greatest(s.since_local collate \"C\", max(o.local_at collate \"C\"))
            from tournament_schedule s left join tournament_occurrence o on o.schedule = s.name
            where s.name = $1 group by s.name",
        )
        .bind(name)
        .fetch_one(&self.pool)
        .await?;
        last.parse().map_err(StoreError::rows)
    }
}

/// Writes that a start was missed, unless something is written of it already, or another node owns the events.
pub(crate) async fn skip(pool: &PgPool, lease: &Lease, start: &ScheduledStart) -> Result<(), StoreError> {
    sqlx::query(
        "with lease as (select epoch from node_lease where node = $4 and epoch = $5 for key share)
        insert into tournament_occurrence (schedule, local_at, starts_at)
        select $1, $2, $3 from lease on conflict do nothing",
    )
    .bind(&start.schedule)
    .bind(start.occurrence.local.to_string())
    .bind(to_row(start.occurrence.at))
    .bind(lease.node())
    .bind(lease.epoch().0)
    .execute(pool)
    .await?;
    Ok(())
}

/// Writes in the step that announces it which start a tournament is of. Nothing is written when something was before.
pub(crate) async fn write_start(
    connection: &mut PgConnection,
    of: TournamentId,
    start: &ScheduledStart,
) -> Result<(), Failed> {
    let written = sqlx::query(
        "insert into tournament_occurrence (schedule, local_at, starts_at, tournament_id)
        values ($1, $2, $3, $4) on conflict do nothing",
    )
    .bind(&start.schedule)
    .bind(start.occurrence.local.to_string())
    .bind(to_row(start.occurrence.at))
    .bind(of.0)
    .execute(connection)
    .await?;
    if written.rows_affected() == 1 { Ok(()) } else { Err(Failed::Stale) }
}
