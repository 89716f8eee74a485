//! The TypeScript of every message, for the browser client. The file in `web/` is checked against this by a test.

use crate::{
    board, client, code, http, ladder, money, notice, play_now, rating, record, rivals, rules, server,
    tournament, tournament_list, zone,
};
use ts_rs::{Config, TS};

/// All message types as one TypeScript module.
#[must_use]
pub fn typescript() -> String {
    let config = Config::default();
    let mut text = String::from(
        "// Written by crates/protocol (cargo test -p protocol); do not edit.\n\
         export const PROTOCOL = ",
    );
    text.push_str(&crate::PROTOCOL.to_string());
    text.push_str(";\n");
    macro_rules! declare {
        ($($kind:ty),* $(,)?) => {$(
            text.push_str("\nexport ");
            text.push_str(&<$kind>::decl(&config));
            text.push('\n');
        )*};
    }
    declare!(
        ids::AccountId,
        ids::GameId,
        ids::SeekId,
        ids::MatchId,
        ids::LadderId,
        ids::TournamentId,
        ids::NoticeId,
        ids::CommandId,
        ids::Version,
        ids::Amount,
        ids::BasisPoints,
        ids::Millis,
        board::Side,
        board::ClockSetting,
        board::LegalMove,
        board::Clocks,
        board::DrawState,
        board::StandingOffer,
        board::Outcome,
        board::EndReason,
        board::GameState,
        rules::DrawRules,
        rules::DrawRule,
        rules::Balance,
        rules::Material,
        rules::Anew,
        client::Level,
        rivals::StakeMode,
        rivals::LevelRule,
        rivals::MatchSeat,
        rivals::MatchAct,
        client::ClientMsg,
        code::Code,
        money::WalletState,
        money::Terms,
        money::Breakdown,
        money::EventRef,
        rivals::MatchState,
        rivals::MatchTerms,
        rivals::MatchPlayer,
        rivals::MatchGameSlot,
        rivals::MiniStage,
        rivals::MatchGameResult,
        rivals::MatchGame,
        rivals::RunningGame,
        rivals::NextGame,
        rivals::DecidedBy,
        rivals::MatchOutcome,
        rivals::MatchCancelled,
        rivals::MatchView,
        record::Tally,
        record::PaceRecord,
        record::WinningRun,
        record::RivalRecord,
        zone::Zone,
        zone::Zones,
        ladder::LadderAct,
        ladder::LadderState,
        ladder::LadderPlace,
        ladder::LadderChallenge,
        ladder::LadderView,
        ladder::LadderSummary,
        rivals::RivalsOffer,
        tournament::TournamentAct,
        tournament::TournamentFormat,
        tournament::TournamentPhase,
        tournament::TieBreak,
        tournament::CancellationRule,
        tournament::TournamentTerms,
        tournament::TournamentPlayer,
        tournament::EntryState,
        tournament::TableRole,
        tournament::WonBy,
        tournament::TableOutcome,
        tournament::TableGameOn,
        tournament::TableGame,
        tournament::TournamentTable,
        tournament::TournamentStanding,
        tournament::OwnEntry,
        tournament::TournamentView,
        tournament::TournamentRound,
        tournament::TournamentTables,
        tournament::TournamentStandings,
        notice::NoticeOffer,
        notice::CalledOffBy,
        notice::Verdict,
        notice::NoticeBody,
        notice::NoticeView,
        notice::NoticePage,
        notice::ReadNotices,
        notice::Language,
        notice::NoticeTopic,
        notice::MailSettings,
        notice::MailChange,
        notice::VerifyMail,
        tournament_list::TournamentSummary,
        tournament_list::TournamentList,
        tournament_list::TournamentPage,
        play_now::Latency,
        play_now::PlayNowState,
        play_now::PlayNowOver,
        play_now::BlockedPlayer,
        play_now::PairLimit,
        server::PlayerInfo,
        server::GameKind,
        server::Viewer,
        server::LobbySeek,
        server::SeekGone,
        server::Moved,
        server::Ended,
        server::Settled,
        server::Rejected,
        server::RematchState,
        server::GameSnapshot,
        server::PlayedMove,
        server::ServerMsg,
        server::GoodbyeReason,
        http::HttpError,
        http::Credentials,
        http::NewPassword,
        http::AccountInfo,
        http::SignedIn,
        http::Me,
        http::GamePage,
        http::HistoryEntry,
        rating::Pace,
        rating::RatingBoardEntry,
        rating::RatingPoint,
        rating::PlayerRating,
        http::StatementReason,
        http::StatementLine,
        http::Statement,
        http::Deposit,
        http::DevDatabase,
        http::Withdraw,
        http::WithdrawState,
        http::WithdrawAnswer,
        http::LegalMovesOf,
        http::PositionMoves,
        http::AnalysisOf,
        http::AnalysedLine,
        http::PositionAnalysis,
        http::DevPlayers,
        http::DevPlayer,
    );
    text
}

#[cfg(test)]
mod tests {
    use super::typescript;

    /// Set `UPDATE=1` to write the file anew.
    #[test]
    fn the_clients_message_types_are_those_of_this_crate() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/protocol.ts");
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src")).unwrap();
            std::fs::write(path, typescript()).unwrap();
        }
        let found = std::fs::read_to_string(path).unwrap_or_default();
        assert!(found == typescript(), "{path} is stale: run `UPDATE=1 cargo test -p protocol`");
    }
}
