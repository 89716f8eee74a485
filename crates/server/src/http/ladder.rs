//! The ladder seasons that there are. Everybody may see them.

use crate::app::App;
use crate::error::ApiError;
use crate::wire;
use axum::Json;
use axum::extract::State;
use protocol::{LadderState, LadderSummary};
use std::sync::Arc;

/// Seasons of one answer.
const SEASONS: u32 = 20;

/// `GET /api/ladders`: the newest seasons, the last to open first.
///
/// # Errors
/// [`ApiError::Unavailable`] when the database is away.
pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Vec<LadderSummary>>, ApiError> {
    let found = app.database.newest_ladders(SEASONS).await.map_err(ApiError::of_store)?;
    let summaries = found.into_iter().map(|row| {
        let (variant, rules) = wire::profile(&row.terms.profile);
        LadderSummary {
            season: row.of,
            state: match row.state.as_str() {
                "announced" => LadderState::Announced,
                "open" => LadderState::Open,
                "frozen" => LadderState::Frozen,
                "paid" => LadderState::Paid,
                _ => LadderState::Cancelled,
            },
            variant,
            rules,
            opens_at: row.terms.opens_at.unix_millis(),
            ends_at: row.terms.ends_at.unix_millis(),
            pool: row.terms.pool(),
        }
    });
    Ok(Json(summaries.collect()))
}
