//! A ladder season as one viewer may see it. Decides nothing.

use competition::LadderState;
use ids::{AccountId, WallTime};
use protocol::{LadderChallenge, LadderPlace, ServerMsg};
use rooms::LadderView;

/// The season as `viewer` may see it, as of `now`.
pub(super) fn ladder_message(view: &LadderView, viewer: Option<AccountId>, now: WallTime) -> ServerMsg {
    let state = &view.state;
    let terms = state.terms();
    let (variant, rules) = crate::wire::profile(&terms.profile);
    let you = viewer.and_then(|viewer| state.place(viewer));
    let places = state.order().iter().map(|player| LadderPlace {
        account: *player,
        name: view.names.get(player).cloned().unwrap_or_default(),
        on_leave: state.on_leave(*player),
    });
    // both still stand on the ladder: who leaves takes his challenges along
    let challenges = state.challenges().filter_map(|challenge| {
        Some(LadderChallenge {
            number: challenge.number,
            by: state.place(challenge.by)?,
            to: state.place(challenge.to)?,
            accepted: challenge.accepted,
            due: challenge.due.unix_millis(),
        })
    });
    ServerMsg::Ladder(Box::new(protocol::LadderView {
        season: state.id(),
        v: state.version(),
        state: match state.state() {
            LadderState::Announced => protocol::LadderState::Announced,
            LadderState::Open => protocol::LadderState::Open,
            LadderState::Frozen { .. } => protocol::LadderState::Frozen,
            LadderState::Paid => protocol::LadderState::Paid,
            LadderState::Cancelled => protocol::LadderState::Cancelled,
        },
        variant,
        rules,
        opens_at: terms.opens_at.unix_millis(),
        ends_at: terms.ends_at.unix_millis(),
        pays_at: match state.state() {
            LadderState::Frozen { pays_at } => Some(pays_at.unix_millis()),
            _ => None,
        },
        prizes: terms.prizes.clone(),
        places: places.collect(),
        challenges: challenges.collect(),
        you,
        reach: you.map(|place| state.reach(place)),
        server_at: now.unix_millis(),
    }))
}
