//! The way into a room: bounded inboxes, one a seat, so that one side's flood never delays the other's move.

use crate::notice::{Answer, Notice, Sink};
use crate::refusal::Refusal;
use crate::view::GameInfo;
use draughts::{MoveText, Side};
use futures_util::task::AtomicWaker;
use ids::{CommandId, GameId, Moment, Version, WallTime};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use tokio::sync::oneshot;

/// How many commands of a seat may wait besides its one move.
const OTHERS: usize = 4;

/// What a seat wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatAct {
    /// Play a move.
    Move {
        /// Its number.
        ply: u16,
        /// The move as it was written.
        text: MoveText,
    },
    /// Offer a draw, or accept the one that stands.
    OfferDraw,
    /// Accept that offer.
    AcceptDraw {
        /// The offer's number.
        offer: u32,
    },
    /// Decline that offer.
    DeclineDraw {
        /// The offer's number.
        offer: u32,
    },
    /// Resign.
    Resign,
    /// Ask for a rematch, or agree to it, in the terms with that hash.
    Rematch {
        /// The hash of the terms that the player saw.
        terms: Option<String>,
    },
    /// Say no to a rematch.
    DeclineRematch,
    /// In practice against the bot: ask which move it would play.
    Hint,
    /// In practice against the bot: take one's last move back, with the bot's answer to it.
    TakeBack,
}

/// A command of a seat, stamped when it was read from its socket.
#[derive(Clone, Debug)]
pub struct SeatCommand {
    /// The client's own number of it.
    pub id: CommandId,
    /// What it wants.
    pub act: SeatAct,
    /// When it was read from the socket: what counts for the clock.
    pub received: Moment,
    /// The wall time of that, for the row.
    pub received_at: WallTime,
    /// Where its answer goes.
    pub sink: Sink,
}

impl SeatCommand {
    /// The number of the move, if it is one.
    #[must_use]
    pub const fn ply(&self) -> Option<u16> {
        match self.act {
            SeatAct::Move { ply, .. } => Some(ply),
            _ => None,
        }
    }

    /// Tells the sender how it went.
    pub(crate) fn answer(&self, game: GameId, result: Result<(), Refusal>) {
        let (id, ply) = (self.id, self.ply());
        self.sink.push(Notice::Answer(Answer { game: Some(game), of: None, id, ply, result }));
    }
}

/// What else reaches a room.
#[derive(Debug)]
pub(crate) enum Control {
    /// A socket follows the game from a version (`None`: from its snapshot).
    Follow { sink: Sink, seat: Option<Side>, from: Option<Version> },
    /// A socket no longer follows it.
    Leave { socket: u64 },
    /// The bot's move for a ply.
    BotMove { ply: u16, mv: Option<draughts::Move> },
    /// What the bot would play for who asked.
    Hint { asked: SeatCommand, ply: u16, mv: Option<draughts::Move> },
    /// A rematch was made, or could not be.
    RematchMade { game: Option<GameId>, refusal: Option<Refusal> },
    /// The game's money was paid.
    Settled(Arc<crate::ports::Settlement>),
    /// The game's pot is looked at before it is paid.
    Held(crate::reviews::HeldPot),
    /// The game's event says that this side has resigned.
    Resign { side: Side },
    /// The game's event says that it does not count.
    Void,
    /// The game's event is suspended: said again and again for as long as it is.
    Suspend,
    /// The game's event goes on.
    GoOn,
    /// The database does not answer.
    DatabaseAway,
    /// The server stops: pause, record it, end.
    Stop { done: oneshot::Sender<()> },
}

impl Control {
    /// The socket that it is about, if it is about one.
    const fn socket(&self) -> Option<u64> {
        match self {
            Self::Follow { sink, .. } => Some(sink.number()),
            Self::Leave { socket } => Some(*socket),
            _ => None,
        }
    }
}

/// A room's inbox, shared by its address and its owner.
#[derive(Debug)]
struct Slots {
    state: Mutex<SlotState>,
    owner: AtomicWaker,
}

#[derive(Debug, Default)]
struct SlotState {
    /// One move of each seat.
    moves: [Option<SeatCommand>; 2],
    /// What else each seat wants.
    others: [VecDeque<SeatCommand>; 2],
    control: VecDeque<Control>,
    closed: bool,
}

impl Slots {
    fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The receiving end of a room's inbox. When it is dropped, nothing is taken any more.
#[derive(Debug)]
pub(crate) struct Inbox(Arc<Slots>);

impl Inbox {
    /// The oldest control message, if one waits.
    pub(crate) fn next_control(&self) -> Option<Control> {
        let mut state = self.0.lock();
        let message = state.control.pop_front();
        if state.control.is_empty() {
            // a room mostly has no mail: then it holds no place for it either
            state.control = VecDeque::new();
        }
        message
    }

    /// All commands that wait, whose they are, in no order.
    pub(crate) fn take_commands(&self) -> Vec<(Side, SeatCommand)> {
        let mut state = self.0.lock();
        let mut waiting = Vec::new();
        for side in [Side::White, Side::Black] {
            waiting.extend(state.moves[index(side)].take().map(|command| (side, command)));
            let others = std::mem::take(&mut state.others[index(side)]);
            waiting.extend(others.into_iter().map(|command| (side, command)));
        }
        waiting
    }

    /// Completes when something waits.
    pub(crate) async fn ready(&self) {
        std::future::poll_fn(|context| {
            if self.has_mail() {
                return Poll::Ready(());
            }
            self.0.owner.register(context.waker());
            // what came between the look and the registration has woken nobody
            if self.has_mail() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    fn has_mail(&self) -> bool {
        let state = self.0.lock();
        !state.control.is_empty()
            || state.moves.iter().any(Option::is_some)
            || state.others.iter().any(|others| !others.is_empty())
    }

    /// Takes nothing any more; gives what commands still wait.
    pub(crate) fn close(&self) -> Vec<(Side, SeatCommand)> {
        self.0.lock().closed = true;
        let waiting = self.take_commands();
        let control = std::mem::take(&mut self.0.lock().control);
        drop(control);
        waiting
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        for (_, command) in self.close() {
            drop(command);
        }
    }
}

/// A room's address.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    info: Arc<GameInfo>,
    slots: Arc<Slots>,
}

/// A side's place in the arrays.
pub(crate) const fn index(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

impl RoomHandle {
    pub(crate) fn new(info: Arc<GameInfo>) -> (Self, Inbox) {
        let slots = Arc::new(Slots { state: Mutex::default(), owner: AtomicWaker::new() });
        (Self { info, slots: Arc::clone(&slots) }, Inbox(slots))
    }

    /// What does not change in the game's life.
    #[must_use]
    pub const fn info(&self) -> &Arc<GameInfo> {
        &self.info
    }

    /// Puts a seat's command into its inbox: one move of each seat and four others may wait. The answer comes through the
    /// command's sink; this never waits.
    pub fn send(&self, seat: Side, command: SeatCommand) {
        let refused = {
            let mut state = self.slots.lock();
            let at = index(seat);
            if state.closed {
                Some((command, Refusal::NoSuchGame))
            } else if matches!(command.act, SeatAct::Move { .. }) {
                match &mut state.moves[at] {
                    Some(_) => Some((command, Refusal::OneAtATime)),
                    free => {
                        *free = Some(command);
                        None
                    }
                }
            } else if state.others[at].len() >= OTHERS {
                Some((command, Refusal::OneAtATime))
            } else {
                state.others[at].push_back(command);
                None
            }
        };
        match refused {
            Some((command, refusal)) => command.answer(self.info.game, Err(refusal)),
            None => self.slots.owner.wake(),
        }
    }

    /// Makes a socket follow the game: it gets the events after `from`, or a snapshot. False when the room has ended.
    pub fn follow(&self, sink: Sink, seat: Option<Side>, from: Option<Version>) -> bool {
        self.control(Control::Follow { sink, seat, from })
    }

    /// Makes a socket stop following the game.
    pub fn leave(&self, socket: u64) {
        let _ended = self.control(Control::Leave { socket });
    }

    /// Puts a control message in; false when the room has ended. There is one arrival or departure of a socket at a time: a
    /// later one takes the place of an earlier one, so what waits is bounded by the open sockets.
    pub(crate) fn control(&self, message: Control) -> bool {
        {
            let mut state = self.slots.lock();
            if state.closed {
                return false;
            }
            if let Some(socket) = message.socket() {
                state.control.retain(|waiting| waiting.socket() != Some(socket));
            }
            state.control.push_back(message);
        }
        self.slots.owner.wake();
        true
    }

    /// Whether both are addresses of the same room.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.slots, &other.slots)
    }

    /// Whether the room has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.slots.lock().closed
    }
}
