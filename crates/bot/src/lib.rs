//! An opponent for practice: alpha-beta over the rules. Knows no clock, no thread and no game: it takes a stop signal
//! and a seed.

mod choose;
mod evaluate;
mod level;
mod search;
mod table;

pub use choose::choose;
pub use level::{Level, ParseLevelError};
