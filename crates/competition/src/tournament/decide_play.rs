//! What a command leads to once play has begun. Pure.

use super::command::{CaseId, NewEntry, ReviewOutcome, SuspendedBy, TournamentError};
use super::decide::Decision;
use super::entrant::{EntryStatus, Gone};
use super::event::{Change, WithdrawnBy};
use super::phase::Phase;
use super::state::Tournament;
use super::terms::Format;
use crate::{GameOver, GameResult};
use ids::{EntryId, GameId, WallTime};

impl Tournament {
    pub(super) fn decide_late_entry(&self, new: &NewEntry) -> Decision {
        let round = match self.phase {
            Phase::Playing { round } | Phase::RoundDone { round } => round,
            _ => return self.not_now(),
        };
        let until = self.terms.late_entry_until();
        if self.entries.contains_key(&new.entry) {
            // the same entry again, or a used one
            return self.admit(new).map(|_| Vec::new());
        }
        if round > until || self.arena_is_closing() {
            return Err(TournamentError::TooLateToEnter { until, round });
        }
        Ok(if self.admit(new)? { vec![Change::LateEntered(*new)] } else { Vec::new() })
    }

    /// An arena takes nobody in whom its last wave could not pair.
    pub(super) fn arena_is_closing(&self) -> bool {
        let Format::Arena { wave, .. } = self.terms.format else { return false };
        self.arena_ends.is_some_and(|ends| self.wave_at.plus(wave) >= ends)
    }

    fn player(&self, entry: EntryId) -> Result<usize, TournamentError> {
        self.number_of(entry).ok_or(TournamentError::NoSuchEntry { entry })
    }

    pub(super) fn decide_withdraw(&self, entry: EntryId) -> Decision {
        if matches!(self.entries.get(&entry).map(|entry| entry.status), Some(EntryStatus::Released)) {
            return Ok(Vec::new());
        }
        if !self.phase.is_running() {
            return self.not_now();
        }
        let player = &self.players[self.player(entry)?];
        Ok(if player.is_active() {
            vec![Change::Withdrawn { entry, why: WithdrawnBy::Asked }]
        } else {
            Vec::new()
        })
    }

    pub(super) fn decide_game_over(&self, game: GameId, over: &GameOver) -> Decision {
        let Some((round, table)) = self.games.get(&game) else {
            return Err(TournamentError::NoSuchGame { game });
        };
        let table = self.round(*round).and_then(|round| round.table(*table));
        let live = table.and_then(|table| table.live.as_ref()).is_some_and(|live| live.game.id == game);
        Ok(if live { vec![Change::GameDecided { game, over: *over }] } else { Vec::new() })
    }

    pub(super) fn decide_suspend(&self, by: SuspendedBy) -> Decision {
        match self.phase {
            // what the operator suspends does not go on by itself when the outage is over
            Phase::Suspended { .. } if self.suspended_by < Some(by) => Ok(vec![Change::Suspended(by)]),
            Phase::Suspended { .. } => Ok(Vec::new()),
            Phase::Playing { .. } | Phase::RoundDone { .. } => Ok(vec![Change::Suspended(by)]),
            _ => self.not_now(),
        }
    }

    pub(super) fn decide_resume(&self, at: WallTime) -> Decision {
        match self.phase {
            Phase::Suspended { .. } => {
                let until = self.since.plus(self.terms.limits.suspension);
                if at >= until {
                    return Err(TournamentError::SuspendedTooLong { until });
                }
                Ok(vec![Change::Resumed])
            }
            Phase::Playing { .. } | Phase::RoundDone { .. } => Ok(Vec::new()),
            _ => self.not_now(),
        }
    }

    pub(super) fn decide_abort(&self) -> Decision {
        if self.phase == Phase::Aborted {
            return Ok(Vec::new());
        }
        if !self.phase.is_running() {
            return self.not_now();
        }
        Ok(vec![Change::Aborted(self.abort_settlement())])
    }

    const fn takes_cases(&self) -> bool {
        self.phase.is_running() || matches!(self.phase, Phase::Finished | Phase::Review { .. })
    }

    pub(super) fn decide_open_case(&self, case: CaseId, at: WallTime) -> Decision {
        if !self.takes_cases() {
            return self.not_now();
        }
        if self.cases.contains_key(&case) {
            return Ok(Vec::new());
        }
        let cases = u32::try_from(self.cases.len()).unwrap_or(u32::MAX);
        if cases >= self.terms.limits.cases {
            return Err(TournamentError::TooManyCases { cases });
        }
        Ok(vec![Change::CaseOpened { case, until: at.plus(self.terms.limits.review) }])
    }

    pub(super) fn decide_review(&self, case: CaseId, outcome: &ReviewOutcome) -> Decision {
        match self.cases.get(&case) {
            None => return Err(TournamentError::NoSuchCase { case }),
            Some(None) => return Ok(Vec::new()),
            Some(Some(_)) => {}
        }
        if !self.takes_cases() {
            return self.not_now();
        }
        match outcome {
            ReviewOutcome::Stands => {}
            ReviewOutcome::Changed { game, result } => self.check_change(*game, *result)?,
            ReviewOutcome::Removed { entry } => {
                let player = &self.players[self.player(*entry)?];
                if player.is_removed() {
                    // he was removed meanwhile: nothing is left of the case
                    return Ok(vec![Change::CaseClosed { case, outcome: ReviewOutcome::Stands }]);
                }
            }
        }
        Ok(vec![Change::CaseClosed { case, outcome: *outcome }])
    }

    /// Whether a game's result may be changed: it decided its table, and in a knockout nobody has played on from it.
    fn check_change(&self, game: GameId, result: GameResult) -> Result<(), TournamentError> {
        let (round, number) = *self.games.get(&game).ok_or(TournamentError::NoSuchGame { game })?;
        let refuse = |why| Err(TournamentError::ResultUnchangeable { game, result, why });
        let Some(table) = self.round(round).and_then(|round| round.table(number)) else {
            return Err(TournamentError::NoSuchGame { game });
        };
        if table.outcome.is_none() || table.ended.last().is_none_or(|last| last.id != game) {
            return refuse("it did not decide its table");
        }
        if result == GameResult::Void {
            return refuse("a result takes its place, or it stands");
        }
        if matches!(self.terms.format, Format::Knockout { .. }) {
            if usize::from(round) != self.rounds.len() || matches!(self.phase, Phase::Pairing { .. }) {
                return refuse("the next round has begun");
            }
            if !matches!(result, GameResult::White | GameResult::Black) {
                return refuse("a tie has a winner");
            }
        }
        Ok(())
    }

    pub(super) fn decide_remove(&self, entry: EntryId) -> Decision {
        let number = self.player(entry)?;
        if matches!(self.players[number].gone, Some(Gone::Removed)) {
            return Ok(Vec::new());
        }
        if !self.takes_cases() {
            return self.not_now();
        }
        Ok(vec![Change::Removed(entry)])
    }
}
