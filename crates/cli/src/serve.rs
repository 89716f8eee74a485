//! `damas serve`: the server. Knows only where its configuration and data are.

use crate::database::{ConfigArgs, runtime};
use anyhow::Context as _;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Runs the server.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// Where to listen, instead of the configuration's server.listen
    #[arg(long, value_name = "ADDR")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    config: ConfigArgs,
    /// The folder of the private PostgreSQL, which runs when DATABASE_URL is not set
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// How moves are recorded: durable; for measuring in development also naive, naive:CONNECTIONS and none
    #[arg(long, value_name = "MODE", default_value = "durable")]
    journal: server::JournalMode,
    /// Ends this process, as if killed, at the N-th passing of a point: for tests of crashes, in development
    #[arg(long, value_name = "POINT:N", hide = true)]
    crash_at: Option<store::CrashAt>,
}

/// Runs until it is told to stop.
pub(crate) fn run(args: Args) -> anyhow::Result<bool> {
    let mut config = args.config.load()?;
    if let Some(listen) = args.listen {
        config.server.listen = listen;
    }
    if let Some(at) = args.crash_at {
        anyhow::ensure!(!config.is_production(), "--crash-at is for development alone");
        store::arm_crash(at);
    }
    let options = server::ServeOptions {
        config,
        tables: Some(args.data.join("tables")),
        data: args.data,
        database_url: crate::database::url_from_environment(),
        mail_password: std::env::var("MAIL_PASSWORD").ok(),
        journal: args.journal,
    };
    runtime()?.block_on(server::run(options)).context("the server did not start")?;
    Ok(true)
}
