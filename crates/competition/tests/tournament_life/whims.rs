//! What people and the operator take it into their heads to do.

use super::Life;
use competition::GameResult;
use competition::TournamentCommand;
use competition::tournament::{CaseId, NewEntry, Phase, ReviewOutcome, SuspendedBy};
use ids::{EntryId, GameId, Millis};
use rand::Rng;
use uuid::Uuid;

impl Life {
    /// Something that somebody takes it into his head to do.
    pub(super) fn whim(&mut self) {
        match self.state.phase() {
            Phase::Announced if self.rng.random_bool(0.3) => {
                let mut terms = self.state.terms().clone();
                terms.name.push('!');
                self.ask(TournamentCommand::Amend { terms: Box::new(terms) });
            }
            Phase::RegOpen => self.registration(),
            Phase::CheckIn { .. } => self.check_in(),
            phase if phase.is_running() => self.play_whims(),
            Phase::Finished | Phase::Review { .. } => self.review_whims(),
            _ => {}
        }
    }

    fn registration(&mut self) {
        let planned = self.people.len();
        for at in 0..planned {
            self.register(at);
            if self.rng.random_bool(0.06) {
                let entry = *self.state.entries().keys().last().unwrap();
                self.ask(TournamentCommand::Unregister(entry));
            }
        }
        if self.rng.random_bool(0.04) {
            self.ask(TournamentCommand::Cancel);
        }
    }

    fn new_entry(&mut self, at: usize) -> NewEntry {
        self.entered += 1;
        let entry = EntryId(Uuid::from_u128(0xb000_0000 + u128::from(self.entered)));
        NewEntry { entry, account: self.people[at].account, rating: self.people[at].rating }
    }

    fn register(&mut self, at: usize) {
        let new = self.new_entry(at);
        self.ask(TournamentCommand::Register(new));
        if self.rng.random_bool(0.05) {
            // the same person once more
            let again = self.new_entry(at);
            let refused = self.decide(&TournamentCommand::Register(again), self.now);
            assert!(refused.is_err(), "seed {}: one account twice", self.seed);
        }
    }

    fn check_in(&mut self) {
        let entries: Vec<EntryId> = self.state.entries().keys().copied().collect();
        for entry in entries {
            if self.rng.random_bool(0.9) {
                self.ask(TournamentCommand::CheckIn(entry));
            }
            if self.rng.random_bool(0.05) {
                self.ask(TournamentCommand::UndoCheckIn(entry));
            }
            if self.rng.random_bool(0.04) {
                self.ask(TournamentCommand::Unregister(entry));
            }
        }
    }

    fn random_entry(&mut self) -> Option<EntryId> {
        let count = self.state.players().len();
        (count > 0).then(|| self.state.players()[self.rng.random_range(0..count)].entry)
    }

    fn play_whims(&mut self) {
        let round_done = matches!(self.state.phase(), Phase::RoundDone { .. });
        let often = if round_done { 8.0 } else { 1.0 };
        if self.rng.random_bool(0.1)
            && let Some(entry) = self.random_entry()
            && self.rng.random_bool((self.habits(entry).withdraws * often * 2.0).min(1.0))
        {
            self.ask(TournamentCommand::Withdraw(entry));
        }
        if self.rng.random_bool(0.02) {
            let at = self.rng.random_range(0..self.people.len());
            let new = self.new_entry(at);
            self.ask(TournamentCommand::LateEntry(new));
        }
        if self.doomed && self.state.rounds_complete() >= 2 && self.rng.random_bool(0.05) {
            self.ask(TournamentCommand::Abort);
        }
        if !self.rng.random_bool((self.whims * often).min(1.0)) {
            return;
        }
        self.now = self.now.plus(Millis(self.rng.random_range(0..20_000)));
        match (self.rng.random_range(0..10), self.state.phase()) {
            (0..=5, Phase::Suspended { .. }) => self.ask(TournamentCommand::Resume),
            (0..=5, _) => {
                self.ask(TournamentCommand::Suspend(SuspendedBy::Operator));
                if self.rng.random_bool(0.8) {
                    self.now = self.now.plus(Millis(self.rng.random_range(0..1_200_000)));
                    self.ask(TournamentCommand::Resume);
                }
            }
            (6, _) | (7, Phase::RoundDone { .. }) | (7 | 8, Phase::Suspended { .. }) => {
                self.ask(TournamentCommand::Abort)
            }
            (7, _) => {
                let case = CaseId(Uuid::from_u128(self.rng.random()));
                self.ask(TournamentCommand::OpenCase(case));
            }
            _ => {
                if let Some(entry) = self.random_entry() {
                    self.ask(TournamentCommand::Remove(entry));
                }
            }
        }
    }

    fn review_whims(&mut self) {
        if matches!(self.state.phase(), Phase::Review { .. }) && self.rng.random_bool(0.35) {
            let case = CaseId(Uuid::from_u128(self.rng.random()));
            self.ask(TournamentCommand::OpenCase(case));
        }
        let open: Vec<CaseId> = self.state.open_cases().map(|(case, _)| case).collect();
        for case in open {
            let outcome = match self.rng.random_range(0..5) {
                0 => ReviewOutcome::Stands,
                1 => match self.random_entry() {
                    Some(entry) => ReviewOutcome::Removed { entry },
                    None => continue,
                },
                2 | 3 => {
                    let rounds = self.state.rounds();
                    let tables = rounds.last().map_or(&[][..], |round| &round.tables);
                    let ended = tables.iter().filter_map(|table| table.ended.last()).map(|ended| ended.id);
                    let ended: Vec<GameId> = ended.collect();
                    if ended.is_empty() {
                        continue;
                    }
                    let game = ended[self.rng.random_range(0..ended.len())];
                    let results = [GameResult::White, GameResult::Black, GameResult::Draw];
                    ReviewOutcome::Changed { game, result: results[self.rng.random_range(0..3)] }
                }
                _ => continue,
            };
            self.ask(TournamentCommand::Review { case, outcome });
        }
    }
}
