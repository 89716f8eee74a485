//! The fold of what happened, live and from rows alike: entries, phases, money that is held. What does not fit is
//! refused, never repaired.

use super::command::{NewEntry, ReviewOutcome};
use super::entrant::{Entry, EntryStatus, Gone, Player};
use super::event::{Change, TournamentEvent};
use super::phase::Phase;
use super::state::Tournament;
use super::terms::{Format, TournamentTerms};
use ids::{Amount, EntryId, TournamentId, WallTime};

/// Events that make no tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the tournament: {what}")]
pub struct TournamentReplayError {
    /// The version that the event would bring.
    pub version: u32,
    /// What does not fit.
    pub what: String,
}

/// What does not fit, before the version is put to it.
pub(super) type Misfit = String;

pub(super) fn require(fits: bool, otherwise: &str) -> Result<(), Misfit> {
    if fits { Ok(()) } else { Err(otherwise.to_owned()) }
}

impl Tournament {
    /// The tournament that these events make.
    ///
    /// # Errors
    /// [`TournamentReplayError`] at the first event that does not fit.
    pub fn replay<'a>(
        id: TournamentId,
        terms: TournamentTerms,
        events: impl IntoIterator<Item = &'a TournamentEvent>,
    ) -> Result<Self, TournamentReplayError> {
        let mut tournament = Self::new(id, terms);
        for event in events {
            tournament.apply(event)?;
        }
        Ok(tournament)
    }

    /// Folds one event.
    ///
    /// # Errors
    /// [`TournamentReplayError`] when it does not fit; the tournament is of no more use then and must be read again.
    pub fn apply(&mut self, event: &TournamentEvent) -> Result<(), TournamentReplayError> {
        let version = self.version + 1;
        self.fold(&event.change, event.at).map_err(|what| TournamentReplayError { version, what })?;
        self.version = version;
        self.last_at = self.last_at.max(event.at);
        Ok(())
    }

    fn fold(&mut self, change: &Change, at: WallTime) -> Result<(), Misfit> {
        match change {
            Change::Announced => self.enter(Phase::Draft, Phase::Announced, at),
            Change::Amended { terms } => {
                require(self.entries.is_empty(), "somebody has registered")?;
                self.terms = (**terms).clone();
                Ok(())
            }
            Change::RegistrationOpened => self.enter(Phase::Announced, Phase::RegOpen, at),
            Change::CheckInOpened => {
                let start = self.terms.starts_at;
                self.enter(Phase::RegOpen, Phase::CheckIn { start, extended: false }, at)
            }
            Change::Registered(new) => {
                require(self.phase == Phase::RegOpen, "registration is not open")?;
                self.add_entry(new, at, EntryStatus::Registered)
            }
            Change::Unregistered(entry) => self.fold_release(*entry),
            Change::CheckedIn(entry) => {
                self.change_status(*entry, EntryStatus::Registered, EntryStatus::CheckedIn)
            }
            Change::CheckInUndone(entry) => {
                self.change_status(*entry, EntryStatus::CheckedIn, EntryStatus::Registered)
            }
            Change::Extended { until } => {
                require(
                    matches!(self.phase, Phase::CheckIn { extended: false, .. }),
                    "the start was put off before",
                )?;
                self.phase = Phase::CheckIn { start: *until, extended: true };
                Ok(())
            }
            Change::Started { players, released } => self.fold_start(players, released, at),
            Change::Cancelled { .. } => {
                require(self.is_before_start(), "the tournament has started")?;
                for entry in self.by_account.values() {
                    if let Some(entry) = self.entries.get_mut(entry) {
                        entry.status = EntryStatus::Released;
                    }
                }
                self.by_account.clear();
                self.move_on(Phase::Cancelled, at);
                Ok(())
            }
            Change::LateEntered(new) => self.fold_late_entry(new, at),
            _ => self.fold_end(change, at),
        }
    }

    /// Who leaves, cases, and how it ends.
    fn fold_end(&mut self, change: &Change, at: WallTime) -> Result<(), Misfit> {
        match change {
            Change::Aborted(_) => {
                require(self.phase.is_running(), "the tournament is not running")?;
                self.drop_live_games();
                self.move_on(Phase::Aborted, at);
                Ok(())
            }
            Change::Finished { .. } => {
                require(
                    matches!(self.phase, Phase::RoundDone { .. } | Phase::Pairing { .. }),
                    "no round was completed",
                )?;
                self.move_on(Phase::Finished, at);
                Ok(())
            }
            Change::ReviewOpened { until } => {
                self.enter(Phase::Finished, Phase::Review { until: *until }, at)
            }
            Change::CaseOpened { case, until } => {
                require(self.cases.insert(*case, Some(*until)).is_none(), "that case was opened before")
            }
            Change::CaseClosed { case, outcome } => {
                require(self.cases.insert(*case, None).flatten().is_some(), "that case is not open")?;
                match outcome {
                    ReviewOutcome::Stands => Ok(()),
                    ReviewOutcome::Changed { game, result } => self.fold_changed_result(*game, *result),
                    ReviewOutcome::Removed { entry } => self.fold_gone(*entry, Gone::Removed),
                }
            }
            Change::Withdrawn { entry, why } => self.fold_gone(*entry, Gone::Withdrawn(*why)),
            Change::Removed(entry) => self.fold_gone(*entry, Gone::Removed),
            Change::Paid(_) => {
                require(matches!(self.phase, Phase::Review { .. }), "the tournament is not in review")?;
                self.move_on(Phase::Paid, at);
                Ok(())
            }
            Change::Archived => self.enter(Phase::Paid, Phase::Archived, at),
            _ => self.fold_play(change, at),
        }
    }

    pub(super) const fn is_before_start(&self) -> bool {
        matches!(self.phase, Phase::Announced | Phase::RegOpen | Phase::CheckIn { .. })
    }

    fn enter(&mut self, from: Phase, to: Phase, at: WallTime) -> Result<(), Misfit> {
        if self.phase != from {
            return Err(format!(
                "it goes from {} to {}, not from {}",
                from.name(),
                to.name(),
                self.phase.name()
            ));
        }
        self.move_on(to, at);
        Ok(())
    }

    pub(super) fn move_on(&mut self, to: Phase, at: WallTime) {
        self.phase = to;
        self.since = at;
    }

    fn add_entry(&mut self, new: &NewEntry, at: WallTime, status: EntryStatus) -> Result<(), Misfit> {
        require(!self.entries.contains_key(&new.entry), "the entry was used before")?;
        require(!self.by_account.contains_key(&new.account), "the account has entered already")?;
        let entry = Entry { account: new.account, rating: new.rating, registered_at: at, status };
        self.entries.insert(new.entry, entry);
        self.by_account.insert(new.account, new.entry);
        Ok(())
    }

    fn change_status(&mut self, entry: EntryId, from: EntryStatus, to: EntryStatus) -> Result<(), Misfit> {
        require(matches!(self.phase, Phase::CheckIn { .. }), "check-in is not open")?;
        let found = self.entries.get_mut(&entry).filter(|entry| entry.status == from);
        found.ok_or_else(|| format!("entry {entry} is not {from:?}"))?.status = to;
        Ok(())
    }

    fn fold_release(&mut self, entry: EntryId) -> Result<(), Misfit> {
        let held =
            |entry: &&mut Entry| matches!(entry.status, EntryStatus::Registered | EntryStatus::CheckedIn);
        let found = self.entries.get_mut(&entry).filter(held);
        let found = found.ok_or_else(|| format!("entry {entry} holds nothing"))?;
        found.status = EntryStatus::Released;
        self.by_account.remove(&found.account);
        Ok(())
    }

    fn fold_start(&mut self, players: &[EntryId], released: &[EntryId], at: WallTime) -> Result<(), Misfit> {
        require(matches!(self.phase, Phase::CheckIn { .. }), "check-in was not open")?;
        // the overlay is what the contributions do not cover now; later entries do not change it
        self.overlay = Amount(self.terms.guarantee.0 - self.not_needed(players.len()).0);
        for entry in released {
            self.fold_release(*entry)?;
        }
        for entry in players {
            self.add_player(*entry, 1)?;
        }
        require(self.by_account.len() == self.players.len(), "an entry neither plays nor was released")?;
        if let Format::Arena { length, .. } = self.terms.format {
            self.arena_ends = Some(at.plus(length));
        }
        self.move_on(Phase::Pairing { round: 1 }, at);
        Ok(())
    }

    fn add_player(&mut self, entry: EntryId, from_round: u16) -> Result<(), Misfit> {
        let number = self.players.len();
        let found = self.entries.get_mut(&entry).ok_or_else(|| format!("there is no entry {entry}"))?;
        found.status = EntryStatus::Player(number);
        self.players.push(Player {
            entry,
            account: found.account,
            rating: found.rating,
            registered_at: found.registered_at,
            from_round,
            forfeits: 0,
            gone: None,
            out_in: None,
        });
        let place = self
            .seeds
            .partition_point(|seed| self.players[*seed].seeding() <= self.players[number].seeding());
        self.seeds.insert(place, number);
        Ok(())
    }

    fn fold_late_entry(&mut self, new: &NewEntry, at: WallTime) -> Result<(), Misfit> {
        let (Phase::Playing { round } | Phase::RoundDone { round }) = self.phase else {
            return Err("no round is on".to_owned());
        };
        self.add_entry(new, at, EntryStatus::Registered)?;
        self.add_player(new.entry, round + 1)
    }
}

impl Player {
    /// What seeds are ordered by. F5: rating, then earlier registration, then account.
    pub(super) const fn seeding(&self) -> (std::cmp::Reverse<i32>, WallTime, ids::AccountId) {
        (std::cmp::Reverse(self.rating), self.registered_at, self.account)
    }
}

impl TournamentTerms {
    /// Whether a rating may enter.
    pub(super) fn admits(&self, rating: i32) -> bool {
        self.rating.at_least.is_none_or(|least| rating >= least)
            && self.rating.at_most.is_none_or(|most| rating <= most)
    }
}
