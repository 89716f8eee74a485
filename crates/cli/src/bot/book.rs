//! `damas bot book`: an opening book that the bot grows itself. The same arguments make the same file.

use ::bot::{Book, Engine};
use anyhow::Context as _;
use draughts::{RuleSet, Variant};
use std::io::Write as _;
use std::path::PathBuf;

/// Looks into positions from the start on, those nearest to best play first, and writes what it thinks of their moves.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// The set of draw rules
    #[arg(long, default_value = "dream")]
    rules: RuleSet,
    /// Positions of the book
    #[arg(long, default_value_t = 400)]
    positions: usize,
    /// Positions looked at for each of them
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Where the book is written
    #[arg(long)]
    out: PathBuf,
}

/// Grows and writes.
///
/// # Errors
/// When the file cannot be written, or nothing can be printed.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut engine = Engine::new(64 << 20, 1);
    let mut out = std::io::stdout();
    let book = Book::grow(&mut engine, args.variant, args.rules, args.positions, args.nodes, |known| {
        if known % 50 == 0 {
            writeln!(out, "{known} positions").ok();
        }
    });
    std::fs::write(&args.out, book.bytes())
        .with_context(|| format!("{} cannot be written", args.out.display()))
}
