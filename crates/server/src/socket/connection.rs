//! One socket's life in one task: frames in, notices out, pings, and a goodbye. Reading never waits for writing: a frame is
//! stamped when it comes, however slowly the client reads.

use super::command::Subject;
use super::outbox::Waiting;
use super::reader::Reader;
use super::session::{Received, Session};
use super::writer::Writer;
use crate::config::SocketConfig;
use crate::live::Ending;
use crate::{chance, clock};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::{SinkExt as _, StreamExt as _};
use protocol::{Code, GoodbyeReason};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// How long a goodbye may take to be written.
const GOODBYE: Duration = Duration::from_secs(1);

/// The socket takes nothing any more.
struct Broken;

/// A socket and everything that is done with it.
pub(super) struct Connection {
    pub(super) socket: WebSocket,
    pub(super) reader: Reader,
    pub(super) writer: Writer,
    pub(super) session: Arc<Session>,
    pub(super) ending: Ending,
    pub(super) sockets: SocketConfig,
    /// When the session of whoever is signed in runs out.
    pub(super) session_ends: Option<Instant>,
    /// What was given to the socket's buffer and is not written yet.
    unwritten: bool,
    /// Pings that were sent and not answered.
    unanswered: u32,
    /// What the newest ping asked to be repeated, and when it was sent. Nobody knows it before it comes, so that nobody is faster
    /// than his line.
    pinged: Option<([u8; 8], Instant)>,
}

impl Connection {
    pub(super) fn new(
        socket: WebSocket,
        reader: Reader,
        waiting: Waiting,
        session: Arc<Session>,
        ending: Ending,
        sockets: SocketConfig,
        session_ends: Option<Instant>,
    ) -> Self {
        let writer = Writer::new(waiting, Arc::clone(&session));
        Self {
            socket,
            reader,
            writer,
            session,
            ending,
            sockets,
            session_ends,
            unwritten: false,
            unanswered: 0,
            pinged: None,
        }
    }

    /// Runs until the client goes or the socket is told to end. What was read before the client went is still done. Whether the
    /// client has closed it.
    pub(super) async fn run(&mut self) -> bool {
        let closed = self.serve().await;
        if self.ending.token().is_cancelled() {
            self.goodbye().await;
        } else {
            self.reader.finish().await;
        }
        closed
    }

    /// Whether the client has closed it.
    async fn serve(&mut self) -> bool {
        let token = self.ending.token().clone();
        let ended = token.cancelled();
        tokio::pin!(ended);
        let ping_every = Duration::from_millis(self.sockets.ping_every_ms);
        let hello_until = Instant::now() + Duration::from_millis(self.sockets.hello_within_ms);
        let mut next_ping = Instant::now() + ping_every;
        let timer = tokio::time::sleep_until(next_ping.min(hello_until));
        tokio::pin!(timer);
        // the first one at once: who wants to play now has been measured by then
        self.ping();
        loop {
            tokio::select! {
                biased;
                () = &mut ended => return false,
                frame = std::future::poll_fn(|context| poll_socket(
                    &mut self.socket,
                    &mut self.writer,
                    &mut self.unwritten,
                    context,
                )) => {
                    let Ok(message) = frame else { return false };
                    let received = Received { moment: clock::now(), wall: clock::wall() };
                    self.unanswered = 0;
                    self.measure(&message);
                    if !self.reader.take(message, received) {
                        return true;
                    }
                }
                () = self.reader.work_done() => {}
                () = &mut timer => {
                    let now = Instant::now();
                    if now >= hello_until && !self.session.greeted() {
                        let text = "say `hello` first, and at once";
                        self.session.outbox().say(Subject::default().rejected(Code::BadFrame, text));
                        self.ending.end(GoodbyeReason::RateLimited);
                        return false;
                    }
                    if self.session_ends.is_some_and(|at| now >= at) {
                        self.ending.end(GoodbyeReason::SignedOut);
                        return false;
                    }
                    if now >= next_ping {
                        if self.unanswered >= self.sockets.missed_pings {
                            metrics::counter!("damas_sockets_dead_total").increment(1);
                            return false;
                        }
                        self.unanswered += 1;
                        self.ping();
                        next_ping = now + ping_every;
                    }
                    let hello = (!self.session.greeted()).then_some(hello_until);
                    let next = [Some(next_ping), hello, self.session_ends].into_iter().flatten().min();
                    timer.as_mut().reset(next.unwrap_or(next_ping));
                }
            }
        }
    }

    fn ping(&mut self) {
        let token = chance::bytes::<8>();
        self.pinged = Some((token, Instant::now()));
        self.writer.ping(token);
    }

    /// Notes how long the answer to the newest ping took.
    fn measure(&mut self, message: &Message) {
        let Message::Pong(token) = message else { return };
        if let Some((_, sent)) = self.pinged.take_if(|(asked, _)| asked[..] == token[..]) {
            let took = u64::try_from(sent.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.session.outbox().sink().round_trip().measured(ids::Millis(took));
        }
    }

    /// Says what still waits of the session's own words, then why it ends, and closes.
    async fn goodbye(&mut self) {
        let reason = self.ending.reason();
        let last = self.writer.last_words(reason);
        let write = async {
            for message in last {
                if self.socket.send(message).await.is_err() {
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
            let _gone = self.socket.send(Message::Close(Some(close))).await;
        };
        let _in_time = tokio::time::timeout(GOODBYE, write).await;
    }
}

/// Writes what waits as far as the socket takes it, and gives the next frame that comes. Messages that wait together leave
/// together.
fn poll_socket(
    socket: &mut WebSocket,
    writer: &mut Writer,
    unwritten: &mut bool,
    context: &mut Context<'_>,
) -> Poll<Result<Message, Broken>> {
    loop {
        if !writer.has_next(context) {
            break;
        }
        match socket.poll_ready_unpin(context) {
            Poll::Ready(Ok(())) => {}
            Poll::Ready(Err(_)) => return Poll::Ready(Err(Broken)),
            Poll::Pending => break,
        }
        let Some(message) = writer.next() else { break };
        if socket.start_send_unpin(message).is_err() {
            return Poll::Ready(Err(Broken));
        }
        *unwritten = true;
    }
    if *unwritten {
        match socket.poll_flush_unpin(context) {
            Poll::Ready(Ok(())) => *unwritten = false,
            Poll::Ready(Err(_)) => return Poll::Ready(Err(Broken)),
            Poll::Pending => {}
        }
    }
    match socket.poll_next_unpin(context) {
        Poll::Ready(Some(Ok(message))) => Poll::Ready(Ok(message)),
        Poll::Ready(Some(Err(_)) | None) => Poll::Ready(Err(Broken)),
        Poll::Pending => Poll::Pending,
    }
}
