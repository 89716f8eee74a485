//! What goes out of one socket, in order: the session's own words first, then the owners' notices, projected for its viewer.

use super::outbox::Waiting;
use super::project::{Look, project};
use super::session::Session;
use crate::clock;
use crate::error::code_name;
use axum::extract::ws::{Message, Utf8Bytes};
use protocol::{GoodbyeReason, ServerMsg};
use rooms::Notice;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// How long after a room's end its socket waits before it follows the game anew, while the game is loaded.
const FOLLOW_AGAIN: Duration = Duration::from_millis(200);

/// What goes out of one socket.
pub(super) struct Writer {
    waiting: Waiting,
    session: Arc<Session>,
    /// Messages that are ready.
    ready: VecDeque<Message>,
}

impl Writer {
    pub(super) fn new(waiting: Waiting, session: Arc<Session>) -> Self {
        Self { waiting, session, ready: VecDeque::new() }
    }

    /// Whether there is something to be written; wakes the task when something comes.
    pub(super) fn has_next(&mut self, context: &mut Context<'_>) -> bool {
        while self.ready.is_empty() {
            if let Poll::Ready(word) = self.waiting.words.poll_take(context) {
                self.ready.push_back(text_of(&word));
            } else if let Poll::Ready(notice) = self.waiting.notices.poll_take(context) {
                self.notice(&notice);
            } else {
                return false;
            }
        }
        true
    }

    /// The next message.
    pub(super) fn next(&mut self) -> Option<Message> {
        let message = self.ready.pop_front();
        if self.ready.is_empty() && self.ready.capacity() > 8 {
            self.ready = VecDeque::new();
        }
        message
    }

    /// Asks whether the client is still there; its answer repeats `token`.
    pub(super) fn ping(&mut self, token: [u8; 8]) {
        self.ready.push_back(Message::Ping(axum::body::Bytes::copy_from_slice(&token)));
    }

    fn notice(&mut self, notice: &Notice) {
        self.session.note(notice);
        if let Notice::Gone { game } = notice {
            let (session, game) = (Arc::clone(&self.session), *game);
            tokio::spawn(async move {
                tokio::time::sleep(FOLLOW_AGAIN).await;
                session.follow_again(game).await;
            });
        }
        let look = self.look();
        let written = || project(notice, look).iter().map(text_of).collect::<Vec<_>>();
        if let Notice::Events(publication, None) = notice {
            // all who watch see the same: it is written once for all of them
            self.ready.extend(publication.watched.get_or_make(written).iter().cloned());
        } else {
            self.ready.extend(written());
        }
    }

    fn look(&self) -> Look {
        Look { viewer: self.session.account(), now: clock::now(), wall: clock::wall() }
    }

    /// What is said before the end: what waits of the session's own words, and the goodbye.
    pub(super) fn last_words(&mut self, reason: GoodbyeReason) -> Vec<Message> {
        let retry_ms = match reason {
            GoodbyeReason::Stopping => Some(1_000),
            GoodbyeReason::TooSlow => Some(0),
            GoodbyeReason::RateLimited => Some(10_000),
            GoodbyeReason::SignedOut | GoodbyeReason::UnsupportedProtocol => None,
        };
        let mut last = Vec::new();
        while let Some(word) = self.waiting.words.try_take() {
            last.push(text_of(&word));
        }
        if reason == GoodbyeReason::Stopping {
            // The pause of a game that stops is written before the goodbye.
            last.splice(0..0, self.ready.drain(..));
            while let Some(notice) = self.waiting.notices.try_take() {
                last.extend(project(&notice, self.look()).iter().map(text_of));
            }
        }
        last.push(text_of(&ServerMsg::Goodbye { reason, retry_ms }));
        last
    }
}

thread_local! {
    /// Where a message is written before its own memory, of just its size, is taken.
    static WRITTEN: RefCell<Vec<u8>> = RefCell::new(Vec::with_capacity(16 * 1024));
}

fn text_of(message: &ServerMsg) -> Message {
    if let ServerMsg::Rejected(refused) = message {
        // a player's refusal is a figure, no error of the log: somebody without money would fill it
        metrics::counter!("damas_refused_total", "code" => code_name(refused.code)).increment(1);
    }
    WRITTEN.with_borrow_mut(|written| {
        written.clear();
        serde_json::to_writer(&mut *written, message).expect("every message has only types that JSON has");
        let bytes = axum::body::Bytes::copy_from_slice(written);
        Message::Text(Utf8Bytes::try_from(bytes).expect("JSON is UTF-8"))
    })
}
