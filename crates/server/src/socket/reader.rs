//! What comes in by one socket: bounds its rate, decodes it, and lets the session act on one frame after the other.

use super::command::{Subject, parse};
use super::session::{Received, Session};
use crate::clock;
use crate::config::LimitConfig;
use crate::live::Ending;
use crate::rate::{Bucket, Rate};
use axum::extract::ws::Message;
use protocol::{ClientMsg, Code, GoodbyeReason, ServerMsg};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

/// Frames that may wait while the session acts on one.
const WAITING: usize = 32;

/// Work of the session that is going on.
type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// What comes in by one socket.
pub(super) struct Reader {
    session: Arc<Session>,
    ending: Ending,
    rate: Rate,
    bucket: Bucket,
    /// How often it may pass its rate before it is cut.
    patience: Bucket,
    waiting: VecDeque<(ClientMsg, Received)>,
    work: Option<Work>,
}

impl Reader {
    pub(super) fn new(session: Arc<Session>, ending: Ending, limits: &LimitConfig) -> Self {
        let rate = Rate::per_second(limits.frames_per_second, limits.frames_burst);
        let now = clock::now();
        Self {
            session,
            ending,
            rate,
            bucket: Bucket::full(rate, now),
            patience: Bucket::full(rate, now),
            waiting: VecDeque::new(),
            work: None,
        }
    }

    /// Does what was read before the client went.
    pub(super) async fn finish(&mut self) {
        while let Some(work) = self.work.take() {
            work.await;
            self.next_work();
        }
    }

    /// Does what was read, one after the other; never completes when there is nothing.
    pub(super) async fn work_done(&mut self) {
        match &mut self.work {
            Some(going_on) => {
                going_on.await;
                self.work = None;
                self.next_work();
            }
            None => std::future::pending().await,
        }
    }

    /// Takes one frame; false when the client has closed.
    pub(super) fn take(&mut self, message: Message, received: Received) -> bool {
        match message {
            Message::Text(text) => self.text(text.as_str(), received),
            Message::Binary(_) => {
                if self.within_rate(Subject::default(), received) {
                    self.reject(Subject::default(), Code::BadFrame, "frames are text, not binary");
                }
            }
            Message::Ping(_) => {
                // The library answers it; here it only counts against the rate.
                let _counted = self.within_rate(Subject::default(), received);
            }
            Message::Pong(_) => {}
            Message::Close(_) => return false,
        }
        true
    }

    fn text(&mut self, text: &str, received: Received) {
        match parse(text) {
            Err(wrong) => {
                if self.within_rate(Subject::default(), received) {
                    self.reject(Subject::default(), Code::BadFrame, wrong);
                }
            }
            Ok(message) => {
                let subject = Subject::of(&message);
                if !self.within_rate(subject, received) {
                    return;
                }
                metrics::counter!("damas_frames_total").increment(1);
                // Whether the line lives is answered before whatever waits: a late answer would say that it does not.
                if let (ClientMsg::Ping { n }, true) = (&message, self.session.greeted()) {
                    return self.session.outbox().say(ServerMsg::Pong { n: *n });
                }
                // A command of a seat does not wait behind another frame's work: its clock runs.
                let Some(message) = self.session.hand_over(message, received) else { return };
                if self.waiting.len() >= WAITING {
                    return self.reject(
                        subject,
                        Code::RateLimited,
                        "too many frames wait; wait for their answers",
                    );
                }
                self.waiting.push_back((message, received));
                if self.work.is_none() {
                    self.next_work();
                }
            }
        }
    }

    fn next_work(&mut self) {
        self.work = self.waiting.pop_front().map(|(message, received)| {
            let work: Work = Box::pin(Arc::clone(&self.session).handle(message, received));
            work
        });
        if self.waiting.is_empty() {
            // a socket mostly has nothing to do: then it holds no place for work either
            self.waiting = VecDeque::new();
        }
    }

    fn reject(&self, subject: Subject, code: Code, text: impl Into<String>) {
        self.session.outbox().say(subject.rejected(code, text));
    }

    /// Counts a frame. One too many is refused; whoever goes on all the same is cut.
    fn within_rate(&mut self, subject: Subject, received: Received) -> bool {
        match self.bucket.take(self.rate, received.moment) {
            Ok(()) => true,
            Err(wait) => {
                if self.patience.take(self.rate, received.moment).is_err() {
                    self.ending.end(GoodbyeReason::RateLimited);
                } else {
                    self.reject(subject, Code::RateLimited, format!("too many frames; wait {} ms", wait.0));
                }
                false
            }
        }
    }
}
