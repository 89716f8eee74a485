//! The door of the WebSocket: who comes, from where, from whose page, and whether there is a place.

use super::connection::Connection;
use super::outbox::Outbox;
use super::reader::Reader;
use super::session::Session;
use crate::accounts::Signed;
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::http::Caller;
use crate::live::{Owner, Place};
use crate::origin::Credential;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{WebSocket, WebSocketUpgrade};
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// `GET /ws`: by cookie from this site's pages, by bearer token from programs, or as a guest.
///
/// # Errors
/// [`ApiError::BadOrigin`], [`ApiError::NotSignedIn`] for a token that is not in force, [`ApiError::TooManySockets`].
pub(crate) async fn upgrade(
    State(app): State<Arc<App>>,
    caller: Caller,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::BadRequest(error.body_text()))?;
    if !app.origins.allows(caller.origin.as_deref(), caller.credential) {
        return Err(ApiError::BadOrigin);
    }
    if caller.credential == Credential::Bearer && caller.signed.is_none() {
        return Err(ApiError::NotSignedIn);
    }
    let owner =
        caller.signed.as_ref().map(|signed| Owner { account: signed.account, session: signed.session });
    let place = app.live.enter(owner, caller.address)?;
    // A session that was ended while this socket came in ended no socket of its own: from here on it does.
    if let Some(owner) = owner
        && !app.database.is_session_open(owner.session).await.map_err(ApiError::of_store)?
    {
        return Err(ApiError::NotSignedIn);
    }
    let limits = &app.config.server.limits;
    let upgrade = upgrade
        // a move is some hundred bytes; a larger frame takes more reads
        .read_buffer_size(512)
        // what waits together is written together; what was needed once is kept
        .write_buffer_size(1024)
        .max_write_buffer_size(limits.outbound_bytes)
        .max_message_size(limits.frame_bytes)
        .max_frame_size(limits.frame_bytes);
    let tasks = app.live.tasks().clone();
    // boxed, and by reference below: else ten thousand idle sockets would each have several places for the same things
    Ok(upgrade.on_upgrade(move |socket| {
        Box::pin(tasks.track_future(run(app, socket, place, caller.signed, caller.address)))
    }))
}

/// Runs a socket to its end; its place is free again when this returns.
async fn run(app: Arc<App>, socket: WebSocket, mut place: Place, signed: Option<Signed>, address: IpAddr) {
    let ending = place.ending().clone();
    let limits = &app.config.server.limits;
    let (outbox, waiting) = Outbox::new(place.number(), &ending, limits.outbound_messages);
    let session_ends = signed.as_ref().map(|signed| {
        let micros = signed.expires.0.saturating_sub(clock::wall().0);
        let left = Duration::from_micros(u64::try_from(micros).unwrap_or(0));
        // Timers can't be set for more than some years.
        Instant::now() + left.min(Duration::from_secs(366 * 86_400))
    });
    let session = Arc::new(Session::new(Arc::clone(&app), signed, address, outbox));
    let reader = Reader::new(Arc::clone(&session), ending.clone(), limits);
    let sockets = app.config.server.sockets.clone();
    let own = Arc::clone(&session);
    let mut connection = Connection::new(socket, reader, waiting, own, ending, sockets, session_ends);
    if !connection.run().await {
        place.lose();
    }
    drop(connection);
    session.depart().await;
    drop(place);
}
