//! From the decision to the end: reviews (R16), settlement, rematch (R12).

use super::colours::PairColours;
use super::command::{MatchCommand, MatchError, Proposal, TickFacts};
use super::decide::{Decision, in_time};
use super::event::{DecidedBy, MatchEvent, MatchOutcome, ReviewCause, Ruling};
use super::slot::rematch_id;
use super::state::{Match, Phase};
use super::terms::{MatchTerms, StakeMode, StartAt};
use crate::Seat;
use ids::{AccountId, BasisPoints, WallTime};

impl Match {
    pub(super) fn decided(&self, winner: Option<Seat>, by: DecidedBy, at: WallTime) -> MatchEvent {
        MatchEvent::Decided {
            outcome: MatchOutcome { winner, by, points: self.points },
            settles_at: at.plus(self.limits.dispute_window),
        }
    }

    /// Why the pot is held back, if it is. Where each game has its stake, each was looked at when it ended.
    pub(super) fn suspicion(&self, outcome: &MatchOutcome, facts: &TickFacts) -> Option<ReviewCause> {
        if self.terms.stake_mode == StakeMode::PerGame {
            return None;
        }
        let winner = outcome.winner?;
        facts.suspect.or_else(|| self.has_quick_loss(winner.other()).then_some(ReviewCause::QuickLoss))
    }

    /// Whether that seat lost a game of a high stake in a few plies, whatever the reason: no game is won on the board so
    /// early.
    fn has_quick_loss(&self, loser: Seat) -> bool {
        let share = i128::from(self.limits.quick_loss_share.0) * i128::from(self.limits.stake_max.0);
        let high = i128::from(self.terms.stake.0) * i128::from(BasisPoints::WHOLE.0) >= share;
        high && self.games.iter().any(|game| {
            game.winner() == Some(loser.other()) && game.over.plies < self.limits.quick_loss_before
        })
    }

    pub(super) fn open_review(&self, cause: ReviewCause, at: WallTime) -> MatchEvent {
        let wait = match cause {
            ReviewCause::Dispute(_) => self.limits.review_deadline,
            ReviewCause::QuickLoss | ReviewCause::SameOrigin | ReviewCause::OneWayFlow => {
                self.limits.review_hold
            }
        };
        MatchEvent::ReviewOpened { cause, deadline: at.plus(wait) }
    }

    pub(super) fn settled(&self, outcome: MatchOutcome, at: WallTime) -> MatchEvent {
        MatchEvent::Settled { outcome, rematch_until: at.plus(self.limits.rematch) }
    }

    pub(super) fn decide_dispute(&self, by: AccountId, at: WallTime) -> Decision {
        match self.phase {
            Phase::Decided { settles_at, .. } => {
                let seat = self.seat(by)?;
                in_time(at, settles_at)?;
                Ok(vec![self.open_review(ReviewCause::Dispute(seat), at)])
            }
            Phase::Review { cause: ReviewCause::Dispute(seat), .. } if self.seat_of(by) == Some(seat) => {
                Ok(Vec::new())
            }
            _ => Err(self.not_now("dispute the result")),
        }
    }

    pub(super) fn decide_rule(&self, ruling: Ruling, at: WallTime) -> Decision {
        let Phase::Review { outcome, .. } = self.phase else {
            return Err(self.not_now("rule on the result"));
        };
        Ok(vec![match ruling {
            Ruling::Stands => self.settled(outcome, at),
            Ruling::Winner(winner) => {
                self.settled(MatchOutcome { winner, by: DecidedBy::Review, ..outcome }, at)
            }
            Ruling::Void => MatchEvent::Voided { cause: None },
        }])
    }

    pub(super) fn decide_offer_rematch(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::Settled { rematch_until, .. } = self.phase else {
            return Err(self.not_now("offer a rematch"));
        };
        let seat = self.seat(by)?;
        match self.rematch {
            Some(rematch) if rematch.by == seat || rematch.child.is_some() => Ok(Vec::new()),
            // offering while the other's offer stands accepts it
            Some(_) => self.decide_accept_rematch(by, at),
            None => {
                in_time(at, rematch_until)?;
                Ok(vec![MatchEvent::RematchOffered { by: seat }])
            }
        }
    }

    pub(super) fn decide_accept_rematch(&self, by: AccountId, at: WallTime) -> Decision {
        let Phase::Settled { rematch_until, .. } = self.phase else {
            return Err(self.not_now("accept a rematch"));
        };
        let seat = self.seat(by)?;
        let rematch = self.rematch.ok_or(MatchError::NoRematchOffer)?;
        if rematch.child.is_some() {
            return Ok(Vec::new());
        }
        if rematch.by == seat {
            return Err(MatchError::NoRematchOffer);
        }
        in_time(at, rematch_until)?;
        Ok(vec![MatchEvent::RematchAgreed { child: rematch_id(self.id) }])
    }

    /// The rematch that was offered: the challenge that makes the child, and its acceptance by the other one. Both are
    /// decided, with the gates asked and the stakes held, in the transaction of [`MatchEvent::RematchAgreed`].
    #[must_use]
    pub fn rematch(&self) -> Option<(Proposal, MatchCommand)> {
        let offered_by = self.rematch?.by;
        let challenger = self.player(offered_by)?;
        let challenged = self.player(offered_by.other())?;
        let terms = MatchTerms { start: StartAt::Now, ..self.terms.clone() };
        let accept =
            MatchCommand::Accept { by: challenged, terms: terms.hash(), history: PairColours::default() };
        // the seats of the child are the child's own: its first seat is who offered
        let white = self.white_of(1).other();
        let first_white = Some(if white == offered_by { Seat::First } else { Seat::Second });
        Some((Proposal { challenger, challenged: Some(challenged), terms, first_white }, accept))
    }
}
