//! Rivals: the state table row by row, and random lives of matches.

mod agreement;
mod games;
mod life;
mod notices;
mod rows;
mod scene;
mod schedule;
mod world;
