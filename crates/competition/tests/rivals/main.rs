//! Rivals: the state table row by row, and random lives of matches.

mod agreement;
mod life;
mod rows;
mod table;
mod world;
