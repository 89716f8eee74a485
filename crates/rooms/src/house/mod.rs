//! The house: makes games, finds rooms, and holds what all owners share. Knows no HTTP, no JSON, no SQL.

mod analysis;
mod events;
mod games;
mod ladders;
mod play_now;
mod practice;
mod rematch;

pub use self::analysis::{ANALYSED_LINES, AnalysedLine, Analysis, AnalysisRequest};
pub(crate) use self::games::Door;
use self::games::info_of;
use crate::boards::Boards;
use crate::bot_pool::BotPool;
use crate::colours::Colours;
use crate::director::DirectorHandle;
use crate::engagements::Engagements;
use crate::event_book::EventBook;
use crate::handle::Control;
use crate::in_play::InPlay;
use crate::ladder_book::LadderBook;
use crate::ladders::LaddersHandle;
use crate::lobby::{Actor, LobbyHandle, LobbyLimits, SeekRequest};
use crate::notice::{Notice, Sink};
use crate::offer::Catalogue;
use crate::orders::OrderBook;
use crate::pair_book::PairBook;
use crate::people::People;
use crate::play_now::{PlayNowHandle, PlayNowLimits};
use crate::ports::{Bank, GameClock, Journal, Placement, StakeGate, StoredGame};
use crate::practice::{Practice, PracticeLimits};
use crate::ratings::Ratings;
use crate::registry::Registry;
use crate::reviews::Reviews;
use crate::room::{Opening, Services, StoodStill};
use draughts::{Side, Variant};
use game::{Game, ResumeCause};
use ids::{AccountId, CommandId, GameId, Millis, Moment, SeekId};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// Above this age of the journal's queue no new staked games start.
const JOURNAL_LIMIT: Millis = Millis(250);

/// How often it is looked for unfinished games that no room runs.
const ORPHANS_EVERY: Duration = Duration::from_secs(5);

/// Bounds of the house.
#[derive(Clone, Debug)]
pub struct HouseLimits {
    /// The lobby's.
    pub lobby: LobbyLimits,
    /// Play now's.
    pub play_now: PlayNowLimits,
    /// Practice's.
    pub practice: PracticeLimits,
    /// By how much spectators see everything later.
    pub spectator_delay: Millis,
    /// Spectators of one game.
    pub spectators: usize,
    /// How long a rematch can be agreed.
    pub rematch_window: Millis,
    /// How long a resumed game waits for both players.
    pub resume_wait: Millis,
    /// After being away for longer than this, games are voided.
    pub void_after: Millis,
    /// Whether an account with a staked game running is refused the bot.
    pub bot_refused_while_playing: bool,
}

/// What the outer ring gives the house.
pub struct HousePorts {
    /// The clocks.
    pub clock: Arc<dyn GameClock>,
    /// The journal.
    pub journal: Arc<dyn Journal>,
    /// Which games run here.
    pub placement: Arc<dyn Placement>,
    /// The bank.
    pub bank: Arc<dyn Bank>,
    /// Rivals matches and tournaments.
    pub events: Arc<dyn EventBook>,
    /// Ladder seasons.
    pub ladders: Arc<dyn LadderBook>,
    /// What players have in common.
    pub reviews: Arc<dyn Reviews>,
    /// The operator's orders.
    pub orders: Arc<dyn OrderBook>,
    /// Ratings.
    pub ratings: Arc<dyn Ratings>,
    /// Who may be paired with whom.
    pub pairs: Arc<dyn PairBook>,
    /// Who may play for stakes.
    pub gate: Arc<dyn StakeGate>,
    /// Makes ids of games and seeks, and secrets: 128 random bits each.
    pub random: Arc<dyn Fn() -> u128 + Send + Sync>,
    /// Whether the database answers.
    pub database: watch::Receiver<bool>,
    /// The bot's threads.
    pub bots: BotPool,
}

/// Everything that runs: rooms, lobby, settler, rater, practice.
pub struct House {
    pub(crate) services: Arc<Services>,
    pub(crate) bank: Arc<dyn Bank>,
    pub(crate) gate: Arc<dyn StakeGate>,
    pub(crate) catalogue: Catalogue,
    pub(crate) people: Arc<People>,
    colours: Colours,
    pub(crate) practice: Arc<Practice>,
    pub(crate) ratings: Arc<dyn Ratings>,
    pub(crate) pair_book: Arc<dyn PairBook>,
    lobby: LobbyHandle,
    play_now: PlayNowHandle,
    pub(crate) director: DirectorHandle,
    pub(crate) ladders: LaddersHandle,
    pub(crate) engagements: Engagements,
    pub(crate) boards: Arc<Boards>,
    book: Arc<dyn EventBook>,
    pub(crate) limits: HouseLimits,
    random: Arc<dyn Fn() -> u128 + Send + Sync>,
    stopping: AtomicBool,
    /// Whether the server is out by its own evidence.
    pub(crate) outage: AtomicBool,
    stop_tasks: CancellationToken,
    settler: tokio::sync::Mutex<Option<tokio::task::JoinHandle<()>>>,
    rater: tokio::sync::Mutex<Option<tokio::task::JoinHandle<()>>>,
    this: Weak<House>,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("rooms", &self.services.registry.len()).finish_non_exhaustive()
    }
}

impl House {
    /// Opens the house: the lobby, the settler and the rater run from now on, inside the current tokio runtime.
    #[must_use]
    pub fn open(ports: HousePorts, catalogue: Catalogue, limits: HouseLimits) -> Arc<Self> {
        let services = Arc::new(Services {
            clock: ports.clock,
            journal: ports.journal,
            placement: ports.placement,
            bots: ports.bots,
            in_play: InPlay::default(),
            registry: Registry::default(),
            settle: Notify::new(),
            rate: Notify::new(),
            event_ended: Notify::new(),
            spectator_delay: limits.spectator_delay,
            spectators: limits.spectators,
            rematch_window: limits.rematch_window,
            resume_wait: limits.resume_wait,
            void_after: limits.void_after,
            practice_idle: limits.practice.idle,
            bot_refused_while_playing: limits.bot_refused_while_playing,
            database: ports.database,
        });
        let people = Arc::new(People::default());
        let (lobby, inbox) = LobbyHandle::channel();
        let (play_now, waiting) = PlayNowHandle::channel();
        let (lobby_limits, play_now_limits) = (limits.lobby, limits.play_now.clone());
        let (director, asked) = DirectorHandle::channel();
        let (ladders, climbing) = LaddersHandle::channel();
        let (rivals, ladder_limits) = (catalogue.rivals.clone(), catalogue.ladders);
        let stop_tasks = CancellationToken::new();
        let settler = tokio::spawn(crate::settler::supervise(
            Arc::clone(&services),
            Arc::clone(&ports.bank),
            Arc::clone(&people),
            stop_tasks.clone(),
        ));
        let rater =
            crate::rater::supervise(Arc::clone(&services), Arc::clone(&ports.ratings), stop_tasks.clone());
        let rater = tokio::spawn(rater);
        let house = Arc::new_cyclic(|this| Self {
            services,
            bank: ports.bank,
            gate: ports.gate,
            catalogue,
            people,
            colours: Colours::default(),
            practice: Arc::new(Practice::new(limits.practice)),
            ratings: ports.ratings,
            pair_book: ports.pairs,
            lobby,
            play_now,
            director,
            ladders,
            engagements: Engagements::default(),
            boards: Arc::new(Boards::default()),
            book: Arc::clone(&ports.events),
            limits,
            random: ports.random,
            stopping: AtomicBool::new(false),
            outage: AtomicBool::new(false),
            stop_tasks,
            settler: tokio::sync::Mutex::new(Some(settler)),
            rater: tokio::sync::Mutex::new(Some(rater)),
            this: this.clone(),
        });
        tokio::spawn(crate::lobby::run(Arc::downgrade(&house), inbox, lobby_limits));
        tokio::spawn(crate::play_now::run(Arc::downgrade(&house), waiting, play_now_limits));
        tokio::spawn(crate::director::supervise(
            Arc::downgrade(&house),
            ports.events,
            Arc::clone(&ports.orders),
            ports.reviews,
            rivals,
            asked,
        ));
        tokio::spawn(crate::orders::watch(Arc::downgrade(&house), Arc::clone(&ports.orders)));
        tokio::spawn(crate::ladders::supervise(
            Arc::downgrade(&house),
            ports.ladders,
            ports.orders,
            ladder_limits,
            climbing,
        ));
        tokio::spawn(Self::adopt_orphans(Arc::downgrade(&house)));
        tokio::spawn(Self::tell_of_outages(Arc::downgrade(&house), house.services.database.clone()));
        house
    }

    /// Runs every unfinished game of the rows again. `down`: how long the server was away.
    ///
    /// # Errors
    /// When the rows can't be read.
    pub async fn recover(&self, down: Millis) -> Result<usize, crate::ports::BankError> {
        let unfinished = self.services.placement.unfinished().await?;
        let count = unfinished.len();
        for stored in unfinished {
            let paused = stored.events.iter().rev().find_map(|stamped| match stamped.event {
                game::GameEvent::Paused { .. } => Some(true),
                game::GameEvent::Resumed { .. } | game::GameEvent::Moved { .. } => Some(false),
                _ => None,
            });
            let cause = if paused == Some(true) { ResumeCause::Restart } else { ResumeCause::Crash };
            self.run_stored(stored, cause, down);
        }
        self.services.settle.notify_one();
        Ok(count)
    }

    /// Tells every room of a staked game that the database has gone away: its game stands still until it is back.
    async fn tell_of_outages(house: Weak<Self>, mut database: watch::Receiver<bool>) {
        while database.changed().await.is_ok() {
            let Some(house) = house.upgrade() else { return };
            if !*database.borrow_and_update() {
                for room in house.services.registry.all() {
                    room.control(Control::DatabaseAway);
                }
            }
        }
    }

    /// Takes up the unfinished games that no room runs: one whose making was committed although its answer was lost, one
    /// whose room ended because its rows could not be read. A game is an orphan when it is found without a room twice: the
    /// first time its room may be on the way.
    async fn adopt_orphans(house: Weak<Self>) {
        let mut found = HashSet::new();
        loop {
            tokio::time::sleep(ORPHANS_EVERY).await;
            let Some(house) = house.upgrade() else { return };
            let services = &house.services;
            if house.stopping.load(Ordering::Acquire) || !*services.database.borrow() {
                continue;
            }
            let unfinished = match services.placement.unfinished_ids().await {
                Ok(unfinished) => unfinished,
                Err(refused) => {
                    warn!("the unfinished games were not read: {refused}");
                    continue;
                }
            };
            let orphans: HashSet<GameId> =
                unfinished.into_iter().filter(|game| services.registry.find(*game).is_none()).collect();
            for game in orphans.intersection(&found).copied().collect::<Vec<_>>() {
                match services.placement.load(game).await {
                    Ok(Some(stored)) if stored.ended.is_none() => {
                        warn!(game.id = %game, "game {game} had no room: it is run again");
                        metrics::counter!("damas_games_adopted_total").increment(1);
                        let players = stored.players.clone();
                        house.run_stored(stored, ResumeCause::Outage, Millis::ZERO);
                        for side in [Side::White, Side::Black] {
                            let started = Notice::GameStarted { game, side, cause: None };
                            house.people.tell(players[side].account, &started);
                        }
                    }
                    Ok(_) => {}
                    Err(refused) => warn!(game.id = %game, "game {game} was not read: {refused}"),
                }
            }
            found = orphans;
        }
    }

    fn run_stored(&self, stored: StoredGame, cause: ResumeCause, down: Millis) {
        let info = Arc::new(info_of(&stored));
        let unseen = self.unseen(&info, &stored);
        let stood = StoodStill::of(&stored.events);
        let events = stored.events.into_iter().map(|stamped| stamped.event);
        match Game::replay(info.terms.clone(), stored.start, events) {
            Ok(game) => {
                self.run_room(info, game, Opening::Recovered { cause, down, stood }, None, unseen);
            }
            Err(broken) => {
                error!(game.id = %info.game, "the rows of game {} make no game: {broken}", info.game);
                metrics::counter!("damas_rooms_lost_total").increment(1);
            }
        }
    }

    pub(crate) fn now(&self) -> Moment {
        self.services.clock.now()
    }

    /// Whether new games may start: not while stopping, while the database is away, while another node has this one's games,
    /// or while the journal lags.
    #[must_use]
    pub fn takes_games(&self) -> bool {
        !self.stopping.load(Ordering::Acquire)
            && *self.services.database.borrow()
            && self.services.placement.is_owner()
            && self.services.journal.age() <= JOURNAL_LIMIT
    }

    /// The accounts' sockets.
    #[must_use]
    pub const fn people(&self) -> &Arc<People> {
        &self.people
    }

    /// The rooms.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.services.registry
    }

    /// What is offered.
    #[must_use]
    pub const fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The clocks.
    #[must_use]
    pub fn clock(&self) -> &Arc<dyn GameClock> {
        &self.services.clock
    }

    /// A new id that begins with the time: what is made together lies together in the rows, which an index thanks.
    fn uuid(&self) -> uuid::Uuid {
        let millis = u64::try_from(self.services.clock.wall().unix_millis()).unwrap_or(0);
        let chance = (self.random)().to_be_bytes();
        let mut last = [0; 10];
        last.copy_from_slice(&chance[6..]);
        uuid::Builder::from_unix_timestamp_millis(millis, &last).into_uuid()
    }

    fn secret(&self) -> String {
        format!("{:032x}", (self.random)())
    }

    /// A signed-in socket has come.
    pub fn arrive(&self, account: AccountId, sink: Sink) {
        if self.people.arrive(account, sink.clone()) {
            self.lobby.owner_back(account);
        }
        self.play_now.show(account, sink);
    }

    /// A socket has gone: `account` if it was signed in, and the games that it followed.
    pub async fn depart(&self, account: Option<AccountId>, socket: u64, games: &[GameId]) {
        self.lobby.unwatch(socket);
        if let Some(account) = account
            && self.people.depart(account, socket)
        {
            self.lobby.owner_gone(account);
        }
        for game in games {
            if let Some(room) = self.services.registry.find(*game) {
                room.leave(socket);
            }
        }
    }

    // --- lobby ---

    /// How often that account had White.
    pub(crate) async fn times_white(
        &self,
        variant: Variant,
        account: AccountId,
    ) -> Result<u64, crate::ports::BankError> {
        self.colours.times_white(self.bank.as_ref(), variant, account).await
    }

    /// Makes a socket hear of the lobby.
    pub async fn watch_lobby(&self, sink: Sink, account: Option<AccountId>) {
        let times_white = match (account, self.catalogue.games.first()) {
            (Some(account), Some(offer)) => self.times_white(offer.variant, account).await.unwrap_or(0),
            _ => 0,
        };
        self.lobby.watch(sink, account, times_white);
    }

    /// Makes a socket no longer hear of the lobby.
    pub fn unwatch_lobby(&self, socket: u64) {
        self.lobby.unwatch(socket);
    }

    /// The account's open seeks.
    pub async fn seeks_of(&self, account: AccountId) -> Vec<SeekId> {
        self.lobby.seeks_of(account).await
    }

    /// Opens a seek; the answer comes through the sink.
    pub fn open_seek(&self, account: AccountId, name: String, sink: Sink, request: SeekRequest) {
        self.lobby.open(Actor { account, name, sink }, request, SeekId(self.uuid()));
    }

    /// Takes a seek back; the answer comes through the sink.
    pub fn cancel_seek(&self, account: AccountId, name: String, sink: Sink, id: CommandId, seek: SeekId) {
        self.lobby.cancel(Actor { account, name, sink }, id, seek);
    }

    /// Takes somebody's seek; the answer comes through the sink.
    pub fn join_seek(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        seek: SeekId,
        terms: String,
    ) {
        self.lobby.join(Actor { account, name, sink }, id, seek, terms, GameId(self.uuid()));
    }

    /// Stops gracefully: no new games, every room records its pause and ends, what is due is settled.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        let rooms = self.services.registry.all();
        info!("stopping {} rooms", rooms.len());
        let mut stopped = Vec::with_capacity(rooms.len());
        for room in rooms {
            let (done, wait) = oneshot::channel();
            if room.control(Control::Stop { done }) {
                stopped.push(wait);
            }
        }
        for wait in stopped {
            let _ended = wait.await;
        }
        self.stop_tasks.cancel();
        if let Some(settler) = self.settler.lock().await.take()
            && let Err(failed) = settler.await
        {
            warn!("the settler had failed: {failed}");
        }
        if let Some(rater) = self.rater.lock().await.take()
            && let Err(failed) = rater.await
        {
            warn!("the rater had failed: {failed}");
        }
    }
}
