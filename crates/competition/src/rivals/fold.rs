//! The fold of what happened, live and from rows alike. An event that does not fit the state is refused, never repaired.

use super::event::{MatchEvent, MatchOutcome};
use super::limits::RivalsLimits;
use super::slot::GameSlot;
use super::state::{Match, MatchGame, MatchState, Phase, Rematch};
use crate::{Finish, GameOver, GameResult, PerSeat, Seat};
use ids::{MatchId, Millis};

/// Events that make no match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the match: {what}")]
pub struct MatchReplayError {
    /// The version that the event would bring.
    pub version: u32,
    /// What does not fit.
    pub what: &'static str,
}

type Fold = Result<(), &'static str>;

fn require(fits: bool, otherwise: &'static str) -> Fold {
    if fits { Ok(()) } else { Err(otherwise) }
}

impl Match {
    /// The match that these events make, played by the limits that were in force when it was proposed.
    ///
    /// # Errors
    /// [`MatchReplayError`] at the first event that does not fit; a match begins with [`MatchEvent::Proposed`].
    pub fn replay(
        id: MatchId,
        limits: RivalsLimits,
        events: impl IntoIterator<Item = MatchEvent>,
    ) -> Result<Self, MatchReplayError> {
        let mut events = events.into_iter();
        let Some(MatchEvent::Proposed { challenger, challenged, terms, first_white, expires_at }) =
            events.next()
        else {
            return Err(MatchReplayError { version: 1, what: "a match begins with Proposed" });
        };
        let mut made = Self {
            id,
            limits,
            version: 1,
            first: challenger,
            second: challenged,
            terms,
            phase: Phase::Offered { by: Seat::First, expires_at },
            counters: PerSeat::default(),
            first_white,
            starts_at: None,
            accepted_by: None,
            reconfirmed: PerSeat::default(),
            cancel: PerSeat::default(),
            checked_in: PerSeat::default(),
            games: Vec::new(),
            points: PerSeat::default(),
            absences: PerSeat::default(),
            late: PerSeat::default(),
            extensions: PerSeat::default(),
            play_on: PerSeat::default(),
            stop: None,
            unfunded: PerSeat::default(),
            mini: None,
            rematch: None,
            cancelled: None,
        };
        for event in events {
            made.apply(&event)?;
        }
        Ok(made)
    }

    /// Folds one event.
    ///
    /// # Errors
    /// [`MatchReplayError`] when it does not fit; the match is unchanged.
    pub fn apply(&mut self, event: &MatchEvent) -> Result<(), MatchReplayError> {
        let version = self.version + 1;
        self.fold(event).map_err(|what| MatchReplayError { version, what })?;
        self.version = version;
        Ok(())
    }

    fn fold(&mut self, event: &MatchEvent) -> Fold {
        match event {
            MatchEvent::Proposed { .. } => Err("a match is proposed once"),
            MatchEvent::Countered { .. }
            | MatchEvent::Declined { .. }
            | MatchEvent::Expired
            | MatchEvent::Withdrawn { .. }
            | MatchEvent::FundingFailed { .. }
            | MatchEvent::Accepted { .. } => self.fold_offer(event),
            MatchEvent::Reconfirmed { .. }
            | MatchEvent::CancelOffered { .. }
            | MatchEvent::Cancelled { .. }
            | MatchEvent::CheckInOpened { .. }
            | MatchEvent::CheckedIn { .. }
            | MatchEvent::StartDelayed { .. }
            | MatchEvent::NoShow { .. } => self.fold_schedule(event),
            MatchEvent::GameStarted(_)
            | MatchEvent::GameOverdue { .. }
            | MatchEvent::GameEnded { .. }
            | MatchEvent::MiniMatchBegan
            | MatchEvent::StopAsked { .. }
            | MatchEvent::PlayOnAgreed { .. } => self.fold_play(event),
            MatchEvent::BreakBegan { .. }
            | MatchEvent::BreakExtended { .. }
            | MatchEvent::BecameReady { .. }
            | MatchEvent::StopAgreed { .. } => self.fold_break(event),
            MatchEvent::Decided { .. }
            | MatchEvent::ReviewOpened { .. }
            | MatchEvent::Settled { .. }
            | MatchEvent::Voided { .. }
            | MatchEvent::RematchOffered { .. }
            | MatchEvent::RematchAgreed { .. }
            | MatchEvent::Closed => self.fold_close(event),
        }
    }

    fn end(&mut self, state: MatchState, outcome: Option<MatchOutcome>) -> Fold {
        self.phase = Phase::Ended { state, outcome, present: None };
        Ok(())
    }

    fn fold_offer(&mut self, event: &MatchEvent) -> Fold {
        let Phase::Offered { by: offered_by, .. } = self.phase else { return Err("no offer stands") };
        match event {
            MatchEvent::Countered { by, terms, expires_at } => {
                require(*by != offered_by, "nobody counters his own offer")?;
                self.counters[*by] = self.counters[*by].saturating_add(1);
                self.terms = terms.clone();
                self.phase = Phase::Offered { by: *by, expires_at: *expires_at };
                self.unfunded = PerSeat::default();
                Ok(())
            }
            MatchEvent::Declined { .. } => self.end(MatchState::Declined, None),
            MatchEvent::Expired => self.end(MatchState::Expired, None),
            MatchEvent::Withdrawn { .. } => self.end(MatchState::Withdrawn, None),
            MatchEvent::Accepted { by, second, first_white, starts_at, opens_at } => {
                require(*by != offered_by, "nobody accepts his own offer")?;
                require(self.second.is_none_or(|known| known == *second), "the second seat is another's")?;
                require(*second != self.first, "nobody plays against himself")?;
                self.accepted_by = Some(*by);
                self.second = Some(*second);
                self.first_white = Some(*first_white);
                self.starts_at = Some(*starts_at);
                self.phase = Phase::Scheduled { opens_at: *opens_at };
                Ok(())
            }
            MatchEvent::FundingFailed { seat } => {
                self.unfunded[*seat] = true;
                Ok(())
            }
            _ => Err("that is not about an offer"),
        }
    }

    fn fold_schedule(&mut self, event: &MatchEvent) -> Fold {
        match (event, &mut self.phase) {
            (MatchEvent::Reconfirmed { by, at }, Phase::Scheduled { .. }) => {
                self.reconfirmed[*by] = Some(*at);
                Ok(())
            }
            (MatchEvent::CheckInOpened { closes_at }, Phase::Scheduled { .. }) => {
                self.phase = Phase::CheckIn { closes_at: *closes_at, delayed_until: None };
                Ok(())
            }
            (MatchEvent::CancelOffered { by }, Phase::Scheduled { .. } | Phase::CheckIn { .. }) => {
                self.cancel[*by] = true;
                Ok(())
            }
            (MatchEvent::Cancelled { cause }, Phase::Scheduled { .. } | Phase::CheckIn { .. }) => {
                self.cancelled = Some(*cause);
                self.end(MatchState::Cancelled, None)
            }
            (MatchEvent::CheckedIn { by }, Phase::CheckIn { .. }) => {
                self.checked_in[*by] = true;
                Ok(())
            }
            (MatchEvent::StartDelayed { until }, Phase::CheckIn { delayed_until, .. }) => {
                *delayed_until = Some(*until);
                Ok(())
            }
            (MatchEvent::NoShow { present, .. }, Phase::CheckIn { .. }) => {
                let state = if present.is_some() { MatchState::NoShowOne } else { MatchState::NoShowBoth };
                self.phase = Phase::Ended { state, outcome: None, present: *present };
                Ok(())
            }
            _ => Err("the match is not agreed, or has begun"),
        }
    }

    fn fold_play(&mut self, event: &MatchEvent) -> Fold {
        match (event, &mut self.phase) {
            (MatchEvent::GameStarted(start), Phase::CheckIn { .. } | Phase::Break { .. }) => {
                require(start.game == start.slot.game_id(self.id), "the game's id is another slot's")?;
                self.phase = Phase::Playing {
                    slot: start.slot,
                    game: start.game,
                    white: start.white,
                    overdue_at: start.overdue_at,
                };
                Ok(())
            }
            (MatchEvent::GameOverdue { next_at }, Phase::Playing { overdue_at, .. }) => {
                *overdue_at = *next_at;
                Ok(())
            }
            (
                MatchEvent::GameEnded { slot, game, white, over, late, .. },
                Phase::Playing { game: runs, .. },
            ) => {
                require(game == runs, "another game runs")?;
                self.fold_game(MatchGame { slot: *slot, game: *game, white: *white, over: *over }, *late)
            }
            (MatchEvent::MiniMatchBegan, Phase::Between { .. }) => {
                self.mini = Some(self.new_mini());
                Ok(())
            }
            (MatchEvent::StopAsked { cause }, Phase::Playing { .. }) => {
                self.stop = Some(*cause);
                Ok(())
            }
            (MatchEvent::PlayOnAgreed { by }, Phase::Playing { .. } | Phase::Break { .. }) => {
                self.play_on[*by] = true;
                Ok(())
            }
            _ => Err("that does not happen at this point of the play"),
        }
    }

    fn fold_game(&mut self, game: MatchGame, late: PerSeat<Millis>) -> Fold {
        let result = game.over.result;
        if let GameSlot::Mini(key) = game.slot {
            let mini = self.mini.as_mut().ok_or("there is no mini-match")?;
            mini.record(key, &game.over).map_err(|_| "the mini-match has another game")?;
        } else if let Some(winner) = game.winner() {
            self.points[winner] += 2;
        } else if result == GameResult::Draw {
            self.points.first += 1;
            self.points.second += 1;
        }
        if result != GameResult::Void {
            for seat in Seat::BOTH {
                let absent = forfeited(&game, seat);
                self.absences[seat] = if absent { self.absences[seat].saturating_add(1) } else { 0 };
                let late = late[seat].min(self.limits.absence_per_game);
                self.late[seat] = self.late[seat].saturating_add(late);
            }
        }
        let GameOver { at, .. } = game.over;
        self.games.push(game);
        self.phase = Phase::Between { at };
        Ok(())
    }

    fn fold_break(&mut self, event: &MatchEvent) -> Fold {
        if let (MatchEvent::BreakBegan { next, until }, Phase::Between { .. }) = (event, &self.phase) {
            let (ready, stop) = (PerSeat::default(), PerSeat::default());
            self.phase = Phase::Break { next: *next, until: *until, ready, stop };
            return Ok(());
        }
        let Phase::Break { until: ends, ready, stop, .. } = &mut self.phase else {
            return Err("there is no break");
        };
        match event {
            MatchEvent::BreakExtended { by, until } => {
                *ends = *until;
                self.extensions[*by] = self.extensions[*by].saturating_add(1);
            }
            MatchEvent::BecameReady { by, until } => {
                *ends = *until;
                ready[*by] = true;
            }
            MatchEvent::StopAgreed { by } => stop[*by] = true,
            _ => return Err("a break has begun already"),
        }
        Ok(())
    }

    fn fold_close(&mut self, event: &MatchEvent) -> Fold {
        match (event, &self.phase) {
            (MatchEvent::Decided { outcome, settles_at }, Phase::Between { .. } | Phase::Break { .. }) => {
                self.phase = Phase::Decided { outcome: *outcome, settles_at: *settles_at };
                Ok(())
            }
            (MatchEvent::ReviewOpened { cause, deadline }, Phase::Decided { outcome, .. }) => {
                self.phase = Phase::Review { outcome: *outcome, cause: cause.clone(), deadline: *deadline };
                Ok(())
            }
            (
                MatchEvent::Settled { outcome, rematch_until },
                Phase::Decided { .. } | Phase::Review { .. },
            ) => {
                self.phase = Phase::Settled { outcome: *outcome, rematch_until: *rematch_until };
                Ok(())
            }
            (
                MatchEvent::Voided { .. },
                Phase::Between { .. } | Phase::Break { .. } | Phase::Review { .. },
            ) => self.end(MatchState::Voided, None),
            (MatchEvent::RematchOffered { by }, Phase::Settled { .. }) if self.rematch.is_none() => {
                self.rematch = Some(Rematch { by: *by, child: None });
                Ok(())
            }
            (MatchEvent::RematchAgreed { child }, Phase::Settled { .. }) => {
                let rematch = self.rematch.as_mut().ok_or("no rematch is offered")?;
                require(rematch.child.is_none(), "a match has one rematch")?;
                rematch.child = Some(*child);
                Ok(())
            }
            (MatchEvent::Closed, Phase::Settled { outcome, .. }) => {
                let outcome = *outcome;
                self.end(MatchState::Closed, Some(outcome))
            }
            _ => Err("the match is not at that point of its end"),
        }
    }
}

/// Whether that seat was absent from the game.
fn forfeited(game: &MatchGame, seat: Seat) -> bool {
    let lost = game.winner() == Some(seat.other());
    game.over.result == GameResult::Neither || (game.over.finish == Finish::Forfeit && lost)
}
