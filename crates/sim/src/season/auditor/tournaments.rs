//! What must hold of a tournament after every step of it.

use super::notices::Telling;
use super::orders::check_ordered;
use super::refunds::{check_aborted, check_cancelled};
use super::{Auditor, Found, Known, SeenTournament, VERSIONS, away};
use crate::season::rows::count_tournament;
use crate::season::world::SeasonPorts;
use competition::tournament::{Change, Format, PairedRound, Phase, Settlement};
use competition::{Holder, NoticeOf, Order, Tournament, TournamentEvent, TournamentTerms, standings};
use ids::{AccountId, TournamentId, WallTime};
use rooms::TournamentStep;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

impl Auditor {
    /// After a step of a tournament that was recorded.
    pub(in crate::season) async fn check_tournament(
        &self,
        ports: &SeasonPorts,
        step: &TournamentStep,
        at: WallTime,
    ) -> Found {
        self.known().report.steps += 1;
        self.make(&step.games)?;
        let of = step.of;
        let order = self.order_of(step.order)?;
        let from = self.known().tournaments.get(&of).map_or(0, |seen| seen.log.len());
        let log = ports.audit.tournament_log(of, from).await.map_err(away)?;
        let Some((terms, events)) = log else { return Err(format!("tournament {of} has no rows")) };
        let mut touched = BTreeMap::new();
        let mut telling = Telling::default();
        self.fold_tournament(of, (terms, events), order.as_ref(), at, &mut touched, &mut telling)?;
        self.check_books(ports, &touched).await?;
        self.check_told(ports, NoticeOf::Tournament(of), telling, step.at).await?;
        self.check_carried_out(ports, step.order).await?;
        if step.games.is_empty() { Ok(()) } else { self.check_live(ports).await }
    }

    fn fold_tournament(
        &self,
        of: TournamentId,
        (terms, events): (TournamentTerms, Vec<TournamentEvent>),
        order: Option<&Order>,
        at: WallTime,
        touched: &mut BTreeMap<String, Holder>,
        telling: &mut Telling,
    ) -> Found {
        let mut known = self.known();
        let known = &mut *known;
        let mut seen = known.tournaments.remove(&of).unwrap_or_else(|| SeenTournament {
            state: Arc::new(Tournament::new(of, terms.clone())),
            first: terms,
            log: Vec::new(),
            versions: VecDeque::new(),
        });
        let before = Arc::clone(&seen.state);
        let mut state = (*seen.state).clone();
        for event in events {
            let from = state.phase();
            match &event.change {
                Change::RoundPaired(paired) => check_pairing(&state, paired)?,
                Change::Paid(settlement) => check_prizes(&state, settlement)?,
                Change::Cancelled { .. } => check_cancelled(&state, &state.money(&event.change))?,
                Change::Aborted(settlement) => check_aborted(&state, settlement)?,
                _ => {}
            }
            check_ordered(&state, &event, order)?;
            known.suspensions(of, &event);
            known.post(&state.money(&event.change), touched);
            telling.add(state.notices(&event.change));
            state
                .apply(&event)
                .map_err(|error| format!("the rows of tournament {of} make no tournament: {error}"))?;
            count_tournament(&mut known.report.rows, from, &event.change, state.phase());
            Self::digest(known, &format!("{of} {event:?}"));
            seen.log.push(event);
        }
        check_state(known, &before, &state, touched)?;
        known.tournaments_since.insert(of, at);
        if state.phase().is_over() {
            known.tournaments_since.remove(&of);
        }
        seen.state = Arc::new(state);
        seen.versions.push_back(Arc::clone(&seen.state));
        if seen.versions.len() > VERSIONS {
            seen.versions.pop_front();
        }
        let again = matches!(seen.state.phase(), Phase::RoundDone { .. }) || seen.state.phase().is_over();
        if again && before.phase() != seen.state.phase() {
            refold(&seen)?;
        }
        known.tournaments.insert(of, seen);
        Ok(())
    }

    /// What is shown of a tournament is what its rows make, at the version that it says it has.
    pub(in crate::season) fn check_told_tournament(&self, told: &Tournament) -> Found {
        if self.rows_alone {
            return Ok(());
        }
        let known = self.known();
        let Some(seen) = known.tournaments.get(&told.id()) else { return Ok(()) };
        if told.version() > seen.state.version() {
            return Err(format!("tournament {} is shown at a version that its rows do not have", told.id()));
        }
        let own = seen.versions.iter().find(|state| state.version() == told.version());
        match own {
            Some(own) if **own != *told => {
                Err(format!("tournament {} is shown as its rows do not make it", told.id()))
            }
            _ => Ok(()),
        }
    }

    /// Every tournament anew from its first row: the same.
    pub(super) fn check_refolded(&self) -> Found {
        self.known().tournaments.values().try_for_each(refold)
    }
}

/// The standings are a pure function of the log.
fn refold(seen: &SeenTournament) -> Found {
    let of = seen.state.id();
    let again = Tournament::replay(of, seen.first.clone(), &seen.log)
        .map_err(|error| format!("the rows of tournament {of} make no tournament: {error}"))?;
    if again != *seen.state || standings(&again) != standings(&seen.state) {
        return Err(format!("tournament {of} read anew is another one"));
    }
    Ok(())
}

/// No round twice, everybody at one table, and nobody who has gone.
fn check_pairing(state: &Tournament, paired: &PairedRound) -> Found {
    let of = state.id();
    if state.rounds().iter().any(|round| round.number == paired.round) {
        return Err(format!("round {} of tournament {of} is paired twice", paired.round));
    }
    let mut seated = BTreeSet::new();
    for game in paired.tables.iter().filter_map(|table| table.game.as_ref()) {
        for entry in [game.white, game.black] {
            let player = state.players().iter().find(|player| player.entry == entry);
            if !player.is_some_and(|player| player.is_active()) {
                return Err(format!(
                    "entry {entry} is paired in round {} of {of}, it has gone",
                    paired.round
                ));
            }
            if !seated.insert(entry) {
                return Err(format!("entry {entry} sits twice in round {} of {of}", paired.round));
            }
        }
    }
    Ok(())
}

/// All of the pool is paid out, and no place gets more than a better one.
fn check_prizes(state: &Tournament, settlement: &Settlement) -> Found {
    let paid: i64 = settlement.shares.iter().map(|share| share.amount.0).sum();
    let pool = state.pool().0;
    if paid + settlement.overlay_back.0 != pool {
        return Err(format!("tournament {} pays {paid} of a pool of {pool}", state.id()));
    }
    if !settlement.shares.is_sorted_by(|better, worse| better.amount >= worse.amount) {
        return Err(format!("tournament {} pays a worse place more", state.id()));
    }
    Ok(())
}

/// The escrows have what the state says, and something is awaited until nothing is.
fn check_state(
    known: &Known,
    before: &Tournament,
    state: &Tournament,
    touched: &mut BTreeMap<String, Holder>,
) -> Found {
    let of = state.id();
    let mut expect = |holder: Holder, should: i64| {
        touched.insert(format!("{holder:?}"), holder);
        let held = known.of(holder);
        if held == should {
            Ok(())
        } else {
            Err(format!("{holder:?} has {held} in {}, its state says {should}", state.phase().name()))
        }
    };
    expect(Holder::Tournament(of), state.held_of_event().0)?;
    for entry in state.entries().keys() {
        let held = state.held_of_entry(*entry);
        if before.held_of_entry(*entry) != held || state.phase().is_over() {
            expect(Holder::Entry(*entry), held.0)?;
        }
    }
    let mut playing: BTreeSet<AccountId> = BTreeSet::new();
    for game in state.live_games() {
        for account in [state.account_of(game.white), state.account_of(game.black)].into_iter().flatten() {
            if !playing.insert(account) {
                return Err(format!("{account} is in two games of tournament {of}"));
            }
        }
    }
    if state.due().is_none() && !state.phase().is_over() {
        return Err(format!("tournament {of} waits for nothing in {}", state.phase().name()));
    }
    if state.phase().is_over() && state.live_games().next().is_some() {
        return Err(format!("a game of tournament {of} is on after its end"));
    }
    Ok(())
}

pub(super) const fn format_name(state: &Tournament) -> &'static str {
    match state.terms().format {
        Format::Knockout { .. } => "knockout",
        Format::Swiss { .. } => "swiss",
        Format::RoundRobin { .. } => "round robin",
        Format::Arena { .. } => "arena",
    }
}
