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
mod ladder_book;
mod ladders;
mod lobby;
mod made_once;
mod mailbox;
mod notice;
mod offer;
mod orders;
mod origins;
mod pair_book;
mod people;
mod play_now;
mod player_notice;
mod ports;
mod practice;
mod rater;
mod ratings;
mod refusal;
mod registry;
mod rematch;
mod reviews;
mod room;
mod round_trip;
mod settler;
mod view;

pub use boards::Following;
pub use bot::Level;
pub use bot_pool::{BotLimits, BotPool};
pub use director::{DirectorHandle, MatchAct, MatchView, TournamentAct, TournamentView};
pub use event_book::{
    EndedGame, EntryHead, EventBook, MatchHead, MatchStep, NotedGame, ScheduledStart, StepError, StoredMatch,
    StoredTournament, TournamentHead, TournamentStep,
};
pub use event_game::{EventGame, EventId, Funding};
pub use handle::{RoomHandle, SeatAct, SeatCommand};
pub use house::{ANALYSED_LINES, AnalysedLine, Analysis, AnalysisRequest, House, HouseLimits, HousePorts};
pub use ladder_book::{AwaitedMatch, CountedMatch, LadderBook, LadderHead, LadderStep, StoredLadder};
pub use ladders::{LadderAct, LadderView};
pub use lobby::{LobbyHandle, LobbyLimits, SeekRequest};
pub use made_once::MadeOnce;
pub use mailbox::{Mailbox, MailboxReader, PutError};
pub use notice::{
    Answer, LobbyNotice, Notice, OpenSeek, Publication, SeekGone, Sink, TournamentNotice, TournamentPart,
};
pub use offer::{Catalogue, GameOffer, MatchChoice, ScheduledTournament};
pub use orders::{OrderBook, StoredOrder};
pub use origins::household;
pub use pair_book::{PairBook, PairStanding, PlayerPast};
pub use people::People;
pub use play_now::{PlayNowLimits, PlayNowNotice, PlayNowOver, PlayNowRequest, PlayNowWaiting};
pub use player_notice::{NewNotice, PlayerNotice};
pub use ports::{
    Append, AppendError, Bank, BankError, GameClock, GateAct, GatewayAnswer, Journal, NewGame,
    PaymentGateway, Placement, Player, Settlement, StakeGate, StakedTerms, Stamped, StartError, StoredGame,
    Wallet,
};
pub use practice::{PracticeLimits, PracticeRequest};
pub use ratings::{RatedGame, RatingNow, Ratings};
pub use refusal::Refusal;
pub use registry::Registry;
pub use rematch::RematchView;
pub use reviews::{HeldPot, PairFacts, Reviews};
pub use round_trip::{Latency, RoundTrip};
pub use view::{
    ClockFrame, DrawFrame, Frame, GameInfo, Kind, LegalMove, Opponent, PlayedMove, Presence, Seat, Snapshot,
};
