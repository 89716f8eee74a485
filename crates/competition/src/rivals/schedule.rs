//! From the agreement to the first game: cancelling (R5), check-in and no-shows (R6).

use super::command::{MatchError, TickFacts};
use super::decide::{Decision, in_time};
use super::event::{CancelCause, MatchEvent};
use super::limits::NoShowMoney;
use super::slot::GameSlot;
use super::state::{Match, Phase, after};
use crate::Seat;
use ids::{AccountId, WallTime};

impl Match {
    pub(super) fn decide_reconfirm(&self, by: AccountId, at: WallTime) -> Decision {
        if !matches!(self.phase, Phase::Scheduled { .. }) {
            return Err(self.not_now("confirm anew"));
        }
        let seat = self.seat(by)?;
        if self.reconfirmed[seat].is_some() {
            return Ok(Vec::new());
        }
        let from = self.starts_at.unwrap_or(at).minus(self.limits.reconfirm_within);
        if at < from {
            return Err(MatchError::TooEarly { at, from });
        }
        Ok(vec![MatchEvent::Reconfirmed { by: seat, at }])
    }

    pub(super) fn decide_offer_cancel(&self, by: AccountId) -> Decision {
        self.agreed("cancel")?;
        let seat = self.seat(by)?;
        if self.cancel[seat] {
            return Ok(Vec::new());
        }
        let mut events = vec![MatchEvent::CancelOffered { by: seat }];
        if self.cancel[seat.other()] {
            events.push(MatchEvent::Cancelled { cause: CancelCause::Consent });
        }
        Ok(events)
    }

    pub(super) fn decide_cancel_alone(&self, by: AccountId, at: WallTime) -> Decision {
        self.agreed("cancel")?;
        let seat = self.seat(by)?;
        let free = self.starts_at.is_some_and(|start| at <= start.minus(self.limits.free_cancel));
        let cause = if free { CancelCause::Alone(seat) } else { CancelCause::AloneLate(seat) };
        Ok(vec![MatchEvent::Cancelled { cause }])
    }

    pub(super) fn decide_cancel(&self, cause: CancelCause) -> Decision {
        self.agreed("cancel")?;
        Ok(vec![MatchEvent::Cancelled { cause }])
    }

    /// Whether the match is agreed and has not begun.
    fn agreed(&self, what: &'static str) -> Result<(), MatchError> {
        match self.phase {
            Phase::Scheduled { .. } | Phase::CheckIn { .. } => Ok(()),
            _ => Err(self.not_now(what)),
        }
    }

    /// Opened late, as after the server was down, check-in stays open for its grace all the same.
    pub(super) fn open_check_in(&self, at: WallTime) -> MatchEvent {
        let starts_at = self.starts_at.unwrap_or(at);
        MatchEvent::CheckInOpened { closes_at: starts_at.max(at).plus(self.limits.grace) }
    }

    pub(super) fn decide_check_in(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::CheckIn { closes_at, delayed_until } = self.phase else {
            return match self.seat_of(by) {
                // told twice, the second time after the match has begun
                Some(seat) if self.checked_in[seat] => Ok(Vec::new()),
                _ => Err(self.not_now("check in")),
            };
        };
        let seat = self.seat(by)?;
        if self.checked_in[seat] {
            return Ok(Vec::new());
        }
        in_time(at, after(delayed_until.map_or(closes_at, |until| until.max(closes_at))))?;
        Ok(vec![MatchEvent::CheckedIn { by: seat }])
    }

    /// The first game, the wait for it, or a no-show.
    pub(super) fn tick_check_in(
        &self,
        closes_at: WallTime,
        delayed_until: Option<WallTime>,
        facts: &TickFacts,
        at: WallTime,
    ) -> Vec<MatchEvent> {
        let Some(starts_at) = self.starts_at.filter(|starts_at| at >= *starts_at) else {
            return Vec::new();
        };
        let here = |seat: Seat| self.checked_in[seat] && facts.present[seat] && !facts.on_board[seat];
        if here(Seat::First) && here(Seat::Second) {
            return match self.barred(facts) {
                Some(seat) => vec![MatchEvent::Cancelled { cause: CancelCause::Limit(seat) }],
                None => vec![self.start_game(GameSlot::Regular { number: 1, replay: 0 }, at)],
            };
        }
        let deadline = delayed_until.unwrap_or(closes_at).max(closes_at);
        let busy_until = starts_at.plus(self.limits.busy_wait).max(closes_at);
        let both_in = self.checked_in.first && self.checked_in.second;
        let on_board = facts.on_board.first || facts.on_board.second;
        // who plays on in the lobby may still come as long as that is what keeps him
        if on_board && delayed_until.is_none_or(|until| until < busy_until) && at <= busy_until {
            return vec![MatchEvent::StartDelayed { until: busy_until }];
        }
        if both_in && delayed_until.is_none() && at <= deadline {
            return vec![MatchEvent::StartDelayed { until: deadline }];
        }
        // a timer so late shows that the server was away, and nobody could come
        if at > deadline.plus(self.limits.outage) {
            return vec![MatchEvent::StartDelayed { until: at.plus(self.limits.grace) }];
        }
        if at <= deadline {
            return Vec::new();
        }
        let present = match (here(Seat::First), here(Seat::Second)) {
            (true, false) => Some(Seat::First),
            (false, true) => Some(Seat::Second),
            _ => None,
        };
        vec![MatchEvent::NoShow { present, forfeit: present.is_some() && self.forfeits_stake() }]
    }

    /// Whether a no-show of one costs a stake: by configuration, and only if both confirmed anew. Else a no-show would be a
    /// way to pass money.
    fn forfeits_stake(&self) -> bool {
        self.limits.no_show == NoShowMoney::ForfeitStake
            && Seat::BOTH.into_iter().all(|seat| self.reconfirmed[seat].is_some())
    }
}
