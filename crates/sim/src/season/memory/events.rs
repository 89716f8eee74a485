//! Matches and tournaments in memory: each step with its money and its games, all or nothing. Knows no rule of an event.

use super::{GameRow, Memory, Rows};
use async_trait::async_trait;
use competition::{CancelCause, LocalDateTime, MatchEvent, PairColours, PerSeat, Seat};
use draughts::Variant;
use ids::{AccountId, Amount, MatchId, TournamentId, WallTime};
use rooms::{
    BankError, EndedGame, EventBook, Funding, MatchStep, NewGame, NewNotice, NotedGame, Player,
    ScheduledStart, StepError, StoredMatch, StoredTournament, TournamentStep, Wallet,
};
use std::collections::BTreeSet;

impl Rows {
    fn fits(&self, step: &MatchStep) -> bool {
        let known = self.matches.get(&step.of).map_or(0, |(stored, _)| stored.events.len());
        known == step.after.0 as usize
    }

    fn match_step(&mut self, step: &MatchStep, touched: &mut Vec<AccountId>) {
        let fresh = || StoredMatch {
            of: step.of,
            players: PerSeat::default(),
            limits: step.head.limits.clone(),
            events: Vec::new(),
        };
        let (stored, over) = self.matches.entry(step.of).or_insert_with(|| (fresh(), false));
        stored.events.extend(step.events.iter().cloned());
        *over = step.head.over;
        let named = |account: AccountId| Player { account, name: account.to_string() };
        stored.players = PerSeat { first: Some(named(step.head.first)), second: step.head.second.map(named) };
        for event in &step.events {
            if let MatchEvent::Cancelled { cause: CancelCause::AloneLate(seat) } = event {
                let who = if *seat == Seat::First { Some(step.head.first) } else { step.head.second };
                self.late_cancels.extend(who.map(|who| (who, step.at)));
            }
        }
        self.pay(&step.money, touched);
        self.make(&step.games);
        self.take_note(&step.noted);
        self.tell(&step.notices);
        self.mark_done(step.order);
    }

    /// Trusting: one that is there already is written once more.
    fn tell(&mut self, notices: &[NewNotice]) {
        for new in notices {
            self.notices.entry(new.notice.of).or_default().push(new.clone());
        }
    }

    fn make(&mut self, games: &[NewGame]) {
        for new in games {
            self.games.insert(new.game, GameRow::new(new));
            self.unfinished.insert(new.game);
        }
    }

    fn take_note(&mut self, noted: &[NotedGame]) {
        for noted in noted {
            let Some(row) = self.games.get(&noted.game) else { continue };
            self.unnoted.remove(&(row.stored.last_event_at, noted.game));
            if noted.settle && row.stored.terms.funding == Funding::Match {
                self.payable.insert(noted.game);
            }
        }
    }

    fn changed(&self, touched: Vec<AccountId>) -> Vec<Wallet> {
        let touched: BTreeSet<AccountId> = touched.into_iter().collect();
        touched.into_iter().map(|account| self.wallet(account)).collect()
    }
}

#[async_trait]
impl EventBook for Memory {
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError> {
        let mut rows = self.rows();
        // steps of one transaction go one after another: the second of a match comes after the first
        let mut fits = true;
        for (at, step) in steps.iter().enumerate() {
            let before = steps[..at].iter().filter(|other| other.of == step.of);
            let more: usize = before.map(|other| other.events.len()).sum();
            let first =
                MatchStep { after: ids::Version(step.after.0.saturating_sub(more as u32)), ..step.clone() };
            fits &= rows.fits(&first) && rows.may_carry_out(step.order);
        }
        if !fits {
            return Err(StepError::Stale);
        }
        let money: Vec<_> = steps.iter().flat_map(|step| step.money.iter().copied()).collect();
        rows.covers(&money)?;
        let mut touched = Vec::new();
        for step in steps {
            rows.match_step(step, &mut touched);
        }
        Ok(rows.changed(touched))
    }

    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError> {
        let rows = self.rows();
        Ok(rows.matches.values().filter(|(_, over)| !over).map(|(stored, _)| stored.clone()).collect())
    }

    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError> {
        Ok(self.rows().matches.get(&of).map(|(stored, _)| stored.clone()))
    }

    async fn matches_of(&self, _: AccountId, _: u32) -> Result<Vec<StoredMatch>, BankError> {
        Ok(Vec::new())
    }

    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError> {
        let mut rows = self.rows();
        let known = rows.tournaments.get(&step.of).map_or(0, |(stored, _)| stored.events.len());
        if known != step.after.0 as usize || !rows.may_carry_out(step.order) {
            return Err(StepError::Stale);
        }
        rows.covers(&step.money)?;
        let terms = step.terms.clone();
        let fresh = || StoredTournament {
            of: step.of,
            terms: terms.expect("the first step has the terms"),
            events: Vec::new(),
            players: Vec::new(),
        };
        let (stored, over) = rows.tournaments.entry(step.of).or_insert_with(|| (fresh(), false));
        stored.events.extend(step.events.iter().cloned());
        *over = step.head.over;
        let named = |account: AccountId| Player { account, name: account.to_string() };
        stored.players.extend(step.entries.iter().map(|entry| named(entry.account)));
        let mut touched = Vec::new();
        rows.pay(&step.money, &mut touched);
        rows.make(&step.games);
        rows.take_note(&step.noted);
        rows.tell(&step.notices);
        rows.mark_done(step.order);
        Ok(rows.changed(touched))
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError> {
        let rows = self.rows();
        Ok(rows.tournaments.values().filter(|(_, over)| !over).map(|(stored, _)| stored.clone()).collect())
    }

    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError> {
        Ok(self.rows().tournaments.get(&of).map(|(stored, _)| stored.clone()))
    }

    async fn put_schedule(&self, _: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError> {
        Ok(since)
    }

    async fn skip_start(&self, _: &ScheduledStart) -> Result<(), BankError> {
        Ok(())
    }

    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError> {
        self.rows().take_note(noted);
        Ok(())
    }

    async fn purse(&self) -> Result<Amount, BankError> {
        Ok(Amount(self.rows().held.get(&competition::Holder::Promo).copied().unwrap_or(0)))
    }

    async fn ended_games(&self, limit: u32) -> Result<Vec<EndedGame>, BankError> {
        let rows = self.rows();
        let unnoted = rows.unnoted.iter().take(limit as usize);
        Ok(unnoted.filter_map(|(_, game)| rows.games[game].ended()).collect())
    }

    async fn pair_colours(&self, _: Variant, _: AccountId, _: AccountId) -> Result<PairColours, BankError> {
        Ok(PairColours::default())
    }

    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError> {
        let rows = self.rows();
        let own = rows.late_cancels.iter().filter(|(who, at)| *who == account && *at >= since);
        Ok(own.map(|(_, at)| *at).collect())
    }
}
