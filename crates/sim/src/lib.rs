//! Programs as players: a client of the protocol, and games replayed through a running server. Knows the server only by
//! its wire.

mod calls;
mod client;
mod replay;

pub use calls::{CallError, Calls};
pub use client::{Client, ClientError, Greeting};
pub use replay::{GameLine, ReplayOptions, ReplayReport, replay};
