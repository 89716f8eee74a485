//! What must hold of a match after every step of it.

use super::notices::Telling;
use super::orders::check_match_ordered;
use super::refunds::check_match_cancelled;
use super::{Auditor, Found, Known, away};
use crate::season::rows::count_match;
use crate::season::world::SeasonPorts;
use competition::{Holder, Match, MatchEvent, NoticeOf, Order, RivalsLimits};
use ids::{MatchId, WallTime};
use rooms::MatchStep;
use std::collections::BTreeMap;

impl Auditor {
    /// After steps of matches that were recorded.
    pub(in crate::season) async fn check_matches(
        &self,
        ports: &SeasonPorts,
        steps: &[MatchStep],
        at: WallTime,
    ) -> Found {
        self.known().report.steps += steps.len() as u64;
        let mut made = false;
        for step in steps {
            self.make(&step.games)?;
            made |= !step.games.is_empty();
        }
        let mut ids: Vec<MatchId> = steps.iter().map(|step| step.of).collect();
        ids.dedup();
        let mut touched = BTreeMap::new();
        let mut all_told = Vec::with_capacity(ids.len());
        let ordered = steps.iter().find_map(|step| step.order);
        let order = self.order_of(ordered)?;
        for of in ids {
            let from = self.known().matches.get(&of).map_or(0, |known| known.version().0 as usize);
            let log = ports.audit.match_log(of, from).await.map_err(away)?;
            let Some((limits, events)) = log else { return Err(format!("match {of} has no rows")) };
            let mut telling = Telling::default();
            self.fold_match(of, (limits, &events), order.as_ref(), at, &mut touched, &mut telling)?;
            let since = steps.iter().filter(|step| step.of == of).map(|step| step.at).min();
            all_told.push((of, telling, since.unwrap_or(at)));
        }
        self.check_books(ports, &touched).await?;
        for (of, telling, since) in all_told {
            self.check_told(ports, NoticeOf::Match(of), telling, since).await?;
        }
        self.check_carried_out(ports, ordered).await?;
        if made { self.check_live(ports).await } else { Ok(()) }
    }

    fn fold_match(
        &self,
        of: MatchId,
        (limits, mut events): (RivalsLimits, &[MatchEvent]),
        order: Option<&Order>,
        at: WallTime,
        touched: &mut BTreeMap<String, Holder>,
        telling: &mut Telling,
    ) -> Found {
        let mut known = self.known();
        let known = &mut *known;
        let broken = |why: &dyn std::fmt::Display| format!("the rows of match {of} make no match: {why}");
        let mut state = match known.matches.remove(&of) {
            Some(state) => state,
            None => {
                let (first, more) = events.split_first().ok_or_else(|| broken(&"there are none"))?;
                events = more;
                *known.report.rows.entry("match: DRAFT | propose | PROPOSED".to_owned()).or_default() += 1;
                let state = Match::replay(of, limits, [first.clone()]).map_err(|error| broken(&error))?;
                telling.add(state.proposal_notices());
                state
            }
        };
        let mut previous = None;
        for event in events {
            let before = state.clone();
            let money = state.money(event);
            check_match_ordered(of, event, order)?;
            if matches!(event, MatchEvent::Cancelled { .. }) {
                check_match_cancelled(&before, &money)?;
            }
            known.post(&money, touched);
            telling.add(state.notices(event));
            state.apply(event).map_err(|error| broken(&error))?;
            count_match(&mut known.report.rows, &before, previous, event, &state);
            Self::digest(known, &format!("{of} {event:?}"));
            previous = Some(event);
        }
        touched.insert(format!("{:?}", Holder::Match(of)), Holder::Match(of));
        let (held, exposure) = (known.of(Holder::Match(of)), state.exposure().0);
        if held != exposure {
            return Err(format!(
                "match {of}, {:?}: the escrow has {held}, at stake is {exposure}",
                state.state()
            ));
        }
        if state.state().is_terminal() && exposure != 0 {
            return Err(format!("match {of} is {:?} and keeps {exposure}", state.state()));
        }
        if state.due().is_none() && !state.state().is_terminal() {
            return Err(format!("match {of}, {:?}, waits for nothing", state.state()));
        }
        known.since.insert(of, at);
        if state.state().is_terminal() {
            known.since.remove(&of);
        }
        known.matches.insert(of, state);
        Ok(())
    }

    /// A match that a player is told of is the one that the rows make.
    pub(in crate::season) fn check_told_match(&self, told: &Match) -> Found {
        if self.rows_alone {
            return Ok(());
        }
        let known = self.known();
        match Known::of_match(&known, told.id()) {
            Some(own) if own.version() == told.version() && own != told => {
                Err(format!("match {} is shown as its rows do not make it", told.id()))
            }
            Some(own) if own.version() < told.version() => {
                Err(format!("match {} is shown at a version that its rows do not have", told.id()))
            }
            _ => Ok(()),
        }
    }
}

impl Known {
    fn of_match(&self, of: MatchId) -> Option<&Match> {
        self.matches.get(&of)
    }
}
