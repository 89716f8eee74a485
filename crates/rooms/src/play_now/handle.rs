//! The way to the owner of play now. Knows nobody who waits.

use super::join::Checked;
use crate::lobby::{Actor, answer};
use crate::notice::Sink;
use crate::pair_book::PairStanding;
use crate::ports::{BankError, StartError};
use crate::refusal::Refusal;
use competition::StakeRange;
use draughts::{RuleSet, Variant};
use game::TimeControl;
use ids::{AccountId, CommandId, GameId, Millis};
use std::net::IpAddr;
use tokio::sync::mpsc;

/// How many messages may wait for the owner.
const INBOX: usize = 1024;

/// What somebody who wants to play now asks for.
#[derive(Clone, Debug)]
pub struct PlayNowRequest {
    /// The command.
    pub id: CommandId,
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set.
    pub rule_set: RuleSet,
    /// The clock.
    pub time_control: TimeControl,
    /// The stakes that he accepts; he has to cover the highest.
    pub stakes: StakeRange,
    /// The slowest round trip of an opponent that he accepts, which is a limit for himself too.
    pub latency_limit: Option<Millis>,
    /// The hash of the terms that the player saw.
    pub terms: String,
    /// Where he is.
    pub address: IpAddr,
}

pub(super) enum Message {
    Join { actor: Actor, request: PlayNowRequest },
    Joined { account: AccountId, result: Result<Box<Checked>, (Sink, CommandId, Refusal)> },
    Wider { actor: Actor, id: CommandId },
    Cancel { actor: Actor, id: CommandId },
    Standings { pairs: Vec<[AccountId; 2]>, result: Result<Vec<PairStanding>, BankError> },
    Started { game: GameId, result: Result<(), StartError> },
    Show { account: AccountId, sink: Sink },
    Playing(AccountId),
    Apart { pair: [AccountId; 2], apart: bool },
}

/// The owner's address.
#[derive(Clone)]
pub(crate) struct PlayNowHandle(mpsc::Sender<Message>);

pub(crate) struct Inbox {
    pub(super) messages: mpsc::Receiver<Message>,
    pub(super) own: mpsc::Sender<Message>,
}

impl PlayNowHandle {
    pub(crate) fn channel() -> (Self, Inbox) {
        let (inbox, messages) = mpsc::channel(INBOX);
        (Self(inbox.clone()), Inbox { messages, own: inbox })
    }

    /// A command; one too many is refused.
    fn ask(&self, message: Message, sink: &Sink, id: CommandId) {
        if self.0.try_send(message).is_err() {
            answer(sink, id, Err(Refusal::Unavailable));
        }
    }

    pub(crate) fn join(&self, actor: Actor, request: PlayNowRequest) {
        let (sink, id) = (actor.sink.clone(), request.id);
        self.ask(Message::Join { actor, request }, &sink, id);
    }

    pub(crate) fn wider(&self, actor: Actor, id: CommandId) {
        let sink = actor.sink.clone();
        self.ask(Message::Wider { actor, id }, &sink, id);
    }

    pub(crate) fn cancel(&self, actor: Actor, id: CommandId) {
        let sink = actor.sink.clone();
        self.ask(Message::Cancel { actor, id }, &sink, id);
    }

    /// Shows a new socket of a player that he waits. One that is lost is made good by the next change.
    pub(crate) fn show(&self, account: AccountId, sink: Sink) {
        let _full = self.0.try_send(Message::Show { account, sink });
    }

    /// A staked game of the player has started. One that is lost is made good by the start, which refuses a second game.
    pub(crate) fn playing(&self, account: AccountId) {
        let _full = self.0.try_send(Message::Playing(account));
    }

    /// One has blocked the other, or unblocked him. What is lost is asked anew when one of them comes again.
    pub(crate) fn apart(&self, pair: [AccountId; 2], apart: bool) {
        let _full = self.0.try_send(Message::Apart { pair, apart });
    }
}
