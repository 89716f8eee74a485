//! The HTTP calls that a program needs. Knows no game.

use ids::Amount;
use protocol::{DevDatabase, DevPlayer, DevPlayers, GamePage, HttpError, Me};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// No answer, or one that is not what it should be.
    #[error("{call}: no usable answer")]
    Http {
        /// The call.
        call: String,
        /// What went wrong.
        source: reqwest::Error,
    },
    /// The server said no.
    #[error("{call}: {status} {}", .error.as_ref().map_or("", |error| error.message.as_str()))]
    Refused {
        /// The call.
        call: String,
        /// The status.
        status: u16,
        /// The body, where it was one of the protocol's.
        error: Option<HttpError>,
    },
}

/// Calls to one server, each with a time limit.
#[derive(Clone, Debug)]
pub struct Calls {
    client: reqwest::Client,
    server: String,
}

impl Calls {
    /// Calls to the server at that URL (`http://127.0.0.1:8080`).
    ///
    /// # Errors
    /// [`CallError::Http`] when no client can be made.
    pub fn new(server: &str, patience: Duration) -> Result<Self, CallError> {
        let client = reqwest::Client::builder()
            .timeout(patience)
            .build()
            .map_err(|source| CallError::Http { call: "client".to_owned(), source })?;
        Ok(Self { client, server: server.trim_end_matches('/').to_owned() })
    }

    /// The server's URL, without a slash at its end.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The terms in force for a game.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn game_page(&self, variant: &str) -> Result<GamePage, CallError> {
        let path = format!("/api/games/{variant}");
        answer(&path, self.client.get(self.url(&path))).await
    }

    /// Makes players, each with that balance (development only).
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn dev_players(&self, count: u32, balance: Amount) -> Result<Vec<DevPlayer>, CallError> {
        let path = "/api/dev/players";
        answer(path, self.client.post(self.url(path)).json(&DevPlayers { count, balance })).await
    }

    /// Who the token's owner is, and his wallet.
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn me(&self, token: &str) -> Result<Me, CallError> {
        let path = "/api/me";
        answer(path, self.client.get(self.url(path)).bearer_auth(token)).await
    }

    /// The PostgreSQL behind the server (development only).
    ///
    /// # Errors
    /// [`CallError`].
    pub async fn dev_database(&self) -> Result<DevDatabase, CallError> {
        let path = "/api/dev/database";
        answer(path, self.client.get(self.url(path))).await
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server)
    }
}

async fn answer<T: DeserializeOwned>(call: &str, request: reqwest::RequestBuilder) -> Result<T, CallError> {
    let failed = |source| CallError::Http { call: call.to_owned(), source };
    let answer = request.send().await.map_err(failed)?;
    let status = answer.status();
    if !status.is_success() {
        let error = answer.json().await.ok();
        return Err(CallError::Refused { call: call.to_owned(), status: status.as_u16(), error });
    }
    answer.json().await.map_err(failed)
}
