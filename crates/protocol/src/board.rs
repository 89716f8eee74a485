//! A game as it stands, in the wire's shapes. Squares are algebraic (`c3`) on 8x8, numbers (`32`) on 10x10.

use compact_str::CompactString;
use ids::{Millis, Version};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// White (below, moves first but in American) or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side below.
    White,
    /// The side above.
    Black,
}

/// A Fischer clock: what each side starts with, and what a move made in time adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Time at the start, in milliseconds.
    pub initial_ms: Millis,
    /// Time added by each move, in milliseconds.
    pub increment_ms: Millis,
}

/// A square or a path as text: short enough to need no memory of its own, for a move's frame has dozens of them.
pub type SquareText = CompactString;

/// One legal move: what it takes, and every way of playing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LegalMove {
    /// The square that the piece leaves.
    #[ts(type = "string")]
    pub from: SquareText,
    /// The square where it stops.
    #[ts(type = "string")]
    pub to: SquareText,
    /// The squares of the pieces taken, sorted as the board numbers them.
    #[ts(type = "Array<string>")]
    pub captured: Vec<SquareText>,
    /// All ways through the squares where it lands, each in full: `["d6xf8xh6"]`. Any of them may be sent.
    #[ts(type = "Array<string>")]
    pub paths: Vec<SquareText>,
}

/// The legal moves of the side to move.
pub type LegalMoves = Vec<LegalMove>;

/// What both clocks show, and when the server said so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Clocks {
    /// Time left to White, in milliseconds, at `server_ms`.
    pub white_ms: Millis,
    /// Time left to Black, in milliseconds, at `server_ms`.
    pub black_ms: Millis,
    /// Whose clock runs; null when neither does (first moves, pause, end).
    pub running: Option<Side>,
    /// The server's monotonic time, in milliseconds, at which these figures hold.
    #[ts(type = "number")]
    pub server_ms: u64,
    /// What is left of the window for a player's first move, in milliseconds; null when none runs.
    pub first_move_ms: Option<Millis>,
}

/// The counters towards a draw by rule, and the draw offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DrawState {
    /// Consecutive plies without a capture and without a man's move.
    pub quiet: u16,
    /// At how many such plies the game is drawn; null when the rule set has no such rule.
    pub quiet_limit: Option<u16>,
    /// How often the present position, with the same side to move, has stood.
    pub repetition: u8,
    /// At which repetition the game is drawn; null when the rule set has no such rule.
    pub repetition_limit: Option<u8>,
    /// In how many more quiet plies the game would be drawn; null when the rule set has no such rule.
    pub draw_in: Option<u16>,
    /// Draw offers left to White; null for who watches.
    pub white_offers_left: Option<u8>,
    /// Draw offers left to Black; null for who watches.
    pub black_offers_left: Option<u8>,
    /// The offer that stands, by its number and who made it.
    pub offer: Option<StandingOffer>,
}

/// A draw offer that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct StandingOffer {
    /// Its number in this game; an answer names it.
    pub offer: u32,
    /// Who made it.
    pub by: Side,
}

/// Who won: a side, or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Drawn: both stakes go back whole.
    Draw,
    /// Not played: aborted or voided, or nobody came; both stakes go back whole.
    Void,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The loser has no piece left.
    NoPieces,
    /// The loser has pieces but no legal move.
    Blocked,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Flag,
    /// Both agreed to a draw.
    Agreement,
    /// The same position stood for the third time.
    Repetition,
    /// Too many plies without a capture and without a man's move.
    QuietPlies,
    /// Too many plies with the same balance of material, such as three kings against one.
    Balance,
    /// A first move was not made in its window, or a player resigned before his first move.
    Aborted,
    /// A first move of an event's game was not made: who did not come has lost, or both where nobody came.
    Forfeit,
    /// The operator, or a long outage, voided the game.
    Voided,
}

/// A game as it stands at a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct GameState {
    /// The version: how many events the game has.
    pub v: Version,
    /// The position: `W:Wa1,Kc3:Bb8`.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The number of the next move, counted from 0: the one that a `move` must name.
    pub ply: u16,
    /// The legal moves, only to the side to move (and to spectators and the other side: empty).
    pub legal: LegalMoves,
    /// Both clocks; null in a game without clocks.
    pub clocks: Option<Clocks>,
    /// The counters towards a draw, and the offers.
    pub draw: DrawState,
    /// Whether the game is paused (after a restart, until both are back or the wait ends).
    pub paused: bool,
}
