//! `damas perft`: leaf counts and how fast they come. Knows no server and no database.

use anyhow::Context as _;
use draughts::{Fen, Position, Variant};
use std::io::Write;
use std::time::Instant;

/// Counts the sequences of moves of a length, as a proof of the rules and a measure of speed.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// How many plies deep
    #[arg(long)]
    depth: u32,
    /// The position to begin with; the start without it
    #[arg(long)]
    fen: Option<String>,
    /// Counts by batches of boards, with the fastest instructions that this machine has
    #[arg(long)]
    batched: bool,
    /// Prints one JSON object with nodes and seconds
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
///
/// # Errors
/// When the FEN is no position of the variant, or nothing can be printed.
#[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let position = start(args.variant, args.fen.as_deref())?;
    let begun = Instant::now();
    let nodes = args.count(&position);
    let seconds = begun.elapsed().as_secs_f64();
    print(&mut std::io::stdout().lock(), args.json, nodes, seconds)
}

impl Args {
    fn count(&self, position: &Position) -> u64 {
        if self.batched {
            draughts::perft_batched(position, self.depth)
        } else {
            draughts::perft(position, self.depth)
        }
    }
}

fn start(variant: Variant, fen: Option<&str>) -> anyhow::Result<Position> {
    let Some(fen) = fen else { return Ok(Position::initial(variant)) };
    let read = Fen::parse(variant, fen).with_context(|| format!("{fen:?} is not a FEN"))?;
    Position::from_setup(read.setup())
        .with_context(|| format!("{fen:?} is not a position of {variant} draughts"))
}

fn print(out: &mut impl Write, json: bool, nodes: u64, seconds: f64) -> anyhow::Result<()> {
    if json {
        writeln!(out, "{}", serde_json::json!({ "nodes": nodes, "seconds": seconds }))?;
    } else {
        let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(out, "{nodes} nodes in {seconds:.3} s: {millions:.1} Mnps")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        args: Args,
    }

    fn args(text: &str) -> Result<Args, clap::Error> {
        Command::try_parse_from(text.split(' ')).map(|command| command.args)
    }

    #[test]
    fn the_arguments_name_variant_depth_and_position() {
        let args = args("perft --variant brazilian --depth 3 --fen W:WK1,K3:BK22,K30,K32 --json").unwrap();
        let position = start(args.variant, args.fen.as_deref()).unwrap();
        assert_eq!((args.count(&position), args.json, args.batched), (2476, true, false));
    }

    #[test]
    fn batches_count_the_same() {
        let args = args("perft --variant brazilian --depth 3 --fen W:WK1,K3:BK22,K30,K32 --batched").unwrap();
        let position = start(args.variant, args.fen.as_deref()).unwrap();
        assert_eq!((args.count(&position), args.batched), (2476, true));
    }

    #[test]
    fn an_unknown_variant_and_an_impossible_position_are_refused_with_what_is_right() {
        let error = args("perft --variant chess --depth 3").unwrap_err().to_string();
        assert!(error.contains("brazilian, american, international, russian"), "{error}");
        let error = start(Variant::Brazilian, Some("W:Wb8:Bd8")).unwrap_err();
        assert!(format!("{error:#}").contains("there it is a king"), "{error:#}");
    }

    #[test]
    fn json_has_nodes_and_seconds_and_text_has_the_speed() {
        let printed = |json| {
            let mut out = Vec::new();
            print(&mut out, json, 7_000_000, 0.5).unwrap();
            String::from_utf8(out).unwrap()
        };
        let value: serde_json::Value = serde_json::from_str(&printed(true)).unwrap();
        assert_eq!(value, serde_json::json!({ "nodes": 7_000_000, "seconds": 0.5 }));
        assert_eq!(printed(false), "7000000 nodes in 0.500 s: 14.0 Mnps\n");
    }
}
