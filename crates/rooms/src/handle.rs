//! The way into a room: bounded inboxes, one a seat, so that one side's flood never delays the other's move.

use crate::notice::{Answer, Notice, Sink};
use crate::refusal::Refusal;
use crate::view::GameInfo;
use draughts::{MoveText, Side};
use ids::{CommandId, GameId, Moment, Version, WallTime};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// How many commands of a seat may wait besides its one move.
const OTHERS: usize = 4;
/// How many arrivals and other control messages may wait.
const CONTROL: usize = 256;

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
        self.sink.push(Notice::Answer(Answer { game: Some(game), id: self.id, ply: self.ply(), result }));
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
    /// A rematch was made, or could not be.
    RematchMade { game: Option<GameId>, refusal: Option<Refusal> },
    /// The game's money was paid.
    Settled(Arc<crate::ports::Settlement>),
    /// The server stops: pause, record it, end.
    Stop { done: oneshot::Sender<()> },
}

/// The receiving ends of a room's inboxes.
#[derive(Debug)]
pub(crate) struct Inbox {
    pub(crate) moves: [mpsc::Receiver<SeatCommand>; 2],
    pub(crate) others: [mpsc::Receiver<SeatCommand>; 2],
    pub(crate) control: mpsc::Receiver<Control>,
}

/// A room's address.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    info: Arc<GameInfo>,
    moves: [mpsc::Sender<SeatCommand>; 2],
    others: [mpsc::Sender<SeatCommand>; 2],
    control: mpsc::Sender<Control>,
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
        let (white_move, white_moves) = mpsc::channel(1);
        let (black_move, black_moves) = mpsc::channel(1);
        let (white_other, white_others) = mpsc::channel(OTHERS);
        let (black_other, black_others) = mpsc::channel(OTHERS);
        let (control, controls) = mpsc::channel(CONTROL);
        let inbox = Inbox {
            moves: [white_moves, black_moves],
            others: [white_others, black_others],
            control: controls,
        };
        let handle =
            Self { info, moves: [white_move, black_move], others: [white_other, black_other], control };
        (handle, inbox)
    }

    /// What does not change in the game's life.
    #[must_use]
    pub const fn info(&self) -> &Arc<GameInfo> {
        &self.info
    }

    /// Puts a seat's command into its inbox. The answer comes through the command's sink; this never waits.
    pub fn send(&self, seat: Side, command: SeatCommand) {
        let inbox = match command.act {
            SeatAct::Move { .. } => &self.moves[index(seat)],
            _ => &self.others[index(seat)],
        };
        match inbox.try_send(command) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(command)) => {
                command.answer(self.info.game, Err(Refusal::OneAtATime));
            }
            Err(mpsc::error::TrySendError::Closed(command)) => {
                command.answer(self.info.game, Err(Refusal::NoSuchGame));
            }
        }
    }

    /// Makes a socket follow the game: it gets the events after `from`, or a snapshot. False when the room has ended.
    pub async fn follow(&self, sink: Sink, seat: Option<Side>, from: Option<Version>) -> bool {
        self.control.send(Control::Follow { sink, seat, from }).await.is_ok()
    }

    /// Makes a socket stop following the game.
    pub async fn leave(&self, socket: u64) {
        let _ended = self.control.send(Control::Leave { socket }).await;
    }

    pub(crate) async fn control(&self, message: Control) -> bool {
        self.control.send(message).await.is_ok()
    }

    /// Whether both are addresses of the same room.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.control.same_channel(&other.control)
    }

    /// Whether the room has ended.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.control.is_closed()
    }
}
