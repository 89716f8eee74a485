//! The way to the keeper of the ladders: one bounded queue. Knows no rule.

use crate::lobby::Actor;
use crate::notice::{Answer, Notice, Sink};
use crate::ports::Player;
use crate::refusal::Refusal;
use competition::Order;
use ids::{CommandId, LadderId, OrderId};
use tokio::sync::mpsc;

/// How many messages may wait.
const INBOX: usize = 256;

/// What a player asks of a season.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LadderAct {
    /// To enter, on the last place.
    Enter,
    /// To leave for good.
    Leave,
    /// To challenge one above him.
    Challenge(Player),
    /// Agreed to the challenge of that number.
    Accept(u32),
    /// No to the challenge of that number.
    Decline(u32),
    /// To be away for a while.
    BeginLeave,
    /// Back again.
    EndLeave,
}

pub(crate) enum Message {
    Act { actor: Actor, id: CommandId, of: LadderId, act: LadderAct },
    Watch { of: LadderId, sink: Sink, id: CommandId },
    Order { id: OrderId, order: Order },
}

/// The keeper's address.
#[derive(Clone, Debug)]
pub(crate) struct LaddersHandle {
    inbox: mpsc::Sender<Message>,
}

/// The keeper's end of the queue.
pub(crate) type Inbox = mpsc::Receiver<Message>;

impl LaddersHandle {
    pub(crate) fn channel() -> (Self, Inbox) {
        let (inbox, messages) = mpsc::channel(INBOX);
        (Self { inbox }, messages)
    }

    /// Puts a message into the queue; who asked is told when it is full.
    pub(crate) fn put(&self, message: Message, asked: Option<(CommandId, Sink)>) {
        if self.inbox.try_send(message).is_err()
            && let Some((id, sink)) = asked
        {
            let result = Err(Refusal::Unavailable);
            sink.push(Notice::Answer(Answer { game: None, of: None, id, ply: None, result }));
        }
    }
}
