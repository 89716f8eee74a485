//! The fold of what happened in a season, live and from rows alike.

use super::event::LadderEvent;
use super::state::{Climber, Ladder, LadderChallenge, LadderState, pair_key};
use super::terms::LadderLimits;
use crate::Seat;
use ids::{LadderId, Millis, WallTime};
use std::collections::BTreeMap;

/// Events that make no season.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the season: {what}")]
pub struct LadderReplayError {
    /// The version that the event would bring.
    pub version: u32,
    /// What does not fit.
    pub what: &'static str,
}

type Fold = Result<(), &'static str>;

impl Ladder {
    /// The season that these events make, by the limits that were in force when it was announced.
    ///
    /// # Errors
    /// [`LadderReplayError`] at the first event that does not fit; a season begins with [`LadderEvent::Announced`].
    pub fn replay(
        id: LadderId,
        limits: LadderLimits,
        events: impl IntoIterator<Item = LadderEvent>,
    ) -> Result<Self, LadderReplayError> {
        let mut events = events.into_iter();
        let Some(LadderEvent::Announced { terms }) = events.next() else {
            return Err(LadderReplayError { version: 1, what: "a season begins with Announced" });
        };
        let mut season = Self {
            id,
            limits,
            version: 1,
            terms,
            state: LadderState::Announced,
            order: Vec::new(),
            climbers: BTreeMap::new(),
            pairs: BTreeMap::new(),
            open: BTreeMap::new(),
            played: BTreeMap::new(),
            challenges: 0,
        };
        for event in events {
            season.apply(&event)?;
        }
        Ok(season)
    }

    /// Folds one event.
    ///
    /// # Errors
    /// [`LadderReplayError`] when it does not fit; the season is unchanged.
    pub fn apply(&mut self, event: &LadderEvent) -> Result<(), LadderReplayError> {
        let version = self.version + 1;
        self.fold(event).map_err(|what| LadderReplayError { version, what })?;
        self.version = version;
        Ok(())
    }

    fn fold(&mut self, event: &LadderEvent) -> Fold {
        match *event {
            LadderEvent::Announced { .. } => return Err("a season is announced once"),
            LadderEvent::Opened if self.state == LadderState::Announced => self.state = LadderState::Open,
            LadderEvent::Entered { by } if self.place(by).is_none() => {
                self.order.push(by);
                self.climbers.entry(by).or_default();
            }
            LadderEvent::Left { by } => self.order.retain(|player| *player != by),
            LadderEvent::Challenged { number, by, to, answer_by } => {
                let known = self.climbers.contains_key(&by) && self.climbers.contains_key(&to);
                if number != self.challenges + 1 || !known {
                    return Err("not the next challenge, or of players who never entered");
                }
                self.challenges = number;
                let challenge = LadderChallenge { number, by, to, accepted: false, due: answer_by };
                self.open.insert(number, challenge);
            }
            LadderEvent::Accepted { number, play_by } => {
                let challenge = self.open.get_mut(&number).ok_or("no such challenge is open")?;
                challenge.accepted = true;
                challenge.due = play_by;
            }
            LadderEvent::Declined { number, costs_place, at } => {
                self.fold_decline(number, costs_place, at)?
            }
            LadderEvent::Played { number, of, winner, at } => {
                let challenge = self.close(number, at)?;
                self.pairs.entry(pair_key(challenge.by, challenge.to)).or_default().played += 1;
                self.played.insert(number, of);
                if winner == Some(Seat::First) {
                    self.insert_above(&challenge);
                }
            }
            LadderEvent::Lapsed { number, at, .. } => {
                self.close(number, at)?;
            }
            LadderEvent::LeaveBegan { by, at, until } => self.climber(by)?.leave = Some((at, until)),
            LadderEvent::LeaveEnded { by, used } => self.fold_leave_end(by, used)?,
            LadderEvent::Frozen { pays_at } if self.state == LadderState::Open => {
                self.state = LadderState::Frozen { pays_at };
            }
            LadderEvent::Paid if matches!(self.state, LadderState::Frozen { .. }) => {
                self.state = LadderState::Paid;
            }
            LadderEvent::Cancelled if self.due().is_some() => self.state = LadderState::Cancelled,
            _ => return Err("the season is not at that point"),
        }
        Ok(())
    }

    fn climber(&mut self, player: ids::AccountId) -> Result<&mut Climber, &'static str> {
        self.climbers.get_mut(&player).ok_or("the player is not on the ladder")
    }

    fn fold_leave_end(&mut self, by: ids::AccountId, used: Millis) -> Fold {
        let climber = self.climber(by)?;
        climber.leave = None;
        climber.leave_used = climber.leave_used.saturating_add(used);
        Ok(())
    }

    fn close(&mut self, number: u32, at: WallTime) -> Result<LadderChallenge, &'static str> {
        let challenge = self.open.remove(&number).ok_or("no such challenge is open")?;
        self.pairs.entry(pair_key(challenge.by, challenge.to)).or_default().last_end = Some(at);
        Ok(challenge)
    }

    /// The one who says no too often changes places with the next one below.
    fn fold_decline(&mut self, number: u32, costs_place: bool, at: WallTime) -> Fold {
        let challenge = self.close(number, at)?;
        let climber = self.climber(challenge.to)?;
        climber.declines = climber.declines.saturating_add(1);
        let place = self.order.iter().position(|player| *player == challenge.to);
        if let Some(place) = place
            && costs_place
            && place + 1 < self.order.len()
        {
            self.order.swap(place, place + 1);
        }
        Ok(())
    }

    /// The challenger has won: he stands where the other one stood, who moves down with all between them. If the order has
    /// changed meanwhile and he stands above already, nothing moves.
    fn insert_above(&mut self, challenge: &LadderChallenge) {
        let find = |player| self.order.iter().position(|each| *each == player);
        if let (Some(from), Some(to)) = (find(challenge.by), find(challenge.to))
            && to < from
        {
            let climber = self.order.remove(from);
            self.order.insert(to, climber);
        }
    }
}
