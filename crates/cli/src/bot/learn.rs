//! `damas bot learn`: weights from the bot's own games. The same arguments make the same file, on any number of threads.

use ::bot::Weights;
use ::bot::learn::{Recipe, Samples};
use anyhow::Context as _;
use draughts::{RuleSet, Variant};
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

/// Plays games against itself and fits the weights to how they ended; each generation plays with what the one before learned.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// The set of draw rules of the games
    #[arg(long, default_value = "dream")]
    rules: RuleSet,
    /// Weights to begin with: learned, plain or a file
    #[arg(long, default_value = "learned")]
    from: String,
    /// How many generations
    #[arg(long, default_value_t = 1)]
    generations: u64,
    /// Games of a generation
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 1_500)]
    nodes: u64,
    /// Passes over a generation's boards
    #[arg(long, default_value_t = 8)]
    passes: u32,
    /// Chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// Where the weights are written
    #[arg(long)]
    out: PathBuf,
}

/// Learns and writes.
///
/// # Errors
/// When a file cannot be read or written, or nothing can be printed.
#[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut weights = super::weights(args.variant, &args.from)?;
    let mut out = std::io::stdout();
    // Boards of earlier generations stay: they are true games, too, and there are never too many.
    let mut samples = Samples::default();
    for generation in 0..args.generations {
        let begun = Instant::now();
        let recipe = Recipe {
            variant: args.variant,
            rule_set: args.rules,
            nodes: args.nodes,
            seed: args.seed.wrapping_add(generation << 48),
        };
        samples.append(play(&recipe, &weights, args.games, args.threads.max(1)));
        let played = begun.elapsed().as_secs_f64();
        writeln!(out, "generation {generation}: {} boards after {played:.0} s", samples.len())?;
        let mut losses = Vec::new();
        let mut hear = |_, loss| losses.push(loss);
        // Always from plain ones, so that a feature that is not seen any more is worth nothing again.
        weights = samples.fit(args.variant, &Weights::plain(args.variant), args.passes, args.seed, &mut hear);
        writeln!(out, "generation {generation}: loss {:.4} to {:.4}", losses[0], losses[losses.len() - 1])?;
        std::fs::write(&args.out, weights.bytes())
            .with_context(|| format!("{} cannot be written", args.out.display()))?;
    }
    Ok(())
}

/// Plays the games on several threads; the boards come in the order of the games whatever the threads.
fn play(recipe: &Recipe, weights: &Weights, games: u64, threads: u64) -> Samples {
    /// Games that a thread plays at a stretch.
    const STRETCH: u64 = 50;
    let next = std::sync::atomic::AtomicU64::new(0);
    let mut stretches = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut played = Vec::new();
                    loop {
                        let from = next.fetch_add(STRETCH, std::sync::atomic::Ordering::Relaxed);
                        if from >= games {
                            return played;
                        }
                        let numbers = from..games.min(from + STRETCH);
                        played.push((from, Samples::of_games(recipe, weights, numbers)));
                    }
                })
            })
            .collect();
        let joined =
            threads.into_iter().map(|thread| thread.join().expect("a thread that plays does not panic"));
        joined.flatten().collect::<Vec<_>>()
    });
    stretches.sort_by_key(|(from, _)| *from);
    let mut all = Samples::default();
    stretches.into_iter().for_each(|(_, samples)| all.append(samples));
    all
}
