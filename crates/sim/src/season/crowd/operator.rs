//! What the operator orders: suspensions and what follows them, cancellations, aborts, and mistakes. Knows no owner.

use super::{Crowd, Now, Task};
use competition::tournament::{Format, Phase};
use competition::{Match, MatchState, Order, Tournament};
use ids::{MatchId, Millis, OrderId, TournamentId, WallTime};
use rand::Rng as _;
use rooms::{GameClock as _, StoredOrder};
use uuid::Uuid;

/// For how long a command waits for its answer; then it takes its order back.
const WAITS: Millis = Millis(20_000);
/// The longest suspension, in milliseconds.
const SUSPENSION: u64 = 30 * 60_000;
/// How often an announcement that was ordered is looked for.
const LOOKS: u8 = 20;

impl Crowd {
    /// An order is given, by a command that may be killed while it waits.
    pub(super) async fn give(&mut self, now: &Now<'_>, order: Order, at: WallTime) -> OrderId {
        let id = self.numbers.order();
        now.auditor.given(id, &order, at);
        if let Err(failed) = now.desk.give(&StoredOrder { id, order }, at).await {
            now.auditor.judge(Err(format!("order {id} was not given: {failed}")), now.clock.wall());
        }
        if self.chance(0.7) {
            self.plan(at.plus(WAITS), Task::TakeBack(id));
        }
        id
    }

    pub(super) async fn take_back(&self, now: &Now<'_>, id: OrderId) {
        let _turn = now.auditor.turn().await;
        if let Err(failed) = now.desk.take_back(id).await {
            now.auditor.judge(Err(format!("order {id} was not taken back: {failed}")), now.clock.wall());
        }
    }

    /// What was announced by an order is followed once it is there.
    pub(super) fn follow_announced(&mut self, now: &Now<'_>, of: TournamentId, tries: u8) {
        if now.auditor.knows(of) {
            let id = self.numbers.command();
            self.following.push(now.house.follow_tournament(of, self.hall.sink.clone(), id));
        } else if tries < LOOKS {
            self.plan_again(now.clock.wall().plus(Millis(4_000)), Task::Follow(of), tries + 1);
        } else {
            self.fields.remove(&of);
        }
    }

    fn order(&mut self, at: WallTime, order: Order) {
        self.plan(at, Task::Order(Box::new(order), at));
    }

    /// A tournament has come to another phase, or round.
    pub(super) fn operator_on(&mut self, now: &Now<'_>, told: &Tournament) {
        let (of, wall) = (told.id(), now.clock.wall());
        // an arena has a round every few seconds
        let often = if matches!(told.terms().format, Format::Arena { .. }) { 0.07 } else { 1.0 };
        match told.phase() {
            Phase::Announced if self.chance(0.05) => {
                let at = self.within(wall, 500, 30_000);
                self.order(at, Order::CancelTournament(of));
            }
            Phase::RegOpen | Phase::CheckIn { .. } if self.chance(0.03) => {
                let at = self.within(wall, 500, 120_000);
                self.order(at, Order::CancelTournament(of));
            }
            Phase::Playing { .. } if self.chance(0.05 * often) => self.suspension(of, wall),
            Phase::RoundDone { .. } if self.chance(0.12) => self.suspension(of, wall),
            Phase::Playing { .. } | Phase::RoundDone { .. } if self.chance(0.02 * often) => {
                let at = self.within(wall, 500, 40_000);
                self.order(at, Order::Abort(of));
            }
            _ => {}
        }
    }

    /// A suspension, maybe ordered twice at once, and what follows it.
    fn suspension(&mut self, of: TournamentId, wall: WallTime) {
        let at = self.within(wall, 500, 50_000);
        self.order(at, Order::Suspend(of));
        if self.chance(0.1) {
            self.order(at, Order::Suspend(of));
        }
        let over = self.within(at, 5_000, 12 * 60_000);
        match self.rng.random_range(0..100) {
            0..70 => self.order(over, Order::Resume(of)),
            70..78 => {
                self.order(over, Order::Resume(of));
                self.order(over, Order::Abort(of));
            }
            78..88 => self.order(over, Order::Abort(of)),
            // at the last second, or after it
            88..93 => {
                let late = self.within(at, SUSPENSION - 3_000, SUSPENSION + 3_000);
                self.order(late, Order::Resume(of));
            }
            _ => {}
        }
        if self.chance(0.2) {
            let again = self.within(over, 1_000, 30_000);
            self.order(again, Order::Suspend(of));
            let over = self.within(again, 5_000, 5 * 60_000);
            self.order(over, Order::Resume(of));
        }
    }

    /// Somebody has made up his mind about a match; so may the operator.
    pub(super) fn operator_on_match(&mut self, now: &Now<'_>, told: &Match) {
        let likely = match told.state() {
            MatchState::Scheduled | MatchState::Break => 0.02,
            MatchState::CheckIn | MatchState::Playing => 0.01,
            _ => 0.002,
        };
        if self.chance(likely) {
            let at = self.within(now.clock.wall(), 500, 40_000);
            self.order(at, Order::CancelMatch(told.id()));
            if self.chance(0.1) {
                self.order(at, Order::CancelMatch(told.id()));
            }
        }
    }

    /// An order about what is over, or never was.
    pub(super) fn mistake(&mut self, now: &Now<'_>) {
        let (tournaments, matches) = now.auditor.over();
        let nobody = Uuid::from_u128(u128::from(self.rng.random::<u64>()));
        let of = |all: Vec<TournamentId>, at: usize| {
            all.get(at % all.len().max(1)).copied().unwrap_or(TournamentId(nobody))
        };
        let at = self.rng.random_range(0..1_000);
        let order = match self.rng.random_range(0..6) {
            0 => Order::Abort(TournamentId(nobody)),
            1 => Order::CancelMatch(MatchId(nobody)),
            2 => Order::Suspend(of(tournaments, at)),
            3 => Order::Abort(of(tournaments, at)),
            4 => Order::CancelTournament(of(tournaments, at)),
            _ => {
                Order::CancelMatch(matches.get(at % matches.len().max(1)).copied().unwrap_or(MatchId(nobody)))
            }
        };
        self.order(now.clock.wall(), order);
    }

    /// While nobody owned the events the operator has ordered something: it is carried out, or too old by now.
    pub(super) fn ordered_meanwhile(&mut self, now: &Now<'_>, open: &[TournamentId]) {
        if open.is_empty() || !self.chance(0.15) {
            return;
        }
        let of = open[self.rng.random_range(0..open.len())];
        let wall = now.clock.wall();
        let at = wall.minus(Millis(self.rng.random_range(0..100_000)));
        let order = if self.chance(0.1) { Order::Abort(of) } else { Order::Suspend(of) };
        self.order(at, order);
        let over = self.within(wall, 60_000, 5 * 60_000);
        self.order(over, Order::Resume(of));
    }
}
