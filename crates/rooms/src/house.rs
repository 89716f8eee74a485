//! The house: makes games, finds rooms, and holds what all owners share. Knows no HTTP, no JSON, no SQL.

use crate::bot_pool::BotPool;
use crate::desk::Desk;
use crate::handle::{Control, RoomHandle};
use crate::in_play::InPlay;
use crate::lobby::{Actor, LobbyHandle, LobbyLimits, SeekRequest};
use crate::notice::{Notice, Sink};
use crate::offer::Catalogue;
use crate::people::People;
use crate::ports::{
    Bank, GameClock, GateAct, Journal, NewGame, Placement, Player, StakeGate, StakedTerms, StartError,
    StoredGame,
};
use crate::practice::{Place, Practice, PracticeLimits, PracticeRequest};
use crate::refusal::Refusal;
use crate::registry::Registry;
use crate::rematch::RematchView;
use crate::room::{GameRoom, Opening, Services};
use crate::view::{GameInfo, Kind, Presence, Seat, Snapshot, frame_of, legal_of, moves_of};
use async_trait::async_trait;
use draughts::{Position, RuleSet, Side};
use game::{Game, GameTerms, PerSide, ResumeCause};
use ids::{AccountId, CommandId, GameId, Millis, Moment, SeekId, Version};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use tokio::sync::{Notify, oneshot, watch};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

/// Above this age of the journal's queue no new staked games start.
const JOURNAL_LIMIT: Millis = Millis(250);

/// Bounds of the house.
#[derive(Clone, Copy, Debug)]
pub struct HouseLimits {
    /// The lobby's.
    pub lobby: LobbyLimits,
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
    /// Who may play for stakes.
    pub gate: Arc<dyn StakeGate>,
    /// Makes ids of games and seeks, and secrets: 128 random bits each.
    pub random: Arc<dyn Fn() -> u128 + Send + Sync>,
    /// Whether the database answers.
    pub database: watch::Receiver<bool>,
    /// The bot's threads.
    pub bots: BotPool,
}

/// Everything that runs: rooms, lobby, settler, practice.
pub struct House {
    pub(crate) services: Arc<Services>,
    pub(crate) bank: Arc<dyn Bank>,
    pub(crate) gate: Arc<dyn StakeGate>,
    pub(crate) catalogue: Catalogue,
    pub(crate) people: Arc<People>,
    pub(crate) practice: Arc<Practice>,
    lobby: LobbyHandle,
    limits: HouseLimits,
    random: Arc<dyn Fn() -> u128 + Send + Sync>,
    stopping: AtomicBool,
    stop_settler: CancellationToken,
    settler: tokio::sync::Mutex<Option<tokio::task::JoinHandle<()>>>,
    this: Weak<House>,
}

impl std::fmt::Debug for House {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("House").field("rooms", &self.services.registry.len()).finish_non_exhaustive()
    }
}

impl House {
    /// Opens the house: the lobby and the settler run from now on, inside the current tokio runtime.
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
            spectator_delay: limits.spectator_delay,
            spectators: limits.spectators,
            rematch_window: limits.rematch_window,
            resume_wait: limits.resume_wait,
            void_after: limits.void_after,
            practice_idle: limits.practice.idle,
            database: ports.database,
        });
        let people = Arc::new(People::default());
        let (lobby, inbox) = LobbyHandle::channel();
        let stop_settler = CancellationToken::new();
        let settler = tokio::spawn(crate::settler::run(
            Arc::clone(&services),
            Arc::clone(&ports.bank),
            Arc::clone(&people),
            stop_settler.clone(),
        ));
        let house = Arc::new_cyclic(|this| Self {
            services,
            bank: ports.bank,
            gate: ports.gate,
            catalogue,
            people,
            practice: Arc::new(Practice::new(limits.practice)),
            lobby,
            limits,
            random: ports.random,
            stopping: AtomicBool::new(false),
            stop_settler,
            settler: tokio::sync::Mutex::new(Some(settler)),
            this: this.clone(),
        });
        tokio::spawn(crate::lobby::run(Arc::downgrade(&house), inbox, limits.lobby));
        tokio::spawn(Self::adopt_orphans(Arc::downgrade(&house), house.services.database.clone()));
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

    /// Takes up, whenever the database is back, the unfinished games that no room runs: one whose making was committed
    /// although its answer was lost.
    async fn adopt_orphans(house: Weak<Self>, mut database: watch::Receiver<bool>) {
        while database.changed().await.is_ok() {
            if !*database.borrow_and_update() {
                continue;
            }
            let Some(house) = house.upgrade() else { return };
            match house.services.placement.unfinished().await {
                Ok(unfinished) => {
                    for stored in unfinished {
                        if house.services.registry.find(stored.game).is_none() {
                            house.run_stored(stored, ResumeCause::Outage, Millis::ZERO);
                        }
                    }
                }
                Err(refused) => warn!("the unfinished games were not read: {refused}"),
            }
        }
    }

    fn run_stored(&self, stored: StoredGame, cause: ResumeCause, down: Millis) {
        let info = Arc::new(info_of(&stored));
        let events = stored.events.into_iter().map(|stamped| stamped.event);
        match Game::replay(info.terms.clone(), stored.start, events) {
            Ok(game) => {
                self.run_room(info, game, Opening::Recovered { cause, down }, None);
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

    /// Whether new games may start: not while stopping, while the database is away or while the journal lags.
    #[must_use]
    pub fn takes_games(&self) -> bool {
        !self.stopping.load(Ordering::Acquire)
            && *self.services.database.borrow()
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

    fn uuid(&self) -> uuid::Uuid {
        uuid::Builder::from_random_bytes((self.random)().to_be_bytes()).into_uuid()
    }

    fn secret(&self) -> String {
        format!("{:032x}", (self.random)())
    }

    // --- sockets ---

    /// A signed-in socket has come.
    pub fn arrive(&self, account: AccountId, sink: Sink) {
        if self.people.arrive(account, sink) {
            self.lobby.owner_back(account);
        }
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
                room.leave(socket).await;
            }
        }
    }

    // --- lobby ---

    /// Makes a socket hear of the lobby.
    pub async fn watch_lobby(&self, sink: Sink, account: Option<AccountId>) {
        let times_white = match (account, self.catalogue.games.first()) {
            (Some(account), Some(offer)) => {
                self.bank.times_white(offer.variant, account, account).await.map_or(0, |(own, _)| own)
            }
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

    // --- games ---

    /// Makes a staked game: the bank first, then its room, then both players hear of it.
    pub(crate) async fn start_staked(
        &self,
        game: GameId,
        terms: StakedTerms,
        players: PerSide<Player>,
        rematch_of: Option<GameId>,
        cause: Option<(AccountId, CommandId)>,
    ) -> Result<(), StartError> {
        if !self.takes_games() {
            return Err(StartError::Unavailable);
        }
        let start = Position::initial(terms.variant);
        let new = NewGame {
            game,
            terms: terms.clone(),
            players: players.clone(),
            rematch_of,
            at: self.services.clock.wall(),
            game_limit: self.limits.lobby.games_per_player,
            watchable: true,
        };
        let wallets = self.bank.start(new).await?;
        let seat = |player: &Player| Seat::Player { account: player.account, name: player.name.clone() };
        let info = Arc::new(GameInfo {
            game,
            terms: terms.game_terms(),
            kind: Kind::Staked { terms, rematch_of, watchable: true },
            start,
            seats: PerSide { white: seat(&players.white), black: seat(&players.black) },
            address: None,
        });
        let mut state = Game::new(info.terms.clone(), start);
        let started = state.started();
        let applied = state.apply(&started);
        assert!(applied.is_ok(), "a new game takes its first event: {applied:?}");
        self.run_room(Arc::clone(&info), state, Opening::New, None);
        metrics::counter!("damas_games_started_total").increment(1);
        for wallet in [wallets.white, wallets.black] {
            self.people.tell(wallet.account, &Notice::Wallet(wallet));
        }
        for side in [Side::White, Side::Black] {
            let account = players[side].account;
            self.lobby.playing(account);
            let own = cause.filter(|(who, _)| *who == account).map(|(_, id)| id);
            self.people.tell(account, &Notice::GameStarted { game, side, cause: own });
        }
        Ok(())
    }

    /// Runs a room under supervision: when its task fails, that is counted and said, and a staked game is run again
    /// from its rows.
    fn run_room(
        &self,
        info: Arc<GameInfo>,
        game: Game,
        opening: Opening,
        place: Option<Place>,
    ) -> RoomHandle {
        let Some(this) = self.this.upgrade() else { unreachable!("the house runs its own rooms") };
        let desk: Arc<dyn Desk> = Arc::clone(&this) as Arc<dyn Desk>;
        let ended = game.ended().is_some();
        let (handle, room) = GameRoom::new(Arc::clone(&self.services), desk, Arc::clone(&info), game, place);
        let players = info.accounts();
        self.services.registry.insert(handle.clone(), if ended { &[] } else { &players });
        metrics::gauge!("damas_rooms").set(self.services.registry.len() as f64);
        let id = info.game;
        tokio::spawn(async move {
            let outcome = tokio::spawn(room.run(opening)).await;
            this.services.registry.ended(id, &players);
            this.services.registry.remove(id);
            this.services.in_play.ended(id);
            metrics::gauge!("damas_rooms").set(this.services.registry.len() as f64);
            if let Err(failed) = outcome
                && failed.is_panic()
            {
                metrics::counter!("damas_rooms_failed_total").increment(1);
                error!(game.id = %id, "the room of game {id} failed; its rows are as they were");
                if info.staked().is_some()
                    && !matches!(opening, Opening::Recovered { cause: ResumeCause::Fault, .. })
                {
                    this.run_again(id).await;
                }
            }
        });
        handle
    }

    async fn run_again(&self, game: GameId) {
        match self.services.placement.load(game).await {
            Ok(Some(stored)) if stored.ended.is_none() => {
                self.run_stored(stored, ResumeCause::Fault, Millis::ZERO);
            }
            Ok(_) => {}
            Err(refused) => error!(game.id = %game, "game {game} could not be loaded again: {refused}"),
        }
    }

    /// Makes a socket follow a game as a player (by account or seat secret) or as a spectator. Returns the seat, or
    /// why not; a snapshot or the missing events come through the sink.
    ///
    /// # Errors
    /// [`Refusal::NoSuchGame`] for an unknown game or one that may not be watched.
    pub async fn follow(
        &self,
        game: GameId,
        account: Option<AccountId>,
        secret: Option<&str>,
        sink: Sink,
        from: Option<Version>,
    ) -> Result<Option<Side>, Refusal> {
        if let Some(room) = self.services.registry.find(game) {
            let info = room.info();
            let seat = account
                .and_then(|account| info.side_of(account))
                .or_else(|| secret.and_then(|secret| info.side_of_secret(secret)));
            let open = matches!(info.kind, Kind::Staked { watchable: true, .. });
            if seat.is_none() && !open {
                return Err(Refusal::NoSuchGame);
            }
            if room.follow(sink.clone(), seat, from).await {
                return Ok(seat);
            }
        }
        if let Some(secret) = secret
            && let Some(side) = self.practice.reattach(game, secret, &sink)
        {
            return Ok(Some(side));
        }
        let stored = match self.services.placement.load(game).await {
            Ok(Some(stored)) => stored,
            Ok(None) => return Err(Refusal::NoSuchGame),
            Err(_) => return Err(Refusal::Unavailable),
        };
        self.show_stored(stored, account, &sink)
    }

    /// Shows a game that has ended and has no room any more.
    fn show_stored(
        &self,
        stored: StoredGame,
        account: Option<AccountId>,
        sink: &Sink,
    ) -> Result<Option<Side>, Refusal> {
        let info = Arc::new(info_of(&stored));
        let seat = account.and_then(|account| info.side_of(account));
        if seat.is_none() && !stored.watchable {
            return Err(Refusal::NoSuchGame);
        }
        if stored.ended.is_none() {
            // its room is being made, or runs elsewhere
            return Err(Refusal::Unavailable);
        }
        let events = stored.events.into_iter().map(|stamped| stamped.event);
        let game = Game::replay(info.terms.clone(), stored.start, events).map_err(|broken| {
            error!(game.id = %info.game, "the rows of game {} make no game: {broken}", info.game);
            Refusal::Unavailable
        })?;
        let legal = legal_of(&game);
        let snapshot = Snapshot {
            frame: Arc::new(frame_of(&game, &legal, false, self.now())),
            moves: moves_of(&game),
            ended: game.ended().cloned(),
            rematch: stored.rematch.map_or(RematchView::Closed, |game| RematchView::Made { game }),
            presence: PerSide { white: Presence::Away(None), black: Presence::Away(None) },
            info,
        };
        sink.push(Notice::Snapshot(Arc::new(snapshot), seat));
        Ok(seat)
    }

    /// A running game's room.
    #[must_use]
    pub fn room(&self, game: GameId) -> Option<RoomHandle> {
        self.services.registry.find(game)
    }

    // --- practice ---

    /// Starts a practice game against the bot, or makes a link for a friend. The seat comes through the sink.
    ///
    /// # Errors
    /// [`Refusal::PracticeLimit`]; [`Refusal::PositionInPlay`] for the bot while `account` has a staked game running.
    pub async fn practise(
        &self,
        request: PracticeRequest,
        account: Option<AccountId>,
        sink: Sink,
    ) -> Result<(), Refusal> {
        if self.stopping.load(Ordering::Acquire) {
            return Err(Refusal::Unavailable);
        }
        let playing = account.is_some_and(|account| !self.services.registry.playing(account).is_empty());
        if request.level.is_some() && playing && self.limits.bot_refused_while_playing {
            return Err(Refusal::PositionInPlay);
        }
        let place = self.practice.enter(request.address)?;
        let (game, secret) = (GameId(self.uuid()), self.secret());
        let seat = |id| Notice::PracticeSeat { id, game, side: request.side, secret: secret.clone() };
        let Some(level) = request.level else {
            let code = self.secret();
            let valid = self.practice.invite(
                code.clone(),
                &request,
                (game, secret.clone()),
                sink.clone(),
                place,
                self.now(),
            );
            let link =
                Notice::PracticeLink { id: request.id, code, valid, time_control: request.time_control };
            sink.push(link);
            sink.push(seat(Some(request.id)));
            return Ok(());
        };
        let bot = request.side.other();
        let person = Seat::Guest { secret: secret.clone() };
        let seats = by_side(request.side, person, Seat::Bot(level));
        let kind = Kind::Bot { side: bot, level };
        let info = self.practice_info(game, kind, request.variant, request.time_control, seats, &place);
        sink.push(seat(Some(request.id)));
        let room = self.run_practice(info, place);
        room.follow(sink, Some(request.side), None).await;
        Ok(())
    }

    /// Joins a friend's practice game.
    ///
    /// # Errors
    /// [`Refusal::NoSuchLink`], or [`Refusal::Taken`] for a third visitor.
    pub async fn join_practice(
        &self,
        id: CommandId,
        code: &str,
        sink: Sink,
    ) -> Result<(GameId, Side), Refusal> {
        let invitation = self.practice.take(code, self.now())?;
        let secret = self.secret();
        let side = invitation.maker_side.other();
        let maker = Seat::Guest { secret: invitation.maker_secret.clone() };
        let seats = by_side(side, Seat::Guest { secret: secret.clone() }, maker);
        let (game, variant) = (invitation.game, invitation.variant);
        let info =
            self.practice_info(game, Kind::Link, variant, invitation.time_control, seats, &invitation.place);
        sink.push(Notice::PracticeSeat { id: Some(id), game, side, secret });
        let room = self.run_practice(info, invitation.place);
        invitation.maker.push(Notice::GameStarted { game, side: invitation.maker_side, cause: None });
        room.follow(invitation.maker, Some(invitation.maker_side), None).await;
        room.follow(sink, Some(side), None).await;
        Ok((game, side))
    }

    fn practice_info(
        &self,
        game: GameId,
        kind: Kind,
        variant: draughts::Variant,
        time_control: Option<game::TimeControl>,
        seats: PerSide<Seat>,
        place: &Place,
    ) -> GameInfo {
        let offer = self.catalogue.find(variant);
        let rule_set = offer.and_then(|offer| offer.rule_sets.first().copied()).unwrap_or(RuleSet::Dream);
        GameInfo {
            game,
            kind,
            terms: GameTerms {
                variant,
                rule_set,
                time_control,
                first_move_window: None,
                max_draw_offers: offer.map_or(3, |offer| offer.max_draw_offers),
            },
            start: Position::initial(variant),
            seats,
            address: Some(place.address),
        }
    }

    fn run_practice(&self, info: GameInfo, place: Place) -> RoomHandle {
        let mut game = Game::new(info.terms.clone(), info.start);
        let started = game.started();
        let applied = game.apply(&started);
        assert!(applied.is_ok(), "a new game takes its first event: {applied:?}");
        self.run_room(Arc::new(info), game, Opening::New, Some(place))
    }

    // --- the end ---

    /// Stops gracefully: no new games, every room records its pause and ends, what is due is settled.
    pub async fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        let rooms = self.services.registry.all();
        info!("stopping {} rooms", rooms.len());
        let mut stopped = Vec::with_capacity(rooms.len());
        for room in rooms {
            let (done, wait) = oneshot::channel();
            if room.control(Control::Stop { done }).await {
                stopped.push(wait);
            }
        }
        for wait in stopped {
            let _ended = wait.await;
        }
        self.stop_settler.cancel();
        if let Some(settler) = self.settler.lock().await.take()
            && let Err(failed) = settler.await
        {
            warn!("the settler had failed: {failed}");
        }
    }
}

#[async_trait]
impl Desk for House {
    fn check_rematch(&self, info: &GameInfo, side: Side, terms: Option<&str>) -> Result<(), Refusal> {
        let Some(staked) = info.staked() else { return Ok(()) };
        let fresh = self.catalogue.terms(
            staked.variant,
            staked.rule_set,
            staked.time_control,
            staked.stake,
            terms.unwrap_or_default(),
        )?;
        let Seat::Player { account, .. } = &info.seats[side] else { return Err(Refusal::NoRematch) };
        self.gate
            .may(*account, GateAct::Rematch, fresh.stake)
            .map_err(|reason| Refusal::StakesRefused { reason })
    }

    async fn make_rematch(&self, info: &GameInfo, asker: Side) -> Result<GameId, Refusal> {
        let game = GameId(self.uuid());
        let seats =
            PerSide { white: info.seats[Side::Black].clone(), black: info.seats[Side::White].clone() };
        let Some(old) = info.staked() else { return self.practice_again(info, game, seats) };
        let (
            Seat::Player { account: white, name: white_name },
            Seat::Player { account: black, name: black_name },
        ) = (&seats.white, &seats.black)
        else {
            return Err(Refusal::NoRematch);
        };
        let hash = self.catalogue.find(old.variant).map(|offer| offer.hash.clone()).unwrap_or_default();
        let terms = self.catalogue.terms(old.variant, old.rule_set, old.time_control, old.stake, &hash)?;
        let players = PerSide {
            white: Player { account: *white, name: white_name.clone() },
            black: Player { account: *black, name: black_name.clone() },
        };
        let asking = match asker {
            Side::White => *black,
            Side::Black => *white,
        };
        self.start_staked(game, terms, players, Some(info.game), None)
            .await
            .map_err(|refused| Refusal::of_start(&refused, asking))?;
        Ok(game)
    }
}

impl House {
    /// A practice game once more, colours swapped; who plays it follows it with the same secret.
    fn practice_again(&self, info: &GameInfo, game: GameId, seats: PerSide<Seat>) -> Result<GameId, Refusal> {
        let kind = match &info.kind {
            Kind::Bot { side, level } => Kind::Bot { side: side.other(), level: *level },
            _ => Kind::Link,
        };
        let address = info.address.ok_or(Refusal::NoRematch)?;
        let place = self.practice.enter(address)?;
        let fresh = GameInfo {
            game,
            kind,
            terms: info.terms.clone(),
            start: info.start,
            seats,
            address: Some(address),
        };
        self.run_practice(fresh, place);
        Ok(game)
    }
}

fn by_side<T>(side: Side, own: T, other: T) -> PerSide<T> {
    match side {
        Side::White => PerSide { white: own, black: other },
        Side::Black => PerSide { white: other, black: own },
    }
}

fn info_of(stored: &StoredGame) -> GameInfo {
    let seat = |player: &Player| Seat::Player { account: player.account, name: player.name.clone() };
    GameInfo {
        game: stored.game,
        kind: Kind::Staked {
            terms: stored.terms.clone(),
            rematch_of: stored.rematch_of,
            watchable: stored.watchable,
        },
        terms: stored.terms.game_terms(),
        start: stored.start,
        seats: PerSide { white: seat(&stored.players.white), black: seat(&stored.players.black) },
        address: None,
    }
}
