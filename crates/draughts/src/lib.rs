//! The rules of draughts: positions, moves, notation, draw counters. Knows no time, no player, no money.

mod capture;
mod count;
mod draw_counters;
mod draw_rule;
mod fen;
mod find;
mod generate;
mod jumps;
mod layout;
mod move_text;
mod mv;
mod path;
pub mod pdn;
mod perft;
mod piece;
mod position;
mod rule_set;
mod setup;
mod square;
mod square_set;
mod variant;

pub use draw_counters::{DrawCounters, DrawReason};
pub use draw_rule::{Anew, Balance, BalanceRule, DrawRule, Material};
pub use fen::{Fen, ParseFenError};
pub use find::{Illegality, MoveError};
pub use move_text::{MoveText, ParseMoveError};
pub use mv::{Move, MoveList};
pub use path::Path;
pub use perft::perft;
pub use piece::{Piece, Role, Side};
pub use position::Position;
pub use rule_set::{ParseRuleSetError, RuleSet};
pub use setup::{Setup, SetupError};
pub use square::Square;
pub use square_set::SquareSet;
pub use variant::{ParseVariantError, Variant};
