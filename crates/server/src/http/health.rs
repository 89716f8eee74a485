//! For operators: whether the process lives, whether it can serve, and its figures.

use crate::address::client_address;
use crate::app::App;
use crate::error::ApiError;
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::net::SocketAddr;
use std::sync::Arc;

/// `GET /healthz`: the process lives.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// `GET /readyz`: it can serve, or why not.
pub(super) async fn ready(State(app): State<Arc<App>>) -> Response {
    match app.ready.check() {
        Ok(()) => "ready\n".into_response(),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")).into_response(),
    }
}

/// `GET /metrics`: figures for Prometheus, to the addresses that the configuration names.
///
/// # Errors
/// [`ApiError::NotFound`] to everybody else.
pub(super) async fn metrics(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let server = &app.config.server;
    let address = client_address(peer.ip(), &headers, &server.trusted_proxies);
    if !server.metrics_from.contains(&address) {
        return Err(ApiError::NotFound);
    }
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    Ok((kind, app.metrics.render()).into_response())
}
