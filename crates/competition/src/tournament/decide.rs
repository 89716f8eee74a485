//! What a command leads to. Pure: the tournament is not changed, the instant is an argument. Here the commands before
//! the start; those of play are in `decide_play`, what time brings in `tick`.

use super::command::{Facts, NewEntry, TournamentCommand, TournamentError};
use super::entrant::EntryStatus;
use super::event::{CancelledBy, Change, TournamentEvent};
use super::phase::Phase;
use super::state::Tournament;
use super::swiss::SwissEngine;
use super::terms::TournamentTerms;
use crate::pairing::swiss::pair_relaxed;
use ids::{Amount, EntryId, WallTime};

pub(super) type Decision = Result<Vec<Change>, TournamentError>;

impl Tournament {
    /// What a command, asked at `at`, leads to; nothing, where it was done before.
    ///
    /// # Errors
    /// [`TournamentError`]; the tournament is unchanged in any case.
    pub fn decide(
        &self,
        command: &TournamentCommand,
        at: WallTime,
    ) -> Result<Vec<TournamentEvent>, TournamentError> {
        self.decide_with(command, at, pair_relaxed)
    }

    /// The same, where `engine` pairs the rounds of a Swiss.
    ///
    /// # Errors
    /// As of [`decide`](Self::decide).
    pub fn decide_with(
        &self,
        command: &TournamentCommand,
        at: WallTime,
        engine: SwissEngine,
    ) -> Result<Vec<TournamentEvent>, TournamentError> {
        let changes = match command {
            TournamentCommand::Announce { purse } => self.decide_announce(*purse),
            TournamentCommand::Amend { terms } => self.decide_amend(terms),
            TournamentCommand::Register(new) => self.decide_register(new),
            TournamentCommand::Unregister(entry) => self.decide_unregister(*entry),
            TournamentCommand::CheckIn(entry) => self.decide_check_in(*entry, true),
            TournamentCommand::UndoCheckIn(entry) => self.decide_check_in(*entry, false),
            TournamentCommand::Cancel => self.decide_cancel(),
            TournamentCommand::LateEntry(new) => self.decide_late_entry(new),
            TournamentCommand::Withdraw(entry) => self.decide_withdraw(*entry),
            TournamentCommand::GameOver { game, over } => self.decide_game_over(*game, over),
            TournamentCommand::Suspend(by) => self.decide_suspend(*by),
            TournamentCommand::Resume => self.decide_resume(at),
            TournamentCommand::Abort => self.decide_abort(),
            TournamentCommand::OpenCase(case) => self.decide_open_case(*case, at),
            TournamentCommand::Review { case, outcome } => self.decide_review(*case, outcome),
            TournamentCommand::Remove(entry) => self.decide_remove(*entry),
            TournamentCommand::Tick(facts) => self.decide_tick(facts, at, engine),
        }?;
        Ok(changes.into_iter().map(|change| TournamentEvent { at, change }).collect())
    }

    pub(super) const fn not_now<T>(&self) -> Result<T, TournamentError> {
        Err(TournamentError::NotNow { phase: self.phase.name() })
    }

    fn decide_announce(&self, purse: Amount) -> Decision {
        match self.phase {
            Phase::Draft => {}
            Phase::Announced => return Ok(Vec::new()),
            _ => return self.not_now(),
        }
        self.terms.validate()?;
        let guarantee = self.terms.guarantee;
        if guarantee > purse {
            return Err(TournamentError::PurseShort { guarantee, purse });
        }
        Ok(vec![Change::Announced])
    }

    fn decide_amend(&self, terms: &TournamentTerms) -> Decision {
        if !self.entries.is_empty() {
            return Err(TournamentError::TermsFrozen);
        }
        match self.phase {
            Phase::Draft => {}
            Phase::Announced | Phase::RegOpen => {
                let guarantee = self.terms.guarantee;
                if terms.guarantee != guarantee {
                    return Err(TournamentError::GuaranteeHeld { guarantee });
                }
            }
            _ => return self.not_now(),
        }
        if *terms == self.terms {
            return Ok(Vec::new());
        }
        terms.validate()?;
        Ok(vec![Change::Amended { terms: Box::new(terms.clone()) }])
    }

    /// Whether a new entry can be, whatever the phase. `Ok(false)`: it is there already.
    pub(super) fn admit(&self, new: &NewEntry) -> Result<bool, TournamentError> {
        if let Some(known) = self.entries.get(&new.entry) {
            let same = known.account == new.account && known.status != EntryStatus::Released;
            return if same { Ok(false) } else { Err(TournamentError::EntryUsed { entry: new.entry }) };
        }
        if self.by_account.contains_key(&new.account) {
            return Err(TournamentError::AlreadyEntered);
        }
        if !self.terms.admits(new.rating) {
            return Err(TournamentError::RatingOutside { rating: new.rating });
        }
        if self.seats_taken() >= self.terms.max_players {
            return Err(TournamentError::Full { seats: self.terms.max_players });
        }
        Ok(true)
    }

    fn decide_register(&self, new: &NewEntry) -> Decision {
        if self.phase != Phase::RegOpen {
            return match self.entries.get(&new.entry) {
                Some(known) if known.account == new.account => Ok(Vec::new()),
                _ => self.not_now(),
            };
        }
        Ok(if self.admit(new)? { vec![Change::Registered(*new)] } else { Vec::new() })
    }

    fn status(&self, entry: EntryId) -> Result<EntryStatus, TournamentError> {
        let found = self.entries.get(&entry).ok_or(TournamentError::NoSuchEntry { entry })?;
        Ok(found.status)
    }

    fn decide_unregister(&self, entry: EntryId) -> Decision {
        match (self.status(entry)?, self.phase) {
            (EntryStatus::Released, _) => Ok(Vec::new()),
            (_, Phase::RegOpen | Phase::CheckIn { .. }) => Ok(vec![Change::Unregistered(entry)]),
            _ => self.not_now(),
        }
    }

    fn decide_check_in(&self, entry: EntryId, there: bool) -> Decision {
        let status = self.status(entry)?;
        if !matches!(self.phase, Phase::CheckIn { .. }) {
            return self.not_now();
        }
        match (status, there) {
            (EntryStatus::Registered, true) => Ok(vec![Change::CheckedIn(entry)]),
            (EntryStatus::CheckedIn, false) => Ok(vec![Change::CheckInUndone(entry)]),
            (EntryStatus::Released, _) => Err(TournamentError::NoSuchEntry { entry }),
            _ => Ok(Vec::new()),
        }
    }

    fn decide_cancel(&self) -> Decision {
        if self.phase == Phase::Cancelled {
            return Ok(Vec::new());
        }
        if !self.is_before_start() {
            return self.not_now();
        }
        Ok(vec![Change::Cancelled { why: CancelledBy::Operator }])
    }

    /// What the start instant brings: the start, one more try, or the end.
    pub(super) fn decide_start(&self, facts: &Facts) -> Vec<Change> {
        let Phase::CheckIn { start, extended } = self.phase else { return Vec::new() };
        let plays = |entry: &EntryId| {
            let there = self.entries.get(entry).is_some_and(|entry| entry.status == EntryStatus::CheckedIn);
            there && !facts.refused.contains(entry)
        };
        let (mut players, released): (Vec<EntryId>, Vec<EntryId>) =
            self.by_account.values().copied().partition(plays);
        if players.len() >= self.terms.min_players as usize {
            players.sort_by_key(|entry| {
                let entry = &self.entries[entry];
                (std::cmp::Reverse(entry.rating), entry.registered_at, entry.account)
            });
            return vec![Change::Started { players, released }];
        }
        if extended {
            return vec![Change::Cancelled { why: CancelledBy::TooFew }];
        }
        vec![Change::Extended { until: start.plus(self.terms.limits.start_extension) }]
    }
}
