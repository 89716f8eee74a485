//! The director: the one writer of Rivals matches and tournaments. It decides by wall time, records, and only then tells. Knows no board, no HTTP, no
//! SQL.

mod ends;
mod handle;
mod integrity;
mod orders;
mod outage;
mod reminders;
mod rivals;
mod step;
mod timetable;
mod tournament_step;
mod tournaments;
mod view;

pub use handle::{DirectorHandle, MatchAct};
pub(crate) use handle::{Inbox, Message};
pub(crate) use step::profile;
pub(crate) use tournament_step::open_tournament;
pub use tournaments::TournamentAct;
pub use view::{MatchView, TournamentView};

use crate::engagements::Engagement;
use crate::event_book::{EventBook, StepError};
use crate::house::House;
use crate::orders::OrderBook;
use crate::ports::Player;
use crate::reviews::Reviews;
use competition::tournament::EntryStatus;
use competition::{Match, MatchCommand, MatchState, PerSeat, RivalsLimits, Seat, TickFacts};
use ids::{AccountId, MatchId, Moment, TournamentId, WallTime};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Weak};
use std::time::Duration;
use tracing::{error, info, warn};

/// The longest that it sleeps before it reads the wall clock again: whoever sets that clock is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// How often it looks, while players are awaited or games run, for those who have come and games that have ended.
const WATCHFUL: Duration = Duration::from_secs(1);
/// How often it looks for games that have ended although nobody told of one, in milliseconds.
const LOOK_EVERY: u64 = 1_000;
/// How long it waits after the database did not answer.
const BACK_OFF: Duration = Duration::from_millis(500);
/// How many ended games are read at once.
const ENDED_AT_ONCE: u32 = 200;
/// How many steps a match may take for one tick; more is a mistake of ours.
const STEPS_A_TICK: usize = 16;

/// A match that is not over.
pub(crate) struct OpenMatch {
    pub(crate) state: Match,
    pub(crate) players: PerSeat<Option<Player>>,
}

impl OpenMatch {
    fn view(&self) -> MatchView {
        MatchView { state: self.state.clone(), players: self.players.clone() }
    }
}

/// Owns all matches that are not over.
pub(crate) struct Director {
    house: Weak<House>,
    book: Arc<dyn EventBook>,
    orders: Arc<dyn OrderBook>,
    reviews: Arc<dyn Reviews>,
    limits: RivalsLimits,
    /// Tournaments that were suspended when their rooms were last told.
    suspended: BTreeSet<TournamentId>,
    /// Sorted, so that what is due at one instant has one order: a season that is played again is the same.
    matches: BTreeMap<MatchId, OpenMatch>,
    tournaments: BTreeMap<TournamentId, tournament_step::OpenTournament>,
    timetable: Vec<timetable::Scheduled>,
    /// When it last looked for games that have ended, and whether it was told since that one has.
    looked: Option<Moment>,
    ended: bool,
    /// When it last looked through the rooms of tournaments.
    reminded: Option<Moment>,
}

/// Runs the director for as long as the house lives. A mistake of ours ends its round; then all is loaded from the rows again.
pub(crate) async fn supervise(
    house: Weak<House>,
    book: Arc<dyn EventBook>,
    orders: Arc<dyn OrderBook>,
    reviews: Arc<dyn Reviews>,
    limits: RivalsLimits,
    inbox: Inbox,
) {
    let inbox = Arc::new(tokio::sync::Mutex::new(inbox));
    loop {
        let director = Director {
            house: house.clone(),
            book: Arc::clone(&book),
            orders: Arc::clone(&orders),
            reviews: Arc::clone(&reviews),
            limits: limits.clone(),
            suspended: BTreeSet::new(),
            matches: BTreeMap::new(),
            tournaments: BTreeMap::new(),
            timetable: Vec::new(),
            looked: None,
            ended: false,
            reminded: None,
        };
        match tokio::spawn(director.run(Arc::clone(&inbox))).await {
            Ok(()) => return,
            Err(failed) => {
                error!("the director failed and is started again: {failed}");
                metrics::counter!("damas_director_failures_total").increment(1);
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
}

impl Director {
    async fn run(mut self, inbox: Arc<tokio::sync::Mutex<Inbox>>) {
        let mut inbox = inbox.lock().await;
        while let Err(refused) = self.load().await {
            if self.house.strong_count() == 0 {
                return;
            }
            warn!("the open matches were not read: {refused}");
            tokio::time::sleep(BACK_OFF).await;
        }
        loop {
            let Some(house) = self.house.upgrade() else { return };
            if house.directs() {
                if self.looks_for_ends(house.clock().now()) {
                    self.take_note_of_ends(&house).await;
                }
                self.announce_due(&house).await;
                self.tick_all(&house).await;
                self.heed_outage(&house).await;
                self.tick_tournaments(&house).await;
                self.renew_suspensions(&house);
                self.remind_rooms(&house, house.clock().now()).await;
                house.engagements.replace(self.engagements());
            }
            let sleep = self.sleep(house.clock().wall());
            let ended = Arc::clone(&house.services);
            drop(house);
            tokio::select! {
                biased;
                message = inbox.next() => match message {
                    None => return,
                    Some(message) => {
                        let Some(house) = self.house.upgrade() else { return };
                        self.handle(&house, message).await;
                    }
                },
                () = ended.event_ended.notified() => self.ended = true,
                () = tokio::time::sleep(sleep) => {}
            }
        }
    }

    /// Loads all matches that are not over.
    async fn load(&mut self) -> Result<(), crate::ports::BankError> {
        let stored = self.book.open_matches().await?;
        self.matches = stored.into_iter().filter_map(step::open).collect();
        self.load_tournaments().await?;
        self.load_timetable().await?;
        if !self.matches.is_empty() || !self.tournaments.is_empty() {
            info!("{} matches and {} tournaments go on", self.matches.len(), self.tournaments.len());
        }
        Ok(())
    }

    /// Loads one match anew, after a step whose outcome is not known.
    async fn reload(&mut self, of: MatchId) {
        loop {
            match self.book.load_match(of).await {
                Ok(stored) => {
                    self.matches.remove(&of);
                    let Some((of, found)) = stored.and_then(step::open) else { return };
                    // nobody has been told of what was recorded without an answer
                    if let Some(house) = self.house.upgrade() {
                        step::tell(&house, &found.view());
                    }
                    if !found.state.state().is_terminal() {
                        self.matches.insert(of, found);
                    }
                    return;
                }
                Err(refused) => {
                    warn!("match {of} was not read: {refused}");
                    tokio::time::sleep(BACK_OFF).await;
                }
            }
            if self.house.strong_count() == 0 {
                return;
            }
        }
    }

    /// Whether it is time to look for games that have ended: one has, or the last look was a while ago. What players ask, however
    /// often, makes it look no more often.
    fn looks_for_ends(&mut self, now: Moment) -> bool {
        let playing = self.matches.values().any(|open| open.state.running().is_some())
            || self.tournaments.values().any(|open| open.state.live_games().next().is_some());
        let stale = self.looked.is_none_or(|last| now.since(last).0 >= LOOK_EVERY);
        let looks = std::mem::take(&mut self.ended) || playing && stale;
        if looks {
            self.looked = Some(now);
        }
        looks
    }

    /// How long nothing is due.
    fn sleep(&self, now: WallTime) -> Duration {
        let mut sleep = LONGEST_SLEEP;
        if let Some(due) = self.timetable_due().filter(|due| *due > now) {
            sleep = sleep.min(Duration::from_millis(due.since(now).0 + 1));
        }
        for open in self.matches.values() {
            let due =
                open.state.due().map_or(LONGEST_SLEEP, |due| Duration::from_millis(due.since(now).0 + 1));
            // what is due already has been ticked: it waits for people, or for the database
            let waits = is_watched(open.state.state()) || open.state.due().is_some_and(|due| due <= now);
            sleep = sleep.min(if waits { WATCHFUL } else { due });
        }
        for open in self.tournaments.values() {
            let Some(due) = open.state.due() else { continue };
            let waits = due <= now || open.state.live_games().next().is_some();
            sleep = sleep.min(if waits { WATCHFUL } else { Duration::from_millis(due.since(now).0 + 1) });
        }
        sleep
    }

    async fn tick_all(&mut self, house: &House) {
        let now = house.clock().wall();
        let due = |open: &OpenMatch| {
            open.state.due().is_some_and(|due| due <= now) || open.state.state() == MatchState::CheckIn
        };
        let ids: Vec<MatchId> =
            self.matches.iter().filter(|(_, open)| due(open)).map(|(of, _)| *of).collect();
        for of in ids {
            for _ in 0..STEPS_A_TICK {
                let Some(open) = self.matches.get(&of) else { break };
                let mut facts = facts(house, open);
                facts.hold = match self.hold_of(open, house.clock().wall()).await {
                    Ok(hold) => hold,
                    Err(refused) => {
                        warn!("what is known of the players of match {of} was not read: {refused}");
                        break;
                    }
                };
                let events = match open.state.decide(&MatchCommand::Tick(facts), house.clock().wall()) {
                    Ok(events) if events.is_empty() => break,
                    Ok(events) => events,
                    Err(refused) => {
                        error!("match {of} refuses its tick: {refused}");
                        break;
                    }
                };
                match self.record(house, of, events, None).await {
                    Ok(()) => {}
                    Err(StepError::Unavailable) => {
                        tokio::time::sleep(BACK_OFF).await;
                        break;
                    }
                    Err(refused) => {
                        warn!("a step of match {of} was not recorded: {refused}");
                        self.reload(of).await;
                        break;
                    }
                }
            }
        }
    }

    /// What the lobby has to know of the players.
    fn engagements(&self) -> HashMap<AccountId, Engagement> {
        let mut all: HashMap<AccountId, Engagement> = HashMap::new();
        for open in self.matches.values() {
            for seat in Seat::BOTH {
                let Some(player) = open.state.player(seat) else { continue };
                if open.state.in_event(player) {
                    all.entry(player).or_default().in_event = true;
                } else if matches!(open.state.state(), MatchState::Scheduled | MatchState::CheckIn) {
                    all.entry(player).or_default().starts.extend(open.state.starts_at());
                }
            }
        }
        for open in self.tournaments.values() {
            for entry in open.state.entries().values() {
                if open.state.keeps(entry.account) {
                    all.entry(entry.account).or_default().in_event = true;
                } else if entry.status == EntryStatus::Registered {
                    all.entry(entry.account).or_default().starts.extend(open.state.starts());
                }
            }
        }
        all
    }
}

/// Whether a match is looked after every second: players are awaited, or a game runs whose end is awaited.
const fn is_watched(state: MatchState) -> bool {
    matches!(state, MatchState::CheckIn | MatchState::Playing | MatchState::MiniMatch)
}

/// What only the house can see.
fn facts(house: &House, open: &OpenMatch) -> TickFacts {
    let of = |see: &dyn Fn(AccountId) -> bool| PerSeat {
        first: open.state.player(Seat::First).is_some_and(see),
        second: open.state.player(Seat::Second).is_some_and(see),
    };
    let stake = open.state.terms().stake;
    TickFacts {
        present: of(&|player| house.people().sockets(player) > 0),
        on_board: of(&|player| house.plays_in_the_lobby(player)),
        barred: of(&|player| house.gate.may(player, crate::ports::GateAct::Match, stake).is_err()),
        hold: None,
    }
}
