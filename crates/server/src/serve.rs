//! Wiring: configuration, database, lease, house, HTTP, and all of it back again on the way out.

use crate::accounts::Passwords;
use crate::app::{App, Limits, SystemClock};
use crate::config::{Config, Gateway};
use crate::live::{Live, LiveLimits};
use crate::mail::{Mailer, mailer};
use crate::money::{ConfiguredGate, DevelopmentGateway};
use crate::origin::{Origin, OriginList};
use crate::ready::Readiness;
use crate::storage::{Storage, StorageError};
use crate::{chance, clock, http, offers};
use axum::serve::ListenerExt as _;
use competition::TournamentTerms;
use ids::TournamentId;
use rooms::{BotPool, GameClock, House, HousePorts, PaymentGateway, StakeGate};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use store::JournalMode;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The accepted configuration.
    pub config: Config,
    /// The folder of the private PostgreSQL, which runs when there is no `database_url`.
    pub data: PathBuf,
    /// The folder of the bot's endgame tables; without it there are none.
    pub tables: Option<PathBuf>,
    /// The database's address, a secret: from the environment variable `DATABASE_URL` alone.
    pub database_url: Option<String>,
    /// The mail server's password, a secret: from the environment variable `MAIL_PASSWORD` alone.
    pub mail_password: Option<String>,
    /// How events are recorded: `Durable`, but for measuring.
    pub journal: JournalMode,
}

impl ServeOptions {
    /// A server with a private PostgreSQL in that folder.
    #[must_use]
    pub const fn new(config: Config, data: PathBuf) -> Self {
        Self {
            config,
            data,
            tables: None,
            database_url: None,
            mail_password: None,
            journal: JournalMode::Durable,
        }
    }
}

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The address can't be listened on.
    #[error("can't listen on {address}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A journal that is not durable is for measuring, in development alone.
    #[error("production records every move durably: start without --journal")]
    NotDurable,
    /// The database.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The figures for password hashes are not possible.
    #[error("the password figures are not possible: {0}")]
    Passwords(String),
    /// The system gives no threads.
    #[error("the system gives no threads for the bot")]
    Threads(#[source] std::io::Error),
    /// Mail can't be sent as configured.
    #[error("mail can't be sent: {0}")]
    Mail(String),
    /// The figures can't be collected.
    #[error("metrics can't be collected: {0}")]
    Metrics(String),
}

/// A running server.
pub struct Running {
    /// Where it listens.
    pub addr: SocketAddr,
    app: Arc<App>,
    storage: Storage,
    close: CancellationToken,
    serving: JoinHandle<std::io::Result<()>>,
    helpers: Vec<JoinHandle<()>>,
}

/// Starts a server and returns once it is ready.
///
/// # Errors
/// [`StartError`]; nothing is left running.
pub async fn start(options: ServeOptions) -> Result<Running, StartError> {
    let config = options.config;
    if options.journal != JournalMode::Durable && config.is_production() {
        return Err(StartError::NotDurable);
    }
    // The port first: a second server on the same port must not touch the database.
    let address = config.server.listen;
    let listener =
        TcpListener::bind(address).await.map_err(|source| StartError::Listen { address, source })?;
    let addr = listener.local_addr().map_err(|source| StartError::Listen { address, source })?;
    let gate: Arc<dyn StakeGate> = Arc::new(ConfiguredGate::new(&config));
    let mailer = mailer(&config.mail, &options.data, options.mail_password).map_err(StartError::Mail)?;
    let storage =
        Storage::open(&config, options.data, options.database_url, Arc::clone(&gate), options.journal)
            .await?;
    let app = match furnish(config, addr, &storage, gate, options.journal, options.tables, mailer).await {
        Ok(app) => app,
        Err(error) => {
            storage.close().await;
            return Err(error);
        }
    };
    let close = CancellationToken::new();
    let serving = serve(listener, &app, close.clone());
    let helpers = vec![
        tokio::spawn(forget_addresses(Arc::clone(&app))),
        tokio::spawn(crate::withdrawals::keep_asking(Arc::clone(&app))),
        tokio::spawn(crate::notices::sweep(Arc::clone(&app))),
        tokio::spawn(crate::mail::keep_sending(Arc::clone(&app))),
        tokio::spawn(crate::watch::look(Arc::clone(&app), storage.journal())),
        tokio::spawn(crate::watch::prove(Arc::clone(&app))),
        tokio::spawn(crate::outage::watch(Arc::clone(&app), storage.journal())),
        tokio::spawn(crate::figures::keep_up(app.metrics.clone())),
    ];
    app.ready.set_started();
    info!(config.hash = app.terms, "listening on http://{addr}");
    Ok(Running { addr, app, storage, close, serving, helpers })
}

/// Opens the house in the storage and runs again what was unfinished.
async fn furnish(
    config: Config,
    addr: SocketAddr,
    storage: &Storage,
    gate: Arc<dyn StakeGate>,
    journal: JournalMode,
    tables: Option<PathBuf>,
    mailer: Option<Arc<dyn Mailer>>,
) -> Result<Arc<App>, StartError> {
    let metrics = crate::figures::install().map_err(StartError::Metrics)?;
    let terms = config.hash();
    let passwords =
        Passwords::new(&config.passwords).map_err(|error| StartError::Passwords(error.to_string()))?;
    let clock: Arc<dyn GameClock> = Arc::new(SystemClock);
    let bots = BotPool::start(config.practice.bot(), Arc::clone(&clock)).map_err(StartError::Threads)?;
    if let Some(folder) = tables {
        let wanted =
            config.games.offered().filter_map(|(variant, _)| config.practice.tables(variant)).collect();
        bots.find_tables(folder, wanted).map_err(StartError::Threads)?;
    }
    let gateway = (config.payments.gateway == Gateway::Development)
        .then(|| Arc::new(DevelopmentGateway) as Arc<dyn PaymentGateway>);
    let ports = HousePorts {
        clock,
        journal: storage.journal(),
        placement: storage.placement(),
        bank: storage.bank(),
        events: storage.events(),
        ladders: storage.ladders(),
        orders: storage.orders(),
        reviews: storage.reviews(),
        ratings: storage.ratings(),
        pairs: storage.pairs(),
        gate: Arc::clone(&gate),
        random: Arc::new(|| u128::from_be_bytes(chance::bytes::<16>())),
        database: storage.alive(),
        bots,
    };
    let (bank, placement) = (Arc::clone(&ports.bank), Arc::clone(&ports.placement));
    let house = House::open(ports, offers::catalogue(&config, &terms), offers::limits(&config));
    let down = storage.down();
    let games = house.recover(down).await.map_err(StorageError::from)?;
    info!(down_ms = down.0, games, "{games} unfinished games go on");
    let limits = &config.server.limits;
    let live = Live::new(LiveLimits {
        all: limits.connections,
        per_account: limits.connections_per_account,
        per_address: limits.connections_per_address,
    });
    Ok(Arc::new(App {
        origins: origins(&config, addr),
        terms,
        passwords,
        limits: Limits::new(limits, config.mail.verifications_per_hour),
        live,
        database: storage.database().clone(),
        bank,
        events: storage.events(),
        mailer,
        site: site(&config, addr),
        placement,
        gate,
        gateway,
        journal,
        house,
        ready: Readiness::new(storage.alive(), storage.leased()),
        metrics,
        config,
    }))
}

/// The page that letters lead to.
fn site(config: &Config, addr: SocketAddr) -> String {
    let configured =
        [config.mail.site.as_str()].into_iter().chain(config.server.origins.iter().map(String::as_str));
    let first = configured.map(|site| site.trim_end_matches('/')).find(|site| !site.is_empty());
    first.map_or_else(|| format!("http://{addr}"), str::to_owned)
}

/// The sites whose pages may come; in development also this machine's own at the bound port.
fn origins(config: &Config, addr: SocketAddr) -> OriginList {
    let configured = config.server.origins.iter().filter_map(|text| text.parse::<Origin>().ok());
    let local = ["localhost", "127.0.0.1"].map(|host| format!("http://{host}:{}", addr.port()));
    let local = local.into_iter().filter_map(|text| text.parse().ok()).filter(|_| !config.is_production());
    OriginList::new(configured.chain(local))
}

fn serve(listener: TcpListener, app: &Arc<App>, close: CancellationToken) -> JoinHandle<std::io::Result<()>> {
    tokio::task::spawn_blocking(http::prepare_client);
    let router = http::router(app).into_make_service_with_connect_info::<SocketAddr>();
    let listener = listener.tap_io(|stream| {
        // A move is one small packet, and it is not to wait for another.
        if let Err(error) = stream.set_nodelay(true) {
            warn!("a connection keeps its delay: {error}");
        }
    });
    tokio::spawn(async move {
        axum::serve(listener, router).with_graceful_shutdown(close.cancelled_owned()).await
    })
}

/// Forgets where old sessions were opened from, every hour.
async fn forget_addresses(app: Arc<App>) {
    let mut hours = tokio::time::interval(Duration::from_secs(3600));
    loop {
        hours.tick().await;
        let kept = i64::try_from(app.config.sessions.address_kept_s).unwrap_or(i64::MAX);
        let before = ids::WallTime(clock::wall().0.saturating_sub(kept.saturating_mul(1_000_000)));
        match app.database.forget_addresses(before).await {
            Ok(0) => {}
            Ok(forgotten) => info!("{forgotten} old sessions no longer know their address"),
            Err(error) => warn!("old addresses could not be forgotten: {error}"),
        }
    }
}

impl Running {
    /// Completes when the server can't go on by itself: its private PostgreSQL does not come back.
    pub async fn failed(&self) {
        self.storage.failed().await;
    }

    /// Announces a tournament, for whoever runs a server inside his program.
    ///
    /// # Errors
    /// [`rooms::Refusal`] for terms that can't be announced, and for a guarantee that the operator's purse does not cover.
    pub async fn announce(&self, terms: TournamentTerms) -> Result<TournamentId, rooms::Refusal> {
        self.app.house.announce(terms).await
    }

    /// Stops gracefully: games pause and record it, sockets hear why, the journal is drained, the database comes last.
    pub async fn stop(self) {
        let within = self.app.config.server.stop_within();
        self.app.ready.set_stopping();
        for helper in self.helpers {
            helper.abort();
        }
        in_time(within, "the rooms", self.app.house.stop()).await;
        in_time(within, "the sockets", self.app.live.stop()).await;
        self.close.cancel();
        let mut serving = self.serving;
        if tokio::time::timeout(within, &mut serving).await.is_err() {
            warn!("calls were still going on when the server stopped");
            serving.abort();
        }
        // The house lets go of the journal, so that it can be drained.
        drop(self.app);
        in_time(within, "the database", self.storage.close()).await;
        info!("stopped");
    }
}

async fn in_time(within: Duration, what: &str, work: impl Future<Output = ()>) {
    if tokio::time::timeout(within, work).await.is_err() {
        error!("{what} did not stop within {} ms", within.as_millis());
    }
}

/// Why a server that ran until it was told to stop did not end well.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It did not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The system lets nobody hear of its signals.
    #[error("the system's signals can't be heard")]
    Signals(#[source] std::io::Error),
    /// Its private PostgreSQL could not be started again.
    #[error("the private PostgreSQL died and could not be started again")]
    DatabaseLost,
}

/// Runs a server until it is told to stop (SIGINT or SIGTERM), or can't go on. A second signal ends it at once.
///
/// # Errors
/// [`RunError`].
pub async fn run(options: ServeOptions) -> Result<(), RunError> {
    use tokio::signal::unix::{SignalKind, signal};
    crate::logging::install(&options.config);
    let mut interrupt = signal(SignalKind::interrupt()).map_err(RunError::Signals)?;
    let mut terminate = signal(SignalKind::terminate()).map_err(RunError::Signals)?;
    let running = tokio::select! {
        running = start(options) => running?,
        _ = interrupt.recv() => return Ok(()),
        _ = terminate.recv() => return Ok(()),
    };
    let outcome = tokio::select! {
        _ = interrupt.recv() => Ok(()),
        _ = terminate.recv() => Ok(()),
        () = running.failed() => Err(RunError::DatabaseLost),
    };
    match &outcome {
        Ok(()) => info!("told to stop: stopping"),
        Err(lost) => error!("stopping: {lost}"),
    }
    tokio::select! {
        () = running.stop() => {}
        _ = interrupt.recv() => warn!("told twice: ending at once"),
    }
    outcome
}
