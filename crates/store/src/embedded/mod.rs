//! A private PostgreSQL for a server that was given no DATABASE_URL: found, made, started, watched, stopped. Knows no
//! schema; downloads nothing: it needs only the programs `initdb`, `pg_ctl` and `postgres`.

mod cluster;
mod error;
mod folder;
mod postmaster;
mod programs;
mod servant;
mod settings;
mod watcher;

pub use cluster::{Beginning, Cluster, EmbeddedOptions, exists, running};
pub use error::EmbeddedError;
pub use watcher::{Embedded, EmbeddedState};
