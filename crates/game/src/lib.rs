//! One game as a pure state machine: position, clock, draw offers, ending. Knows no stake, no socket, no clock on a wall.

mod command;
mod decide;
mod ending;
mod event;
mod fold;
mod play;
mod played;
mod side;
mod terms;

pub use command::{GameCommand, GameError};
pub use ending::{EndReason, Ending, Outcome};
pub use event::{GameEvent, ResumeCause};
pub use fold::ReplayError;
pub use play::Game;
pub use played::PlayedMove;
pub use side::PerSide;
pub use terms::{GameTerms, TimeControl, Unstarted};
