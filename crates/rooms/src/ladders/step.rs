//! A season from its rows, and how a decision about it becomes a step. Tells nobody.

use crate::ladder_book::{AwaitedMatch, LadderHead, LadderStep, StoredLadder};
use crate::ports::Player;
use competition::{Ladder, LadderEvent, LadderState};
use ids::{AccountId, LadderId, WallTime};
use std::collections::HashMap;
use std::sync::Arc;
use tracing::error;

/// A season that is not over.
#[derive(Clone)]
pub(super) struct OpenLadder {
    pub(super) state: Arc<Ladder>,
    pub(super) names: Arc<HashMap<AccountId, String>>,
}

/// A season from its rows; one whose events make none is said, and stays as it is.
pub(super) fn open(stored: StoredLadder) -> Option<(LadderId, OpenLadder)> {
    let StoredLadder { of, limits, events, players } = stored;
    match Ladder::replay(of, limits, events) {
        Ok(state) => {
            let names = players.into_iter().map(|player| (player.account, player.name)).collect();
            Some((of, OpenLadder { state: Arc::new(state), names: Arc::new(names) }))
        }
        Err(broken) => {
            error!("the rows of season {of} make no season: {broken}");
            metrics::counter!("damas_ladders_lost_total").increment(1);
            None
        }
    }
}

/// The step of these events, and the season after it.
pub(super) fn next_step(
    open: &OpenLadder,
    events: Vec<LadderEvent>,
    entrant: Option<Player>,
    at: WallTime,
) -> (LadderStep, OpenLadder) {
    let mut names = Arc::clone(&open.names);
    let mut state = (*open.state).clone();
    let mut money = Vec::new();
    for event in &events {
        money.extend(state.money(event));
        if let (LadderEvent::Entered { by }, Some(player)) = (event, &entrant) {
            Arc::make_mut(&mut names).insert(*by, player.name.clone());
        }
        let applied = state.apply(event);
        assert!(applied.is_ok(), "season {} does not take its own event: {applied:?}", state.id());
    }
    let head = head_of(&state);
    let step =
        LadderStep { of: state.id(), after: open.state.version(), events, head, money, order: None, at };
    (step, OpenLadder { state: Arc::new(state), names })
}

pub(super) fn head_of(state: &Ladder) -> LadderHead {
    LadderHead {
        state: match state.state() {
            LadderState::Announced => "announced",
            LadderState::Open => "open",
            LadderState::Frozen { .. } => "frozen",
            LadderState::Paid => "paid",
            LadderState::Cancelled => "cancelled",
        },
        over: state.due().is_none(),
        opens_at: state.terms().opens_at,
        ends_at: state.terms().ends_at,
        held: state.exposure(),
        limits: *state.limits(),
    }
}

/// The challenges of a season whose match is awaited.
pub(super) fn awaited(open: &OpenLadder) -> Vec<AwaitedMatch> {
    let state = &open.state;
    let accepted = state.challenges().filter(|challenge| challenge.accepted);
    accepted
        .map(|challenge| AwaitedMatch {
            of: state.id(),
            number: challenge.number,
            by: challenge.by,
            to: challenge.to,
            since: challenge.due.minus(state.limits().play_within),
            profile: state.terms().profile.clone(),
        })
        .collect()
}
