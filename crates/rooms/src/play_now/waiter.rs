//! Somebody who waits for an opponent, and what he is told. Knows no others but by their number.

use super::join::Checked;
use crate::lobby::Actor;
use crate::notice::Sink;
use crate::offer::Catalogue;
use crate::ports::StakedTerms;
use crate::refusal::Refusal;
use crate::round_trip::Latency;
use competition::{Points, PoolTerms, Seeker, StakeRange};
use draughts::{RuleSet, Variant};
use game::TimeControl;
use ids::{Amount, CommandId, Millis, Moment};
use std::sync::Arc;

/// What play now tells a player.
#[derive(Clone, Debug)]
pub enum PlayNowNotice {
    /// He waits, and how it stands.
    Waiting(Arc<PlayNowWaiting>),
    /// He waits no longer, and has no game by it.
    Over(PlayNowOver),
}

/// How it stands with somebody who waits.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayNowWaiting {
    /// The command by which he waits.
    pub id: CommandId,
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set.
    pub rule_set: RuleSet,
    /// The clock.
    pub time_control: TimeControl,
    /// The stakes that he accepts.
    pub stakes: StakeRange,
    /// Since when.
    pub since: Moment,
    /// His rating in the game's class.
    pub rating: Points,
    /// Its deviation now.
    pub deviation: Points,
    /// How far from it an opponent may be now.
    pub window: Points,
    /// How many wait for the same game, he himself too.
    pub waiting: u32,
    /// Whether he is asked if anybody will do: nobody came for a while.
    pub asks: bool,
    /// Whether he has said yes to that.
    pub wider: bool,
    /// His own round trip when he began to wait.
    pub latency: Latency,
    /// The limit that he has set for both.
    pub latency_limit: Option<Millis>,
}

/// Why somebody waits no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayNowOver {
    /// He cancelled.
    Cancelled,
    /// Nobody came for the longest time.
    GaveUp,
    /// His last socket was gone for too long.
    Left,
    /// A game of his has started by another door.
    Playing,
    /// He can't play: the start refused him.
    Refused(Refusal),
}

/// Where somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the pool.
    Waiting,
    /// His game is being made.
    Starting,
}

/// Somebody who waits, or whose game is being made.
pub(super) struct Waiter {
    pub(super) actor: Actor,
    pub(super) id: CommandId,
    pub(super) variant: Variant,
    rule_set: RuleSet,
    time_control: TimeControl,
    hash: String,
    pub(super) seeker: Seeker,
    deviation: Points,
    latency: Option<Millis>,
    pub(super) since: Moment,
    pub(super) place: Place,
    /// Since when he has no socket.
    pub(super) away_since: Option<Moment>,
    /// The window that he was told last.
    pub(super) shown: Points,
    /// He cancelled while his game was being made: where the answer goes.
    pub(super) cancelled: Option<(Sink, CommandId)>,
}

impl Waiter {
    pub(super) fn new(checked: Checked, since: Moment, window: Points) -> Self {
        let Checked { actor, request, seeker, deviation } = checked;
        Self {
            id: request.id,
            variant: request.variant,
            rule_set: request.rule_set,
            time_control: request.time_control,
            hash: request.terms,
            latency: actor.sink.round_trip().median(),
            actor,
            seeker,
            deviation,
            since,
            place: Place::Waiting,
            away_since: None,
            shown: window,
            cancelled: None,
        }
    }

    pub(super) fn is_starting(&self) -> bool {
        self.place == Place::Starting
    }

    /// The terms of his game for that stake.
    pub(super) fn terms(&self, catalogue: &Catalogue, stake: Amount) -> Result<StakedTerms, Refusal> {
        catalogue.terms(self.variant, self.rule_set, self.time_control, stake, &self.hash)
    }

    pub(super) fn state(
        &self,
        window: Points,
        same: usize,
        asked: bool,
        terms: &PoolTerms,
    ) -> PlayNowWaiting {
        PlayNowWaiting {
            id: self.id,
            variant: self.variant,
            rule_set: self.rule_set,
            time_control: self.time_control,
            stakes: self.seeker.stakes,
            since: self.since,
            rating: self.seeker.rating,
            deviation: self.deviation,
            window,
            waiting: u32::try_from(same).unwrap_or(u32::MAX),
            asks: asked && !self.seeker.wider,
            wider: self.seeker.wider,
            latency: Latency::of(terms, self.latency),
            latency_limit: self.seeker.latency_limit,
        }
    }
}
