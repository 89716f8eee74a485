//! What waits to be written to one socket: the owners' notices and the session's own words, both bounded.

use crate::live::Ending;
use protocol::ServerMsg;
use rooms::{Mailbox, MailboxReader, Notice, PutError, Sink};

/// How many of the session's own words may wait: refusals of frames, and the welcome.
const OWN_WORDS: usize = 16;

/// The way to a socket's writer.
#[derive(Clone)]
pub(super) struct Outbox {
    words: Mailbox<ServerMsg>,
    sink: Sink,
    ending: Ending,
}

/// The writer's ends of it.
pub(super) struct Waiting {
    pub(super) words: MailboxReader<ServerMsg>,
    pub(super) notices: MailboxReader<Notice>,
}

impl Outbox {
    /// An outbox for the socket with that number, which `ending` ends; at most `notices` wait.
    pub(super) fn new(number: u64, ending: &Ending, notices: usize) -> (Self, Waiting) {
        let (word_sender, words) = Mailbox::new(OWN_WORDS);
        let (notice_sender, notices) = Mailbox::new(notices);
        let sink = Sink::new(notice_sender, ending.token().clone(), number);
        (Self { words: word_sender, sink, ending: ending.clone() }, Waiting { words, notices })
    }

    /// Where owners push their notices.
    pub(super) const fn sink(&self) -> &Sink {
        &self.sink
    }

    /// Ends the socket.
    pub(super) fn end(&self, reason: protocol::GoodbyeReason) {
        self.ending.end(reason);
    }

    /// Says something of the session's own; a socket that does not even take this is too slow.
    pub(super) fn say(&self, message: ServerMsg) {
        if let Err(PutError::Full(_)) = self.words.put(message) {
            self.ending.end(protocol::GoodbyeReason::TooSlow);
        }
    }
}
