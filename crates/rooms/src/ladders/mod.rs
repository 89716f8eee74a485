//! The keeper of the ladders: the one writer of their seasons. It decides by wall time, records, and only then tells. Of the matches it
//! knows what their rows say once they are settled.

mod handle;
mod step;
mod view;

pub use handle::LadderAct;
pub(crate) use handle::{Inbox, LaddersHandle, Message};
pub use view::LadderView;

use self::step::{OpenLadder, awaited, head_of, next_step, open};
use crate::event_book::StepError;
use crate::house::House;
use crate::ladder_book::{AwaitedMatch, LadderBook, LadderStep};
use crate::lobby::Actor;
use crate::notice::{Answer, Notice, Sink};
use crate::orders::{self, OrderBook};
use crate::ports::{BankError, GateAct, Player};
use crate::refusal::Refusal;
use competition::{Ladder, LadderCommand, LadderLimits, LadderTerms, Order};
use ids::{Amount, CommandId, LadderId, OrderId, Version, WallTime};
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tracing::{error, info, warn};

/// The longest that it sleeps before it reads the wall clock again.
const LONGEST_SLEEP: Duration = Duration::from_secs(30);
/// How often it looks for settled matches while one is awaited.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How long it waits after the database did not answer.
const BACK_OFF: Duration = Duration::from_millis(500);
/// How many steps a season may take for one tick; what is left is taken in the next round.
const STEPS_A_TICK: usize = 64;

/// Owns all seasons that are not over.
struct Keeper {
    house: Weak<House>,
    book: Arc<dyn LadderBook>,
    orders: Arc<dyn OrderBook>,
    limits: LadderLimits,
    ladders: HashMap<LadderId, OpenLadder>,
    /// Who is shown each change of a season.
    watchers: HashMap<LadderId, Vec<Sink>>,
}

/// Runs the keeper for as long as the house lives. A mistake of ours ends its round; then all is loaded from the rows again.
pub(crate) async fn supervise(
    house: Weak<House>,
    book: Arc<dyn LadderBook>,
    orders: Arc<dyn OrderBook>,
    limits: LadderLimits,
    inbox: Inbox,
) {
    let inbox = Arc::new(tokio::sync::Mutex::new(inbox));
    loop {
        let keeper = Keeper {
            house: house.clone(),
            book: Arc::clone(&book),
            orders: Arc::clone(&orders),
            limits,
            ladders: HashMap::new(),
            watchers: HashMap::new(),
        };
        match tokio::spawn(keeper.run(Arc::clone(&inbox))).await {
            Ok(()) => return,
            Err(failed) => {
                error!("the keeper of the ladders failed and is started again: {failed}");
                metrics::counter!("damas_ladder_failures_total").increment(1);
                tokio::time::sleep(BACK_OFF).await;
            }
        }
    }
}

impl Keeper {
    async fn run(mut self, inbox: Arc<tokio::sync::Mutex<Inbox>>) {
        let mut inbox = inbox.lock().await;
        while let Err(refused) = self.load().await {
            if self.house.strong_count() == 0 {
                return;
            }
            warn!("the open seasons were not read: {refused}");
            tokio::time::sleep(BACK_OFF).await;
        }
        loop {
            let Some(house) = self.house.upgrade() else { return };
            if house.directs() {
                // before the timers: a match that was settled in time counts, however late it is looked for
                if self.count_matches(&house).await {
                    self.tick_all(&house).await;
                }
            }
            let sleep = self.sleep(house.clock().wall());
            drop(house);
            tokio::select! {
                message = inbox.recv() => match message {
                    None => return,
                    Some(message) => {
                        let Some(house) = self.house.upgrade() else { return };
                        self.handle(&house, message).await;
                    }
                },
                () = tokio::time::sleep(sleep) => {}
            }
        }
    }

    async fn load(&mut self) -> Result<(), BankError> {
        self.ladders = self.book.open_ladders().await?.into_iter().filter_map(open).collect();
        if !self.ladders.is_empty() {
            info!("{} ladder seasons go on", self.ladders.len());
        }
        Ok(())
    }

    async fn reload(&mut self, of: LadderId) {
        loop {
            match self.book.load_ladder(of).await {
                Ok(stored) => {
                    self.ladders.remove(&of);
                    if let Some((of, found)) = stored.and_then(open)
                        && found.state.due().is_some()
                    {
                        self.ladders.insert(of, found);
                    }
                    return;
                }
                Err(refused) => {
                    warn!("season {of} was not read: {refused}");
                    tokio::time::sleep(BACK_OFF).await;
                }
            }
            if self.house.strong_count() == 0 {
                return;
            }
        }
    }

    /// How long nothing is due.
    fn sleep(&self, now: WallTime) -> Duration {
        let of = |open: &OpenLadder| {
            let due =
                open.state.due().map_or(LONGEST_SLEEP, |due| Duration::from_millis(due.since(now).0 + 1));
            if open.state.challenges().any(|challenge| challenge.accepted) {
                due.min(LOOK_EVERY)
            } else {
                due
            }
        };
        self.ladders.values().map(of).min().unwrap_or(LONGEST_SLEEP).min(LONGEST_SLEEP)
    }

    async fn handle(&mut self, house: &House, message: Message) {
        match message {
            Message::Act { actor, id, of, act } => {
                let result = self.act(house, &actor, of, act).await;
                answer(&actor.sink, id, result);
            }
            Message::Watch { of, sink, id } => self.watch(of, sink, id),
            Message::Order { id, order } => self.carry_out(house, id, order).await,
        }
    }

    /// Carries out an order of the operator and answers it.
    async fn carry_out(&mut self, house: &House, id: OrderId, order: Order) {
        let done = match order {
            Order::AnnounceLadder(terms) => {
                let of = LadderId(id.0);
                if self.ladders.contains_key(&of) {
                    Ok(())
                } else {
                    self.announce(house, of, *terms, id).await
                }
            }
            Order::CancelLadder(of) => {
                self.command_by(house, of, &LadderCommand::Cancel, None, Some(id)).await
            }
            _ => Ok(()),
        };
        match done {
            // tried again: the database did not answer, or the season has gone on
            Err(Refusal::Unavailable) => warn!("order {id} was not carried out yet"),
            done => orders::answer(self.orders.as_ref(), id, done.err().as_ref()).await,
        }
    }

    async fn announce(
        &mut self,
        house: &House,
        of: LadderId,
        terms: LadderTerms,
        order: OrderId,
    ) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        let now = house.clock().wall();
        let events = Ladder::announce(&self.limits, terms, now)?;
        let state = Ladder::replay(of, self.limits, events.clone()).map_err(|_| Refusal::Unavailable)?;
        let step = LadderStep {
            of,
            after: Version(0),
            events,
            head: head_of(&state),
            money: state.funding().into_iter().collect(),
            order: Some(order),
            at: now,
        };
        let after = OpenLadder { state: Arc::new(state), names: Arc::default() };
        let done = self.commit(house, step, after).await;
        if done == Err(StepError::Stale) {
            self.reload(of).await;
        }
        done.map_err(|refused| refusal(&refused))
    }

    async fn act(
        &mut self,
        house: &House,
        actor: &Actor,
        of: LadderId,
        act: LadderAct,
    ) -> Result<(), Refusal> {
        if !house.directs() {
            return Err(Refusal::Unavailable);
        }
        let by = actor.account;
        let command = match act {
            LadderAct::Enter => {
                let may = house.gate.may(by, GateAct::Match, Amount::ZERO);
                may.map_err(|reason| Refusal::StakesRefused { reason })?;
                LadderCommand::Enter { by }
            }
            LadderAct::Leave => LadderCommand::Leave { by },
            LadderAct::Challenge(other) => LadderCommand::Challenge { by, to: other.account },
            LadderAct::Accept(number) => LadderCommand::Accept { by, number },
            LadderAct::Decline(number) => LadderCommand::Decline { by, number },
            LadderAct::BeginLeave => LadderCommand::BeginLeave { by },
            LadderAct::EndLeave => LadderCommand::EndLeave { by },
        };
        let entrant = Player { account: by, name: actor.name.clone() };
        self.command(house, of, &command, Some(entrant)).await
    }

    /// Carries out a command.
    async fn command(
        &mut self,
        house: &House,
        of: LadderId,
        command: &LadderCommand,
        entrant: Option<Player>,
    ) -> Result<(), Refusal> {
        self.command_by(house, of, command, entrant, None).await
    }

    /// The same, where an order of the operator may be behind it.
    async fn command_by(
        &mut self,
        house: &House,
        of: LadderId,
        command: &LadderCommand,
        entrant: Option<Player>,
        order: Option<OrderId>,
    ) -> Result<(), Refusal> {
        let now = house.clock().wall();
        let open = self.ladders.get(&of).ok_or(Refusal::NoSuchLadder)?;
        let events = open.state.decide(command, now)?;
        if events.is_empty() {
            return Ok(());
        }
        let (mut step, after) = next_step(open, events, entrant, now);
        step.order = order;
        match self.commit(house, step, after).await {
            Ok(()) => Ok(()),
            Err(refused) => {
                if refused == StepError::Stale {
                    self.reload(of).await;
                }
                Err(refusal(&refused))
            }
        }
    }

    async fn commit(&mut self, house: &House, step: LadderStep, after: OpenLadder) -> Result<(), StepError> {
        let of = step.of;
        for wallet in self.book.step_ladder(step).await? {
            house.people().tell(wallet.account, &Notice::Wallet(wallet));
        }
        let over = after.state.due().is_none();
        if let Some(watchers) = self.watchers.get_mut(&of) {
            watchers.retain(|sink| !sink.is_closed() && show(sink, &after));
            if watchers.is_empty() || over {
                self.watchers.remove(&of);
            }
        }
        if over {
            self.ladders.remove(&of);
        } else {
            self.ladders.insert(of, after);
        }
        Ok(())
    }

    /// Takes note of the settled matches that challenges have led to; false when they could not be read.
    async fn count_matches(&mut self, house: &House) -> bool {
        let awaited: Vec<AwaitedMatch> = self.ladders.values().flat_map(awaited).collect();
        if awaited.is_empty() {
            return true;
        }
        let counted = match self.book.counted_matches(&awaited).await {
            Ok(counted) => counted,
            Err(refused) => {
                warn!("the matches of challenges were not read: {refused}");
                tokio::time::sleep(BACK_OFF).await;
                return false;
            }
        };
        for one in counted {
            let over = LadderCommand::MatchOver { number: one.number, of: one.played, winner: one.winner };
            match self.command(house, one.of, &over, None).await {
                // the season is over: its challenges lapse with it
                Ok(()) | Err(Refusal::Ladder(_)) => {}
                Err(refused) => {
                    warn!("match {} of a challenge was not counted: {refused}", one.played);
                    return false;
                }
            }
        }
        true
    }

    async fn tick_all(&mut self, house: &House) {
        let now = house.clock().wall();
        let due = |open: &OpenLadder| open.state.due().is_some_and(|due| due <= now);
        let ids: Vec<LadderId> =
            self.ladders.iter().filter(|(_, open)| due(open)).map(|(of, _)| *of).collect();
        for of in ids {
            for _ in 0..STEPS_A_TICK {
                if self.ladders.get(&of).is_none_or(|open| !due(open)) {
                    break;
                }
                if let Err(refused) = self.command(house, of, &LadderCommand::Tick, None).await {
                    warn!("season {of} took no step: {refused}");
                    tokio::time::sleep(BACK_OFF).await;
                    break;
                }
            }
        }
    }

    /// Shows a season, and each change of it from now on; one that is over is read beside the keeper.
    fn watch(&mut self, of: LadderId, sink: Sink, id: CommandId) {
        if let Some(open) = self.ladders.get(&of) {
            show(&sink, open);
            let watchers = self.watchers.entry(of).or_default();
            watchers.retain(|other| other.number() != sink.number() && !other.is_closed());
            watchers.push(sink);
            return;
        }
        let book = Arc::clone(&self.book);
        tokio::spawn(async move {
            match book.load_ladder(of).await {
                Ok(stored) => match stored.and_then(open) {
                    Some((_, open)) => {
                        show(&sink, &open);
                    }
                    None => answer(&sink, id, Err(Refusal::NoSuchLadder)),
                },
                Err(_) => answer(&sink, id, Err(Refusal::Unavailable)),
            }
        });
    }
}

fn show(sink: &Sink, open: &OpenLadder) -> bool {
    let view = LadderView { state: Arc::clone(&open.state), names: Arc::clone(&open.names) };
    sink.push(Notice::Ladder(Arc::new(view)))
}

fn answer(sink: &Sink, id: CommandId, result: Result<(), Refusal>) {
    sink.push(Notice::Answer(Answer { game: None, of: None, id, ply: None, result }));
}

/// What a step that was not recorded is to the one who asked. Money leaves no player's wallet on a ladder.
fn refusal(refused: &StepError) -> Refusal {
    match refused {
        StepError::NotCovered { balance, amount, .. } => {
            Refusal::InsufficientFunds { balance: *balance, stake: *amount }
        }
        StepError::PairLimit(_) | StepError::Stale | StepError::Unavailable => Refusal::Unavailable,
    }
}
