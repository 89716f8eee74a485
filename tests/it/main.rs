//! Whole flows over real sockets and a real PostgreSQL: one binary, a file a flow.
#![allow(clippy::unwrap_used, reason = "a test fails by its panic")]
#![allow(clippy::disallowed_methods, reason = "tests may read the clock and draw entropy")]

mod captures;
mod crashes;
mod engine;
mod house;
mod hub;
mod line;
mod lines;
mod notices;
mod operator;
mod orders;
mod outages;
mod play_now;
mod practice;
mod ratings;
mod replay;
mod restart;
mod rivals;
mod seasons;
mod staked;
mod support;
mod tournaments;
mod variants;
