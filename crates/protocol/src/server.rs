//! What the server says.

use crate::board::{
    ClockSetting, Clocks, DrawState, EndReason, GameState, LegalMoves, Outcome, Side, SquareText,
};
use crate::client::Level;
use crate::code::Code;
use crate::ladder::LadderView;
use crate::money::{Breakdown, Terms, WalletState};
use crate::notice::{NoticePage, NoticeView};
use crate::play_now::{Latency, PlayNowOver, PlayNowState};
use crate::rivals::MatchView;
use crate::rules::DrawRules;
use crate::tournament::{TournamentRound, TournamentStandings, TournamentTables, TournamentView};
use ids::{AccountId, Amount, CommandId, GameId, MatchId, Millis, SeekId, TournamentId, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A player as others see him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayerInfo {
    /// His account; null in practice.
    pub account: Option<AccountId>,
    /// His name; in practice null for the person and the friend.
    pub name: Option<String>,
    /// The bot's level, if the bot plays this side.
    pub bot: Option<Level>,
    /// Whether one of his sockets is here.
    pub connected: bool,
    /// Since when he is away, in server milliseconds; null while he is here.
    #[ts(type = "number | null")]
    pub away_since_ms: Option<u64>,
}

/// What kind of game it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GameKind {
    /// With stakes, recorded.
    Staked,
    /// Against the bot, nothing recorded.
    PracticeBot,
    /// Against a friend by link, nothing recorded.
    PracticeLink,
}

/// Who looks: a player of the game, or a spectator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// He plays White.
    White,
    /// He plays Black.
    Black,
    /// He watches.
    Spectator,
}

/// A seek in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LobbySeek {
    /// The seek.
    pub seek: SeekId,
    /// Whose it is.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// The terms of the game that it would become.
    pub terms: Terms,
    /// The side that the one who takes it would play; null for its owner and for those not signed in.
    pub your_side: Option<Side>,
    /// The owner's round trip when he opened it.
    pub latency: Latency,
    /// How long it has been open, in milliseconds.
    pub open_for_ms: Millis,
}

/// Why a seek left the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SeekGone {
    /// Somebody took it.
    Taken,
    /// Its owner took it back, started a game or left.
    Cancelled,
    /// It ran out.
    Expired,
    /// Its owner's balance does not cover it any more.
    NotCovered,
    /// The terms in force have changed.
    TermsChanged,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Moved {
    /// The game.
    pub game: GameId,
    /// The version that it brings.
    pub v: Version,
    /// Its number, counted from 0.
    pub ply: u16,
    /// Who played it.
    pub side: Side,
    /// The path played, in full: `d6xf8xh6`.
    #[ts(type = "string")]
    pub path: SquareText,
    /// The squares of the pieces taken.
    #[ts(type = "Array<string>")]
    pub captured: Vec<SquareText>,
    /// Whether the piece was crowned.
    pub crowned: bool,
    /// The mover's time left before the move; null without clocks.
    pub left_before_ms: Option<Millis>,
    /// The mover's time left after it, its increment added; null without clocks.
    pub left_after_ms: Option<Millis>,
    /// Time credited for lag, in milliseconds: always 0 for now.
    pub lag_credit_ms: Millis,
    /// The position after it.
    pub fen: String,
    /// The legal moves of the side now to move, only to that side.
    pub legal: LegalMoves,
    /// Both clocks; null in a game without clocks.
    pub clocks: Option<Clocks>,
    /// The counters towards a draw, and the offers.
    pub draw: DrawState,
    /// The command's number, to the one who sent it.
    pub id: Option<CommandId>,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Ended {
    /// The game.
    pub game: GameId,
    /// The version that it brings.
    pub v: Version,
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: EndReason,
    /// Both clocks as they stopped; null without clocks.
    pub clocks: Option<Clocks>,
    /// The plies after which the positions of a repetition stood; empty otherwise.
    pub repeated_at: Vec<u16>,
    /// What the end gives; null in practice and to spectators.
    pub money: Option<Breakdown>,
}

/// The game's money has been paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Settled {
    /// The game.
    pub game: GameId,
    /// How it was settled.
    pub outcome: Outcome,
    /// The figures.
    pub money: Breakdown,
    /// What this player got back or won, in minor units.
    pub received: Amount,
}

/// A command was refused; nothing changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Rejected {
    /// The game, where the command named one.
    pub game: Option<GameId>,
    /// The match, where the command named one.
    #[serde(rename = "match")]
    pub of_match: Option<MatchId>,
    /// The tournament, where the command named one.
    pub tournament: Option<TournamentId>,
    /// The command's number, where it had one.
    pub id: Option<CommandId>,
    /// The move's number, where the command was a move.
    pub ply: Option<u16>,
    /// Why.
    pub code: Code,
    /// What was wrong and what is right, in English, for programs and logs.
    pub message: String,
    /// The paths that fit, where a move was ambiguous.
    pub paths: Vec<String>,
}

/// How the rematch of an ended game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum RematchState {
    /// It can be asked for.
    Open {
        /// How long, in milliseconds.
        left_ms: Millis,
    },
    /// One side has asked and confirmed.
    Asked {
        /// Who.
        by: Side,
        /// How long it stands, in milliseconds.
        left_ms: Millis,
    },
    /// It is not possible (any more).
    Closed,
    /// It has been made.
    Made {
        /// The new game.
        game: GameId,
    },
}

/// A game, whole, as its viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameSnapshot {
    /// The game.
    pub game: GameId,
    /// What kind it is.
    pub kind: GameKind,
    /// Who looks.
    pub you: Viewer,
    /// Its terms.
    pub terms: Terms,
    /// The draw rules that those terms name.
    pub draw_rules: DrawRules,
    /// Whether the game has clocks (practice may have none).
    pub clocked: bool,
    /// White.
    pub white: PlayerInfo,
    /// Black.
    pub black: PlayerInfo,
    /// The position at the start.
    pub start_fen: String,
    /// The game as it stands.
    pub state: GameState,
    /// Every move so far, in order.
    pub moves: Vec<PlayedMove>,
    /// How it ended, if it has.
    pub ended: Option<Ended>,
    /// The rematch, once it has ended; null to spectators.
    pub rematch: Option<RematchState>,
}

/// A move in a snapshot's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PlayedMove {
    /// The path played.
    #[ts(type = "string")]
    pub path: SquareText,
    /// The squares of the pieces taken.
    #[ts(type = "Array<string>")]
    pub captured: Vec<SquareText>,
    /// The mover's time left after it; null without clocks.
    pub left_after_ms: Option<Millis>,
    /// The position after it.
    pub fen: String,
}

/// A frame from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "t", content = "d", rename_all = "snake_case")]
pub enum ServerMsg {
    /// The answer to `hello`.
    Welcome {
        /// The protocol spoken.
        protocol: u32,
        /// Who is signed in; null for a guest.
        account: Option<AccountId>,
        /// His name.
        name: Option<String>,
        /// His wallet.
        wallet: Option<WalletState>,
        /// The staked games that he has running.
        games: Vec<GameId>,
        /// His open seeks.
        seeks: Vec<SeekId>,
        /// The server's monotonic time, in milliseconds.
        #[ts(type = "number")]
        server_ms: u64,
    },
    /// The answer to `ping`: the line lives.
    Pong {
        /// The number that the `ping` had.
        #[ts(type = "number")]
        n: u64,
    },
    /// A command without an event of its own was carried out.
    Done {
        /// The command's number.
        id: CommandId,
    },
    /// A command was refused.
    Rejected(Rejected),
    /// All open seeks.
    Lobby {
        /// The seeks.
        seeks: Vec<LobbySeek>,
    },
    /// A new seek.
    SeekAdded(LobbySeek),
    /// A seek is gone.
    SeekRemoved {
        /// The seek.
        seek: SeekId,
        /// Why.
        reason: SeekGone,
    },
    /// The answer to one's own `seek`.
    SeekOpened {
        /// The command's number.
        id: CommandId,
        /// The seek.
        seek: SeekId,
    },
    /// How it stands with one's waiting for an opponent: at its begin, after each change, and to a new socket.
    PlayNowWaiting(Box<PlayNowState>),
    /// One waits no longer, and has no game by it.
    PlayNowOver {
        /// Why.
        reason: PlayNowOver,
    },
    /// A game of this player has started; `watch` it.
    GameStarted {
        /// The game.
        game: GameId,
        /// The side that this player plays.
        side: Side,
        /// The command's number, to the one whose command made it.
        id: Option<CommandId>,
    },
    /// A game, whole.
    Snapshot(Box<GameSnapshot>),
    /// A move was played.
    Moved(Box<Moved>),
    /// A draw was offered.
    DrawOffered {
        /// The game.
        game: GameId,
        /// The version that it brings.
        v: Version,
        /// Who offers.
        by: Side,
        /// The offer's number.
        offer: u32,
        /// The counters towards a draw, and the offers.
        draw: DrawState,
    },
    /// A draw offer was declined.
    DrawDeclined {
        /// The game.
        game: GameId,
        /// The version that it brings.
        v: Version,
        /// Who declined.
        by: Side,
        /// The offer's number.
        offer: u32,
        /// The counters towards a draw, and the offers.
        draw: DrawState,
    },
    /// Something that this viewer is not shown (a draw offer, to who watches): only the version moves on.
    Hidden {
        /// The game.
        game: GameId,
        /// The version that it brings.
        v: Version,
    },
    /// The game is paused; nobody's clock runs.
    Paused {
        /// The game.
        game: GameId,
        /// The version that it brings; null where the pause is not recorded (the database is away).
        v: Option<Version>,
        /// Both clocks.
        clocks: Option<Clocks>,
    },
    /// The game goes on.
    Resumed {
        /// The game.
        game: GameId,
        /// The version that it brings; null where the pause was not recorded.
        v: Option<Version>,
        /// How long the server was away, in milliseconds.
        down_ms: Millis,
        /// Both clocks.
        clocks: Option<Clocks>,
    },
    /// The game ended.
    Ended(Ended),
    /// A player came or went.
    Presence {
        /// The game.
        game: GameId,
        /// Which player.
        side: Side,
        /// Whether he is here now.
        connected: bool,
        /// Since when he is away, in server milliseconds.
        #[ts(type = "number | null")]
        away_since_ms: Option<u64>,
    },
    /// The rematch of an ended game moved on.
    Rematch {
        /// The game that ended.
        game: GameId,
        /// How it stands.
        rematch: RematchState,
    },
    /// The game's money has been paid.
    Settled(Settled),
    /// This player's wallet.
    Wallet(WalletState),
    /// The pot of one's game is looked at before it is paid.
    PaymentHeld {
        /// The game.
        game: GameId,
        /// When its result stands by itself, in Unix milliseconds.
        #[ts(type = "number")]
        until: i64,
    },
    /// A Rivals match, whole: after each change of one's own, and where it was asked for.
    Match(Box<MatchView>),
    /// A ladder season as it stands, whole; drop it when a newer one has been seen.
    Ladder(Box<LadderView>),
    /// A tournament's head: where it was asked for, and after changes of one that is followed.
    Tournament(Box<TournamentView>),
    /// Tables of a round: where they were asked for, and the first ones of each new round of one that is followed.
    TournamentRound(Box<TournamentRound>),
    /// Tables that have changed, of one that is followed.
    TournamentTables(Box<TournamentTables>),
    /// Rows of the standings: where they were asked for, and the first ones whenever they change of one that is followed.
    TournamentStandings(Box<TournamentStandings>),
    /// A notice of an event, to its player, as it happens.
    Notice(Box<NoticeView>),
    /// The player's notices, asked for.
    Notices(NoticePage),
    /// How many of his notices are unread now.
    NoticesUnread {
        /// How many.
        unread: u32,
    },
    /// The link of a practice game; the code goes behind `/p#`.
    PracticeLink {
        /// The command's number.
        id: CommandId,
        /// The code.
        code: String,
        /// How long it waits for a friend, in milliseconds.
        valid_ms: Millis,
        /// The clock, or none.
        clock: Option<ClockSetting>,
    },
    /// A seat in a practice game; a `snapshot` follows.
    PracticeSeat {
        /// The command's number, to the one whose command made it.
        id: Option<CommandId>,
        /// The game.
        game: GameId,
        /// The side.
        side: Side,
        /// The seat's secret: keep it to come back.
        secret: String,
    },
    /// What the bot would play, to who asked for it.
    Hint {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
        /// The ply that it is for.
        ply: u16,
        /// The way that the piece goes.
        #[ts(type = "string")]
        path: SquareText,
    },
    /// The server is stopping, or this socket is being closed; reconnect after that time.
    Goodbye {
        /// Why.
        reason: GoodbyeReason,
        /// When to come back, in milliseconds; null: not by itself.
        #[ts(type = "number | null")]
        retry_ms: Option<u64>,
    },
}

/// Why the server closes a socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum GoodbyeReason {
    /// The server stops; games resume when it is back.
    Stopping,
    /// The session was signed out or revoked.
    SignedOut,
    /// Another protocol version is spoken here: reload the page.
    UnsupportedProtocol,
    /// Too many frames.
    RateLimited,
    /// The socket read too slowly.
    TooSlow,
}
