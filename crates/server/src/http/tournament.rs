//! Tournaments: those to come and those that are over, and what the page of one shows first. Everybody may see them.

use super::Caller;
use super::params::Params;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::tournament_view::{page, summary_of_row, summary_of_view};
use axum::Json;
use axum::extract::{Path, State};
use draughts::Variant;
use ids::{TournamentId, WallTime};
use protocol::{TournamentList, TournamentPage, TournamentSummary};
use rooms::TournamentView;
use serde::Deserialize;
use std::sync::Arc;

/// Tournaments of one answer.
const LINES: usize = 50;

/// Which tournaments are asked for.
#[derive(Deserialize)]
pub(super) struct Which {
    /// Those of a kind of draughts alone.
    variant: Option<String>,
    /// Those that are over, instead of those that are not.
    #[serde(default)]
    over: bool,
    /// Those after a cursor alone.
    after: Option<String>,
}

/// Where a list goes on: behind the start and the id of its last line.
type Cursor = (WallTime, TournamentId);

/// `GET /api/tournaments`.
///
/// # Errors
/// [`ApiError::NotFound`] for a kind of draughts that there is not; [`ApiError::BadRequest`] for a cursor that is none.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(Which { variant, over, after }): Params<Which>,
) -> Result<Json<TournamentList>, ApiError> {
    let variant: Option<Variant> =
        variant.map(|name| name.parse().map_err(|_| ApiError::NotFound)).transpose()?;
    let after = after.map(|text| cursor(&text)).transpose()?;
    let mut found: Vec<(Cursor, TournamentSummary)> = if over {
        let limit = u32::try_from(LINES + 1).unwrap_or(u32::MAX);
        let variant = variant.map(|variant| variant.to_string());
        let rows = app.database.past_tournaments(variant.as_deref(), after, limit).await;
        let rows = rows.map_err(ApiError::of_store)?;
        rows.iter().map(|row| ((row.starts_at, row.of), summary_of_row(row))).collect()
    } else {
        let views = to_come(&app, variant).into_iter();
        let later = views.filter(|view| after.is_none_or(|after| place(view) > after));
        later.take(LINES + 1).map(|view| (place(&view), summary_of_view(&view, caller.account()))).collect()
    };
    let more = found.len() > LINES;
    found.truncate(LINES);
    let next = found.last().filter(|_| more).map(|((at, of), _)| format!("{}.{}", at.0, of.0.simple()));
    Ok(Json(TournamentList {
        tournaments: found.into_iter().map(|(_, summary)| summary).collect(),
        next,
        server_at: clock::wall().unix_millis(),
    }))
}

/// Where a tournament stands in the list of those that are not over.
fn place(view: &TournamentView) -> Cursor {
    (view.state.terms().starts_at, view.state.id())
}

/// Tournaments that are not over, the next to start first.
pub(super) fn to_come(app: &App, variant: Option<Variant>) -> Vec<Arc<TournamentView>> {
    let mut views = app.house.open_tournaments();
    if let Some(variant) = variant {
        let of = format!("{variant} ");
        views.retain(|view| view.state.terms().profile.starts_with(&of));
    }
    views.sort_by_key(|view| place(view));
    views
}

fn cursor(text: &str) -> Result<Cursor, ApiError> {
    let wrong = || ApiError::BadRequest("after is not the `next` of an answer before".to_owned());
    let (at, of) = text.split_once('.').ok_or_else(wrong)?;
    Ok((WallTime(at.parse().map_err(|_| wrong())?), of.parse().map_err(|_| wrong())?))
}

/// `GET /api/tournaments/{id}`.
///
/// # Errors
/// [`ApiError::NotFound`] when there is none; [`ApiError::Unavailable`].
pub(super) async fn one(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(of): Path<String>,
) -> Result<Json<TournamentPage>, ApiError> {
    let of: TournamentId = of.parse().map_err(|_| ApiError::NotFound)?;
    let view = app.house.find_tournament(of).await.map_err(|refused| match refused {
        rooms::Refusal::NoSuchTournament => ApiError::NotFound,
        _ => ApiError::Unavailable,
    })?;
    Ok(Json(page(&view, caller.account(), clock::wall())))
}
