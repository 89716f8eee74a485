//! Players for tests and load, in development alone.

use super::Caller;
use super::body::Body;
use super::money::refused;
use crate::accounts::Token;
use crate::app::App;
use crate::error::ApiError;
use crate::{chance, clock};
use axum::Json;
use axum::extract::State;
use ids::{AccountId, Amount, SessionId};
use protocol::{DevDatabase, DevPlayer, DevPlayers};
use std::sync::Arc;
use store::{NewDevPlayer, NewSession};
use tracing::info;

/// Players that one call may make.
const PLAYERS: u32 = 10_000;

/// `POST /api/dev/players`: that many players, each with that balance paid in through the books, and their tokens.
///
/// # Errors
/// [`ApiError::NotHere`] outside development.
pub(super) async fn players(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(DevPlayers { count, balance }): Body<DevPlayers>,
) -> Result<Json<Vec<DevPlayer>>, ApiError> {
    if app.config.is_production() || !app.can_deposit() {
        return Err(ApiError::NotHere("players are made in development only".to_owned()));
    }
    if !(1..=PLAYERS).contains(&count) {
        return Err(ApiError::BadRequest(format!("count is 1 to {PLAYERS}")));
    }
    if balance < Amount::ZERO || balance > Amount::MAX {
        return Err(ApiError::BadRequest(format!("balance is 0 to {}", Amount::MAX)));
    }
    let expires_at = clock::wall_after(app.config.sessions.lifetime_s);
    let (mut rows, mut made) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let (account, token) = (AccountId(chance::uuid()), Token::new());
        let name = dev_name();
        let session = NewSession {
            session: SessionId(chance::uuid()),
            account,
            token_hash: token.hash(),
            expires_at,
            address: Some(caller.address),
        };
        rows.push(NewDevPlayer { name: name.clone(), session });
        made.push(DevPlayer { account, name, token: token.text().to_owned() });
    }
    app.database.create_dev_players(&rows, balance, clock::wall()).await.map_err(refused)?;
    info!("{count} players were made for development");
    Ok(Json(made))
}

/// `GET /api/dev/database`: whether the PostgreSQL behind this server keeps what it confirms, and the server's memory.
///
/// # Errors
/// [`ApiError::NotHere`] outside development.
pub(super) async fn database(State(app): State<Arc<App>>) -> Result<Json<DevDatabase>, ApiError> {
    if app.config.is_production() {
        return Err(ApiError::NotHere("this is told in development only".to_owned()));
    }
    let settings = app.database.durability().await.map_err(ApiError::of_store)?;
    Ok(Json(DevDatabase {
        version: settings.version,
        fsync: settings.fsync,
        full_page_writes: settings.full_page_writes,
        synchronous_commit: settings.synchronous_commit,
        journal: app.journal.word().to_owned(),
        server_memory: crate::figures::resident_memory().unwrap_or(0),
    }))
}

/// A name that nobody has: 60 bits of chance.
fn dev_name() -> String {
    let bits = u64::from_be_bytes(chance::bytes::<8>()) >> 4;
    format!("dev-{bits:015x}")
}
