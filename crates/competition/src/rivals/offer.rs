//! From the challenge to the agreement (R2, R3).

use super::colours::PairColours;
use super::command::MatchError;
use super::decide::{Decision, in_time};
use super::event::MatchEvent;
use super::state::{Match, Phase};
use super::terms::{CounterTerms, StartAt, TermsHash};
use crate::Seat;
use ids::{AccountId, WallTime};

impl Match {
    pub(super) fn decide_counter(&self, by: AccountId, counter: CounterTerms, at: WallTime) -> Decision {
        let (offered_by, expires_at) = self.offered("counter")?;
        if self.second.is_none() {
            return Err(MatchError::OpenSeat);
        }
        let seat = self.seat(by)?;
        if seat == offered_by {
            return Err(MatchError::NotYours(seat.other()));
        }
        in_time(at, expires_at)?;
        let allowed = self.limits.counters;
        if self.counters[seat] >= allowed {
            return Err(MatchError::NoCounterLeft { allowed });
        }
        let terms = self.terms.countered(counter);
        if terms == self.terms {
            return Err(MatchError::SameTerms);
        }
        terms.validate(&self.limits, at)?;
        let expires_at = terms.expires_at(&self.limits, at);
        Ok(vec![MatchEvent::Countered { by: seat, terms, expires_at }])
    }

    pub(super) fn decide_accept(
        &self,
        by: AccountId,
        terms: TermsHash,
        history: &PairColours,
        at: WallTime,
    ) -> Decision {
        let standing = self.terms.hash();
        let again = self.accepted_by.is_some_and(|seat| self.player(seat) == Some(by));
        if again && terms == standing {
            return Ok(Vec::new());
        }
        let (offered_by, expires_at) = self.offered("accept")?;
        let seat = match self.second {
            None if by != self.first => Seat::Second,
            _ => self.seat(by)?,
        };
        if seat == offered_by {
            return Err(MatchError::NotYours(seat.other()));
        }
        in_time(at, expires_at)?;
        if terms != standing {
            return Err(MatchError::OtherTerms { given: terms, standing });
        }
        let (starts_at, opens_at) = match self.terms.start {
            StartAt::Now => (at, at),
            StartAt::At(start) => (start, at.max(start.minus(self.limits.check_in_before))),
        };
        let mut events = vec![MatchEvent::Accepted {
            by: seat,
            second: self.second.unwrap_or(by),
            first_white: self.first_white.unwrap_or_else(|| history.first_white()),
            starts_at,
            opens_at,
        }];
        if opens_at <= at {
            events.push(MatchEvent::CheckInOpened { closes_at: starts_at.plus(self.limits.grace) });
        }
        Ok(events)
    }

    pub(super) fn decide_funding_failed(&self, seat: Seat) -> Decision {
        self.offered("fail to fund")?;
        // told once for these terms, however often it is tried
        Ok(if self.unfunded[seat] { Vec::new() } else { vec![MatchEvent::FundingFailed { seat }] })
    }

    pub(super) fn decide_decline(&self, by: AccountId) -> Decision {
        let (offered_by, _) = self.offered("decline")?;
        let seat = self.seat(by)?;
        if seat == offered_by {
            return Err(MatchError::NotYours(seat.other()));
        }
        Ok(vec![MatchEvent::Declined { by: seat }])
    }

    pub(super) fn decide_withdraw(&self, by: AccountId) -> Decision {
        let (offered_by, _) = self.offered("withdraw the offer")?;
        if self.seat(by)? != offered_by {
            return Err(MatchError::NotYours(offered_by));
        }
        Ok(vec![MatchEvent::Withdrawn { by: offered_by }])
    }

    /// Whose offer stands, and until when.
    fn offered(&self, what: &'static str) -> Result<(Seat, WallTime), MatchError> {
        match self.phase {
            Phase::Offered { by, expires_at } => Ok((by, expires_at)),
            _ => Err(self.not_now(what)),
        }
    }
}
