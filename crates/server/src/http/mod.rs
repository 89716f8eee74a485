//! The HTTP calls. Each handler checks its input, asks one owner or the store, and says the answer in the wire's shapes.

mod account;
mod analysis;
mod assets;
mod body;
mod calendar;
mod caller;
mod cookie;
mod dev;
mod game;
mod headers;
mod health;
mod ladder;
mod mail;
mod measure;
mod money;
mod notices;
mod pair;
mod params;
mod pdn;
mod position;
mod rating;
mod record;
mod tournament;
mod zone;

pub(crate) use assets::prepare as prepare_client;
pub(crate) use caller::Caller;

use crate::app::App;
use crate::error::ApiError;
use crate::socket;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post, put};
use std::sync::Arc;
use tower_http::timeout::TimeoutLayer;

/// How long a call may take.
const CALL: std::time::Duration = std::time::Duration::from_secs(30);

/// All calls, the socket, and the client's files.
pub(crate) fn router(app: &Arc<App>) -> Router {
    let calls = Router::new()
        .route("/signup", post(account::sign_up))
        .route("/session", post(account::sign_in).delete(account::sign_out))
        .route("/password", post(account::change_password))
        .route("/me", get(account::me))
        .route("/games", get(game::pages))
        .route("/games/{variant}", get(game::page))
        .route("/tournaments", get(tournament::list))
        .route("/tournaments/{id}", get(tournament::one))
        .route("/history", get(game::history))
        .route("/ratings/{variant}/{pace}", get(rating::board))
        .route("/players/{name}/ratings", get(rating::of_player))
        .route("/players/{name}/record", get(record::against))
        .route("/players/{name}/limit/{variant}", get(pair::limit))
        .route("/blocks", get(pair::blocks))
        .route("/blocks/{name}", put(pair::block).delete(pair::unblock))
        .route("/zone", put(zone::set))
        .route("/matches/{id}/zones", get(zone::of_match))
        .route("/ladders", get(ladder::list))
        .route("/game/{game}/pdn", get(pdn::export))
        .route("/notices", get(notices::list))
        .route("/notices/read", post(notices::read))
        .route("/mail", get(mail::show).put(mail::change).delete(mail::forget))
        .route("/mail/verify", post(mail::verify))
        .route("/matches/{of}/calendar.ics", get(calendar::of_match))
        .route("/tournaments/{of}/calendar.ics", get(calendar::of_tournament))
        .route("/statement", get(money::statement))
        .route("/deposit", post(money::deposit))
        .route("/withdraw", post(money::withdraw))
        .route("/legal-moves", post(position::legal_moves))
        .route("/analysis", post(analysis::analyse))
        .route("/dev/players", post(dev::players))
        .route("/dev/database", get(dev::database))
        .fallback(async || ApiError::NotFound)
        .method_not_allowed_fallback(async || ApiError::NotFound)
        .layer(DefaultBodyLimit::max(app.config.server.limits.body_bytes))
        .layer(middleware::map_response(headers::never_stored))
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, CALL))
        .layer(middleware::from_fn_with_state(Arc::clone(app), caller::guard))
        .layer(middleware::from_fn(measure::measure));
    let socket = Router::new()
        .route("/ws", get(socket::upgrade))
        .layer(middleware::from_fn_with_state(Arc::clone(app), caller::guard));
    let operators = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics));
    Router::new()
        .nest("/api", calls)
        .merge(socket)
        .merge(operators)
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(Arc::clone(app), headers::secure))
        .with_state(Arc::clone(app))
}
