//! The owners over a store in memory and a hand-moved clock: what a player sees, whatever fails.
#![allow(clippy::unwrap_used, reason = "tests")]

mod clocks;
mod faults;
mod ladders;
mod lobby;
mod memory;
mod model;
mod orders;
mod play_now;
mod practice;
mod rater;
mod rivals;
mod seats;
mod support;
mod tournaments;
