//! What is asked of a game, and why it may be refused.

use crate::{PerSide, ResumeCause};
use draughts::{MoveError, MoveText, Side};
use ids::{Millis, Moment};

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameCommand {
    /// A side plays a move.
    Move {
        /// Who.
        side: Side,
        /// The move's number, from 0.
        ply: u16,
        /// The move as written.
        text: MoveText,
    },
    /// A side offers a draw; while the opponent's offer stands this accepts it.
    OfferDraw {
        /// Who.
        side: Side,
    },
    /// A side accepts an offer.
    AcceptDraw {
        /// Who.
        side: Side,
        /// The offer's number.
        offer: u32,
    },
    /// A side declines an offer.
    DeclineDraw {
        /// Who.
        side: Side,
        /// The offer's number.
        offer: u32,
    },
    /// A side resigns.
    Resign {
        /// Who.
        side: Side,
    },
    /// The owner's timer: has a flag fallen, or a first-move window run out?
    Flag,
    /// An event waits no longer for those who have not come.
    NoShow {
        /// Who is there.
        present: PerSide<bool>,
    },
    /// The server stops.
    Pause,
    /// The server is back.
    Resume {
        /// Why the game stood still.
        cause: ResumeCause,
        /// For how long the server was down.
        down: Millis,
    },
    /// The game does not count.
    Void,
}

impl GameCommand {
    /// The player who asks; `None` for what the game's owner asks.
    #[must_use]
    pub const fn side(&self) -> Option<Side> {
        match self {
            Self::Move { side, .. }
            | Self::OfferDraw { side }
            | Self::AcceptDraw { side, .. }
            | Self::DeclineDraw { side, .. }
            | Self::Resign { side } => Some(*side),
            Self::Flag | Self::NoShow { .. } | Self::Pause | Self::Resume { .. } | Self::Void => None,
        }
    }
}

/// Why a command was refused; the game is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The move's number is not that of the next move.
    #[error("move {given} is not the next one; that is {expected}")]
    StalePly {
        /// The number given.
        given: u16,
        /// The next move's number.
        expected: u16,
    },
    /// It is the other side's turn.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// Not a legal move here.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The game has ended.
    #[error("the game has ended")]
    GameOver,
    /// The flag had fallen, or the window had run out, when the command was received.
    #[error("received at {received:?}, the time ran out at {due:?}")]
    TooLate {
        /// When the command was received.
        received: Moment,
        /// When the time ran out.
        due: Moment,
    },
    /// The game is paused.
    #[error("the game is paused")]
    Paused,
    /// No such offer stands.
    #[error("offer {offer} does not stand")]
    NoSuchOffer {
        /// The number given.
        offer: u32,
    },
    /// One's own offer stands already.
    #[error("your own draw offer stands already")]
    AlreadyOffered,
    /// All offers are used up.
    #[error("all {allowed} draw offers are used up")]
    NoOffersLeft {
        /// How many there were.
        allowed: u8,
    },
    /// It is too early for an offer.
    #[error("draw offers are possible from ply {from} on")]
    TooEarly {
        /// The first ply at which they are.
        from: u16,
    },
    /// Not paused, so nothing to resume; or paused already.
    #[error("the game is not in a state for that")]
    NotNow,
}
