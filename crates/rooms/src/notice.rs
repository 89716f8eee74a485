//! What owners tell a socket: one bounded queue a socket, never waited for. Knows no JSON.

use crate::director::{MatchView, TournamentView};
use crate::event_game::EventId;
use crate::ladders::LadderView;
use crate::made_once::MadeOnce;
use crate::mailbox::{Mailbox, PutError};
use crate::play_now::PlayNowNotice;
use crate::player_notice::PlayerNotice;
use crate::ports::{Settlement, StakedTerms, Stamped, Wallet};
use crate::refusal::Refusal;
use crate::rematch::RematchView;
use crate::reviews::HeldPot;
use crate::round_trip::{Latency, RoundTrip};
use crate::view::{Frame, GameInfo, Presence, Snapshot};
use draughts::Side;
use game::TimeControl;
use ids::{AccountId, CommandId, GameId, Millis, Moment, SeekId, Version};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Something for a socket to show.
#[derive(Clone, Debug)]
pub enum Notice {
    /// A game, whole, as this socket's viewer may see it.
    Snapshot(Arc<Snapshot>, Option<Side>),
    /// Events of a game that are durable (or need not be).
    Events(Arc<Publication>, Option<Side>),
    /// The game's clock stands still without an event: the database is away, or both are waited for.
    Held {
        /// The game.
        game: GameId,
        /// How it stands.
        frame: Arc<Frame>,
    },
    /// The game's clock runs again without an event.
    Released {
        /// The game.
        game: GameId,
        /// How it stands.
        frame: Arc<Frame>,
    },
    /// A player came or went.
    Presence {
        /// The game.
        game: GameId,
        /// Which player.
        side: Side,
        /// Here, or away since when.
        presence: Presence,
    },
    /// The rematch of an ended game moved on.
    Rematch {
        /// The game that ended.
        game: GameId,
        /// How it stands.
        rematch: RematchView,
    },
    /// The game's money has been paid, and which side this socket plays.
    Settled(Arc<Settlement>, Side),
    /// The game's owner is elsewhere, or its room has ended: resume it.
    Gone {
        /// The game.
        game: GameId,
    },
    /// The answer to a command that has no event of its own, or to a repeat.
    Answer(Answer),
    /// The player's wallet.
    Wallet(Wallet),
    /// What the bot would play, for who asked.
    Hint {
        /// The game.
        game: GameId,
        /// The command.
        id: CommandId,
        /// The ply that it is for.
        ply: u16,
        /// The way that the piece goes.
        path: draughts::Path,
        /// How its squares are named.
        variant: draughts::Variant,
    },
    /// The pot of a game of this player is looked at before it is paid.
    PaymentHeld(HeldPot),
    /// A Rivals match, as both its players see it.
    Match(Arc<MatchView>),
    /// A ladder season.
    Ladder(Arc<LadderView>),
    /// A tournament, as everybody sees it.
    Tournament(TournamentNotice),
    /// A part of a tournament that was asked for.
    TournamentPart {
        /// How it stands.
        view: Arc<TournamentView>,
        /// The command that asked.
        id: CommandId,
        /// Which part.
        part: TournamentPart,
    },
    /// What happened to an event of this player.
    Notified(Arc<PlayerNotice>),
    /// How many of this player's notices are unread now.
    Unread(u32),
    /// A game of this player has started.
    GameStarted {
        /// The game.
        game: GameId,
        /// The side that he plays.
        side: Side,
        /// The command that made it, to the one who sent it.
        cause: Option<CommandId>,
    },
    /// The lobby.
    Lobby(LobbyNotice),
    /// Play now.
    PlayNow(PlayNowNotice),
    /// The link of a practice game.
    PracticeLink {
        /// The command that asked for it.
        id: CommandId,
        /// Its code.
        code: String,
        /// How long it waits.
        valid: Millis,
        /// The clock, or none.
        time_control: Option<TimeControl>,
    },
    /// A seat in a practice game.
    PracticeSeat {
        /// The command that asked for it, to the one who sent it.
        id: Option<CommandId>,
        /// The game.
        game: GameId,
        /// The side.
        side: Side,
        /// The seat's secret.
        secret: String,
    },
}

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The game, where the command named one.
    pub game: Option<GameId>,
    /// The match or tournament, where the command named one.
    pub of: Option<EventId>,
    /// The command.
    pub id: CommandId,
    /// The move's number, where the command was a move.
    pub ply: Option<u16>,
    /// Carried out, or why not.
    pub result: Result<(), Refusal>,
}

/// A part of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentPart {
    /// Tables of a round.
    Tables {
        /// The round, from 1.
        round: u16,
        /// The first of them, from 1.
        from: u16,
    },
    /// Rows of the standings.
    Standings {
        /// The first of them, from 1.
        from: u32,
    },
}

/// A tournament to be shown.
#[derive(Clone, Debug)]
pub struct TournamentNotice {
    /// How it stands.
    pub view: Arc<TournamentView>,
    /// How it stood when this socket was told of it last; `None` the first time.
    pub before: Option<Arc<TournamentView>>,
}

/// Events of one game, published together, and how it stands after them.
#[derive(Clone, Debug)]
pub struct Publication {
    /// The game.
    pub game: GameId,
    /// What does not change in its life.
    pub info: Arc<GameInfo>,
    /// The version that the first of them brings.
    pub first: Version,
    /// The events, in order.
    pub events: Vec<Stamped>,
    /// How the game stands after them.
    pub frame: Arc<Frame>,
    /// The command that caused them, and whose it was.
    pub cause: Option<(Side, CommandId)>,
    /// When they were published.
    pub at: Moment,
    /// What the outer ring makes of them for those who watch, once for all of them.
    pub watched: MadeOnce,
}

impl Publication {
    /// The version that the last of the events brings.
    #[must_use]
    pub fn last(&self) -> Version {
        Version((self.first.0 + u32::try_from(self.events.len()).unwrap_or(u32::MAX)).saturating_sub(1))
    }
}

/// What the lobby tells.
#[derive(Clone, Debug)]
pub enum LobbyNotice {
    /// All open seeks, each with the side that this viewer would play.
    All(Vec<(Arc<OpenSeek>, Option<Side>)>),
    /// A new seek.
    Added(Arc<OpenSeek>, Option<Side>),
    /// Seeks that are gone.
    Removed(Arc<[(SeekId, SeekGone)]>),
    /// One's own seek was opened.
    Opened {
        /// The command that opened it.
        id: CommandId,
        /// The seek.
        seek: SeekId,
    },
}

/// A seek in the lobby.
#[derive(Clone, Debug)]
pub struct OpenSeek {
    /// The seek.
    pub seek: SeekId,
    /// Whose it is.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// The terms of the game that it would become.
    pub terms: StakedTerms,
    /// How often its owner had White so far.
    pub times_white: u64,
    /// When it was opened.
    pub opened: Moment,
    /// Its owner's round trip when it was opened.
    pub latency: Latency,
}

/// Why a seek left the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekGone {
    /// Somebody took it.
    Taken,
    /// Its owner took it back, started a game or left.
    Cancelled,
    /// It ran out.
    Expired,
    /// Its owner's balance does not cover it any more.
    NotCovered,
}

/// A socket's queue: notices go in without waiting; a full queue cuts the socket.
#[derive(Clone, Debug)]
pub struct Sink {
    queue: Mailbox<Notice>,
    cut: CancellationToken,
    number: u64,
    round_trip: Arc<RoundTrip>,
}

impl Sink {
    /// A sink into `queue` for the socket `number` (unique in this process), which `cut` ends.
    #[must_use]
    pub fn new(queue: Mailbox<Notice>, cut: CancellationToken, number: u64) -> Self {
        Self { queue, cut, number, round_trip: Arc::default() }
    }

    /// How long the socket's client takes to answer: whoever pings it measures.
    #[must_use]
    pub const fn round_trip(&self) -> &Arc<RoundTrip> {
        &self.round_trip
    }

    /// The socket's number.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Tells the socket something; false when it is gone, or so slow that it was cut by this.
    pub fn push(&self, notice: Notice) -> bool {
        match self.queue.put(notice) {
            Ok(()) => true,
            Err(PutError::Full(_)) => {
                metrics::counter!("damas_sockets_cut_total").increment(1);
                self.cut.cancel();
                false
            }
            Err(PutError::Closed(_)) => false,
        }
    }

    /// Whether the socket is gone.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.queue.is_closed() || self.cut.is_cancelled()
    }
}
