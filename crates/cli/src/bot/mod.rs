//! `damas bot`: how the bot learns, and how strong what it learned is. Knows no server.

mod bench;
mod book;
mod compare;
mod learn;

use ::bot::Weights;
use anyhow::Context as _;
use clap::Subcommand;
use draughts::Variant;

#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Command {
    /// Learns what a board is worth from games against itself, and writes the weights
    Learn(learn::Args),
    /// Grows an opening book, and writes it
    Book(book::Args),
    /// Plays two sets of weights against each other at equal numbers of positions
    Compare(compare::Args),
    /// How deep and how fast the bot searches from the start and from middlegames
    Bench(bench::Args),
}

/// Runs one of them.
///
/// # Errors
/// When a file cannot be read or written, or nothing can be printed.
pub(crate) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Learn(args) => learn::run(args),
        Command::Book(args) => book::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Bench(args) => bench::run(args),
    }
}

/// The weights that are part of the program (`learned`), those that count material alone (`plain`), or those of a file.
fn weights(variant: Variant, from: &str) -> anyhow::Result<Weights> {
    match from {
        "learned" => return Ok(Weights::learned(variant).clone()),
        "plain" => return Ok(Weights::plain(variant)),
        _ => {}
    }
    let bytes = std::fs::read(from).with_context(|| format!("{from} cannot be read"))?;
    Weights::read(variant, &bytes).with_context(|| format!("{from} has no weights"))
}
