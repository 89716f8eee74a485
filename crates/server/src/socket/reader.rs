//! Reads one socket: stamps each frame at once, bounds size and rate, decodes, and lets the session act on one after the other.

use super::command::{Subject, parse};
use super::session::{Received, Session};
use crate::clock;
use crate::config::{LimitConfig, SocketConfig};
use crate::live::Ending;
use crate::rate::{Bucket, Rate};
use axum::extract::ws::{Message, WebSocket};
use futures_util::StreamExt as _;
use futures_util::stream::SplitStream;
use protocol::{ClientMsg, Code, GoodbyeReason, ServerMsg};
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// Frames that may wait while the session acts on one.
const WAITING: usize = 32;

/// Work of the session that is going on.
type Work = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Reads one socket until it ends.
pub(super) struct Reader {
    stream: SplitStream<WebSocket>,
    session: Arc<Session>,
    ending: Ending,
    /// Pings that were sent and not answered.
    unanswered: Arc<AtomicU32>,
    rate: Rate,
    bucket: Bucket,
    /// How often it may pass its rate before it is cut.
    patience: Bucket,
    hello_within: Duration,
    waiting: VecDeque<(ClientMsg, Received)>,
    work: Option<Work>,
}

impl Reader {
    pub(super) fn new(
        stream: SplitStream<WebSocket>,
        session: Arc<Session>,
        ending: Ending,
        unanswered: Arc<AtomicU32>,
        limits: &LimitConfig,
        sockets: &SocketConfig,
    ) -> Self {
        let rate = Rate::per_second(limits.frames_per_second, limits.frames_burst);
        let now = clock::now();
        Self {
            stream,
            session,
            ending,
            unanswered,
            rate,
            bucket: Bucket::full(rate, now),
            patience: Bucket::full(rate, now),
            hello_within: Duration::from_millis(sockets.hello_within_ms),
            waiting: VecDeque::new(),
            work: None,
        }
    }

    /// Reads until the client goes, or the socket is told to end. What was read before the client went is still done.
    pub(super) async fn run(mut self) {
        self.read().await;
        if self.ending.token().is_cancelled() {
            return;
        }
        while let Some(work) = self.work.take() {
            work.await;
            self.next_work();
        }
    }

    async fn read(&mut self) {
        let ending = self.ending.token().clone();
        let hello_until = Instant::now() + self.hello_within;
        loop {
            tokio::select! {
                biased;
                () = ending.cancelled() => return,
                frame = self.stream.next() => match frame {
                    Some(Ok(message)) => {
                        let received = Received { moment: clock::now(), wall: clock::wall() };
                        if !self.take(message, received) {
                            return;
                        }
                    }
                    Some(Err(_)) | None => return,
                },
                () = work_done(&mut self.work) => self.next_work(),
                () = tokio::time::sleep_until(hello_until), if !self.session.greeted() => {
                    let text = "say `hello` first, and at once";
                    self.session.outbox().say(Subject::default().rejected(Code::BadFrame, text));
                    return self.ending.end(GoodbyeReason::RateLimited);
                }
            }
        }
    }

    /// Takes one frame; false when the client has closed.
    fn take(&mut self, message: Message, received: Received) -> bool {
        self.unanswered.store(0, Ordering::Relaxed);
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

/// Waits for the work that is going on; for ever when there is none.
async fn work_done(work: &mut Option<Work>) {
    match work {
        Some(going_on) => {
            going_on.await;
            *work = None;
        }
        None => std::future::pending().await,
    }
}
