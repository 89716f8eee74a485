//! Games of events that have ended and that the director has not taken note of. Knows no event's state.

use crate::Database;
use crate::error::StoreError;
use crate::instant::from_row;
use game::{GameEvent, PerSide};
use ids::{GameId, Millis};
use rooms::{EndedGame, StoredGame};
use sqlx::Row as _;
use uuid::Uuid;

impl Database {
    /// The oldest of them.
    pub(crate) async fn ended_event_games(&self, limit: u32) -> Result<Vec<EndedGame>, StoreError> {
        let rows = sqlx::query(
            "select game_id, ended_at from game
            where event_id is not null and ended_at is not null and consumed_at is null
            order by ended_at, game_id limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        let mut ended = Vec::with_capacity(rows.len());
        for row in &rows {
            let game = GameId(row.try_get::<Uuid, _>("game_id")?);
            let Some(stored) = self.find_game(game).await? else { continue };
            let (Some(event), Some(ending)) = (stored.terms.event, stored.ended) else { continue };
            let (thinking, left) = times(&stored);
            let plies =
                stored.events.iter().filter(|one| matches!(one.event, GameEvent::Moved { .. })).count();
            ended.push(EndedGame {
                game,
                event: event.event,
                players: PerSide { white: stored.players.white.account, black: stored.players.black.account },
                ending,
                plies: u16::try_from(plies).unwrap_or(u16::MAX),
                thinking,
                left,
                at: from_row(row.try_get("ended_at")?),
            });
        }
        Ok(ended)
    }
}

/// Each side's thinking time, first moves included, and what each clock had left.
fn times(stored: &StoredGame) -> (PerSide<Millis>, PerSide<Millis>) {
    let initial = stored.terms.time_control.initial;
    let carried = stored.terms.event.and_then(|event| event.carried);
    let mut left = carried.unwrap_or(PerSide { white: initial, black: initial });
    let mut thinking: PerSide<Millis> = PerSide::default();
    for stamped in &stored.events {
        match &stamped.event {
            GameEvent::Moved { side, elapsed, left_after, .. } => {
                thinking[*side] = thinking[*side].saturating_add(*elapsed);
                left[*side] = left_after.unwrap_or(left[*side]);
            }
            // what the clock that ran has lost since its last move was thought about, too
            GameEvent::Paused { left: Some(now) } | GameEvent::Ended { left: Some(now), .. } => {
                for side in draughts::Side::BOTH {
                    thinking[side] = thinking[side].saturating_add(left[side].saturating_sub(now[side]));
                }
                left = *now;
            }
            _ => {}
        }
    }
    (thinking, left)
}
