//! The single owner of one game: decides, records, publishes, in this order. Knows no HTTP, no JSON, no SQL.

mod bot;
mod command;
mod no_show;
mod outage;
mod publish;
mod stood_still;
mod suspension;

use crate::bot_pool::BotPool;
use crate::desk::Desk;
use crate::handle::{Control, Inbox, RoomHandle, SeatCommand};
use crate::in_play::InPlay;
use crate::notice::{Notice, Publication, Sink};
use crate::ports::{GameClock, Journal, Placement, Stamped};
use crate::practice::Place;
use crate::registry::Registry;
use crate::rematch::Rematch;
use crate::view::{GameInfo, LegalMove, Presence, legal_of};
use draughts::Side;
use game::{Game, PerSide, ResumeCause};
use ids::{AccountId, CommandId, Millis, Moment, Version};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;

pub(crate) use stood_still::StoodStill;

/// How long the flag's announcement waits for moves that were read before it; it gives nobody time.
const FLAG_GRACE: Duration = Duration::from_millis(50);
/// How many publications are kept for those who come back.
const RING: usize = 2;
/// How long a bot's move waits while the position, or the player, is in a staked game.
const BOT_REFUSED: Millis = Millis(1_000);
/// How long a bot's move waits when the bot's queue is full.
const BOT_RETRY: Millis = Millis(100);

/// What every room needs from the house.
pub(crate) struct Services {
    pub(crate) clock: Arc<dyn GameClock>,
    pub(crate) journal: Arc<dyn Journal>,
    pub(crate) placement: Arc<dyn Placement>,
    pub(crate) bots: BotPool,
    pub(crate) in_play: InPlay,
    pub(crate) registry: Registry,
    pub(crate) settle: Notify,
    /// A game was paid, or has ended that nobody pays.
    pub(crate) rate: Notify,
    /// A game of an event has ended.
    pub(crate) event_ended: Notify,
    pub(crate) spectator_delay: Millis,
    pub(crate) spectators: usize,
    pub(crate) rematch_window: Millis,
    pub(crate) resume_wait: Millis,
    pub(crate) void_after: Millis,
    pub(crate) practice_idle: Millis,
    pub(crate) bot_refused_while_playing: bool,
    pub(crate) database: watch::Receiver<bool>,
}

impl Services {
    /// Whether that account has a staked game running, so that the house's engine says nothing to it.
    pub(crate) fn plays_for_a_stake(&self, account: Option<AccountId>) -> bool {
        self.bot_refused_while_playing
            && account.is_some_and(|account| !self.registry.playing(account).is_empty())
    }
}

/// How a room begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening {
    /// A game that was just made: its first turn starts now.
    New,
    /// A game found in its rows at the start, or after its room failed.
    Recovered {
        /// Why it stood still.
        cause: ResumeCause,
        /// For how long.
        down: Millis,
        /// For how long it stood still before, and since when, by its rows.
        stood: StoodStill,
    },
}

/// What who watches may not see yet of a game that was found in its rows.
#[derive(Debug)]
pub(crate) struct Unseen {
    /// The game as he may see it.
    pub(crate) shown: Game,
    /// What came after.
    pub(crate) events: Vec<Stamped>,
}

/// Somebody who follows the game.
struct Follower {
    sink: Sink,
    seat: Option<Side>,
}

/// An answer that is remembered for a repeat of its command.
struct Remembered {
    id: CommandId,
    act: crate::handle::SeatAct,
    result: Result<(), crate::refusal::Refusal>,
}

/// Why the room's clock stands still although no event says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    /// Both players are waited for, at most until then.
    ForPlayers { until: Moment },
    /// Its event is suspended.
    Suspended,
}

pub(crate) struct GameRoom {
    services: Arc<Services>,
    desk: Arc<dyn Desk>,
    info: Arc<GameInfo>,
    handle: RoomHandle,
    inbox: Inbox,
    game: Game,
    legal: Arc<[LegalMove]>,
    followers: Vec<Follower>,
    presence: PerSide<Presence>,
    ring: VecDeque<Arc<Publication>>,
    /// The game before the oldest publication of the ring, where who watches is shown it later than who plays.
    behind: Option<Box<Game>>,
    /// The newest version that those who follow the game have been told of.
    told: Version,
    delayed: VecDeque<(Moment, Notice)>,
    remembered: [VecDeque<Remembered>; 2],
    hold: Option<Hold>,
    rematch: Rematch,
    rematch_asker: Option<SeatCommand>,
    ended_at: Option<Moment>,
    settled: Option<Arc<crate::ports::Settlement>>,
    held: Option<crate::reviews::HeldPot>,
    last_activity: Moment,
    bot_stop: Arc<AtomicBool>,
    bot_retry: Option<Moment>,
    /// The ply at which the bot was refused its move, which was said.
    bot_refused: Option<u16>,
    place: Option<Place>,
    /// How long the game stood still while the server was down or its event was suspended: no absence counts that.
    stood_still: Millis,
    /// The server stops: nothing is waited for any more.
    stopping: bool,
    finished: bool,
}

impl GameRoom {
    pub(crate) fn new(
        services: Arc<Services>,
        desk: Arc<dyn Desk>,
        info: Arc<GameInfo>,
        game: Game,
        place: Option<Place>,
        unseen: Option<Unseen>,
    ) -> (RoomHandle, Self) {
        let (handle, inbox) = RoomHandle::new(Arc::clone(&info));
        let now = services.clock.now();
        let bot_here = |side: Side| match info.seats[side] {
            crate::view::Seat::Bot(_) => Presence::Here,
            _ => Presence::Away(None),
        };
        let presence = PerSide { white: bot_here(Side::White), black: bot_here(Side::Black) };
        let mut room = Self {
            legal: legal_of(&game),
            desk,
            handle: handle.clone(),
            inbox,
            followers: Vec::new(),
            presence,
            ring: VecDeque::new(),
            behind: (info.spectator_delay(services.spectator_delay).0 > 0).then(|| Box::new(game.clone())),
            told: game.version(),
            game,
            delayed: VecDeque::new(),
            remembered: [VecDeque::new(), VecDeque::new()],
            hold: None,
            rematch: Rematch::over(None),
            rematch_asker: None,
            ended_at: None,
            settled: None,
            held: None,
            last_activity: now,
            bot_stop: Arc::new(AtomicBool::new(false)),
            bot_retry: None,
            bot_refused: None,
            place,
            stood_still: Millis::ZERO,
            stopping: false,
            finished: false,
            info,
            services,
        };
        if let Some(Unseen { shown, events }) = unseen {
            let after = shown.version();
            room.behind = Some(Box::new(shown));
            room.hide(after, events);
        }
        (handle, room)
    }

    /// Owns the game until it has ended and nobody needs the room any more.
    pub(crate) async fn run(&mut self, opening: Opening) {
        match opening {
            Opening::New => {
                self.begin_turn(self.now());
                self.ask_bot();
            }
            Opening::Recovered { cause, down, stood } => {
                let still = stood.with(down, self.services.clock.wall()).saturating_sub(down);
                // what it is down for is added as it goes on
                self.stood_still = stood.before.saturating_add(still);
                Box::pin(self.resume(cause, down)).await;
            }
        }
        // One timer for the room's whole life, set only when something is due earlier than it stands: each move makes the
        // flag fall later, and all rooms' timers share one lock. A timer that fires for nothing is set anew.
        let timer = tokio::time::sleep(Duration::ZERO);
        tokio::pin!(timer);
        let mut set = None;
        while !self.finished {
            if let Some(message) = self.inbox.next_control() {
                // what comes seldom has its memory while it is done, not in every room
                Box::pin(self.on_control(message)).await;
                continue;
            }
            self.handle_waiting().await;
            if self.finished {
                break;
            }
            let wake = self.next_wake();
            if let Some(at) = wake.filter(|at| set.is_none_or(|set| *at < set)) {
                let micros = at.0.saturating_sub(self.now().0);
                timer.as_mut().reset(Instant::now() + Duration::from_micros(micros));
                set = wake;
            }
            tokio::select! {
                biased;
                () = self.inbox.ready() => {}
                () = &mut timer, if wake.is_some() => {
                    set = None;
                    Box::pin(self.on_timer()).await;
                }
            }
        }
        self.bot_stop.store(true, Ordering::Relaxed);
        self.refuse_rest();
    }

    fn now(&self) -> Moment {
        self.services.clock.now()
    }

    fn is_staked(&self) -> bool {
        self.info.staked().is_some()
    }

    /// How much later who watches sees everything.
    fn spectator_delay(&self) -> Millis {
        self.info.spectator_delay(self.services.spectator_delay)
    }

    /// How long an ended game's room stays: for its rematch, and until who watches has seen the end. A staked game is shown
    /// from its rows after that.
    fn linger(&self) -> Millis {
        self.services.rematch_window.max(self.spectator_delay())
    }

    /// The next instant at which something is due without anybody's doing.
    fn next_wake(&self) -> Option<Moment> {
        let mut wakes: Vec<Moment> = Vec::with_capacity(4);
        if let Some(Hold::ForPlayers { until }) = self.hold {
            wakes.push(until);
        } else {
            wakes.extend(self.game.due());
            wakes.extend(self.no_show_due());
        }
        wakes.extend(self.delayed.front().map(|(at, _)| *at));
        wakes.extend(self.bot_retry);
        if let Some(ended_at) = self.ended_at {
            wakes.push(ended_at.plus(self.linger()));
        } else if !self.is_staked() {
            wakes.push(self.last_activity.plus(self.services.practice_idle));
        }
        wakes.into_iter().min()
    }

    async fn on_timer(&mut self) {
        let now = self.now();
        self.send_delayed(now);
        if let Some(Hold::ForPlayers { until }) = self.hold
            && now >= until
        {
            self.release();
        }
        if self.bot_retry.is_some_and(|at| now >= at) {
            self.bot_retry = None;
            self.ask_bot();
        }
        if self.hold.is_none() && self.game.due().is_some_and(|due| now >= due) {
            self.decide_flag().await;
        }
        if self.hold.is_none() && self.no_show_due().is_some_and(|due| now >= due) {
            self.decide_no_show().await;
        }
        let idle = !self.is_staked() && now >= self.last_activity.plus(self.services.practice_idle);
        let over = self.ended_at.is_some_and(|ended_at| now >= ended_at.plus(self.linger()));
        if idle || over {
            self.finish();
        }
    }

    /// Ends the room; who follows it is told to look elsewhere.
    fn finish(&mut self) {
        self.finished = true;
        if self.game.ended().is_none() {
            self.tell_all(&Notice::Gone { game: self.info.game });
        }
    }

    async fn on_control(&mut self, message: Control) {
        match message {
            Control::Follow { sink, seat, from } => self.follow(sink, seat, from),
            Control::Leave { socket } => self.leave(socket),
            Control::BotMove { ply, mv } => self.on_bot_move(ply, mv).await,
            Control::Hint { asked, ply, mv } => self.on_hint(&asked, ply, mv),
            Control::RematchMade { game, refusal } => self.on_rematch_made(game, refusal),
            Control::Settled(settlement) => {
                if self.game.ended().is_none() {
                    // the operator has voided it: its end stands in the rows
                    self.outage().await;
                }
                self.on_settled(settlement);
            }
            Control::Held(held) => self.on_held(held),
            Control::Resign { side } => self.ends_for_event(&game::GameCommand::Resign { side }).await,
            Control::Void => self.ends_for_event(&game::GameCommand::Void).await,
            Control::DatabaseAway => self.outage().await,
            Control::Suspend => self.suspend().await,
            // it goes on already
            Control::GoOn => {}
            Control::Stop { done } => self.stop(done).await,
        }
    }

    /// The server stops: what was read before it goes first; then what is left on the clock is recorded, so that nobody is
    /// charged for the time down.
    async fn stop(&mut self, done: oneshot::Sender<()>) {
        self.stopping = true;
        self.handle_waiting().await;
        if self.game.ended().is_none() && self.is_staked() {
            let at = self.now();
            if let Ok(events) = self.game.decide(&game::GameCommand::Pause, at) {
                let _recorded = self.commit(events, None, None).await;
            }
        }
        self.finish();
        let _gone = done.send(());
    }

    fn on_settled(&mut self, settlement: Arc<crate::ports::Settlement>) {
        if self.settled.is_some() {
            return;
        }
        for follower in &self.followers {
            if let Some(side) = follower.seat {
                follower.sink.push(Notice::Settled(Arc::clone(&settlement), side));
            }
        }
        self.settled = Some(settlement);
    }

    /// Both players were told wherever they are; whoever comes to the game later is told by it.
    const fn on_held(&mut self, held: crate::reviews::HeldPot) {
        self.held = Some(held);
    }
}
