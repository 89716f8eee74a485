//! `damas pdn`: files of games, checked and rewritten. Knows files and options; the notation is `draughts`'.

mod check;
mod convert;

use anyhow::Context as _;
use draughts::Variant;
use draughts::pdn::{PdnError, ReadGame, ReadOptions, Reader};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Reads every game and plays it out by the rules: a line a game; exit code 1 when one is in error
    Check(check::Args),
    /// Writes a file's games as PDN 3.0; those in error are left out and told, with exit code 1
    Convert(convert::Args),
}

/// How a file is to be read.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Reading {
    /// Mends what no version of PDN allows, such as a capture split over two tokens or P1/P2 tags, and says what it mended
    #[arg(long)]
    tolerant: bool,
    /// The variant of games without a GameType tag: brazilian, american, international, russian
    #[arg(long, value_name = "V")]
    variant: Option<Variant>,
}

/// Runs the command; whether every game could be read.
///
/// # Errors
/// When a file can't be opened, or the output fails.
pub(crate) fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Check(args) => check::run(args),
        Command::Convert(args) => convert::run(args),
    }
}

impl Reading {
    /// The games of a file; of standard input, if its name is `-`.
    fn games(self, file: &Path) -> anyhow::Result<impl Iterator<Item = Result<ReadGame, PdnError>> + use<>> {
        let stream: Box<dyn BufRead> = if file == Path::new("-") {
            Box::new(std::io::stdin().lock())
        } else {
            Box::new(BufReader::new(File::open(file).with_context(|| file.display().to_string())?))
        };
        Ok(Reader::new(stream, ReadOptions { variant: self.variant, tolerant: self.tolerant }))
    }
}
