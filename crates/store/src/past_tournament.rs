//! Tournaments that are over, in a list. Knows no round.

use crate::Database;
use crate::error::StoreError;
use crate::instant::{from_row, to_row};
use competition::TournamentTerms;
use ids::{TournamentId, WallTime};
use sqlx::Row as _;

/// A tournament that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastTournament {
    /// The tournament.
    pub of: TournamentId,
    /// Where it ended, as [`competition::tournament::Phase::name`] says it.
    pub phase: String,
    /// Its terms as they stood in the end.
    pub terms: TournamentTerms,
    /// How many played when it started.
    pub players: u32,
    /// When it was to start.
    pub starts_at: WallTime,
}

impl Database {
    /// `limit` tournaments that are over, the newest first, after that one; of a variant where one is named.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn past_tournaments(
        &self,
        variant: Option<&str>,
        after: Option<(WallTime, TournamentId)>,
        limit: u32,
    ) -> Result<Vec<PastTournament>, StoreError> {
        let rows = sqlx::query(
            "select t.tournament_id, t.phase, t.starts_at,
                coalesce(amended.terms, t.terms)::text as terms, coalesce(started.players, 0) as players
            from tournament t
            left join lateral (
                select e.body -> 'change' -> 'Amended' -> 'terms' as terms from tournament_event e
                where e.tournament_id = t.tournament_id and e.kind = 'Amended' order by e.version desc limit 1
            ) amended on true
            left join lateral (
                select jsonb_array_length(e.body -> 'change' -> 'Started' -> 'players') as players from tournament_event e
                where e.tournament_id = t.tournament_id and e.kind = 'Started' limit 1
            ) started on true
            where t.over and ($1::text is null or t.terms ->> 'profile' like $1 || ' %')
                and ($2::timestamptz is null or (t.starts_at, t.tournament_id) < ($2, $3))
            order by t.starts_at desc, t.tournament_id desc limit $4",
        )
        .bind(variant)
        .bind(after.map(|(at, _)| to_row(at)))
        .bind(after.map(|(_, of)| of.0))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let players: i32 = row.try_get("players")?;
                Ok(PastTournament {
                    of: TournamentId(row.try_get("tournament_id")?),
                    phase: row.try_get("phase")?,
                    terms: serde_json::from_str(row.try_get("terms")?).map_err(StoreError::rows)?,
                    players: u32::try_from(players).unwrap_or(0),
                    starts_at: from_row(row.try_get("starts_at")?),
                })
            })
            .collect()
    }
}
