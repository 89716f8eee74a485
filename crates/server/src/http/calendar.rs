//! The dates of matches and tournaments as files for a calendar.

use super::Caller;
use crate::app::App;
use crate::calendar::CalendarDate;
use crate::clock;
use crate::error::ApiError;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use competition::tournament::{Format, Phase};
use competition::{Clock, Match, MatchState, Seat, Tournament};
use ids::{MatchId, Millis, TournamentId};
use std::sync::Arc;

/// How many moves a game's length is estimated by.
const MOVES: u64 = 40;
/// A break between two games or rounds.
const BREAK: Millis = Millis(60_000);

/// `GET /api/matches/{id}/calendar.ics`: the date of an agreed match, to its players, and to everybody where it may be watched.
///
/// # Errors
/// [`ApiError::NotFound`] for no such match, one that is not agreed, and one that is not the caller's to see.
pub(super) async fn of_match(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(of): Path<String>,
) -> Result<Response, ApiError> {
    let of: MatchId = of.parse().map_err(|_no_id| ApiError::NotFound)?;
    let stored = app.events.load_match(of).await.map_err(ApiError::of_store)?.ok_or(ApiError::NotFound)?;
    let players = [&stored.players.first, &stored.players.second];
    let names: Vec<String> = players.into_iter().flatten().map(|player| player.name.clone()).collect();
    let state = Match::replay(of, stored.limits, stored.events).map_err(ApiError::of_store)?;
    let account = caller.signed.as_ref().map(|signed| signed.account);
    let plays = Seat::BOTH.into_iter().any(|seat| account.is_some() && state.player(seat) == account);
    let starts_at = state.starts_at().filter(|_| plays || state.terms().watchable);
    let date = CalendarDate {
        uid: uid(&app, of),
        sequence: state.version().0,
        made_at: clock::wall(),
        starts_at: starts_at.ok_or(ApiError::NotFound)?,
        length: length(state.terms().clock, u64::from(state.terms().games)),
        summary: format!("Damas: {}", names.join(" – ")),
        url: format!("{}/m/{of}", app.site),
        cancelled: state.state() == MatchState::Cancelled,
    };
    Ok(file(&date, &of))
}

/// `GET /api/tournaments/{id}/calendar.ics`: the date of a tournament, to everybody.
///
/// # Errors
/// [`ApiError::NotFound`] for no such tournament.
pub(super) async fn of_tournament(
    State(app): State<Arc<App>>,
    Path(of): Path<String>,
) -> Result<Response, ApiError> {
    let of: TournamentId = of.parse().map_err(|_no_id| ApiError::NotFound)?;
    let stored =
        app.events.load_tournament(of).await.map_err(ApiError::of_store)?.ok_or(ApiError::NotFound)?;
    let state = Tournament::replay(of, stored.terms, &stored.events).map_err(ApiError::of_store)?;
    let terms = state.terms();
    let games = match terms.format {
        Format::Swiss { rounds } => u64::from(rounds),
        Format::RoundRobin { double } => {
            u64::from(terms.max_players.saturating_sub(1)) * if double { 2 } else { 1 }
        }
        // a tie is two games at least
        Format::Knockout { .. } => 2 * u64::from(terms.max_players.next_power_of_two().ilog2()),
        Format::Arena { .. } => 0,
    };
    let date = CalendarDate {
        uid: uid(&app, of),
        sequence: state.version(),
        made_at: clock::wall(),
        starts_at: state.starts().unwrap_or(terms.starts_at),
        length: match terms.format {
            Format::Arena { length, .. } => length,
            _ => length(terms.clock, games),
        },
        summary: format!("Damas: {}", terms.name),
        url: format!("{}/t/{of}", app.site),
        cancelled: matches!(state.phase(), Phase::Cancelled | Phase::Aborted),
    };
    Ok(file(&date, &of))
}

/// How long so many games take one after the other, about.
const fn length(clock: Clock, games: u64) -> Millis {
    let one = (clock.initial.0 + clock.increment.0.saturating_mul(MOVES)).saturating_mul(2);
    Millis(one.saturating_add(BREAK.0).saturating_mul(games))
}

fn uid(app: &App, of: impl std::fmt::Display) -> String {
    let host = app.site.split_once("://").map_or(app.site.as_str(), |(_, host)| host);
    format!("{of}@{host}")
}

fn file(date: &CalendarDate, of: &dyn std::fmt::Display) -> Response {
    let kind = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{of}.ics\"")),
    ];
    (kind, date.file()).into_response()
}
