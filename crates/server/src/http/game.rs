//! What is offered, and one's own games.

use super::Caller;
use crate::app::App;
use crate::error::ApiError;
use crate::wire;
use axum::Json;
use axum::extract::{Path, Query, State};
use ids::WallTime;
use protocol::{ClockSetting, GamePage, HistoryEntry};
use serde::Deserialize;
use std::sync::Arc;

/// Games of one answer.
const GAMES: u32 = 50;

/// `GET /api/games/{variant}`: the terms in force.
///
/// # Errors
/// [`ApiError::NotFound`] for a game that is not offered.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    Path(variant): Path<String>,
) -> Result<Json<GamePage>, ApiError> {
    let game = app.config.game(&variant).ok_or(ApiError::NotFound)?;
    let clocks = game.clocks.iter().map(|clock| ClockSetting {
        initial_ms: ids::Millis(clock.initial_ms),
        increment_ms: ids::Millis(clock.increment_ms),
    });
    Ok(Json(GamePage {
        variant,
        currency: app.config.currency.code.clone(),
        exponent: app.config.currency.exponent,
        stake_min: game.stake_min,
        stake_max: game.stake_max,
        stake_choices: game.stake_choices.clone(),
        fee_basis_points: game.fee_basis_points,
        clocks: clocks.collect(),
        rule_sets: game.rule_sets.clone(),
        first_move_ms: game.first_move_window_ms,
        terms: app.terms.clone(),
        tournaments: Vec::new(),
    }))
}

/// Where an answer goes on.
#[derive(Deserialize)]
pub(super) struct Before {
    /// Only what was made before this instant, in milliseconds since 1970.
    before: Option<i64>,
}

/// `GET /api/history`: one's games, the newest first.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn history(
    State(app): State<Arc<App>>,
    caller: Caller,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Vec<HistoryEntry>>, ApiError> {
    let account = caller.signed()?.account;
    let before = before.map(|millis| WallTime(millis.saturating_mul(1000)));
    let games = app.database.history(account, before, GAMES).await.map_err(ApiError::of_store)?;
    let entries = games.into_iter().map(|game| HistoryEntry {
        game: game.game,
        side: wire::side(game.side),
        opponent: game.opponent,
        stake: game.stake,
        outcome: game.ending.as_ref().map(|ending| wire::outcome(ending.outcome)),
        reason: game.ending.as_ref().map(|ending| wire::end_reason(ending.reason)),
        net: game.net,
        started_at: game.started_at.unix_millis(),
        plies: game.plies,
    });
    Ok(Json(entries.collect()))
}
