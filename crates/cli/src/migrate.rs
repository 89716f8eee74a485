//! `damas migrate`: the schema. A server does the same at its start.

use crate::database::{Args, open, runtime};
use std::io::Write as _;

/// Brings the schema up to date.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    runtime()?.block_on(async {
        open(args).await?.database.migrate().await?;
        writeln!(std::io::stdout(), "the schema is up to date")?;
        anyhow::Ok(true)
    })
}
