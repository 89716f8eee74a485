//! The Hub protocol, version 2: how draughts programs and interfaces talk to each other, line by line. Knows no server.

mod engine;
mod line;
mod notation;
mod peer;
mod referee;
mod thinking;

pub(crate) use engine::{Args, run};
pub(crate) use referee::{Args as MatchArgs, run as run_match};
