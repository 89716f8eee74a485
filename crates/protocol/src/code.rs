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
    /// Only in practice against the bot.
    NotAgainstTheBot,
    /// No move of one's own was played.
    NothingToTakeBack,
    /// No game can be played from that position; the message says why.
    BadPosition,
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
    /// The two have played for as much, or as often, as is allowed for now.
    PairLimit,
    /// One waits for an opponent already.
    AlreadyWaiting,
    /// One does not wait for an opponent.
    NotWaiting,
    /// As many players as may be are blocked.
    BlockLimit,
    /// No such tournament.
    NoSuchTournament,
    /// The player's rating is outside what the tournament takes.
    RatingOutside,
    /// The player has not entered the tournament.
    NotEntered,
    /// The player has entered the tournament already.
    AlreadyEntered,
    /// All seats of the tournament are taken.
    Full,
    /// No such match, or it is not for this player to see.
    NoSuchMatch,
    /// No player has that name.
    NoSuchPlayer,
    /// Not while one plays in a match or tournament.
    InEvent,
    /// A match or tournament of one's own starts too soon for that.
    StartsSoon,
    /// That player can't be challenged.
    NotChallengeable,
    /// One can't challenge oneself.
    OwnChallenge,
    /// A challenge to that player is open already.
    ChallengeOpen,
    /// As many challenges as are allowed are open.
    ChallengeLimit,
    /// Barred from scheduled matches for a while, after cancelling late too often.
    BarredFromMatches,
    /// This is for a player of that match.
    NotYourMatch,
    /// That is for the other player of the match to do.
    NotYours,
    /// The match or tournament is not at a point where that can be done.
    NotNow,
    /// The time for it has not come.
    NotYet,
    /// The time for it is over.
    TimeOver,
    /// An open seat can be taken, but not bargained about.
    OpenSeat,
    /// The counter-offer changes nothing.
    SameTerms,
    /// All counter-offers of this player are used up.
    NoCounterLeft,
    /// All extensions of this player are used up.
    NoExtensionLeft,
    /// A match with one stake ends when it is decided.
    OneStake,
    /// The start is too near, too far or past; the message says what is allowed.
    StartOutOfRange,
    /// No such ladder season.
    NoSuchLadder,
    /// The player is not on the ladder, or the other one is not.
    NotOnLadder,
    /// That place is not above, or too far up.
    OutOfReach,
    /// One of the two has a challenge open already, is on leave, or the pause after the last one lasts still.
    NotChallengeableNow,
    /// All matches of the two that count in this season are played.
    PairDone,
    /// The name is taken.
    NameTaken,
    /// The name does not have the form that names have.
    BadName,
    /// The password is too short, too long or too common.
    BadPassword,
    /// The text is no mail address.
    BadAddress,
    /// The link is unknown, was used, or has run out.
    LinkOver,
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
