//! Writes one socket: projects notices for its viewer, pings, and says goodbye. A reader too slow for it is cut.

use super::outbox::Waiting;
use super::project::project;
use super::session::Session;
use crate::clock;
use crate::config::SocketConfig;
use crate::live::Ending;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt as _;
use futures_util::stream::SplitSink;
use protocol::{GoodbyeReason, ServerMsg};
use rooms::Notice;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::{Instant, MissedTickBehavior};

/// How long a goodbye may take to be written.
const GOODBYE: Duration = Duration::from_secs(1);
/// How long after a room's end its socket waits before it follows the game anew, while the game is loaded.
const FOLLOW_AGAIN: Duration = Duration::from_millis(200);

/// The socket takes nothing any more.
struct Broken;

/// Writes one socket until it ends.
pub(super) struct Writer {
    pub(super) sink: SplitSink<WebSocket, Message>,
    pub(super) waiting: Waiting,
    pub(super) session: Arc<Session>,
    pub(super) ending: Ending,
    pub(super) unanswered: Arc<AtomicU32>,
    pub(super) sockets: SocketConfig,
    /// When the session of whoever is signed in runs out.
    pub(super) session_ends: Option<Instant>,
}

impl Writer {
    /// Writes until the socket breaks or is told to end; then says why.
    pub(super) async fn run(mut self) {
        let every = Duration::from_millis(self.sockets.ping_every_ms);
        let mut pings = tokio::time::interval_at(Instant::now() + every, every);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let ending = self.ending.token().clone();
        loop {
            let wrote = tokio::select! {
                biased;
                () = ending.cancelled() => return self.goodbye().await,
                Some(message) = self.waiting.words.recv() => self.say(&message).await,
                Some(notice) = self.waiting.notices.recv() => self.notice(&notice).await,
                _ = pings.tick() => self.ping().await,
                () = until(self.session_ends) => {
                    self.ending.end(GoodbyeReason::SignedOut);
                    Ok(())
                }
            };
            if wrote.is_err() && !ending.is_cancelled() {
                // Nobody is there to say goodbye to; the reader ends with this.
                return ending.cancel();
            }
        }
    }

    async fn notice(&mut self, notice: &Notice) -> Result<(), Broken> {
        self.session.note(notice);
        if let Notice::Gone { game } = notice {
            let (session, game) = (Arc::clone(&self.session), *game);
            tokio::spawn(async move {
                tokio::time::sleep(FOLLOW_AGAIN).await;
                session.follow_again(game).await;
            });
        }
        for message in project(notice, clock::now()) {
            self.say(&message).await?;
        }
        Ok(())
    }

    async fn ping(&mut self) -> Result<(), Broken> {
        if self.unanswered.fetch_add(1, Ordering::Relaxed) >= self.sockets.missed_pings {
            metrics::counter!("damas_sockets_dead_total").increment(1);
            return Err(Broken);
        }
        self.send(Message::Ping(axum::body::Bytes::new())).await
    }

    async fn say(&mut self, message: &ServerMsg) -> Result<(), Broken> {
        let text = serde_json::to_string(message).expect("every message has only types that JSON has");
        self.send(Message::Text(Utf8Bytes::from(text))).await
    }

    /// Writes a frame; a socket that is told to end meanwhile is waited for no longer.
    async fn send(&mut self, message: Message) -> Result<(), Broken> {
        tokio::select! {
            sent = self.sink.send(message) => sent.map_err(|_gone| Broken),
            () = self.ending.token().cancelled() => Err(Broken),
        }
    }

    /// Says what still waits of the session's own words, then why it ends, and closes.
    async fn goodbye(mut self) {
        let reason = self.ending.reason();
        let retry_ms = match reason {
            GoodbyeReason::Stopping => Some(1_000),
            GoodbyeReason::TooSlow => Some(0),
            GoodbyeReason::RateLimited => Some(10_000),
            GoodbyeReason::SignedOut | GoodbyeReason::UnsupportedProtocol => None,
        };
        let mut last = Vec::new();
        while let Ok(message) = self.waiting.words.try_recv() {
            last.push(message);
        }
        if reason == GoodbyeReason::Stopping {
            // The pause of a game that stops is written before the goodbye.
            while let Ok(notice) = self.waiting.notices.try_recv() {
                last.extend(project(&notice, clock::now()));
            }
        }
        last.push(ServerMsg::Goodbye { reason, retry_ms });
        let write = async {
            for message in last {
                let text =
                    serde_json::to_string(&message).expect("every message has only types that JSON has");
                if self.sink.send(Message::Text(Utf8Bytes::from(text))).await.is_err() {
                    return;
                }
            }
            let code = match reason {
                GoodbyeReason::Stopping => 1001,
                GoodbyeReason::TooSlow => 1013,
                GoodbyeReason::SignedOut
                | GoodbyeReason::RateLimited
                | GoodbyeReason::UnsupportedProtocol => 1008,
            };
            let close = CloseFrame { code, reason: Utf8Bytes::from_static("goodbye") };
            let _gone = self.sink.send(Message::Close(Some(close))).await;
        };
        let _in_time = tokio::time::timeout(GOODBYE, write).await;
    }
}

/// Waits until that instant; for ever without one.
async fn until(instant: Option<Instant>) {
    match instant {
        Some(instant) => tokio::time::sleep_until(instant).await,
        None => std::future::pending().await,
    }
}
