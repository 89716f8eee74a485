//! Faults planted between the owners and their rows, each of which the auditor has to see. Knows no check.

use super::plant::Plant;
use competition::tournament::{Change, SuspendedBy, WithdrawnBy};
use competition::{MoneyLeg, MoneyMove, Order};
use ids::{GameId, TournamentId};
use rooms::{
    EndedGame, EventId, MatchStep, NewGame, NewNotice, StoredGame, StoredOrder, StoredTournament,
    TournamentStep,
};
use std::sync::{Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

#[derive(Default)]
struct Planted {
    done: bool,
    /// The tournament whose rows are read wrongly, and which therefore is fenced by nothing.
    unfenced: Option<TournamentId>,
    /// The game whose end is lost.
    lost: Option<GameId>,
    /// The last suspension that was ordered; whether it is carried out, and whether a crash came after that.
    suspension: Option<StoredOrder>,
    carried_out: bool,
    again: bool,
}

/// A fault, planted once.
pub(super) struct Fault {
    plant: Plant,
    planted: Mutex<Planted>,
}

/// What is to become of a step.
pub(super) struct Spoilt {
    pub(super) step: TournamentStep,
    /// Its version is made to fit, as if nothing fenced it.
    pub(super) unfenced: bool,
    /// It is answered with yes and not recorded.
    pub(super) swallowed: bool,
    /// It is recorded once more.
    pub(super) again: bool,
}

impl Fault {
    pub(super) fn new(plant: Plant) -> Self {
        Self { plant, planted: Mutex::default() }
    }

    fn planted(&self) -> MutexGuard<'_, Planted> {
        self.planted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it was planted.
    pub(super) fn is_done(&self) -> bool {
        self.planted().done
    }

    /// Spoils the first movement of these legs.
    fn spoil(&self, money: &mut Vec<MoneyMove>, legs: &[MoneyLeg], how: fn(&mut Vec<MoneyMove>, usize)) {
        let found = money.iter().position(|movement| legs.contains(&movement.leg));
        let mut planted = self.planted();
        if let (Some(at), false) = (found, planted.done) {
            how(money, at);
            planted.done = true;
        }
    }

    fn spoil_money(&self, money: &mut Vec<MoneyMove>) {
        let lose = |money: &mut Vec<MoneyMove>, at: usize| {
            money.remove(at);
        };
        let repeat = |money: &mut Vec<MoneyMove>, at: usize| money.insert(at, money[at]);
        match self.plant {
            Plant::SkippedRelease => {
                self.spoil(money, &[MoneyLeg::Release, MoneyLeg::RefundFirst], lose);
            }
            Plant::LostHold => self.spoil(money, &[MoneyLeg::Hold], lose),
            Plant::DoubleCapture => self.spoil(money, &[MoneyLeg::Capture], repeat),
            Plant::FeeTwice => self.spoil(money, &[MoneyLeg::Fee], repeat),
            Plant::StakeTwice => self.spoil(money, &[MoneyLeg::StakeWhite], repeat),
            Plant::LostPrizeUnit => {
                self.spoil(money, &[MoneyLeg::Prize], |money, at| money[at].amount.0 -= 1);
            }
            _ => {}
        }
    }

    fn spoil_notices(&self, notices: &mut Vec<NewNotice>) {
        let mut planted = self.planted();
        let (Some(last), false) = (notices.last().cloned(), planted.done) else { return };
        match self.plant {
            Plant::LostNotice => {
                notices.pop();
            }
            Plant::NoticeTwice => notices.push(last),
            _ => return,
        }
        planted.done = true;
    }

    /// A step that carries an order out a second time does not say so, and is fenced by no answer.
    fn spoil_order(&self, step: &mut TournamentStep) {
        let mut planted = self.planted();
        let ours = planted.suspension.as_ref().map(|order| order.id);
        if self.plant != Plant::OrderTwice || planted.done || step.order.is_none() || step.order != ours {
            return;
        }
        if planted.again {
            step.order = None;
            planted.done = true;
        }
        planted.carried_out = true;
    }

    /// What the director reads of the operator's orders.
    pub(super) fn orders(&self, waiting: &mut Vec<StoredOrder>) {
        let mut planted = self.planted();
        if self.plant != Plant::OrderTwice || planted.done {
            return;
        }
        if planted.again {
            waiting.extend(planted.suspension.clone());
        } else if let Some(order) = waiting.iter().find(|order| matches!(order.order, Order::Suspend(_))) {
            planted.suspension = Some(order.clone());
            planted.carried_out = false;
        }
    }

    /// What becomes of steps of matches.
    pub(super) fn matches(&self, steps: &[MatchStep]) -> Vec<MatchStep> {
        let mut steps = steps.to_vec();
        for step in &mut steps {
            self.spoil_money(&mut step.money);
            self.spoil_notices(&mut step.notices);
        }
        steps
    }

    /// What becomes of a step of a tournament.
    pub(super) fn tournament(&self, mut step: TournamentStep) -> Spoilt {
        self.spoil_money(&mut step.money);
        self.spoil_notices(&mut step.notices);
        self.spoil_order(&mut step);
        let unfenced = self.planted().unfenced == Some(step.of);
        let mut spoilt = Spoilt { step, unfenced, swallowed: false, again: false };
        if self.is_done() {
            return spoilt;
        }
        let has = |wanted: fn(&Change) -> bool| spoilt.step.events.iter().any(|event| wanted(&event.change));
        match self.plant {
            Plant::SwallowedStep => {
                spoilt.swallowed =
                    has(|change| matches!(change, Change::Withdrawn { why: WithdrawnBy::Asked, .. }));
            }
            Plant::PaidAgain => {
                spoilt.again =
                    has(|change| matches!(change, Change::Paid(_))) && !spoilt.step.money.is_empty();
            }
            Plant::GameTwice => {
                if let Some(twin) = spoilt.step.games.first().map(twin_of) {
                    spoilt.step.games.push(twin);
                    self.planted().done = true;
                }
            }
            _ => {}
        }
        self.planted().done |= spoilt.swallowed || spoilt.again;
        spoilt
    }

    /// What a new process reads of the tournaments that go on.
    pub(super) fn read(&self, stored: &mut [StoredTournament]) {
        {
            let mut planted = self.planted();
            planted.again |= planted.carried_out;
        }
        for stored in stored {
            let mut planted = self.planted();
            if planted.done {
                return;
            }
            let at = match self.plant {
                // the last events up to the pairing are not there
                Plant::PairedAgain => {
                    let paired = stored.events.last();
                    paired
                        .filter(|event| matches!(event.change, Change::RoundPaired(_)))
                        .map(|_| stored.events.len() - 1)
                }
                Plant::ClockRuns => {
                    let suspended = stored.events.last();
                    suspended
                        .filter(|event| matches!(event.change, Change::Suspended(SuspendedBy::Operator)))
                        .map(|_| stored.events.len() - 1)
                }
                Plant::StaleStandings => stored
                    .events
                    .iter()
                    .rposition(|event| matches!(event.change, Change::GameDecided { .. }))
                    .filter(|at| at + 1 == stored.events.len()),
                Plant::WithdrawnPaired => stored
                    .events
                    .iter()
                    .rposition(|event| {
                        matches!(event.change, Change::Withdrawn { why: WithdrawnBy::Asked, .. })
                    })
                    .filter(|at| at + 6 >= stored.events.len()),
                _ => None,
            };
            if let Some(at) = at {
                stored.events.remove(at);
                planted.unfenced = Some(stored.of);
                planted.done = true;
            }
        }
    }

    /// What the director hears of ended games.
    pub(super) fn ended(&self, ended: &mut Vec<EndedGame>) {
        if self.plant != Plant::LostEnd {
            return;
        }
        let mut planted = self.planted();
        if let (false, Some(game)) = (planted.done, ended.first()) {
            planted.lost = Some(game.game);
            planted.done = true;
        }
        ended.retain(|game| planted.lost != Some(game.game));
    }

    /// What a new process reads of the games that go on.
    pub(super) fn unfinished(&self, games: &mut [StoredGame]) {
        if self.plant != Plant::NoShowTimer {
            return;
        }
        for stored in games {
            let begun = stored.events.len() > 1;
            if let (Some(event), false) = (&mut stored.terms.event, begun)
                && matches!(event.event, EventId::Tournament(_))
            {
                event.absent_at = None;
                self.planted().done = true;
            }
        }
    }
}

/// The same game under another id.
fn twin_of(game: &NewGame) -> NewGame {
    let mut twin = game.clone();
    twin.game = GameId(Uuid::from_u128(!game.game.0.as_u128()));
    twin
}
