//! PDN, portable draughts notation: games as text. Knows squares and tags; the rules only where a game is played out.

mod game;
mod lex;
mod read;
mod write;

pub use game::{PdnGame, PdnResult, ReplayError, StartError};
pub use lex::PdnFault;
pub use read::{PdnError, read};
pub use write::{game_type, write};
