//! `damas bot compare`: games between two sets of weights.

use ::bot::Engine;
use ::bot::learn::{Recipe, Score, play_pair};
use draughts::{RuleSet, Variant};
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Plays openings made by chance, each twice with colours changed.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// brazilian, american, international or russian
    #[arg(long)]
    variant: Variant,
    /// The set of draw rules
    #[arg(long, default_value = "dream")]
    rules: RuleSet,
    /// The first weights: learned, plain or a file
    #[arg(long)]
    a: String,
    /// The second weights
    #[arg(long)]
    b: String,
    /// Games, rounded up to an even number
    #[arg(long, default_value_t = 400)]
    games: u64,
    /// Positions looked at for each move
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads that play
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Bytes of an engine's memory.
const MEMORY: usize = 1 << 21;

/// Plays and prints the score.
///
/// # Errors
/// When a file cannot be read, or nothing can be printed.
pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let weights = [super::weights(args.variant, &args.a)?, super::weights(args.variant, &args.b)?];
    let recipe = Recipe { variant: args.variant, rule_set: args.rules, nodes: args.nodes, seed: args.seed };
    let next = AtomicU64::new(0);
    let all = Mutex::new(Score::default());
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            scope.spawn(|| {
                let [mut a, mut b] =
                    weights.clone().map(|weights| Engine::new(MEMORY, 1).with_weights(weights));
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if 2 * pair >= args.games {
                        return;
                    }
                    let mut score = Score::default();
                    play_pair([&mut a, &mut b], &recipe, pair, &mut score);
                    all.lock().unwrap_or_else(PoisonError::into_inner).add(score);
                }
            });
        }
    });
    let score = *all.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(std::io::stdout(), "{score}")?;
    Ok(())
}
