//! What people do about tournaments: they enter, regret it, check in, come late, leave. Knows no board.

use super::{Crowd, Now, Task};
use competition::tournament::{CancellationRule, EntryStatus, Format, Phase};
use competition::{
    Clock, Order, PrizePlan, TermsHash, TieBreak, TieBreakEdition, Tournament, TournamentLimits,
    TournamentTerms,
};
use ids::{Amount, Millis, TournamentId, WallTime};
use rand::Rng as _;
use rand::seq::index::sample;
use rooms::{GameClock as _, TournamentAct};

/// What the crowd has made up its mind about.
pub(super) struct Field {
    /// Who will come.
    people: Vec<usize>,
    /// The terms that they see.
    pub(super) terms: TermsHash,
    phase: &'static str,
    round: usize,
}

impl Crowd {
    /// The operator announces one.
    pub(super) async fn announce(&mut self, now: &Now<'_>) {
        let wall = now.clock.wall();
        let (terms, entrants) = self.terms(now, wall);
        if self.chance(0.3) {
            let (hash, order) = (terms.hash(), Order::AnnounceTournament(Box::new(terms)));
            let of = TournamentId(self.give(now, order, wall).await.0);
            self.take_field(of, hash, entrants);
            return self.plan(wall.plus(Millis(2_000)), Task::Follow(of));
        }
        let hash = terms.hash();
        let of = match now.house.announce(terms).await {
            Ok(of) => of,
            Err(refused) => {
                now.auditor.refused(&format!("announcement: {refused}"));
                if refused == rooms::Refusal::Unavailable {
                    self.plan(wall.plus(Millis(10_000)), Task::Announce);
                }
                return;
            }
        };
        self.take_field(of, hash, entrants);
        let id = self.numbers.command();
        self.following.push(now.house.follow_tournament(of, self.hall.sink.clone(), id));
    }

    fn take_field(&mut self, of: TournamentId, terms: TermsHash, entrants: usize) {
        let people = sample(&mut self.rng, self.people.len(), entrants.min(self.people.len())).into_vec();
        self.fields.insert(of, Field { people, terms, phase: "", round: 0 });
    }

    /// Terms, and how many want to enter.
    fn terms(&mut self, now: &Now<'_>, wall: WallTime) -> (TournamentTerms, usize) {
        let kind = self.rng.random_range(0..4);
        let rng = &mut self.rng;
        let entrants: u32 = match kind {
            2 => rng.random_range(3..=10),
            _ if self.large && rng.random_bool(0.35) => rng.random_range(100..=120),
            3 => rng.random_range(4..=20),
            _ => rng.random_range(4..=24),
        };
        let least = if kind == 2 { 3 } else { 4 };
        let min_players = if rng.random_bool(0.08) { entrants } else { least };
        let max_players = if kind == 2 { 16 } else { entrants.max(min_players) + 2 };
        let format = match kind {
            0 => Format::Knockout { third_place: min_players >= 4 && rng.random_bool(0.5) },
            1 => Format::Swiss { rounds: u16::try_from((min_players - 1).min(7)).unwrap_or(3) },
            2 => Format::RoundRobin { double: rng.random_bool(0.3) },
            _ => Format::Arena { length: Millis(rng.random_range(8..16) * 60_000), wave: Millis(20_000) },
        };
        let money = kind != 3 && rng.random_bool(0.9);
        let contribution = if money { rng.random_range(1..2_000) } else { 0 };
        let mut weights: Vec<u32> = (0..rng.random_range(1..9)).map(|_| rng.random_range(1..100)).collect();
        weights.sort_unstable_by(|one, other| other.cmp(one));
        let guarantee = if money && rng.random_bool(0.4) {
            rng.random_range(0..=2 * contribution * i64::from(min_players))
        } else {
            0
        };
        let registration_at = wall.plus(Millis(rng.random_range(0..120_000)));
        let check_in_at = registration_at.plus(Millis(rng.random_range(300_000..1_200_000)));
        let starts_at = check_in_at.plus(Millis(rng.random_range(120_000..600_000)));
        let prizes = if money { PrizePlan::new(weights).unwrap_or_default() } else { PrizePlan::default() };
        let offer = &now.house.catalogue().games[0];
        let clock = offer.clocks[0];
        let terms = TournamentTerms {
            name: "Copa".to_owned(),
            format,
            clock: Clock { initial: clock.initial, increment: clock.increment },
            profile: "brazilian dream".to_owned(),
            contribution: Amount(contribution),
            fee: Amount(if money { rng.random_range(0..100) } else { 0 }),
            guarantee: Amount(guarantee),
            prizes,
            min_players,
            max_players,
            registration_at,
            check_in_at,
            starts_at,
            late_entry: matches!(kind, 1 | 3) && rng.random_bool(0.6),
            tie_breaks: match kind {
                1 => TieBreak::SWISS.to_vec(),
                2 => TieBreak::ROUND_ROBIN.to_vec(),
                _ => Vec::new(),
            },
            edition: TieBreakEdition::default(),
            grace: Millis(rng.random_range(2..4) * 60_000),
            cancellation: if rng.random_bool(0.3) {
                CancellationRule::RollBack
            } else {
                CancellationRule::RollForward
            },
            rating: Default::default(),
            countries: Vec::new(),
            protest: Millis(rng.random_range(0..20) * 60_000),
            spectators_delay: Millis::ZERO,
            config_hash: now.house.catalogue().hash().to_owned(),
            limits: TournamentLimits::default(),
        };
        (terms, entrants as usize + 2)
    }

    /// The hall's screen shows how a tournament stands.
    pub(super) fn on_tournament(&mut self, now: &Now<'_>, told: &Tournament) {
        let of = told.id();
        let (phase, round) = (told.phase(), told.rounds().len());
        if phase.is_over() {
            self.fields.remove(&of);
            return;
        }
        let Some(field) = self.fields.get_mut(&of) else { return };
        if (field.phase, field.round) == (phase.name(), round) {
            return;
        }
        (field.phase, field.round) = (phase.name(), round);
        let people = field.people.clone();
        self.operator_on(now, told);
        match phase {
            Phase::RegOpen => self.enter_all(now.clock.wall(), told, &people),
            Phase::CheckIn { start, .. } => self.check_in_all(now.clock.wall(), told, start),
            Phase::Playing { .. } | Phase::RoundDone { .. } => self.leave_or_come_late(now, told, &people),
            _ => {}
        }
    }

    fn enter_all(&mut self, wall: WallTime, told: &Tournament, people: &[usize]) {
        let (of, closes) = (told.id(), told.terms().check_in_at);
        let span = closes.since(wall).0.max(2_000);
        for person in people {
            // most in time, some at the last second, or after it
            let when = if self.chance(0.1) {
                self.within(closes.minus(Millis(1_000)), 0, 1_500)
            } else {
                self.within(wall, 200, span)
            };
            self.plan(when, Task::Enter(*person, of, false));
            if self.chance(0.05) {
                self.plan(when.plus(Millis(400)), Task::Enter(*person, of, false));
            }
            let habits = self.people[*person].habits;
            if self.chance(habits.regrets) {
                let regret = self.within(when, 1_000, span);
                self.plan(regret, Task::Tournament(*person, of, TournamentAct::Unregister));
            }
        }
    }

    fn check_in_all(&mut self, wall: WallTime, told: &Tournament, start: WallTime) {
        let of = told.id();
        let entered: Vec<ids::AccountId> = told
            .entries()
            .values()
            .filter(|entry| matches!(entry.status, EntryStatus::Registered))
            .map(|entry| entry.account)
            .collect();
        let span = start.since(wall).0.max(2_000);
        for account in entered {
            let Some(person) = self.of_account.get(&account).copied() else { continue };
            let habits = self.people[person].habits;
            if !self.chance(habits.misses) {
                let when = self.within(wall, 200, span - 1_000);
                self.plan(when, Task::Tournament(person, of, TournamentAct::CheckIn));
                if self.chance(habits.regrets / 2.0) {
                    self.plan(
                        when.plus(Millis(3_000)),
                        Task::Tournament(person, of, TournamentAct::UndoCheckIn),
                    );
                }
            }
            if self.chance(habits.regrets / 2.0) {
                // at the last second
                let when = self.within(start.minus(Millis(900)), 0, 1_200);
                self.plan(when, Task::Tournament(person, of, TournamentAct::Unregister));
            }
        }
    }

    fn leave_or_come_late(&mut self, now: &Now<'_>, told: &Tournament, people: &[usize]) {
        let (of, wall): (TournamentId, _) = (told.id(), now.clock.wall());
        let active: Vec<ids::AccountId> =
            told.players().iter().filter(|player| player.is_active()).map(|player| player.account).collect();
        let arena = matches!(told.terms().format, Format::Arena { .. });
        for account in &active {
            let Some(person) = self.of_account.get(account).copied() else { continue };
            let habits = self.people[person].habits;
            let often = if arena { 0.1 } else { 1.0 };
            if self.chance(habits.withdraws * often) {
                let when = self.within(wall, 500, 60_000);
                self.plan(when, Task::Tournament(person, of, TournamentAct::Withdraw));
            }
        }
        if told.terms().late_entry && told.rounds().len() <= 3 {
            for person in people {
                if told.entry_of(self.people[*person].account).is_none() && self.chance(0.3) {
                    let when = self.within(wall, 500, 40_000);
                    self.plan(when, Task::Enter(*person, of, true));
                }
            }
        }
    }
}
