//! `damas migrate`: the schema. A server does the same at its start.

use crate::database::{Args, open, runtime};

/// Brings the schema up to date.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    runtime()?.block_on(async {
        open(args).await?.database.migrate().await?;
        anyhow::Ok(true)
    })
}
