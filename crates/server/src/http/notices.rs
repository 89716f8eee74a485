//! One's notices over HTTP, for programs and for a page that has no socket yet.

use super::Caller;
use super::body::Body;
use super::params::Params;
use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ids::NoticeId;
use protocol::{NoticePage, ReadNotices};
use serde::Deserialize;
use std::sync::Arc;

/// Where an answer goes on.
#[derive(Deserialize)]
pub(super) struct Before {
    /// Only what is older than this notice.
    before: Option<NoticeId>,
}

/// `GET /api/notices?before=ID`: one's notices, the newest first.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Params(Before { before }): Params<Before>,
) -> Result<Json<NoticePage>, ApiError> {
    let account = caller.signed()?.account;
    let page = crate::notices::page(&app, account, before, None).await;
    Ok(Json(page.map_err(ApiError::of_store)?))
}

/// `POST /api/notices/read`: that one and all older ones are read.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn read(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(ReadNotices { up_to }): Body<ReadNotices>,
) -> Result<StatusCode, ApiError> {
    let account = caller.signed()?.account;
    crate::notices::read(&app, account, up_to).await.map_err(ApiError::of_store)?;
    Ok(StatusCode::NO_CONTENT)
}
