//! The bodies of the HTTP calls.

use crate::board::{ClockSetting, EndReason, LegalMove, Outcome, Side, SquareText};
use crate::client::usual_variant;
use crate::code::Code;
use crate::money::WalletState;
use crate::rivals::RivalsOffer;
use crate::rules::DrawRules;
use crate::tournament_list::TournamentSummary;
use ids::{AccountId, Amount, BasisPoints, GameId, Millis};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An error's body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HttpError {
    /// Why.
    pub code: Code,
    /// What was wrong and what is right, in English.
    pub message: String,
}

/// The body of `POST /api/signup` and `POST /api/session`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The account's name.
    pub name: String,
    /// The password.
    pub password: String,
    /// Whether a bearer token is wanted (for programs) instead of a cookie.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub bearer: bool,
}

/// The body of `POST /api/password`: every other session of the account ends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present password.
    pub current: String,
    /// The new one.
    pub new: String,
}

/// An account as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AccountInfo {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
}

/// The answer to a sign-up or sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SignedIn {
    /// Who.
    #[serde(flatten)]
    pub account: AccountInfo,
    /// The bearer token, where one was asked for; it is said only once.
    pub token: Option<String>,
}

/// The answer to `GET /api/me`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Me {
    /// Who is signed in; null for a guest.
    pub account: Option<AccountInfo>,
    /// His wallet.
    pub wallet: Option<WalletState>,
    /// The deployment's currency: its ISO 4217 code.
    pub currency: String,
    /// How many decimals an amount in minor units has.
    pub exponent: u8,
    /// Whether the development deposit is available.
    pub can_deposit: bool,
    /// Whether money may be taken out.
    pub can_withdraw: bool,
}

/// The answer to `GET /api/games/{variant}`, and an item of that to `GET /api/games`: what is in force now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GamePage {
    /// The game: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// Whether it may be played for stakes; practice is open in any case.
    pub staked: bool,
    /// The position from which it is played.
    pub start_fen: String,
    /// The currency: its ISO 4217 code.
    pub currency: String,
    /// How many decimals an amount in minor units has.
    pub exponent: u8,
    /// The smallest stake.
    pub stake_min: Amount,
    /// The largest stake.
    pub stake_max: Amount,
    /// Stakes offered for choosing, inside the range.
    pub stake_choices: Vec<Amount>,
    /// The commission on a decisive game, in basis points of the pot.
    pub fee_basis_points: BasisPoints,
    /// The clocks that may be chosen; the first is the default.
    pub clocks: Vec<ClockSetting>,
    /// The rule sets that may be chosen; the first is the default.
    pub rule_sets: Vec<String>,
    /// The same rule sets with their rules.
    pub draw_rules: Vec<DrawRules>,
    /// How many draw offers each player may make in a game.
    pub max_draw_offers: u8,
    /// The window for each player's first move, in milliseconds.
    #[ts(type = "number")]
    pub first_move_ms: u64,
    /// The round trips, in milliseconds, that may be named as a limit to `play_now`.
    pub latency_steps: Vec<Millis>,
    /// The hash of these terms, which a stake names.
    pub terms: String,
    /// What a Rivals match of it may be; null where it may not be played for stakes.
    pub rivals: Option<RivalsOffer>,
    /// Its tournaments that are not over, the next to start first; at most 20, more by `GET /api/tournaments`.
    pub tournaments: Vec<TournamentSummary>,
}

/// A line of the answer to `GET /api/history`, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HistoryEntry {
    /// The game.
    pub game: GameId,
    /// What was played: `brazilian`, `american`, `international` or `russian`.
    pub variant: String,
    /// The side played.
    pub side: Side,
    /// The opponent's name.
    pub opponent: String,
    /// The stake.
    pub stake: Amount,
    /// How it ended; null while it runs.
    pub outcome: Option<Outcome>,
    /// Why.
    pub reason: Option<EndReason>,
    /// What it brought: prize − stake, 0 or −stake; null until it is settled.
    pub net: Option<Amount>,
    /// When it was made, in milliseconds since 1970.
    #[ts(type = "number")]
    pub started_at: i64,
    /// How many moves it had.
    pub plies: u16,
}

/// Why a line stands in a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StatementReason {
    /// Money came in.
    Deposit,
    /// Money is on its way out, or has gone.
    Withdrawal,
    /// It did not go out, and came back.
    WithdrawalReturned,
    /// A stake was held.
    Stake,
    /// A prize was paid.
    Payout,
    /// A stake came back.
    Refund,
    /// A buy-in, contribution and fee, was held for a tournament.
    BuyIn,
    /// A buy-in, or a part of it, came back.
    BuyInBack,
    /// What a tournament's place is worth.
    Prize,
    /// A named correction.
    Correction,
}

/// A line of a statement, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StatementLine {
    /// Why.
    pub reason: StatementReason,
    /// The game, where there is one.
    pub game: Option<GameId>,
    /// What was added (or, negative, taken).
    pub amount: Amount,
    /// The balance after it.
    pub balance_after: Amount,
    /// When, in milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// The answer to `GET /api/statement`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Statement {
    /// The wallet.
    pub wallet: WalletState,
    /// Its lines.
    pub lines: Vec<StatementLine>,
}

/// The body of `POST /api/deposit` (development: confirmed at once).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Deposit {
    /// How much, in minor units.
    pub amount: Amount,
    /// The client's own key of this deposit: the same key is the same deposit.
    pub key: String,
}

/// The body of `POST /api/withdraw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Withdraw {
    /// How much, in minor units.
    pub amount: Amount,
    /// The client's own key of this withdrawal: the same key is the same withdrawal.
    pub key: String,
}

/// How a withdrawal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawState {
    /// It is held; the payment's answer comes later.
    Pending,
    /// It has gone out.
    Paid,
    /// It did not go out, and is back in the wallet.
    Returned,
}

/// The answer to `POST /api/withdraw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WithdrawAnswer {
    /// The wallet after it.
    pub wallet: WalletState,
    /// How it stands.
    pub state: WithdrawState,
    /// Why it was returned, in English.
    pub reason: Option<String>,
}

/// The body of `POST /api/legal-moves`, for boards that are no game (editor, guide, same device).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct LegalMovesOf {
    /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
    #[serde(default = "usual_variant")]
    pub variant: String,
    /// The position; null for the start.
    pub fen: Option<String>,
    /// Moves played from there, in full; the answer is for the position after them.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The rule set, for the counters; null for the game's default.
    pub rules: Option<String>,
}

/// The answer to `POST /api/legal-moves`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PositionMoves {
    /// The position after the moves.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// Its legal moves; none when the game has ended.
    pub legal: Vec<LegalMove>,
    /// The captured squares of each move played.
    #[ts(type = "Array<Array<string>>")]
    pub captured: Vec<Vec<SquareText>>,
    /// The quiet plies so far.
    pub quiet: u16,
    /// In how many more quiet plies the game would be drawn.
    pub draw_in: Option<u16>,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Why.
    pub reason: Option<EndReason>,
}

/// The body of `POST /api/analysis`: a line of play, of which the last position is looked at by the house's engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct AnalysisOf {
    /// The game: `brazilian`, `american`, `international` or `russian`; `brazilian` where it is not said.
    #[serde(default = "usual_variant")]
    pub variant: String,
    /// The position that the line begins with; null for the start.
    pub fen: Option<String>,
    /// Moves played from there, in full.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The rule set, for the counters; null for the game's default.
    pub rules: Option<String>,
    /// How many of the best lines are wanted, 1 to 5.
    #[serde(default = "one_line")]
    pub lines: u8,
}

const fn one_line() -> u8 {
    1
}

/// The answer to `POST /api/analysis`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PositionAnalysis {
    /// The side to move.
    pub turn: Side,
    /// The depth that was searched whole, in plies.
    pub depth: u32,
    /// The best lines, the best first; none where the game is over by its position.
    pub lines: Vec<AnalysedLine>,
}

/// A line that the engine expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AnalysedLine {
    /// What it is worth to White, in hundredths of a man.
    pub score: i32,
    /// Who wins by force, where that is proven.
    pub won_by: Option<Side>,
    /// In how many plies, where that is known.
    pub plies: Option<u32>,
    /// The ways that the pieces go, one a ply.
    #[ts(type = "Array<string>")]
    pub moves: Vec<SquareText>,
}

/// The body of `POST /api/dev/players` (development only).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DevPlayers {
    /// How many, at most 10 000.
    pub count: u32,
    /// The balance of each, in minor units, paid in through the ledger.
    pub balance: Amount,
}

/// A player made for tests and load.
#[derive(Clone, Serialize, Deserialize, TS)]
pub struct DevPlayer {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Its bearer token.
    pub token: String,
}

/// The answer to `GET /api/dev/database`: what a measurement has to know of the PostgreSQL behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DevDatabase {
    /// Its version, as it says it.
    pub version: String,
    /// `on` or `off`.
    pub fsync: String,
    /// `on` or `off`.
    pub full_page_writes: String,
    /// `on`, or something weaker.
    pub synchronous_commit: String,
    /// How moves are recorded: `durable`; for measuring only also `naive` and `none`.
    pub journal: String,
    /// The server's resident memory, in bytes.
    #[ts(type = "number")]
    pub server_memory: u64,
}
