//! The way to the director: one bounded queue. Knows no match.

use super::tournaments::TournamentAct;
use crate::lobby::Actor;
use crate::notice::{Answer, Notice, Sink};
use crate::ports::Player;
use crate::refusal::Refusal;
use competition::{CounterTerms, MatchTerms, TermsHash, TournamentTerms};
use ids::{AccountId, CommandId, MatchId, TournamentId};
use tokio::sync::{mpsc, oneshot};

/// How many messages may wait.
const INBOX: usize = 1_024;

/// What a player asks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchAct {
    /// To other terms.
    Counter(CounterTerms),
    /// Agreed, to the terms of that hash; both stakes are held.
    Accept(TermsHash),
    /// No.
    Decline,
    /// The offer is taken back.
    Withdraw,
    /// Still agreed, shortly before the start.
    Reconfirm,
    /// To cancel, if the other agrees.
    OfferCancel,
    /// To cancel alone.
    CancelAlone,
    /// Here.
    CheckIn,
    /// A longer break.
    ExtendBreak,
    /// Ready for the next game.
    Ready,
    /// To play all games although it is decided.
    PlayOn,
    /// To stop here, if the other agrees.
    AgreeToStop,
    /// The result is disputed.
    Dispute,
    /// A rematch.
    OfferRematch,
    /// Agreed to a rematch; both stakes are held anew.
    AcceptRematch,
}

pub(crate) enum Message {
    Propose { actor: Actor, id: CommandId, of: MatchId, challenged: Option<Player>, terms: Box<MatchTerms> },
    Act { actor: Actor, id: CommandId, of: MatchId, act: MatchAct },
    Watch { account: AccountId, sink: Sink, id: CommandId },
    Find { of: MatchId, sink: Sink, id: CommandId },
    Announce { of: TournamentId, terms: Box<TournamentTerms>, done: oneshot::Sender<Result<(), Refusal>> },
    ActInTournament { actor: Actor, id: CommandId, of: TournamentId, act: TournamentAct },
}

/// The director's address.
#[derive(Clone, Debug)]
pub struct DirectorHandle {
    inbox: mpsc::Sender<Message>,
}

/// The director's end of the queue.
pub(crate) struct Inbox {
    messages: mpsc::Receiver<Message>,
}

impl Inbox {
    pub(crate) async fn next(&mut self) -> Option<Message> {
        self.messages.recv().await
    }
}

impl DirectorHandle {
    pub(crate) fn channel() -> (Self, Inbox) {
        let (inbox, messages) = mpsc::channel(INBOX);
        (Self { inbox }, Inbox { messages })
    }

    /// Puts a message into the queue; who asked is told when it is full.
    pub(crate) fn put(&self, message: Message, asked: Option<(CommandId, Sink)>) {
        if self.inbox.try_send(message).is_err()
            && let Some((id, sink)) = asked
        {
            sink.push(Notice::Answer(Answer {
                game: None,
                of: None,
                id,
                ply: None,
                result: Err(Refusal::Unavailable),
            }));
        }
    }
}
