//! The newtypes and instants that every crate shares. No behaviour: nothing here knows a rule, a game or a wire.

mod amount;
mod instant;
mod key;

pub use amount::{Amount, BasisPoints};
pub use instant::{Millis, Moment, WallTime};
pub use key::{
    AccountId, CommandId, EntryId, Epoch, GameId, LadderId, MatchId, NoticeId, SeekId, SessionId,
    TournamentId, TransferId, Version,
};
