//! `damas pdn convert`: a file's games as PDN 3.0. Knows files; the notation is `draughts`'.

use super::Reading;
use anyhow::Context as _;
use draughts::pdn::{self, Notation, PdnRemark, ReadGame};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file's games as PDN 3.0.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    reading: Reading,
    /// How squares are written; without it, as PDN 3.0 writes the variant
    #[arg(long, value_enum, value_name = "HOW")]
    notation: Option<How>,
    /// The PDN file; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Where the games go; standard output without it
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum How {
    /// Letter and digit: c3; not on 10x10
    Algebraic,
    /// The square's number: 22
    Numeric,
}

/// Writes the games; whether every one of the file is among them.
///
/// # Errors
/// When a file can't be opened or written. An output file that there was stays as it was.
pub(super) fn run(args: &Args) -> anyhow::Result<bool> {
    let Some(output) = &args.output else {
        return convert(args, &mut BufWriter::new(std::io::stdout().lock()));
    };
    // written beside it, so that a file may be converted onto itself
    let mut part = output.clone().into_os_string();
    part.push(".part");
    let part = Path::new(&part);
    let naming = || part.display().to_string();
    let mut out = BufWriter::new(File::create(part).with_context(naming)?);
    let written = convert(args, &mut out).and_then(|whole| {
        fs::rename(part, output).with_context(|| output.display().to_string())?;
        Ok(whole)
    });
    if written.is_err() {
        // the error is told; what is left of it is not wanted
        let _ = fs::remove_file(part);
    }
    written
}

/// Why a game that could be read is not written.
fn refusal(read: &ReadGame, notation: Notation) -> Option<String> {
    let variant = read.game.start.variant();
    for note in &read.notes {
        if let PdnRemark::Inferred { variant, also: Some(other) } = note.what {
            return Some(format!("it may be {variant} or {other} draughts; name it with --variant"));
        }
    }
    let letters = !notation.writes(variant);
    letters.then(|| format!("PDN 3.0 has no letters for the squares of {variant} draughts"))
}

fn convert(args: &Args, out: &mut impl Write) -> anyhow::Result<bool> {
    let mut errors = std::io::stderr().lock();
    let file = args.file.display();
    let mut whole = true;
    let mut first = true;
    for (number, game) in (1..).zip(args.reading.games(&args.file)?) {
        let read = match game {
            Ok(read) => read,
            Err(error) => {
                whole = false;
                let (line, column) = (error.place.line, error.place.column);
                writeln!(errors, "{file}:{line}:{column}: game {number}, error: {}", error.what)?;
                continue;
            }
        };
        for note in &read.notes {
            let (line, column) = (note.place.line, note.place.column);
            let kind = if note.what.is_mended() { "mended" } else { "note" };
            writeln!(errors, "{file}:{line}:{column}: {kind}: {}", note.what)?;
        }
        let variant = read.game.start.variant();
        let notation = match args.notation {
            Some(How::Algebraic) => Notation::Algebraic,
            Some(How::Numeric) => Notation::Numeric,
            None => Notation::of(variant),
        };
        if let Some(why) = refusal(&read, notation) {
            whole = false;
            writeln!(errors, "{file}:{}: game {number}, error: {why}", read.line)?;
            continue;
        }
        let between = if std::mem::replace(&mut first, false) { "" } else { "\n" };
        write!(out, "{between}{}", pdn::write_in(&read.game, notation))?;
    }
    out.flush()?;
    Ok(whole)
}
