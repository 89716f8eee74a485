//! PDN, portable draughts notation: games as text. Knows squares and tags; the rules only where a game is played out.
//!
//! A text is read in two steps: `syntax.rs` takes it apart, and `play.rs` plays the moves out. What one game may hold is
//! bounded (`bounds.rs`). `docs/notation.md` says what is read, what is mended and what is written.

mod bounds;
mod clock;
mod fault;
mod game;
mod game_type;
mod header;
mod lex;
mod nag;
mod note;
mod play;
mod raw;
mod reader;
mod result;
mod source;
mod syntax;
mod text;
mod write;

pub use clock::Clocks;
pub use fault::{PdnError, PdnFault, Place};
pub use game::{Line, PdnGame, PdnMove, Remark};
pub use game_type::{Notation, game_type};
pub use note::{PdnNote, PdnRemark};
pub use reader::{ReadGame, ReadOptions, Reader, read};
pub use result::PdnResult;
pub use write::{write, write_in};
