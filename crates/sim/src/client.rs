//! A player's socket: typed frames both ways, a time limit on everything. Knows no rule and keeps no game.

use futures_util::{SinkExt as _, StreamExt as _};
use ids::{AccountId, CommandId, GameId, SeekId};
use protocol::{Brief, ClientMsg, GoodbyeReason, PROTOCOL, ServerMsg, WalletState};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// How long a close may take.
const CLOSE: Duration = Duration::from_secs(2);

/// Why a client can't go on.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The URL is not one of a server without TLS.
    #[error("{url} is not an http:// URL of a server")]
    Url {
        /// The URL as given.
        url: String,
    },
    /// The socket could not be opened, or broke.
    #[error("the socket failed")]
    Socket(#[from] Box<tungstenite::Error>),
    /// Nothing came in time.
    #[error("no {what} within {within:?}")]
    Late {
        /// What was waited for.
        what: String,
        /// How long.
        within: Duration,
    },
    /// The server closed the socket.
    #[error("the server closed the socket{}", .reason.map_or(String::new(), |reason| format!(": {reason:?}")))]
    Closed {
        /// Why, if it said so.
        reason: Option<GoodbyeReason>,
    },
    /// A frame that is not one of the protocol's.
    #[error("not a frame of the protocol: {frame}")]
    Frame {
        /// The frame.
        frame: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Socket(Box::new(error))
    }
}

/// What the server says first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Greeting {
    /// Who is signed in; `None` for a guest.
    pub account: Option<AccountId>,
    /// His wallet.
    pub wallet: Option<WalletState>,
    /// His running staked games.
    pub games: Vec<GameId>,
    /// His open seeks.
    pub seeks: Vec<SeekId>,
}

/// A socket that has said hello.
#[derive(Debug)]
pub struct Client {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    patience: Duration,
    greeting: Greeting,
    goodbye: Option<GoodbyeReason>,
}

impl Client {
    /// Connects to the server at `server` (`http://…`), with a bearer token or as a guest, and says hello.
    ///
    /// # Errors
    /// [`ClientError`]; everything has at most `patience`.
    pub async fn connect(server: &str, token: Option<&str>, patience: Duration) -> Result<Self, ClientError> {
        let wrong = || ClientError::Url { url: server.to_owned() };
        let host = server.strip_prefix("http://").ok_or_else(wrong)?.trim_end_matches('/');
        let mut request = format!("ws://{host}/ws").into_client_request().map_err(|_| wrong())?;
        if let Some(token) = token {
            let mut bearer = HeaderValue::from_str(&format!("Bearer {token}")).map_err(|_| wrong())?;
            bearer.set_sensitive(true);
            request.headers_mut().insert("Authorization", bearer);
        }
        let late = |_| ClientError::Late { what: "connection".to_owned(), within: patience };
        // the default would be zeroed, 128 KiB of it, at every read
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let (stream, _) = timeout(patience, connect_async_with_config(request, Some(config), true))
            .await
            .map_err(late)??;
        let greeting = Greeting { account: None, wallet: None, games: Vec::new(), seeks: Vec::new() };
        let mut client = Self { stream, patience, greeting, goodbye: None };
        client.send(&ClientMsg::Hello { protocol: PROTOCOL }).await?;
        client.greeting = client
            .wait_for("welcome", |message| match message {
                ServerMsg::Welcome { account, wallet, games, seeks, .. } => {
                    Some(Greeting { account, wallet, games, seeks })
                }
                _ => None,
            })
            .await?;
        Ok(client)
    }

    /// What the server said first.
    #[must_use]
    pub const fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// A number for a command that no other tab of this player makes too: random below 2^53.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "programs that play make their own numbers")]
    pub fn command_id() -> CommandId {
        let (high, low) = uuid::Uuid::new_v4().as_u64_pair();
        // neither half is all chance, the version and the variant stand in them
        CommandId((high ^ low.rotate_left(17)) >> 11)
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// [`ClientError::Socket`], [`ClientError::Late`].
    pub async fn send(&mut self, message: &ClientMsg) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).expect("a frame of the protocol is JSON");
        let sent = timeout(self.patience, self.stream.send(Message::Text(text.into()))).await;
        sent.map_err(|_| ClientError::Late { what: "place to send".to_owned(), within: self.patience })??;
        Ok(())
    }

    /// The next frame, within this client's patience.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn receive(&mut self) -> Result<ServerMsg, ClientError> {
        self.receive_by("frame", Instant::now() + self.patience, self.patience).await
    }

    /// The first frame in which `pick` finds something, within this client's patience; the others are dropped.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn wait_for<T>(
        &mut self,
        what: &str,
        pick: impl FnMut(ServerMsg) -> Option<T>,
    ) -> Result<T, ClientError> {
        self.wait_within(what, self.patience, pick).await
    }

    /// The first frame in which `pick` finds something; the others are dropped.
    ///
    /// # Errors
    /// [`ClientError`]; [`ClientError::Late`] when it has not come within that time, whatever else has.
    pub async fn wait_within<T>(
        &mut self,
        what: &str,
        within: Duration,
        mut pick: impl FnMut(ServerMsg) -> Option<T>,
    ) -> Result<T, ClientError> {
        let end = Instant::now() + within;
        loop {
            let message = self.receive_by(what, end, within).await?;
            if let Some(found) = pick(message) {
                return Ok(found);
            }
        }
    }

    /// The first frame, read in brief, in which `pick` finds something, within this client's patience; the others are
    /// dropped.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn brief<T>(
        &mut self,
        what: &str,
        pick: impl FnMut(Brief<'_>) -> Option<T>,
    ) -> Result<T, ClientError> {
        self.brief_within(what, self.patience, pick).await
    }

    /// The same within that time.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn brief_within<T>(
        &mut self,
        what: &str,
        within: Duration,
        mut pick: impl FnMut(Brief<'_>) -> Option<T>,
    ) -> Result<T, ClientError> {
        let end = Instant::now() + within;
        loop {
            let text = self.text_by(what, end, within).await?;
            let brief = Brief::read(&text)
                .map_err(|source| ClientError::Frame { frame: text.to_string(), source })?;
            if let Some(found) = pick(brief) {
                return Ok(found);
            }
        }
    }

    async fn receive_by(
        &mut self,
        what: &str,
        end: Instant,
        within: Duration,
    ) -> Result<ServerMsg, ClientError> {
        let text = self.text_by(what, end, within).await?;
        let message = serde_json::from_str(&text)
            .map_err(|source| ClientError::Frame { frame: text.to_string(), source })?;
        if let ServerMsg::Goodbye { reason, .. } = &message {
            self.goodbye = Some(*reason);
        }
        Ok(message)
    }

    /// A frame is either returned or still to come, also when this is dropped. Pings are answered in here.
    async fn text_by(
        &mut self,
        what: &str,
        end: Instant,
        within: Duration,
    ) -> Result<Utf8Bytes, ClientError> {
        let late = |_| ClientError::Late { what: what.to_owned(), within };
        loop {
            match timeout_at(end, self.stream.next()).await.map_err(late)? {
                Some(Ok(Message::Text(text))) => return Ok(text),
                None | Some(Ok(Message::Close(_))) => {
                    return Err(ClientError::Closed { reason: self.goodbye });
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
            }
        }
    }

    /// Closes the socket, without waiting long.
    pub async fn close(mut self) {
        let _closed = timeout(CLOSE, self.stream.close(None)).await;
    }
}
