//! Signing up, in and out, and one's own account.

use super::body::Body;
use super::{Caller, cookie};
use crate::accounts::{Token, check_name, check_password};
use crate::address::household;
use crate::app::App;
use crate::error::ApiError;
use crate::{chance, clock};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use ids::{AccountId, SessionId};
use protocol::{AccountInfo, Credentials, Me, NewPassword, SignedIn, WalletState};
use std::sync::Arc;
use store::{NewAccountError, NewSession};
use tracing::info;

/// `POST /api/signup`: a new account, signed in at once.
///
/// # Errors
/// [`ApiError::BadName`], [`ApiError::BadPassword`], [`ApiError::NameTaken`], [`ApiError::RateLimited`].
pub(super) async fn sign_up(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(credentials): Body<Credentials>,
) -> Result<Response, ApiError> {
    check_name(&credentials.name).map_err(ApiError::BadName)?;
    check_password(&credentials.password, &credentials.name).map_err(ApiError::BadPassword)?;
    let limited = |wait| ApiError::RateLimited { wait };
    app.limits.sign_ups_by_address.take(household(caller.address), clock::now()).map_err(limited)?;
    let hash = app.passwords.hash(credentials.password).await?;
    let account = AccountId(chance::uuid());
    let made = app.database.create_account(account, &credentials.name, &hash, clock::wall()).await;
    made.map_err(|error| match error {
        NewAccountError::NameTaken(_) => ApiError::NameTaken,
        NewAccountError::Store(error) => ApiError::of_store(error),
    })?;
    info!(account.id = %account, "account {account} signed up");
    let response =
        open_session(&app, &caller, (account, credentials.name), &hash, credentials.bearer).await?;
    Ok((StatusCode::CREATED, response).into_response())
}

/// `POST /api/session`: sign in.
///
/// # Errors
/// [`ApiError::WrongCredentials`], after the same time whether the name or the password is wrong;
/// [`ApiError::RateLimited`] by name and by address.
pub(super) async fn sign_in(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(credentials): Body<Credentials>,
) -> Result<Response, ApiError> {
    let limited = |wait| ApiError::RateLimited { wait };
    let now = clock::now();
    app.limits.sign_ins_by_address.take(household(caller.address), now).map_err(limited)?;
    if check_name(&credentials.name).is_err() || credentials.password.len() > 128 {
        return Err(ApiError::WrongCredentials);
    }
    let name = credentials.name.to_lowercase();
    app.limits.sign_ins_by_name.take((name.clone(), household(caller.address)), now).map_err(limited)?;
    app.limits.sign_ins_by_name_anywhere.take(name, now).map_err(limited)?;
    let found = app.database.find_account_by_name(&credentials.name).await.map_err(ApiError::of_store)?;
    let stored = found.as_ref().and_then(|account| account.password_hash.clone());
    let fits = app.passwords.verify(credentials.password, stored.clone()).await?;
    let (Some(account), Some(hash)) = (found.filter(|_| fits), stored) else {
        metrics::counter!("damas_sign_ins_refused_total").increment(1);
        return Err(ApiError::WrongCredentials);
    };
    open_session(&app, &caller, (account.account, account.name), &hash, credentials.bearer).await
}

/// `DELETE /api/session`: sign out. This session's sockets are closed.
///
/// # Errors
/// [`ApiError::NotSignedIn`].
pub(super) async fn sign_out(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, ApiError> {
    let session = caller.signed()?.session;
    app.database.revoke_session(session).await.map_err(ApiError::of_store)?;
    app.live.end_session(session);
    let gone = cookie::set("", 0, app.config.is_production());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, gone)]).into_response())
}

/// `POST /api/password`: another password. Every other session of the account ends, with its sockets.
///
/// # Errors
/// [`ApiError::WrongCredentials`], [`ApiError::BadPassword`], [`ApiError::RateLimited`].
pub(super) async fn change_password(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(passwords): Body<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let signed = caller.signed()?;
    let limited = |wait| ApiError::RateLimited { wait };
    app.limits.password_changes.take(signed.account, clock::now()).map_err(limited)?;
    check_password(&passwords.new, &signed.name).map_err(ApiError::BadPassword)?;
    let found = app.database.find_account(signed.account).await.map_err(ApiError::of_store)?;
    let stored = found.and_then(|account| account.password_hash);
    if passwords.current.len() > 128 || !app.passwords.verify(passwords.current, stored).await? {
        return Err(ApiError::WrongCredentials);
    }
    let hash = app.passwords.hash(passwords.new).await?;
    app.database.set_password_hash(signed.account, &hash).await.map_err(ApiError::of_store)?;
    let revoked = app.database.revoke_other_sessions(signed.account, signed.session).await;
    revoked.map_err(ApiError::of_store)?;
    app.live.end_other_sessions(signed.account, signed.session);
    info!(account.id = %signed.account, "account {} has another password", signed.account);
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/me`: who is signed in, and what money is here.
///
/// # Errors
/// [`ApiError::Unavailable`] when the database does not answer.
pub(super) async fn me(State(app): State<Arc<App>>, caller: Caller) -> Result<Json<Me>, ApiError> {
    let (mut account, mut wallet) = (None, None);
    if let Some(signed) = &caller.signed {
        account = Some(AccountInfo { account: signed.account, name: signed.name.clone() });
        let found = app.database.find_wallet(signed.account).await.map_err(ApiError::of_store)?;
        wallet = found.map(|own| WalletState { balance: own.balance, version: own.version });
    }
    Ok(Json(Me {
        account,
        wallet,
        currency: app.config.currency.code.clone(),
        exponent: app.config.currency.exponent,
        can_deposit: app.can_deposit(),
        can_withdraw: app.can_withdraw(),
    }))
}

/// Opens a session for who has shown the password of that hash, and tells its token: in a cookie, or in the answer to a
/// program.
async fn open_session(
    app: &App,
    caller: &Caller,
    (account, name): (AccountId, String),
    hash: &str,
    bearer: bool,
) -> Result<Response, ApiError> {
    let token = Token::new();
    let lifetime = app.config.sessions.lifetime_s;
    let session = NewSession {
        session: SessionId(chance::uuid()),
        account,
        token_hash: token.hash(),
        expires_at: clock::wall_after(lifetime),
        address: Some(caller.address),
    };
    if !app.database.create_session(session, hash).await.map_err(ApiError::of_store)? {
        // the password was changed while this one was being verified
        return Err(ApiError::WrongCredentials);
    }
    let account = AccountInfo { account, name };
    if bearer {
        return Ok(Json(SignedIn { account, token: Some(token.text().to_owned()) }).into_response());
    }
    let set = cookie::set(token.text(), lifetime, app.config.is_production());
    Ok(([(header::SET_COOKIE, set)], Json(SignedIn { account, token: None })).into_response())
}
