//! Load: both players of many staked games at once, or many sockets that only stay. Knows the server by its wire alone.

mod entrant;
mod files;
mod idle;
mod meter;
mod table;

use crate::{CallError, Calls, Client, ClientError};
use draughts::Variant;
use ids::{Amount, TournamentId};
use protocol::DevDatabase;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use self::meter::Meter;

pub use self::files::{FileLimitError, raise_file_limit};

/// Sockets that are opened at once.
const OPENING: usize = 64;
/// What each player is given: enough for hours of the smallest stake.
const BALANCE: Amount = Amount(1_000_000_000);
/// Players that one call makes.
const PLAYERS: u32 = 2_000;
/// How long before a tournament starts the measurement begins.
const LEAD: Duration = Duration::from_secs(2);

/// What is to be played.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The server's URL.
    pub server: String,
    /// What is played.
    pub variant: Variant,
    /// Staked games at once.
    pub games: u32,
    /// Sockets that are signed in and do nothing.
    pub idle: u32,
    /// Games against the bot at once, each move at once.
    pub practice: u32,
    /// A tournament that players enter, and how many: what is measured begins shortly before it starts.
    pub tournament: Option<(TournamentId, u32)>,
    /// How long is measured.
    pub measured: Duration,
    /// How long is played before.
    pub warm_up: Duration,
    /// Between two moves of a game; none: as fast as they are answered.
    pub think: Option<Duration>,
    /// The seed of all choices.
    pub seed: u64,
    /// How long anything may take.
    pub patience: Duration,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct LoadReport {
    /// Staked games at once.
    pub games: u32,
    /// Idle sockets held.
    pub idle: u32,
    /// Practice games at once.
    pub practice: u32,
    /// Milliseconds between two moves of a game; null: none.
    pub think_ms: Option<u64>,
    /// Players of a tournament that started while it was measured.
    pub entrants: u32,
    /// How long was measured, in seconds.
    pub seconds: f64,
    /// Moves of staked games that both players have seen, a second.
    pub moves_per_s: f64,
    /// From the (intended) instant of sending to the mover's own event, in milliseconds.
    pub p50_ms: f64,
    /// The same: 99 of 100 are quicker.
    pub p99_ms: f64,
    /// The same: the slowest.
    pub max_ms: f64,
    /// How late this program itself was to send a move (99 of 100 were sent sooner), which is within the figures above.
    pub late_p99_ms: f64,
    /// The bot's answers in practice.
    pub bot_answers: u64,
    /// From sending a move to the bot's answer, in milliseconds.
    pub bot_p50_ms: f64,
    /// The same: 99 of 100 are quicker.
    pub bot_p99_ms: f64,
    /// The same: the slowest.
    pub bot_max_ms: f64,
    /// Games whose money was told to both players while it was measured.
    pub games_settled: u64,
    /// What went wrong: refusals, broken sockets, answers that did not come.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<String>,
    /// The seed.
    pub seed: u64,
    /// PostgreSQL's, and the server's memory, at the end of the measurement.
    #[serde(flatten)]
    pub database: DevDatabase,
}

impl LoadReport {
    /// Whether PostgreSQL keeps what it has confirmed.
    #[must_use]
    pub fn is_durable(&self) -> bool {
        let settings =
            [&self.database.fsync, &self.database.full_page_writes, &self.database.synchronous_commit];
        settings.into_iter().all(|setting| setting == "on")
    }
}

/// Why there was no load.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A call failed.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The tournament can't be seen.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// More files are needed than the system gives.
    #[error(transparent)]
    Files(#[from] FileLimitError),
}

/// Plays, measures, ends all games, and reports.
///
/// # Errors
/// [`LoadError`] when it can't begin; what goes wrong later is counted.
pub async fn load(options: LoadOptions) -> Result<LoadReport, LoadError> {
    let entrants = options.tournament.map_or(0, |(_, entrants)| entrants);
    raise_file_limit(
        u64::from(options.games) * 2 + u64::from(options.idle + options.practice + entrants) + 64,
    )?;
    let calls = Calls::new(&options.server, options.patience)?;
    let page = Arc::new(calls.game_page(&options.variant.to_string()).await?);
    let mut players = Vec::new();
    let wanted = options.games * 2 + options.idle + entrants;
    while players.len() < wanted as usize {
        let missing = wanted - u32::try_from(players.len()).unwrap_or(wanted);
        players.extend(calls.dev_players(missing.min(PLAYERS), BALANCE).await?);
    }
    let meter = Arc::new(Meter::new());
    let doors = Arc::new(Semaphore::new(OPENING));
    let mut tasks = JoinSet::new();
    let (seats, others) = players.split_at(options.games as usize * 2);
    let (idle, entering) = others.split_at(options.idle as usize);
    for (number, pair) in (0_u64..).zip(seats.chunks_exact(2)) {
        let table = table::Table {
            server: options.server.clone(),
            page: Arc::clone(&page),
            players: [pair[0].clone(), pair[1].clone()],
            think: options.think,
            patience: options.patience,
            seed: options.seed.wrapping_mul(1_000_003).wrapping_add(number),
            meter: Arc::clone(&meter),
        };
        tasks.spawn(table.run(Arc::clone(&doors)));
    }
    for player in idle {
        let (server, token) = (options.server.clone(), Some(player.token.clone()));
        tasks.spawn(idle::hold(server, token, options.patience, Arc::clone(&meter), Arc::clone(&doors)));
    }
    for _ in 0..options.practice {
        let (server, meter, doors) = (options.server.clone(), Arc::clone(&meter), Arc::clone(&doors));
        tasks.spawn(idle::practise(server, options.variant, options.patience, meter, doors));
    }
    if let Some((of, _)) = options.tournament {
        for (number, player) in (0_u64..).zip(entering) {
            let entrant = entrant::Entrant {
                server: options.server.clone(),
                player: player.clone(),
                of,
                patience: options.patience,
                seed: options.seed.wrapping_mul(1_000_003).wrapping_sub(number),
                meter: Arc::clone(&meter),
            };
            tasks.spawn(entrant.run(Arc::clone(&doors)));
        }
    }
    let all = options.games + options.idle + options.practice + entrants;
    meter.seated(all, options.patience).await;
    match (options.tournament, entering.first()) {
        (Some((of, _)), Some(player)) => {
            let mut client = Client::connect(&options.server, Some(&player.token), options.patience).await?;
            let left = entrant::until_start(&entrant::head(&mut client, of).await?);
            client.close().await;
            tokio::time::sleep(left.saturating_sub(LEAD)).await;
        }
        _ => tokio::time::sleep(options.warm_up).await,
    }
    let window = meter.measure(options.measured).await;
    let database = calls.dev_database().await?;
    meter.stop();
    while tasks.join_next().await.is_some() {}
    Ok(LoadReport {
        games: options.games,
        idle: options.idle,
        practice: options.practice,
        think_ms: options.think.map(|think| u64::try_from(think.as_millis()).unwrap_or(u64::MAX)),
        entrants,
        seconds: window.seconds,
        moves_per_s: (window.moves as f64 / window.seconds).round(),
        p50_ms: window.p50_ms,
        p99_ms: window.p99_ms,
        max_ms: window.max_ms,
        late_p99_ms: window.late_p99_ms,
        bot_answers: window.answers,
        bot_p50_ms: window.answer_p50_ms,
        bot_p99_ms: window.answer_p99_ms,
        bot_max_ms: window.answer_max_ms,
        games_settled: window.settled,
        errors: meter.errors(),
        first_error: meter.first_error(),
        seed: options.seed,
        database,
    })
}
