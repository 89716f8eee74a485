//! Programs as players: a client of the protocol, load, and games replayed through a running server, which they know only by its
//! wire; and whole seasons of events in virtual time, through the owners themselves.

mod calls;
mod client;
mod load;
mod replay;
mod season;

pub use calls::{CallError, Calls};
pub use client::{Client, ClientError, Greeting};
pub use load::{FileLimitError, LoadError, LoadOptions, LoadReport, load, raise_file_limit};
pub use replay::{GameLine, ReplayOptions, ReplayReport, replay};
pub use season::{
    Audit, Broken, Counts, MemoryWorld, NoticeRow, OrderAnswer, OrderDesk, Plant, SEASON_ROWS, SeasonPlan,
    SeasonPorts, SeasonReport, World, season,
};
