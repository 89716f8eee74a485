//! A client's WebSocket: read, answered and written by two tasks, so that a slow reader never delays a stamp. Knows no rule of
//! play.

mod command;
mod outbox;
mod project;
mod reader;
mod session;
mod upgrade;
mod writer;

pub(crate) use upgrade::upgrade;
