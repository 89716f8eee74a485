//! `damas replay`: the games of a PDN file through a running server. Knows the server by its URL alone.

use anyhow::Context as _;
use draughts::Variant;
use std::io::Write as _;
use std::path::PathBuf;

/// Plays the games of a PDN file through a running server and checks every answer.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The PDN file
    #[arg(value_name = "FILE.pdn")]
    file: PathBuf,
    /// brazilian, american, international or russian
    #[arg(long, default_value_t = Variant::Brazilian)]
    variant: Variant,
    /// The server's URL
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// How many games at once
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
}

/// Prints a line a game, as it ends; whether all went as the file says.
///
/// # Errors
/// When the file is not read, or the server lets no game begin.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let pdn = std::fs::read_to_string(&args.file).with_context(|| args.file.display().to_string())?;
    let mut options = sim::ReplayOptions::new(&args.server, pdn);
    options.variant = args.variant;
    options.side_by_side = usize::from(args.concurrency);
    let mut out = std::io::stdout();
    // a closed pipe stops no replay: the exit code still tells
    let tell = |line: &sim::GameLine| drop(writeln!(out, "{line}"));
    let report = crate::database::runtime()?.block_on(sim::replay(options, tell))?;
    let (all, failed) = (report.lines.len(), report.failed());
    writeln!(std::io::stdout(), "{} of {all} games ok", all - failed)?;
    Ok(failed == 0)
}
