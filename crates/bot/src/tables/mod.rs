//! Endgame tables: what every position of few pieces is worth under best play, and how many plies it takes to the next
//! one that no later ply can undo. Made by this module from the rules alone. Knows no search, no clock and no game.

mod binomial;
mod build;
mod cell;
mod check;
mod distances;
mod encode;
mod file;
mod index;
mod kings;
mod levels;
mod material;
mod outcomes;
mod pair;
mod placement;
mod proof;
mod rays;
mod store;
mod table;
mod value;

pub use build::{BuildError, BuildOptions, Built, Progress, build};
pub use check::{CheckError, CheckOptions, CheckReport, LIMITS, check};
pub use file::TableError;
pub use store::{Summary, Tables};
pub use value::Outcome;

/// Most pieces of a position that a table can hold.
pub const MOST_PIECES: u32 = 6;
