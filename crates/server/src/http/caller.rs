//! Who calls: address, credential, session. Bounds and origin are checked here, before any handler runs.

use super::cookie;
use crate::accounts::{Signed, token_hash};
use crate::address::{client_address, household};
use crate::app::App;
use crate::clock;
use crate::error::ApiError;
use crate::origin::Credential;
use axum::extract::{ConnectInfo, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use ids::AccountId;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// Who calls.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) address: IpAddr,
    /// The `Origin` header as it came.
    pub(crate) origin: Option<String>,
    pub(crate) credential: Credential,
    /// Who is signed in, if the credential is in force.
    pub(crate) signed: Option<Signed>,
}

impl Caller {
    /// The account of who is signed in; `None` for a guest.
    pub(crate) fn account(&self) -> Option<AccountId> {
        self.signed.as_ref().map(|signed| signed.account)
    }

    /// Who is signed in.
    ///
    /// # Errors
    /// [`ApiError::NotSignedIn`].
    pub(crate) fn signed(&self) -> Result<&Signed, ApiError> {
        self.signed.as_ref().ok_or(ApiError::NotSignedIn)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        Ok(parts.extensions.get::<Self>().expect("every call goes through the guard").clone())
    }
}

/// Finds out who calls, and lets him in or not.
///
/// # Errors
/// [`ApiError::RateLimited`], [`ApiError::BadOrigin`].
pub(super) async fn guard(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Result<Response, ApiError> {
    let headers = request.headers();
    let address = client_address(peer.ip(), headers, &app.config.server.trusted_proxies);
    let (credential, token) = credential_of(headers, app.config.is_production());
    let token = token.and_then(token_hash);
    let origin = headers.get(header::ORIGIN).map(|value| value.to_str().unwrap_or("not ASCII").to_owned());
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if !safe && !app.origins.allows(origin.as_deref(), credential) {
        return Err(ApiError::BadOrigin);
    }
    let signed = find_session(&app, address, token).await?;
    request.extensions_mut().insert(Caller { address, origin, credential, signed });
    Ok(next.run(request).await)
}

/// The session of a token, with the caller's rate counted: by token when it is in force, else by address.
async fn find_session(
    app: &App,
    address: IpAddr,
    token: Option<[u8; 32]>,
) -> Result<Option<Signed>, ApiError> {
    let (now, household) = (clock::now(), household(address));
    let limited = |wait| ApiError::RateLimited { wait };
    let limits = &app.limits;
    let Some(token) = token else {
        limits.calls_by_address.take(household, now).map_err(limited)?;
        return Ok(None);
    };
    // A flood of invented tokens reaches the database only as often as an address may err; a token that was in force a
    // moment ago is asked for all the same, whatever its neighbours do.
    if !limits.known_tokens.knows(&token, now) {
        limits.wrong_tokens.peek(&household, now).map_err(limited)?;
    }
    limits.calls_by_token.take(token, now).map_err(limited)?;
    let found = app.database.find_session(&token).await.map_err(ApiError::of_store)?;
    if found.is_some() {
        limits.known_tokens.note(token, now);
    } else {
        limits.known_tokens.forget(&token);
        limits.wrong_tokens.take(household, now).map_err(limited)?;
    }
    Ok(found.map(Signed::from))
}

/// How the request shows who sends it: a bearer token before a cookie.
fn credential_of(headers: &HeaderMap, production: bool) -> (Credential, Option<&str>) {
    if let Some(value) = headers.get(header::AUTHORIZATION) {
        let bearer = value.to_str().ok().and_then(|text| {
            let (scheme, token) = text.split_once(' ')?;
            scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
        });
        return (Credential::Bearer, Some(bearer.unwrap_or_default()));
    }
    match cookie::token(headers, production) {
        Some(token) => (Credential::Cookie, Some(token)),
        // Any cookie is something that a browser sends by itself.
        None if headers.contains_key(header::COOKIE) => (Credential::Cookie, None),
        None => (Credential::None, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(pairs: &[(&'static str, &'static str)]) -> (Credential, Option<String>) {
        let mut headers = HeaderMap::new();
        for (key, value) in pairs {
            headers.append(*key, value.parse().unwrap());
        }
        let (credential, token) = credential_of(&headers, false);
        (credential, token.map(str::to_owned))
    }

    #[test]
    fn a_bearer_token_goes_before_a_cookie() {
        assert_eq!(seen(&[]), (Credential::None, None));
        assert_eq!(seen(&[("cookie", "damas=T")]), (Credential::Cookie, Some("T".to_owned())));
        assert_eq!(seen(&[("cookie", "other=T")]), (Credential::Cookie, None));
        let both = [("cookie", "damas=T"), ("authorization", "bearer U")];
        assert_eq!(seen(&both), (Credential::Bearer, Some("U".to_owned())));
        assert_eq!(seen(&[("authorization", "Basic U")]), (Credential::Bearer, Some(String::new())));
    }
}
