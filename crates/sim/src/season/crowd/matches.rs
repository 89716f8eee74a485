//! What people do about Rivals matches: challenges, answers, check-ins, breaks, rematches. Knows no board.

use super::{Crowd, Now, Task};
use competition::{CounterTerms, GameSlot, LevelRule, Match, MatchState, Seat, StakeMode, StartAt};
use draughts::{RuleSet, Variant};
use ids::{Amount, Millis, WallTime};
use rand::Rng as _;
use rooms::{GameClock as _, MatchAct, MatchChoice, Player};

/// What somebody has made up his mind about already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    state: MatchState,
    games: usize,
    next: Option<GameSlot>,
    offered_by: Option<Seat>,
    rematch_by: Option<Seat>,
    would_cancel: bool,
    would_stop: bool,
}

impl Crowd {
    /// Two people: one challenges the other.
    pub(super) fn challenge(&mut self, now: &Now<'_>) {
        let count = self.people.len();
        let (one, other) = (self.rng.random_range(0..count), self.rng.random_range(0..count));
        if one == other {
            return self.plan(now.clock.wall().plus(Millis(1_000)), Task::Challenge);
        }
        let wall = now.clock.wall();
        let choice = self.choice(now, wall);
        let Ok(terms) = now.house.catalogue().match_terms(&choice) else { return };
        let Some(tab) = &self.people[one].tab else {
            return self.plan(wall.plus(Millis(15_000)), Task::Challenge);
        };
        let sink = tab.sink.clone();
        let open_seat = self.rng.random_bool(0.1);
        let whom = &self.people[other];
        let challenged = (!open_seat).then(|| Player { account: whom.account, name: whom.name.clone() });
        let who = &self.people[one];
        let (account, name) = (who.account, who.name.clone());
        let id = self.numbers.command();
        self.asked.insert(id, super::Asked { what: Task::Challenge, tries: u8::MAX });
        now.house.challenge(account, name, sink, id, challenged, terms);
        if open_seat {
            // somebody looks at the seats that are open
            let sink = self.people[other].tab.as_ref().map(|tab| tab.sink.clone());
            if let Some(sink) = sink {
                let id = self.numbers.command();
                now.house.show_matches(self.people[other].account, sink, id);
            }
        }
    }

    fn choice(&mut self, now: &Now<'_>, wall: WallTime) -> MatchChoice {
        let offer = &now.house.catalogue().games[0];
        let (time_control, hash) = (offer.clocks[0], offer.hash.clone());
        let stake_mode = if self.rng.random_bool(0.5) { StakeMode::PerMatch } else { StakeMode::PerGame };
        let start = match self.rng.random_range(0..10) {
            0..6 => StartAt::Now,
            6..10 if !self.far => StartAt::At(self.within(wall, 16 * 60_000, 40 * 60_000)),
            6..8 => StartAt::At(self.within(wall, 16 * 60_000, 60 * 60_000)),
            _ => StartAt::At(self.within(wall, 7 * 3_600_000, 9 * 3_600_000)),
        };
        let mini = stake_mode == StakeMode::PerMatch && self.rng.random_bool(0.6);
        let games = [1, 1, 2, 2, 2, 2, 4, 4, 6, 8][self.rng.random_range(0..10)];
        MatchChoice {
            variant: Variant::Brazilian,
            rule_set: RuleSet::Dream,
            time_control,
            games,
            stake_mode,
            stake: Amount(self.rng.random_range(100..3_000)),
            start,
            level: if mini { LevelRule::MiniMatch } else { LevelRule::Drawn },
            watchable: self.rng.random_bool(0.7),
            hash,
        }
    }

    /// Somebody is told how a match stands.
    pub(super) fn on_match(&mut self, now: &Now<'_>, person: usize, told: &Match) {
        let account = self.people[person].account;
        let wall = now.clock.wall();
        let Some(seat) = told.seat_of(account) else {
            let open = told.player(Seat::Second).is_none() && told.state() == MatchState::Proposed;
            if open && self.chance(0.5) {
                let when = self.within(wall, 500, 60_000);
                self.plan(when, Task::Match(person, told.id(), MatchAct::Accept(told.terms().hash())));
            }
            return;
        };
        let seen = Seen {
            state: told.state(),
            games: told.games().len(),
            next: told.next_game().map(|(slot, _)| slot),
            offered_by: told.offered_by(),
            rematch_by: told.rematch_offered_by(),
            would_cancel: told.would_cancel(seat.other()),
            would_stop: told.would_stop(seat.other()),
        };
        if told.state().is_terminal() {
            self.seen.remove(&(told.id(), person));
            return;
        }
        if self.seen.insert((told.id(), person), seen) == Some(seen) {
            return;
        }
        if seat == Seat::First {
            self.operator_on_match(now, told);
        }
        let own_stakes = told.terms().stake_mode == StakeMode::PerGame;
        if told.state() == MatchState::Break && own_stakes && self.chance(0.02) {
            // he has had enough, and excludes himself for a while
            self.plan(wall.plus(Millis(2_000)), Task::Exclude(person, true));
            self.plan(wall.plus(Millis(1_800_000)), Task::Exclude(person, false));
        }
        if let Some((act, from, to)) = self.makes_up_his_mind(person, seat, told, wall) {
            let when = self.within(wall, from, to);
            self.plan(when, Task::Match(person, told.id(), act));
        }
    }

    /// What he will do, and between when and when, in milliseconds.
    fn makes_up_his_mind(
        &mut self,
        person: usize,
        seat: Seat,
        told: &Match,
        wall: WallTime,
    ) -> Option<(MatchAct, u64, u64)> {
        let habits = self.people[person].habits;
        let dice: f64 = self.rng.random();
        let other = seat.other();
        Some(match told.state() {
            MatchState::Proposed | MatchState::Countered if told.offered_by() == Some(seat) => {
                if dice > if told.state() == MatchState::Countered { 0.15 } else { 0.05 } {
                    return None;
                }
                (MatchAct::Withdraw, 500, 60_000)
            }
            MatchState::Proposed | MatchState::Countered => match dice {
                // a counter-offer is answered with less patience
                ..0.3 if told.state() == MatchState::Countered => match dice {
                    ..0.12 if told.counters_left(seat) > 0 => (self.counter(told), 500, 60_000),
                    ..0.22 => (MatchAct::Decline, 500, 90_000),
                    _ => return None,
                },
                ..0.74 => (MatchAct::Accept(told.terms().hash()), 500, 90_000),
                ..0.86 if told.counters_left(seat) > 0 => (self.counter(told), 500, 60_000),
                ..0.93 => (MatchAct::Decline, 500, 90_000),
                _ => return None,
            },
            MatchState::Scheduled => match dice {
                _ if told.would_cancel(other) && dice < 0.6 => (MatchAct::OfferCancel, 500, 60_000),
                ..0.06 => (MatchAct::CancelAlone, 500, 60_000),
                ..0.12 => {
                    let lead = told.starts_at().map_or(0, |start| start.since(wall).0);
                    (MatchAct::CancelAlone, lead / 2, lead)
                }
                ..0.24 => (MatchAct::OfferCancel, 500, 300_000),
                ..0.5 => (MatchAct::Reconfirm, 500, 300_000),
                _ => return None,
            },
            MatchState::CheckIn => match dice {
                ..0.02 => (MatchAct::CancelAlone, 500, 100_000),
                _ if told.has_checked_in(seat) || self.chance(habits.misses) => return None,
                _ => (MatchAct::CheckIn, 500, 120_000),
            },
            MatchState::Playing if told.terms().stake_mode == StakeMode::PerGame && dice < 0.15 => {
                (MatchAct::PlayOn, 500, 30_000)
            }
            MatchState::Break => match dice {
                _ if told.would_stop(other) && dice < 0.7 => (MatchAct::AgreeToStop, 300, 20_000),
                ..0.5 => (MatchAct::Ready, 300, 50_000),
                ..0.55 => (MatchAct::ExtendBreak, 300, 50_000),
                ..0.62 => (MatchAct::AgreeToStop, 300, 20_000),
                _ => return None,
            },
            MatchState::Decided if dice < 0.06 => (MatchAct::Dispute, 300, 50_000),
            MatchState::Settled if told.rematch_offered_by() == Some(other) && dice < 0.7 => {
                (MatchAct::AcceptRematch, 500, 60_000)
            }
            MatchState::Settled if told.rematch_offered_by().is_none() && dice < 0.15 => {
                (MatchAct::OfferRematch, 500, 60_000)
            }
            _ => return None,
        })
    }

    fn counter(&mut self, told: &Match) -> MatchAct {
        let terms = told.terms();
        MatchAct::Counter(CounterTerms {
            clock: terms.clock,
            games: terms.games,
            stake: Amount((terms.stake.0 / 2).max(100) + self.rng.random_range(1..50)),
            start: terms.start,
        })
    }
}
