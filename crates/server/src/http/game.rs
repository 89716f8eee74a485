//! What is offered, and one's own games.

use super::params::Params;
use super::{Caller, tournament};
use crate::app::App;
use crate::config::GameConfig;
use crate::draw_rules::draw_rules;
use crate::error::ApiError;
use crate::tournament_view::summary_of_view;
use crate::wire;
use axum::Json;
use axum::extract::{Path, State};
use draughts::{Position, Variant};
use ids::{AccountId, WallTime};
use protocol::{ClockSetting, GamePage, HistoryEntry, RivalsOffer};
use serde::Deserialize;
use std::sync::Arc;

/// Tournaments that a game's page names.
const TOURNAMENTS: usize = 20;
/// Games of one answer.
const GAMES: u32 = 50;

/// `GET /api/games`: every game on offer with the terms in force.
pub(super) async fn pages(State(app): State<Arc<App>>, caller: Caller) -> Json<Vec<GamePage>> {
    let viewer = caller.account();
    Json(app.config.games.offered().map(|(variant, game)| page_of(&app, variant, game, viewer)).collect())
}

/// `GET /api/games/{variant}`: the terms in force.
///
/// # Errors
/// [`ApiError::NotOffered`] for a game that is not offered.
pub(super) async fn page(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(variant): Path<String>,
) -> Result<Json<GamePage>, ApiError> {
    let found = variant.parse().ok().and_then(|known| Some((known, app.config.games.find(known)?)));
    let Some((known, game)) = found else {
        let offered: Vec<String> =
            app.config.games.offered().map(|(variant, _)| variant.to_string()).collect();
        return Err(ApiError::NotOffered { asked: variant, offered: offered.join(", ") });
    };
    Ok(Json(page_of(&app, known, game, caller.account())))
}

fn page_of(app: &App, variant: Variant, game: &GameConfig, viewer: Option<AccountId>) -> GamePage {
    let rule_sets = game.rule_sets.iter().filter_map(|name| app.config.rule_set(name));
    let clocks = game.clocks.iter().map(|clock| ClockSetting {
        initial_ms: ids::Millis(clock.initial_ms),
        increment_ms: ids::Millis(clock.increment_ms),
    });
    GamePage {
        variant: variant.to_string(),
        staked: game.staked,
        start_fen: wire::fen(&Position::initial(variant)),
        currency: app.config.currency.code.clone(),
        exponent: app.config.currency.exponent,
        stake_min: game.stake_min,
        stake_max: game.stake_max,
        stake_choices: game.stake_choices.clone(),
        fee_basis_points: game.fee_basis_points,
        clocks: clocks.collect(),
        rule_sets: game.rule_sets.clone(),
        draw_rules: rule_sets.map(draw_rules).collect(),
        max_draw_offers: game.max_draw_offers,
        first_move_ms: game.first_move_window_ms,
        latency_steps: app.config.matchmaking.terms().latency_steps,
        terms: app.terms.clone(),
        rivals: game.staked.then(|| rivals_offer(app, game)),
        tournaments: tournament::to_come(app, Some(variant))
            .iter()
            .take(TOURNAMENTS)
            .map(|view| summary_of_view(view, viewer))
            .collect(),
    }
}

/// What a Rivals match of that game may be.
fn rivals_offer(app: &App, game: &GameConfig) -> RivalsOffer {
    let limits = app.config.rivals.limits(&app.config.games, &app.config.reviews);
    RivalsOffer {
        stake_min: game.stake_min.max(limits.stake_min),
        stake_max: game.stake_max.min(limits.stake_max),
        fee_basis_points: game.fee_basis_points,
        min_lead_ms: limits.min_lead,
        max_lead_ms: limits.max_lead,
        now_expiry_ms: limits.now_expiry,
        expiry_ms: limits.expiry,
        counters: limits.counters,
        outgoing: limits.outgoing,
        check_in_before_ms: limits.check_in_before,
        grace_ms: limits.grace,
        free_cancel_ms: limits.free_cancel,
        break_ms: limits.game_break,
        rematch_ms: limits.rematch,
        games: limits.games,
    }
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
    Params(Before { before }): Params<Before>,
) -> Result<Json<Vec<HistoryEntry>>, ApiError> {
    let account = caller.signed()?.account;
    let before = before.map(|millis| WallTime(millis.saturating_mul(1000)));
    let games = app.database.history(account, before, GAMES).await.map_err(ApiError::of_store)?;
    let entries = games.into_iter().map(|game| HistoryEntry {
        game: game.game,
        variant: game.variant.to_string(),
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
