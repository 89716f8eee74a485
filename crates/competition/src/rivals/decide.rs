//! What a command leads to. Pure: the match is not changed, the instant is an argument. The parts of a match's life stand
//! in `offer`, `schedule`, `play` and `close`.

use super::command::{MatchCommand, MatchError, Proposal, TickFacts};
use super::event::{MatchEvent, StopCause};
use super::limits::RivalsLimits;
use super::state::{Match, Phase};
use crate::Seat;
use ids::{AccountId, WallTime};

/// What a decision gives.
pub(super) type Decision = Result<Vec<MatchEvent>, MatchError>;

impl Match {
    /// What a challenge leads to: the first event of a match.
    ///
    /// # Errors
    /// [`MatchError`] when it can't be offered.
    pub fn propose(limits: &RivalsLimits, proposal: Proposal, at: WallTime) -> Decision {
        let Proposal { challenger, challenged, terms, first_white } = proposal;
        if challenged == Some(challenger) {
            return Err(MatchError::OwnChallenge(challenger));
        }
        terms.validate(limits, at)?;
        let expires_at = terms.expires_at(limits, at);
        Ok(vec![MatchEvent::Proposed { challenger, challenged, terms, first_white, expires_at }])
    }

    /// What a command, received at `at`, leads to: nothing, for what has happened already or for a timer that is not due.
    /// One tick makes one step; whoever ticks asks [`due`](Self::due) again after it.
    ///
    /// # Errors
    /// [`MatchError`]; the match is unchanged in any case.
    pub fn decide(&self, command: &MatchCommand, at: WallTime) -> Decision {
        match command {
            MatchCommand::Counter { by, terms } => self.decide_counter(*by, *terms, at),
            MatchCommand::Accept { by, terms, history } => self.decide_accept(*by, *terms, history, at),
            MatchCommand::FundingFailed { seat } => self.decide_funding_failed(*seat),
            MatchCommand::Decline { by } => self.decide_decline(*by),
            MatchCommand::Withdraw { by } => self.decide_withdraw(*by),
            MatchCommand::Reconfirm { by } => self.decide_reconfirm(*by, at),
            MatchCommand::OfferCancel { by } => self.decide_offer_cancel(*by),
            MatchCommand::CancelAlone { by } => self.decide_cancel_alone(*by, at),
            MatchCommand::CancelByPlatform { cause } => self.decide_cancel(*cause),
            MatchCommand::CheckIn { by } => self.decide_check_in(*by, at),
            MatchCommand::GameOver { game, over, late } => self.decide_game_over(*game, over, *late, at),
            MatchCommand::ExtendBreak { by } => self.decide_extend(*by, at),
            MatchCommand::Ready { by } => self.decide_ready(*by, at),
            MatchCommand::AgreeToPlayOn { by } => self.decide_play_on(*by),
            MatchCommand::AgreeToStop { by } => self.decide_agree_to_stop(*by, at),
            MatchCommand::Stop { cause } => self.decide_stop(*cause, at),
            MatchCommand::Dispute { by } => self.decide_dispute(*by, at),
            MatchCommand::Rule { ruling } => self.decide_rule(*ruling, at),
            MatchCommand::OfferRematch { by } => self.decide_offer_rematch(*by, at),
            MatchCommand::AcceptRematch { by } => self.decide_accept_rematch(*by, at),
            MatchCommand::Tick(facts) => Ok(self.decide_tick(facts, at)),
        }
    }

    fn decide_tick(&self, facts: &TickFacts, at: WallTime) -> Vec<MatchEvent> {
        if self.due().is_none() {
            return Vec::new();
        }
        let due = self.due().is_some_and(|due| at >= due);
        match &self.phase {
            // the only state in which what the players do elsewhere may end the wait before its timer
            Phase::CheckIn { closes_at, delayed_until } => {
                self.tick_check_in(*closes_at, *delayed_until, facts, at)
            }
            _ if !due => Vec::new(),
            Phase::Offered { .. } => vec![MatchEvent::Expired],
            Phase::Scheduled { .. } => vec![self.open_check_in(at)],
            Phase::Playing { .. } => {
                vec![MatchEvent::GameOverdue { next_at: at.plus(self.limits.game_at_most) }]
            }
            Phase::Between { .. } => self.after_game(at),
            Phase::Break { next, .. } => match self.barred(facts) {
                Some(seat) => self.stopped(StopCause::Limit(seat), at),
                None => vec![self.start_game(*next, at)],
            },
            Phase::Decided { outcome, .. } => vec![match self.held_back(outcome, facts) {
                Some(review) => review,
                None => self.settled(*outcome, at),
            }],
            Phase::Review { outcome, .. } => vec![self.settled(*outcome, at)],
            Phase::Settled { .. } => vec![MatchEvent::Closed],
            Phase::Ended { .. } => Vec::new(),
        }
    }

    /// Who can't put up the stake of the next game, where each game has its own.
    pub(super) fn barred(&self, facts: &TickFacts) -> Option<Seat> {
        let per_game = self.terms.stake_mode == super::StakeMode::PerGame;
        Seat::BOTH.into_iter().find(|seat| per_game && facts.barred[*seat])
    }

    /// The seat of who asks.
    ///
    /// # Errors
    /// [`MatchError::Stranger`].
    pub(super) fn seat(&self, by: AccountId) -> Result<Seat, MatchError> {
        self.seat_of(by).ok_or(MatchError::Stranger(by))
    }

    pub(super) fn not_now(&self, what: &'static str) -> MatchError {
        MatchError::NotNow { state: self.state(), what }
    }
}

/// Whether `at` is still before `due`.
///
/// # Errors
/// [`MatchError::TooLate`].
pub(super) fn in_time(at: WallTime, due: WallTime) -> Result<(), MatchError> {
    if at < due { Ok(()) } else { Err(MatchError::TooLate { at, due }) }
}
