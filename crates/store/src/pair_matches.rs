//! The matches that two players have finished, with what each won or lost by them.

use crate::Database;
use crate::error::StoreError;
use competition::{ClockClasses, FinishedMatch, Match, PerSeat, Seat};
use ids::{AccountId, Amount, MatchId};
use rooms::StoredMatch;
use sqlx::Row as _;
use std::collections::HashMap;
use tracing::error;
use uuid::Uuid;

impl Database {
    /// The newest finished matches of two players, the oldest of them first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn finished_matches(
        &self,
        one: AccountId,
        other: AccountId,
        classes: &ClockClasses,
        limit: u32,
    ) -> Result<Vec<FinishedMatch>, StoreError> {
        let which = "where m.state in ('Settled', 'Closed', 'NoShowOne')
            and (m.first_account_id = $1 and m.second_account_id = $2 or m.first_account_id = $2 and m.second_account_id = $1)";
        let stored = self.load_matches(which, &[one.0, other.0], limit).await?;
        let won = self.won_by_matches(stored.iter().map(|stored| stored.of.0).collect()).await?;
        Ok(stored.into_iter().rev().filter_map(|stored| finished(stored, classes, &won)).collect())
    }

    /// What each player won or lost by each match: by its own transfers and those of its games.
    async fn won_by_matches(
        &self,
        of: Vec<Uuid>,
    ) -> Result<HashMap<(MatchId, AccountId), Amount>, StoreError> {
        let rows = sqlx::query(
            "with subject as (
                select 'match' as kind, m as id, m as match_id from unnest($1::uuid[]) as m
                union all
                select 'game', g.game_id, g.event_id from game g where g.event_id = any($1)
            )
            select s.match_id, e.holder_id, sum(e.amount_minor)::bigint as won
            from subject s
            join transfer t on t.subject_kind = s.kind and t.subject_id = s.id
            join entry e using (transfer_id)
            where e.account_kind = 'wallet'
            group by s.match_id, e.holder_id",
        )
        .bind(of)
        .fetch_all(&self.pool)
        .await?;
        let mut won = HashMap::with_capacity(rows.len());
        for row in &rows {
            let key = (MatchId(row.try_get("match_id")?), AccountId(row.try_get("holder_id")?));
            won.insert(key, Amount(row.try_get("won")?));
        }
        Ok(won)
    }
}

/// A match as its pair's record takes it; one whose rows make none is said, and left out.
fn finished(
    stored: StoredMatch,
    classes: &ClockClasses,
    won: &HashMap<(MatchId, AccountId), Amount>,
) -> Option<FinishedMatch> {
    let of = stored.of;
    let state = Match::replay(of, stored.limits, stored.events)
        .inspect_err(|broken| error!("the rows of match {of} make no match: {broken}"))
        .ok()?;
    let net = |seat: Seat| {
        let player = state.player(seat);
        player.and_then(|player| won.get(&(of, player)).copied()).unwrap_or(Amount::ZERO)
    };
    let net = PerSeat { first: net(Seat::First), second: net(Seat::Second) };
    FinishedMatch::of(&state, classes.of(state.terms().clock), net)
}
