//! `damas ledger check`: proves the whole books and prints the sums. Knows no server: it works while one runs.

use crate::database::{Args, open, runtime};
use std::io::Write as _;

/// The books.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Proves the whole books; exit code 1 with the first offending rows when they are wrong
    Check(Args),
}

/// Carries the command out; false when the books are wrong.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    let Command::Check(args) = command;
    runtime()?.block_on(async {
        let open = open(args).await?;
        let report = open.database.check_ledger().await?;
        write!(std::io::stdout().lock(), "{report}")?;
        anyhow::Ok(report.is_clean())
    })
}
