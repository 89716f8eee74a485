//! `damas season`: a season of tournaments and Rivals matches in virtual time and in memory. Needs no server and no database.

use std::io::Write as _;

/// Plays a season of tournaments and Rivals matches in virtual time, in memory; exit code 1 when a promise is broken
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// The seed of all chance: the same one is the same season
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many people there are
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(2..=5_000))]
    players: u32,
    /// How many tournaments are announced; ten times as many challenges to a Rivals match are made
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=1_000))]
    events: u32,
    /// The server is killed at random steps, and answers are lost
    #[arg(long)]
    crashes: bool,
}

/// Plays it and prints how often each row of both state tables was taken, then one line; false when a promise was broken.
///
/// # Errors
/// When the system gives no runtime, or no thread.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let plan = sim::SeasonPlan {
        players: args.players,
        tournaments: args.events,
        challenges: args.events * 10,
        large: args.players > 200,
        crashes: if args.crashes { 0.03 } else { 0.0 },
        ..sim::SeasonPlan::new(args.seed)
    };
    let report = sim::season(&plan, &mut sim::MemoryWorld::default())?;
    let mut out = std::io::stdout().lock();
    for (row, count) in &report.rows {
        writeln!(out, "{count:>9}  {row}")?;
    }
    for (how, count) in &report.crashes {
        writeln!(out, "{count:>9}  {how}")?;
    }
    for (how, count) in &report.orders {
        writeln!(out, "{count:>9}  order {how}")?;
    }
    writeln!(out, "{report}")?;
    Ok(report.is_clean())
}
