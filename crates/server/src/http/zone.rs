//! Where players' clocks stand, so that both see a match's start by both.

use super::Caller;
use super::body::Body;
use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use ids::MatchId;
use protocol::{Zone, Zones};
use std::sync::Arc;
use uuid::Uuid;

/// `PUT /api/zone`: the zone by which one's clock stands.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::BadRequest`] for a zone that there is not.
pub(super) async fn set(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(Zone { zone }): Body<Zone>,
) -> Result<StatusCode, ApiError> {
    let account = caller.signed()?.account;
    if !competition::is_time_zone(&zone) {
        let wrong = "`zone` is a time zone of the IANA data, as in America/Sao_Paulo";
        return Err(ApiError::BadRequest(wrong.to_owned()));
    }
    app.database.set_zone(account, &zone).await.map_err(ApiError::of_store)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/matches/{id}/zones`: the zones of a match's players, to these alone.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::NotFound`] when one plays in no such match.
pub(super) async fn of_match(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(of): Path<Uuid>,
) -> Result<Json<Zones>, ApiError> {
    let account = caller.signed()?.account;
    let found = app.database.zones_of_match(MatchId(of)).await.map_err(ApiError::of_store)?;
    let plays = |zones: &store::MatchZones| {
        zones.first.0 == account || zones.second.as_ref().is_some_and(|second| second.0 == account)
    };
    let zones = found.filter(plays).ok_or(ApiError::NotFound)?;
    Ok(Json(Zones { first: zones.first.1, second: zones.second.and_then(|(_, zone)| zone) }))
}
