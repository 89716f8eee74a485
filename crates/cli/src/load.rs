//! `damas load`: many staked games at once through a running server, or many sockets. Knows the server by its URL alone.

use draughts::Variant;
use std::io::Write as _;
use std::time::Duration;
use uuid::Uuid;

/// Plays many staked games at once through a running server and measures it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LoadArgs {
    /// brazilian, american, international or russian
    #[arg(long, default_value_t = Variant::Brazilian)]
    variant: Variant,
    /// Staked games at once, both players of each over a socket of his own
    #[arg(long, value_name = "N", default_value_t = 0)]
    games: u32,
    /// Sockets that are signed in and do nothing
    #[arg(long, value_name = "N", default_value_t = 0)]
    idle: u32,
    /// Games against the bot at once, each move at once
    #[arg(long, value_name = "N", default_value_t = 0)]
    practice: u32,
    /// Enter this tournament, which is announced already; what is measured begins shortly before it starts
    #[arg(long, value_name = "ID", requires = "entrants")]
    tournament: Option<Uuid>,
    /// How many players enter it
    #[arg(long, value_name = "N", requires = "tournament", default_value_t = 0)]
    entrants: u32,
    /// How long is measured, in seconds
    #[arg(long, value_name = "S", default_value_t = 60)]
    seconds: u64,
    /// How long is played before, in seconds
    #[arg(long, value_name = "S", default_value_t = 15)]
    warm_up: u64,
    /// Milliseconds between two moves of a game, whatever the answers take; 0: as fast as they come
    #[arg(long, value_name = "MS", default_value_t = 0)]
    think: u64,
    /// The seed of all choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The server's URL
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
}

/// Plays and prints a line of JSON; false when something went wrong, or PostgreSQL does not keep what it confirms.
///
/// # Errors
/// When the load can't begin.
pub(crate) fn run(args: &LoadArgs) -> anyhow::Result<bool> {
    anyhow::ensure!(
        args.games + args.idle + args.practice + args.entrants > 0,
        "say what to play: --games N, --idle N, --practice N, --tournament ID --entrants N"
    );
    let options = sim::LoadOptions {
        server: args.server.clone(),
        variant: args.variant,
        games: args.games,
        idle: args.idle,
        practice: args.practice,
        tournament: args.tournament.map(|id| (ids::TournamentId(id), args.entrants)),
        measured: Duration::from_secs(args.seconds.max(1)),
        warm_up: Duration::from_secs(args.warm_up),
        think: (args.think > 0).then(|| Duration::from_millis(args.think)),
        seed: args.seed,
        patience: Duration::from_secs(30),
    };
    let report = crate::database::runtime()?.block_on(sim::load(options))?;
    if !report.is_durable() {
        eprintln!("damas: this PostgreSQL does not keep what it confirms: the figures are worth nothing");
    }
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    Ok(report.errors == 0 && report.is_durable())
}
