//! What a client says.

use crate::board::{ClockSetting, Side, SquareText};
use crate::ladder::LadderAct;
use crate::rivals::{LevelRule, MatchAct, StakeMode};
use crate::tournament::TournamentAct;
use ids::{Amount, CommandId, GameId, LadderId, MatchId, Millis, NoticeId, SeekId, TournamentId, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The game that is meant where a client does not say which.
pub(crate) fn usual_variant() -> String {
    "brazilian".to_owned()
}

/// The bot's level in a practice game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Sees the next captures only.
    Easy,
    /// Sees a few moves ahead.
    Medium,
    /// Plays as well as it can in its time.
    Hard,
}

/// A frame from a client. Every command carries the client's own number `id`; the same number is the same command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "t", content = "d", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMsg {
    /// The first frame: which protocol the client speaks.
    Hello {
        /// The protocol's version, [`crate::PROTOCOL`].
        protocol: u32,
    },
    /// Ask whether the line lives: answered by `pong` at once. A page asks every few seconds.
    Ping {
        /// The client's own number, which the answer repeats.
        #[ts(type = "number")]
        n: u64,
    },
    /// Begin or stop hearing of the lobby's seeks.
    Lobby {
        /// Whether to hear of them.
        on: bool,
    },
    /// Open a seek with a stake.
    Seek {
        /// The command's number.
        id: CommandId,
        /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
        #[serde(default = "usual_variant")]
        variant: String,
        /// The rule set for draws: `dream`.
        rules: String,
        /// The stake of each player, in minor units.
        stake: Amount,
        /// The clock.
        clock: ClockSetting,
        /// The hash of the terms that the player saw (`GET /api/games/{variant}`).
        terms: String,
    },
    /// Take one's own seek back.
    CancelSeek {
        /// The command's number.
        id: CommandId,
        /// The seek.
        seek: SeekId,
    },
    /// Take somebody's seek: both stakes are held and the game starts, or a `refused` says why not.
    Join {
        /// The command's number.
        id: CommandId,
        /// The seek.
        seek: SeekId,
        /// The hash of the terms that the player saw.
        terms: String,
    },
    /// Wait for an opponent of about one's own strength: answered by `play_now_waiting`, and by `game_started` when there is one.
    PlayNow {
        /// The command's number.
        id: CommandId,
        /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
        #[serde(default = "usual_variant")]
        variant: String,
        /// The rule set for draws: `dream`.
        rules: String,
        /// The clock.
        clock: ClockSetting,
        /// The lowest stake that one accepts, in minor units.
        stake_lowest: Amount,
        /// The highest, which one has to cover; the same as the lowest for that stake alone.
        stake_highest: Amount,
        /// The slowest round trip that either of the two may have, one of the game's page's `latency_steps`; null for any.
        latency_limit_ms: Option<Millis>,
        /// The hash of the terms that the player saw (`GET /api/games/{variant}`).
        terms: String,
    },
    /// Say yes to an opponent of any rating: answered by `done`.
    PlayNowWider {
        /// The command's number.
        id: CommandId,
    },
    /// Wait no longer: answered by `done`, and by `play_now_over` to all sockets of the player.
    PlayNowCancel {
        /// The command's number.
        id: CommandId,
    },
    /// Follow a game: answered by a `snapshot`. A player of the game gets his seat, anybody else watches.
    Watch {
        /// The game.
        game: GameId,
    },
    /// Stop following a game.
    Unwatch {
        /// The game.
        game: GameId,
    },
    /// Go on following a game from a version: answered by the missing events, or by a `snapshot`.
    Resume {
        /// The game.
        game: GameId,
        /// The last version that the client has.
        version: Version,
    },
    /// Play a move. The event `moved` is the acknowledgement; `rejected` undoes it.
    Move {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
        /// The number of the move, counted from 0.
        ply: u16,
        /// The move: `c3-d4`, `d6xf8xh6`, on 10x10 `32-28`; from-to alone when only one move fits.
        #[ts(type = "string")]
        path: SquareText,
    },
    /// Offer a draw; while the opponent's offer stands, this accepts it.
    OfferDraw {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
    },
    /// Accept the draw offer of that number.
    AcceptDraw {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
        /// The offer's number.
        offer: u32,
    },
    /// Decline the draw offer of that number.
    DeclineDraw {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
        /// The offer's number.
        offer: u32,
    },
    /// Resign; before one's own first move this aborts the game.
    Resign {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
    },
    /// Ask for a rematch, or agree to the one asked for. Confirms the stake in the terms named.
    Rematch {
        /// The game that ended.
        game: GameId,
        /// The command's number.
        id: CommandId,
        /// The hash of the terms in force that the player saw; not needed in practice.
        terms: Option<String>,
    },
    /// Say no to a rematch.
    DeclineRematch {
        /// The game that ended.
        game: GameId,
        /// The command's number.
        id: CommandId,
    },
    /// Practise against the bot. Nothing is staked or recorded.
    PracticeBot {
        /// The command's number.
        id: CommandId,
        /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
        #[serde(default = "usual_variant")]
        variant: String,
        /// How well the bot plays.
        level: Level,
        /// The side that the person plays.
        side: Side,
        /// A clock, or none.
        clock: Option<ClockSetting>,
        /// Where it starts; null, or not said, for the game's own start.
        #[serde(default)]
        fen: Option<String>,
    },
    /// In practice against the bot, on one's own turn: ask which move it would play. Answered by `hint`.
    Hint {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
    },
    /// In practice against the bot: take one's last move back, with the bot's answer to it. A `snapshot` follows.
    TakeBack {
        /// The game.
        game: GameId,
        /// The command's number.
        id: CommandId,
    },
    /// Make a practice game for a friend: answered by `practice_link`.
    PracticeLink {
        /// The command's number.
        id: CommandId,
        /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
        #[serde(default = "usual_variant")]
        variant: String,
        /// The side that its maker plays.
        side: Side,
        /// A clock, or none.
        clock: Option<ClockSetting>,
        /// Where it starts; null, or not said, for the game's own start.
        #[serde(default)]
        fen: Option<String>,
    },
    /// Join a friend's practice game with the code of its link.
    PracticeJoin {
        /// The command's number.
        id: CommandId,
        /// The code after the link's `#`.
        code: String,
    },
    /// Sit down again in a practice game, after a reconnect or a reload.
    PracticeSeat {
        /// The command's number.
        id: CommandId,
        /// The game.
        game: GameId,
        /// The seat's secret, as `practice_seat` gave it.
        secret: String,
    },
    /// Challenge a player, or anybody, to a Rivals match: answered by a `match` to both and `done`.
    MatchPropose {
        /// The command's number.
        id: CommandId,
        /// The name of the player who is challenged; null for an open seat, which whoever accepts first takes.
        opponent: Option<String>,
        /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
        #[serde(default = "usual_variant")]
        variant: String,
        /// The rule set for draws: `dream`.
        rules: String,
        /// The clock of each game.
        clock: ClockSetting,
        /// How many games.
        games: u8,
        /// What a stake is put up for.
        stake_mode: StakeMode,
        /// One player's stake for that, in minor units.
        stake: Amount,
        /// When it starts, in Unix milliseconds; null: as soon as it is accepted.
        #[ts(type = "number | null")]
        start: Option<i64>,
        /// What a level match means.
        level: LevelRule,
        /// Whether anybody may watch.
        watchable: bool,
        /// The hash of the terms that the player saw (`GET /api/games/{variant}`).
        terms: String,
    },
    /// Ask something of a match: answered by a `match` to both, where it changed, and `done`.
    MatchAct {
        /// The command's number.
        id: CommandId,
        /// The match.
        #[serde(rename = "match")]
        of: MatchId,
        /// What is asked.
        act: MatchAct,
    },
    /// Hear of one's own matches and of the open seats: a `match` for each, then `done`. Of one's own every change is told in any
    /// case.
    MatchWatch {
        /// The command's number.
        id: CommandId,
    },
    /// Hear of one match, over or not: answered by a `match`.
    MatchFind {
        /// The command's number.
        id: CommandId,
        /// The match.
        #[serde(rename = "match")]
        of: MatchId,
    },
    /// Ask something of a ladder season: answered by `done`, and by a `ladder` to who watches it.
    LadderAct {
        /// The command's number.
        id: CommandId,
        /// The season.
        season: LadderId,
        /// What is asked.
        act: LadderAct,
    },
    /// Hear of a season from now on: answered by a `ladder`, and by another after every change.
    LadderWatch {
        /// The command's number.
        id: CommandId,
        /// The season.
        season: LadderId,
    },
    /// Ask something of a tournament: answered by `done`.
    TournamentAct {
        /// The command's number.
        id: CommandId,
        /// The tournament.
        #[serde(rename = "tournament")]
        of: TournamentId,
        /// What is asked.
        act: TournamentAct,
    },
    /// Follow a tournament: answered by its `tournament`, the first `tournament_round` and `tournament_standings` of it, and `done`.
    /// From then on its changes are told, at most once a second. One that is over is told once.
    TournamentWatch {
        /// The command's number.
        id: CommandId,
        /// The tournament.
        #[serde(rename = "tournament")]
        of: TournamentId,
    },
    /// Stop following a tournament.
    TournamentUnwatch {
        /// The tournament.
        #[serde(rename = "tournament")]
        of: TournamentId,
    },
    /// Ask for tables of a round: answered by a `tournament_round`.
    TournamentRound {
        /// The command's number.
        id: CommandId,
        /// The tournament.
        #[serde(rename = "tournament")]
        of: TournamentId,
        /// The round, from 1.
        round: u16,
        /// The table with which the page begins, from 1.
        from: u16,
    },
    /// Ask for rows of the standings, or before the start of those who have entered: answered by `tournament_standings`.
    TournamentStandings {
        /// The command's number.
        id: CommandId,
        /// The tournament.
        #[serde(rename = "tournament")]
        of: TournamentId,
        /// The row with which the page begins, from 1.
        from: u32,
    },
    /// Show one's notices: answered by `notices`. New ones are told in any case.
    NoticesShow {
        /// The command's number.
        id: CommandId,
        /// Only those older than this one; null for the newest.
        before: Option<NoticeId>,
    },
    /// That notice and all older ones are read: answered by `done`, and by `notices_unread` to all sockets of the player.
    NoticesRead {
        /// The command's number.
        id: CommandId,
        /// The newest that was read.
        up_to: NoticeId,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_does_not_say_which_game_means_brazilian() {
        let said = r#"{"t":"practice_bot","d":{"id":1,"level":"easy","side":"white","clock":null}}"#;
        let ClientMsg::PracticeBot { variant, .. } = serde_json::from_str(said).unwrap() else { panic!() };
        assert_eq!(variant, "brazilian");
    }
}
