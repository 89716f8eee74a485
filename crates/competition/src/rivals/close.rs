//! From the decision to the end: reviews (R16), settlement, rematch (R12).

use super::colours::PairColours;
use super::command::{MatchCommand, MatchError, Proposal, TickFacts};
use super::decide::{Decision, in_time};
use super::event::{DecidedBy, MatchEvent, MatchOutcome, ReviewCause, Ruling};
use super::slot::rematch_id;
use super::state::{Match, MatchGame, Phase};
use super::terms::{MatchTerms, StakeMode, StartAt};
use crate::Seat;
use ids::{AccountId, WallTime};

impl Match {
    pub(super) fn decided(&self, winner: Option<Seat>, by: DecidedBy, at: WallTime) -> MatchEvent {
        MatchEvent::Decided {
            outcome: MatchOutcome { winner, by, points: self.points },
            settles_at: at.plus(self.limits.dispute_window),
        }
    }

    /// The review that holds the pot back, if one does. A level pot goes back to both, and passes no money.
    pub(super) fn held_back(&self, outcome: &MatchOutcome, facts: &TickFacts) -> Option<MatchEvent> {
        if self.terms.stake_mode == StakeMode::PerGame || outcome.winner.is_none() {
            return None;
        }
        let hold = facts.hold.as_ref()?;
        Some(MatchEvent::ReviewOpened {
            cause: ReviewCause::Integrity(hold.reasons.clone()),
            deadline: hold.until,
        })
    }

    /// The games that a seat lost: what a hold of the pot is judged by.
    pub fn lost_by(&self, loser: Seat) -> impl Iterator<Item = &MatchGame> {
        self.games.iter().filter(move |game| game.winner() == Some(loser.other()))
    }

    pub(super) fn settled(&self, outcome: MatchOutcome, at: WallTime) -> MatchEvent {
        MatchEvent::Settled { outcome, rematch_until: at.plus(self.limits.rematch) }
    }

    pub(super) fn decide_dispute(&self, by: AccountId, at: WallTime) -> Decision {
        match &self.phase {
            Phase::Decided { settles_at, .. } => {
                let seat = self.seat(by)?;
                in_time(at, *settles_at)?;
                let deadline = at.plus(self.limits.review_deadline);
                Ok(vec![MatchEvent::ReviewOpened { cause: ReviewCause::Dispute(seat), deadline }])
            }
            Phase::Review { cause: ReviewCause::Dispute(seat), .. } if self.seat_of(by) == Some(*seat) => {
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
