//! The running owners: one task a live game, the lobby, the settler, the rater, the practice rooms. Knows no HTTP, no JSON, no SQL.

mod boards;
mod bot_pool;
mod colours;
mod desk;
mod director;
mod engagements;
mod event_book;
mod event_game;
mod handle;
mod house;
mod in_play;
mod lobby;
mod made_once;
mod mailbox;
mod notice;
mod offer;
mod people;
mod ports;
mod practice;
mod rater;
mod ratings;
mod refusal;
mod registry;
mod rematch;
mod room;
mod settler;
mod view;

pub use boards::Following;
pub use bot::Level;
pub use bot_pool::{BotLimits, BotPool};
pub use director::{DirectorHandle, MatchAct, MatchView, TournamentAct, TournamentView};
pub use event_book::{
    EndedGame, EntryHead, EventBook, MatchHead, MatchStep, NotedGame, StepError, StoredMatch,
    StoredTournament, TournamentHead, TournamentStep,
};
pub use event_game::{EventGame, EventId, Funding};
pub use handle::{RoomHandle, SeatAct, SeatCommand};
pub use house::{House, HouseLimits, HousePorts};
pub use lobby::{LobbyHandle, LobbyLimits, SeekRequest};
pub use made_once::MadeOnce;
pub use mailbox::{Mailbox, MailboxReader, PutError};
pub use notice::{
    Answer, LobbyNotice, Notice, OpenSeek, Publication, SeekGone, Sink, TournamentNotice, TournamentPart,
};
pub use offer::{Catalogue, GameOffer, MatchChoice};
pub use people::People;
pub use ports::{
    Append, AppendError, Bank, BankError, GameClock, GateAct, GatewayAnswer, Journal, NewGame,
    PaymentGateway, Placement, Player, Settlement, StakeGate, StakedTerms, Stamped, StartError, StoredGame,
    Wallet,
};
pub use practice::{PracticeLimits, PracticeRequest};
pub use ratings::{RatedGame, Ratings};
pub use refusal::Refusal;
pub use registry::Registry;
pub use rematch::RematchView;
pub use view::{
    ClockFrame, DrawFrame, Frame, GameInfo, Kind, LegalMove, Opponent, PlayedMove, Presence, Seat, Snapshot,
};
