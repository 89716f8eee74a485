//! A client's WebSocket: read, answered and written by one task, in which writing never holds up reading. Knows no rule of play.

mod command;
mod connection;
mod ladder_view;
mod ladders;
mod match_view;
mod matches;
mod notices;
mod outbox;
mod play_now;
mod project;
mod reader;
mod session;
mod tournaments;
mod upgrade;
mod writer;

pub(crate) use upgrade::upgrade;
