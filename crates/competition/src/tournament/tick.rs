//! What time brings: when a tick is next worth asking, and the one step that it takes. Pure.

use super::command::{CaseId, Facts, Looked, ReviewOutcome};
use super::decide::Decision;
use super::event::{Change, WithdrawnBy};
use super::phase::Phase;
use super::state::Tournament;
use super::swiss::SwissEngine;
use super::table::{LiveGame, Table};
use super::terms::Format;
use crate::{Finish, GameOver, GameResult, PerColour, Seat};
use ids::{Millis, WallTime};

impl Tournament {
    /// When a [`Tick`](super::TournamentCommand::Tick) is next worth asking; `None` where nothing will ever come by
    /// itself. A tick takes one step: whoever asks goes on until it takes none.
    #[must_use]
    pub fn due(&self) -> Option<WallTime> {
        let limits = &self.terms.limits;
        let due = match self.phase {
            Phase::Draft | Phase::Archived | Phase::Cancelled | Phase::Aborted => None,
            Phase::Announced => Some(self.terms.registration_at),
            Phase::RegOpen => Some(self.terms.check_in_at),
            Phase::CheckIn { start, .. } => Some(start),
            Phase::Pairing { .. } | Phase::Finished => Some(self.since),
            Phase::Playing { .. } => self.playing_due(),
            Phase::RoundDone { round } if self.goes_on_after(round) => {
                Some(if self.too_often_away().next().is_some() {
                    self.since
                } else {
                    self.since.plus(limits.round_break)
                })
            }
            Phase::RoundDone { .. } => Some(self.since),
            Phase::Suspended { .. } => Some(self.since.plus(limits.suspension)),
            Phase::Review { until } => Some(self.next_case().map_or(until, |(_, until)| until)),
            Phase::Paid => Some(self.since.plus(limits.archive)),
        };
        // nothing is due before what happened last: a clock that stepped back fires nothing again
        due.map(|due| due.max(self.last_at))
    }

    /// Whether a tick at `at` asks who of the entries is kept out.
    #[must_use]
    pub fn asks_gates(&self, at: WallTime) -> bool {
        matches!(self.phase, Phase::CheckIn { start, .. } if at >= start)
    }

    /// Whether a tick asks what its players have in common: they played for money, and it has finished.
    #[must_use]
    pub fn asks_what_players_share(&self) -> bool {
        self.phase == Phase::Finished && self.terms.buy_in().0 > 0
    }

    /// The open case whose deadline comes first.
    fn next_case(&self) -> Option<(CaseId, WallTime)> {
        self.open_cases().min_by_key(|(case, until)| (*until, *case))
    }

    fn playing_due(&self) -> Option<WallTime> {
        if self.too_often_away().next().is_some() {
            return Some(self.last_at);
        }
        let open = self.tables().filter(|table| table.outcome.is_none());
        let tables = open.filter_map(|table| self.table_due(table)).min();
        [tables, self.next_wave(), self.round_done_due()].into_iter().flatten().min()
    }

    /// When the round is done, as far as is known now.
    fn round_done_due(&self) -> Option<WallTime> {
        if self.tables().any(|table| table.outcome.is_none()) || self.next_wave().is_some() {
            return None;
        }
        // an arena waits for late entries until no wave can follow
        Some(if self.arena_is_closing() { self.last_at } else { self.arena_ends.unwrap_or(self.last_at) })
    }

    fn table_due(&self, table: &Table) -> Option<WallTime> {
        match &table.live {
            Some(live) => {
                let grace = live.game.grace_until.filter(|_| live.grace);
                let overdue = self.overdue_at(live);
                Some(grace.map_or(overdue, |grace| grace.min(overdue)))
            }
            None if self.is_left(table) => Some(self.last_at),
            None => table.next_at,
        }
    }

    /// Whether somebody who sits at it has gone.
    fn is_left(&self, table: &Table) -> bool {
        Seat::BOTH
            .into_iter()
            .any(|seat| table.seats[seat].is_none_or(|player| self.players[player].gone.is_some()))
    }

    /// Who forfeited so often that he is withdrawn. F8.
    fn too_often_away(&self) -> impl Iterator<Item = ids::EntryId> {
        let most = self.terms.limits.forfeits_withdraw;
        let away = self.players.iter().filter(move |player| player.is_active() && player.forfeits >= most);
        away.map(|player| player.entry)
    }

    /// Whether another round may follow, if it can be paired.
    pub(super) fn goes_on_after(&self, round: u16) -> bool {
        self.rounds_planned().is_some_and(|planned| round < planned) && self.active() >= 2
    }

    pub(super) fn decide_tick(&self, facts: &Facts, at: WallTime, engine: SwissEngine) -> Decision {
        if self.due().is_none_or(|due| at < due) {
            return Ok(Vec::new());
        }
        Ok(match self.phase {
            Phase::Draft | Phase::Archived | Phase::Cancelled | Phase::Aborted => Vec::new(),
            Phase::Announced => vec![Change::RegistrationOpened],
            Phase::RegOpen => vec![Change::CheckInOpened],
            Phase::CheckIn { .. } => self.decide_start(facts),
            Phase::Pairing { round } => match self.pair(round, at, facts, engine)? {
                Some(paired) => vec![Change::RoundPaired(paired)],
                // not even one round: everything goes back
                None if self.complete == 0 => vec![Change::Aborted(self.abort_settlement())],
                None => vec![Change::Finished { early: true }],
            },
            Phase::Playing { round } => self.tick_playing(round, at, facts, engine)?,
            Phase::RoundDone { round } => self.tick_round_done(round, at, facts, engine)?,
            Phase::Suspended { .. } => vec![Change::Aborted(self.abort_settlement())],
            Phase::Finished => self.tick_finished(facts.looked, at),
            Phase::Review { .. } => match self.next_case() {
                Some((case, _)) => vec![Change::CaseClosed { case, outcome: ReviewOutcome::Stands }],
                None => vec![Change::Paid(self.paid_settlement())],
            },
            Phase::Paid => vec![Change::Archived],
        })
    }

    /// The protest window opens, and with it the case of what was found. Until it is known whether there is one nothing opens.
    fn tick_finished(&self, looked: Looked, at: WallTime) -> Vec<Change> {
        let review = Change::ReviewOpened { until: at.plus(self.terms.protest) };
        match looked {
            Looked::Clean => vec![review],
            Looked::Unknown => Vec::new(),
            Looked::Suspicious(case) if self.cases.contains_key(&case) => vec![review],
            Looked::Suspicious(case) => {
                vec![review, Change::CaseOpened { case, until: at.plus(self.terms.limits.review) }]
            }
        }
    }

    fn tick_round_done(&self, round: u16, at: WallTime, facts: &Facts, engine: SwissEngine) -> Decision {
        let away = self.withdrawals();
        if !away.is_empty() {
            return Ok(away);
        }
        let next = if self.goes_on_after(round) { self.pair(round + 1, at, facts, engine)? } else { None };
        Ok(match next {
            Some(paired) => vec![Change::PairingBegan { round: round + 1 }, Change::RoundPaired(paired)],
            None => vec![Change::Finished { early: self.rounds_planned().is_some_and(|all| round < all) }],
        })
    }

    fn withdrawals(&self) -> Vec<Change> {
        let why = WithdrawnBy::Forfeits;
        self.too_often_away().map(|entry| Change::Withdrawn { entry, why }).collect()
    }

    /// The first of the steps that play may need: a withdrawal, a faulty game, the end of a grace, the next game of a
    /// table, an arena's wave, the end of the round.
    fn tick_playing(&self, round: u16, at: WallTime, facts: &Facts, engine: SwissEngine) -> Decision {
        let steps: [&dyn Fn() -> Vec<Change>; 4] =
            [&|| self.withdrawals(), &|| self.overdue(at), &|| self.graces(at, facts), &|| {
                self.next_games(at)
            }];
        if let Some(changes) = steps.iter().map(|step| step()).find(|changes| !changes.is_empty()) {
            return Ok(changes);
        }
        if self.next_wave().is_some_and(|wave| at >= wave) {
            return Ok(vec![match self.pair(round + 1, at, facts, engine)? {
                Some(paired) => Change::RoundPaired(paired),
                None => Change::WaveSkipped,
            }]);
        }
        let done = self.round_done_due().is_some_and(|due| at >= due);
        Ok(if done { vec![Change::RoundDone { round }] } else { Vec::new() })
    }

    fn live(&self) -> impl Iterator<Item = &LiveGame> {
        self.tables().filter_map(|table| table.live.as_ref())
    }

    fn overdue(&self, at: WallTime) -> Vec<Change> {
        let overdue = self.live().filter(|live| at >= self.overdue_at(live));
        let void = GameOver {
            result: GameResult::Void,
            finish: Finish::Played,
            plies: 0,
            thinking: PerColour::default(),
            left: PerColour::default(),
            at,
        };
        overdue.map(|live| Change::GameDecided { game: live.game.id, over: void }).collect()
    }

    /// The presence of both is judged together at the end of the grace.
    fn graces(&self, at: WallTime, facts: &Facts) -> Vec<Change> {
        let over = |live: &&LiveGame| live.grace && live.game.grace_until.is_some_and(|grace| at >= grace);
        let mut changes = Vec::new();
        let mut begun = Vec::new();
        for live in self.live().filter(over) {
            let game = live.game.id;
            let there = facts.waiting.get(&game).copied().unwrap_or(PerColour { white: true, black: true });
            let result = match (there.white, there.black) {
                (true, true) => {
                    begun.push(game);
                    continue;
                }
                (true, false) => GameResult::White,
                (false, true) => GameResult::Black,
                (false, false) => GameResult::Neither,
            };
            let over = GameOver {
                result,
                finish: Finish::Forfeit,
                plies: 0,
                thinking: PerColour { white: Millis::ZERO, black: Millis::ZERO },
                left: live.game.clocks,
                at,
            };
            changes.push(Change::GameDecided { game, over });
        }
        if !begun.is_empty() {
            changes.push(Change::GraceOver { games: begun });
        }
        changes
    }

    fn next_games(&self, at: WallTime) -> Vec<Change> {
        let mut changes = Vec::new();
        for round in self.open_rounds() {
            let idle = round.tables.iter().filter(|table| table.outcome.is_none() && table.live.is_none());
            for table in idle {
                if self.is_left(table) {
                    changes.push(Change::WalkedOver { round: round.number, table: table.number });
                } else if table.next_at.is_some_and(|next| at >= next) {
                    changes.extend(self.next_game(round.number, table, at).map(Change::GameMade));
                }
            }
        }
        changes
    }

    /// When an arena is paired next, while its time is not over and two are free.
    fn next_wave(&self) -> Option<WallTime> {
        let Format::Arena { wave, .. } = self.terms.format else { return None };
        let next = self.wave_at.plus(wave);
        let ends = self.arena_ends?;
        (next < ends && self.free_in_arena().nth(1).is_some()).then_some(next)
    }
}
