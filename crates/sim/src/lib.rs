//! Programs as players: a client of the protocol, load, and games replayed through a running server. Knows the server only by
//! its wire.

mod calls;
mod client;
mod load;
mod replay;

pub use calls::{CallError, Calls};
pub use client::{Client, ClientError, Greeting};
pub use load::{FileLimitError, LoadError, LoadOptions, LoadReport, load, raise_file_limit};
pub use replay::{GameLine, ReplayOptions, ReplayReport, replay};
