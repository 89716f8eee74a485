//! A player of draughts: principal variation search over the rules, with a judgement of boards that was learned from its own
//! games. Knows no clock, no thread pool and no game: time, chance and a stop signal are arguments.

mod book;
mod endings;
mod engine;
mod evaluate;
pub mod learn;
mod level;
mod limits;
mod line;
mod order;
mod random;
mod root;
mod score;
mod search;
mod table;
pub mod tables;

pub use book::{Book, BookError};
pub use engine::{Answer, Engine, Question, Variation, no_clock};
pub use evaluate::{Weights, WeightsError};
pub use level::{Level, ParseLevelError, Sight};
pub use limits::{Clock, Limits};
pub use tables::{Outcome, Tables};
