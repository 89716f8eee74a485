//! Whom each event of a match is told, and what. Asked of the match as it stood before the event. Knows no words.

use super::event::{CancelCause, MatchEvent, MatchOutcome};
use super::state::{Match, Phase};
use super::terms::{MatchTerms, StakeMode, StartAt};
use crate::notice::received;
use crate::{ByMail, CalledOffBy, EventNotice, MoneyMove, NoticeBody, NoticeOf, OfferNotice, Seat, Verdict};
use ids::{Amount, WallTime};

impl Match {
    /// What a match that was just proposed tells: the challenge. A rematch was agreed before it was made, and an open seat
    /// is nobody's yet.
    #[must_use]
    pub fn proposal_notices(&self) -> Vec<EventNotice> {
        let Phase::Offered { expires_at, .. } = self.phase else { return Vec::new() };
        if self.first_white.is_some() {
            return Vec::new();
        }
        let body = NoticeBody::Challenged(offer(&self.terms, expires_at));
        self.to(Seat::Second, 0, ByMail::Until(expires_at), body)
    }

    /// The notices that belong to the transaction of `event`, which follows this state: ask before it is applied.
    #[must_use]
    pub fn notices(&self, event: &MatchEvent) -> Vec<EventNotice> {
        match event {
            MatchEvent::Countered { by, terms, expires_at } => {
                let body = NoticeBody::Countered(offer(terms, *expires_at));
                self.to(by.other(), self.version + 1, ByMail::Until(*expires_at), body)
            }
            MatchEvent::Declined { by } => self.to(by.other(), 0, ByMail::Always, NoticeBody::Declined),
            MatchEvent::Withdrawn { by } => self.to(by.other(), 0, ByMail::Never, NoticeBody::Withdrawn),
            MatchEvent::Expired => match self.phase {
                Phase::Offered { by, .. } => self.to(by, 0, ByMail::Always, NoticeBody::Expired),
                _ => Vec::new(),
            },
            MatchEvent::FundingFailed { seat } => {
                let body = NoticeBody::NotCovered { hold: self.terms.hold() };
                self.to(*seat, self.version + 1, ByMail::Never, body)
            }
            MatchEvent::Accepted { second, starts_at, opens_at, .. } => {
                let agreed = Self { second: Some(*second), ..self.clone() };
                agreed.agreed_notices(*starts_at, *opens_at)
            }
            MatchEvent::CancelOffered { by } if !self.cancel[by.other()] => {
                self.to(by.other(), 0, ByMail::Always, NoticeBody::CancelOffered)
            }
            MatchEvent::CheckInOpened { closes_at } => {
                let body = NoticeBody::CheckInOpen {
                    starts_at: self.starts_at.unwrap_or(*closes_at),
                    closes_at: *closes_at,
                };
                self.to_both(0, ByMail::Until(*closes_at), |_| body)
            }
            MatchEvent::StartDelayed { until } => {
                self.to_both(self.version + 1, ByMail::Never, |_| NoticeBody::StartMoved { until: *until })
            }
            _ => self.closing_notices(event),
        }
    }

    /// The notices of a step's events, in order.
    #[must_use]
    pub fn notices_of(&self, events: &[MatchEvent]) -> Vec<EventNotice> {
        let (mut state, mut notices) = (self.clone(), Vec::new());
        for event in events {
            notices.extend(state.notices(event));
            if state.apply(event).is_err() {
                break;
            }
        }
        notices
    }

    /// What ends a match, before it began or after.
    fn closing_notices(&self, event: &MatchEvent) -> Vec<EventNotice> {
        let money = self.money(event);
        let got = |seat| self.got(&money, seat);
        match event {
            MatchEvent::Cancelled { cause } => self.to_both(0, ByMail::Always, |seat| {
                NoticeBody::Cancelled { by: called_off(*cause, seat), refund: got(seat) }
            }),
            MatchEvent::NoShow { present, .. } => self.to_both(0, ByMail::Always, |seat| {
                NoticeBody::NoShow { came: *present == Some(seat), received: got(seat) }
            }),
            // what is unplayed of a match with a stake for each game
            MatchEvent::Decided { .. } if !money.is_empty() => {
                self.to_both(0, ByMail::Never, |seat| NoticeBody::Refund { amount: got(seat) })
            }
            MatchEvent::ReviewOpened { deadline, .. } => {
                self.to_both(0, ByMail::Always, |_| NoticeBody::InReview { deadline: *deadline })
            }
            MatchEvent::Settled { outcome, .. } => {
                self.to_both(0, ByMail::Always, |seat| self.result(outcome, seat, got(seat)))
            }
            MatchEvent::Voided { .. } => {
                self.to_both(0, ByMail::Always, |seat| NoticeBody::Voided { refund: got(seat) })
            }
            MatchEvent::RematchOffered { by } => match self.phase {
                Phase::Settled { rematch_until, .. } => {
                    let body = NoticeBody::RematchOffered { until: rematch_until };
                    self.to(by.other(), 0, ByMail::Never, body)
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    fn agreed_notices(&self, starts_at: WallTime, opens_at: WallTime) -> Vec<EventNotice> {
        // who plays now is here
        let by_mail = match self.terms.start {
            StartAt::Now => ByMail::Never,
            StartAt::At(_) => ByMail::Until(starts_at),
        };
        let hold = self.terms.hold();
        self.to_both(0, by_mail, |_| NoticeBody::Scheduled { starts_at, opens_at, hold })
    }

    fn result(&self, outcome: &MatchOutcome, seat: Seat, got: Amount) -> NoticeBody {
        NoticeBody::Result {
            verdict: match outcome.winner {
                Some(winner) if winner == seat => Verdict::Won,
                Some(_) => Verdict::Lost,
                None => Verdict::Drawn,
            },
            points: outcome.points[seat],
            other_points: outcome.points[seat.other()],
            received: (self.terms.stake_mode == StakeMode::PerMatch).then_some(got),
        }
    }

    fn got(&self, money: &[MoneyMove], seat: Seat) -> Amount {
        self.player(seat).map_or(Amount::ZERO, |player| received(money, player))
    }

    fn to(&self, seat: Seat, part: u32, by_mail: ByMail, body: NoticeBody) -> Vec<EventNotice> {
        let Some(account) = self.player(seat) else { return Vec::new() };
        let (of, other) = (NoticeOf::Match(self.id), self.player(seat.other()));
        vec![EventNotice { of, part, account, other, title: None, by_mail, body }]
    }

    fn to_both(&self, part: u32, by_mail: ByMail, body: impl Fn(Seat) -> NoticeBody) -> Vec<EventNotice> {
        Seat::BOTH.into_iter().flat_map(|seat| self.to(seat, part, by_mail, body(seat))).collect()
    }
}

fn offer(terms: &MatchTerms, expires_at: WallTime) -> OfferNotice {
    OfferNotice {
        games: terms.games,
        stake_mode: terms.stake_mode,
        stake: terms.stake,
        starts_at: match terms.start {
            StartAt::Now => None,
            StartAt::At(at) => Some(at),
        },
        expires_at,
    }
}

/// Who called it off, as the player of that seat is told.
fn called_off(cause: CancelCause, reader: Seat) -> CalledOffBy {
    match cause {
        CancelCause::Consent => CalledOffBy::Consent,
        CancelCause::Alone(seat) | CancelCause::AloneLate(seat) if seat == reader => CalledOffBy::You,
        CancelCause::Alone(_) | CancelCause::AloneLate(_) => CalledOffBy::Other,
        CancelCause::Limit(seat) if seat == reader => CalledOffBy::OwnLimit,
        CancelCause::Limit(_) | CancelCause::Operator | CancelCause::Regulator => CalledOffBy::House,
    }
}
