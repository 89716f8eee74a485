//! How long calls take, by route and status; never by path, which may hold ids.

use crate::clock;
use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

/// Measures a call.
pub(super) async fn measure(route: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let began = clock::now();
    let response = next.run(request).await;
    let route = route.map_or_else(|| "page".to_owned(), |route| route.as_str().to_owned());
    #[expect(clippy::cast_precision_loss, reason = "a figure needs no exact microseconds")]
    let seconds = clock::now().0.saturating_sub(began.0) as f64 / 1e6;
    let status = response.status().as_u16().to_string();
    metrics::histogram!("damas_http_seconds", "route" => route, "status" => status).record(seconds);
    response
}
