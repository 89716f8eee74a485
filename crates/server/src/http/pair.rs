//! Who is kept apart from whom, and what two may stake still.

use super::Caller;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use draughts::Variant;
use ids::AccountId;
use protocol::{BlockedPlayer, PairLimit};
use std::sync::Arc;
use store::BlockError;

/// The player of that name, who is another than the one who calls.
async fn other(app: &App, own: AccountId, name: &str) -> Result<AccountId, ApiError> {
    let found = app.database.find_account_by_name(name).await.map_err(ApiError::of_store)?;
    let account = found.ok_or(ApiError::NotFound)?.account;
    if account == own {
        return Err(ApiError::BadRequest("that is one's own name; it must be another player's".to_owned()));
    }
    Ok(account)
}

/// `GET /api/blocks`: whom one has blocked.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn blocks(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Vec<BlockedPlayer>>, ApiError> {
    let lines = app.database.blocks_of(caller.signed()?.account).await.map_err(ApiError::of_store)?;
    let shown = lines.into_iter().map(|line| BlockedPlayer { name: line.name, since: line.at.unix_millis() });
    Ok(Json(shown.collect()))
}

/// `PUT /api/blocks/{name}`: that player and the caller are not paired any more, and can't challenge each other.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::NotFound`] when nobody has that name; [`ApiError::BlockLimit`].
pub(super) async fn block(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let own = caller.signed()?.account;
    let other = other(&app, own, &name).await?;
    let most = app.config.matchmaking.blocks_per_player;
    app.database.block(own, other, most).await.map_err(|refused| match refused {
        BlockError::Full(allowed) => ApiError::BlockLimit { allowed },
        BlockError::Store(error) => ApiError::of_store(error),
    })?;
    app.house.keep_apart(own, other, true);
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/blocks/{name}`.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::NotFound`] when nobody has that name.
pub(super) async fn unblock(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let own = caller.signed()?.account;
    let other = other(&app, own, &name).await?;
    app.database.unblock(own, other).await.map_err(ApiError::of_store)?;
    app.house.keep_apart(own, other, false);
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/players/{name}/limit/{variant}`: what the caller and that player may stake against each other still, before either of
/// them puts it up.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::NotFound`] for a player or a game that there is not.
pub(super) async fn limit(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path((name, variant)): Path<(String, String)>,
) -> Result<Json<PairLimit>, ApiError> {
    let own = caller.signed()?.account;
    let variant: Variant = variant.parse().map_err(|_| ApiError::NotFound)?;
    let highest = app.config.games.find(variant).ok_or(ApiError::NotFound)?.stake_max;
    let other = other(&app, own, &name).await?;
    let limits = crate::storage::pairs(&app.config);
    let used = app.database.pair_use(&limits, [own, other], clock::wall()).await;
    let left = limits.left(&used.map_err(ApiError::of_store)?, highest);
    Ok(Json(PairLimit { stake: left.stake, games: left.games }))
}
