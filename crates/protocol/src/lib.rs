//! The wire: what clients and server say to each other, its codes and its TypeScript. Knows no rule and keeps no state.
//!
//! Every frame is one JSON object `{"t": …, "d": {…}}` in one WebSocket text message. `docs/protocol.md` shows each with
//! an example.

mod board;
mod brief;
mod client;
mod code;
#[cfg(test)]
mod examples;
mod http;
mod ladder;
mod money;
mod notice;
mod play_now;
mod rating;
mod record;
mod rivals;
mod rules;
mod server;
mod tournament;
mod tournament_list;
mod typescript;
mod zone;

pub use board::{
    ClockSetting, Clocks, DrawState, EndReason, GameState, LegalMove, LegalMoves, Outcome, Side, SquareText,
    StandingOffer,
};
pub use brief::{Brief, BriefGame, BriefMove, BriefMoved, BriefRejected, BriefSeek, BriefStart, BriefState};
pub use client::{ClientMsg, Level};
pub use code::Code;
pub use http::{
    AccountInfo, AnalysedLine, AnalysisOf, Credentials, Deposit, DevDatabase, DevPlayer, DevPlayers,
    GamePage, HistoryEntry, HttpError, LegalMovesOf, Me, NewPassword, PositionAnalysis, PositionMoves,
    SignedIn, Statement, StatementLine, StatementReason, Withdraw, WithdrawAnswer, WithdrawState,
};
pub use ladder::{LadderAct, LadderChallenge, LadderPlace, LadderState, LadderSummary, LadderView};
pub use money::{Breakdown, EventRef, Terms, WalletState};
pub use notice::{
    CalledOffBy, Language, MailChange, MailSettings, NoticeBody, NoticeOffer, NoticePage, NoticeTopic,
    NoticeView, ReadNotices, Verdict, VerifyMail,
};
pub use play_now::{BlockedPlayer, Latency, PairLimit, PlayNowOver, PlayNowState};
pub use rating::{Pace, PlayerRating, RatingBoardEntry, RatingPoint};
pub use record::{PaceRecord, RivalRecord, Tally, WinningRun};
pub use rivals::{
    DecidedBy, LevelRule, MatchAct, MatchCancelled, MatchGame, MatchGameResult, MatchGameSlot, MatchOutcome,
    MatchPlayer, MatchSeat, MatchState, MatchTerms, MatchView, MiniStage, NextGame, RivalsOffer, RunningGame,
    StakeMode,
};
pub use rules::{Anew, Balance, DrawRule, DrawRules, Material};
pub use server::{
    Ended, GameKind, GameSnapshot, GoodbyeReason, LobbySeek, Moved, PlayedMove, PlayerInfo, Rejected,
    RematchState, SeekGone, ServerMsg, Settled, Viewer,
};
pub use tournament::{
    CancellationRule, EntryState, OwnEntry, TableGame, TableGameOn, TableOutcome, TableRole, TieBreak,
    TournamentAct, TournamentFormat, TournamentPhase, TournamentPlayer, TournamentRound, TournamentStanding,
    TournamentStandings, TournamentTable, TournamentTables, TournamentTerms, TournamentView, WonBy,
};
pub use tournament_list::{TournamentList, TournamentPage, TournamentSummary};
pub use typescript::typescript;
pub use zone::{Zone, Zones};

/// The version of this protocol. A client names it in its first frame; another one is told so and how to go on.
pub const PROTOCOL: u32 = 1;
/// The largest frame that a client may send, in bytes.
pub const MAX_FRAME: usize = 16 * 1024;
