//! `damas tournament` and `damas ladder`: the operator announces them by a file, and ends them.

use crate::database::{ConfigArgs, open_existing, runtime};
use crate::order::{OrderArgs, give};
use anyhow::Context as _;
use competition::Order;
use ids::{LadderId, TournamentId, WallTime};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Tournaments.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum TournamentCommand {
    /// Announces a tournament by a file (config/tournament.toml is one), and prints its id
    Announce(AnnounceArgs),
    /// Those that are not over
    List(crate::database::Args),
    /// Stops all clocks of a tournament; after half an hour it is aborted by itself
    Suspend(EndArgs),
    /// Lets them go on
    Resume(EndArgs),
    /// Ends a tournament without an end: before its first round is complete everything goes back, later the pool is divided by what was played
    Abort(EndArgs),
    /// Calls a tournament off before its start: everything goes back
    Cancel(EndArgs),
}

/// Ladder seasons.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum LadderCommand {
    /// Announces a season by a file (config/ladder.toml is one), and prints its id
    Announce(AnnounceArgs),
    /// Cancels a season: nobody gets a prize, and they go back to the purse
    Cancel(EndArgs),
}

/// What is announced.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AnnounceArgs {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    order: OrderArgs,
}

/// What is meant.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct EndArgs {
    /// Its id
    of: Uuid,
    #[command(flatten)]
    order: OrderArgs,
}

/// Carries the command out.
pub(crate) fn run_tournament(command: &TournamentCommand) -> anyhow::Result<bool> {
    let (order, args): (fn(TournamentId) -> Order, &EndArgs) = match command {
        TournamentCommand::Announce(args) => {
            let terms = read(&args.file, |text, now| {
                server::tournament_announcement(text, &args.config.load()?, now).map_err(anyhow::Error::msg)
            })?;
            return give(&Order::AnnounceTournament(Box::new(terms)), &args.order);
        }
        TournamentCommand::List(database) => return list(database),
        TournamentCommand::Suspend(args) => (Order::Suspend, args),
        TournamentCommand::Resume(args) => (Order::Resume, args),
        TournamentCommand::Abort(args) => (Order::Abort, args),
        TournamentCommand::Cancel(args) => (Order::CancelTournament, args),
    };
    give(&order(TournamentId(args.of)), &args.order)
}

/// Carries the command out.
pub(crate) fn run_ladder(command: &LadderCommand) -> anyhow::Result<bool> {
    match command {
        LadderCommand::Announce(args) => {
            let terms = read(&args.file, |text, now| {
                server::ladder_announcement(text, &args.config.load()?, now).map_err(anyhow::Error::msg)
            })?;
            give(&Order::AnnounceLadder(Box::new(terms)), &args.order)
        }
        LadderCommand::Cancel(args) => give(&Order::CancelLadder(LadderId(args.of)), &args.order),
    }
}

/// What a file announces now.
fn read<T>(file: &Path, read: impl Fn(&str, WallTime) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    read(&text, now()).with_context(|| file.display().to_string())
}

#[expect(clippy::disallowed_methods, reason = "the command line may read the clock")]
fn now() -> WallTime {
    let micros = time::OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000;
    WallTime(i64::try_from(micros).unwrap_or(i64::MAX))
}

fn list(database: &crate::database::Args) -> anyhow::Result<bool> {
    runtime()?.block_on(async {
        let open = open_existing(database).await?;
        let mut out = std::io::stdout().lock();
        for line in open.database.open_tournaments().await? {
            let starts = competition::utc_text(line.starts_at);
            writeln!(out, "{} {} {:?}, starts {starts}", line.of, line.phase, line.name)?;
        }
        Ok(true)
    })
}
