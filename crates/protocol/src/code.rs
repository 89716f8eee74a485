//! Why something was refused: the codes that clients know. The words for a person are the client's.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a command was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The frame is not one of this protocol's.
    BadFrame,
    /// The client speaks another version of the protocol; the message says which one is spoken here.
    UnsupportedProtocol,
    /// Too many frames in too short a time.
    RateLimited,
    /// This needs somebody signed in.
    NotSignedIn,
    /// This is for a player of that game.
    NotYourGame,
    /// No such game, or it is no longer kept.
    NoSuchGame,
    /// The move's number is not that of the next move.
    StalePly,
    /// It is the other side's turn.
    NotYourTurn,
    /// No legal move has that path.
    IllegalMove,
    /// More than one legal move fits; the detail lists their paths.
    Ambiguous,
    /// The text is not a move.
    BadMove,
    /// A move of this seat is waiting already.
    OneAtATime,
    /// The game has ended.
    GameOver,
    /// The flag had fallen, or the game had ended, when this arrived.
    TooLate,
    /// The game is paused.
    Paused,
    /// No such offer stands.
    NoSuchOffer,
    /// One's own offer stands already.
    AlreadyOffered,
    /// All draw offers of this game are used up.
    NoOffersLeft,
    /// Draw offers are possible from the third move on.
    TooEarly,
    /// The bot does not take a draw.
    BotDeclines,
    /// As many watch that game as may.
    TooManySpectators,
    /// The seek is gone: taken, cancelled or run out.
    SeekGone,
    /// One can't take one's own seek.
    OwnSeek,
    /// The player has as many staked games as are allowed.
    GameLimit,
    /// The player has as many open seeks as are allowed.
    SeekLimit,
    /// The player is barred from staked seeks for a while, after too many games that he did not start.
    Barred,
    /// The terms have changed since they were shown.
    TermsChanged,
    /// The balance does not cover the stake.
    InsufficientFunds,
    /// The other player's balance does not cover the stake any more.
    OpponentInsufficientFunds,
    /// Staked play is not open to this account.
    StakesRefused,
    /// The stake, the clock or the rule set is outside what is configured; the message says what is allowed.
    OutOfRange,
    /// Not possible just now: the server is busy or its database is away; try again.
    Unavailable,
    /// The rematch is not possible: too late, declined, or made already.
    NoRematch,
    /// The link's code is unknown or has run out.
    NoSuchLink,
    /// Both seats of that practice game are taken.
    Taken,
    /// Too many practice games at once.
    PracticeLimit,
    /// The position stands, or stood just now, on a staked board.
    PositionInPlay,
    /// The name is taken.
    NameTaken,
    /// The name does not have the form that names have.
    BadName,
    /// The password is too short, too long or too common.
    BadPassword,
    /// Name and password do not go together.
    WrongCredentials,
    /// The request does not come from this site's pages.
    BadOrigin,
    /// Not available in this environment.
    NotHere,
    /// The request's body is not what it should be; the message says what is wrong.
    BadRequest,
    /// No such thing.
    NotFound,
}
