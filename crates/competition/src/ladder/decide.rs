//! What a command leads to. Pure: the season is not changed, the instant is an argument.

use super::event::{LadderCommand, LadderError, LadderEvent, Lapse};
use super::state::{Climber, Ladder, LadderChallenge, LadderState};
use super::terms::{LadderLimits, LadderTerms, LadderTermsError};
use crate::{Holder, MoneyLeg, MoneyMove, MoneyOf, Seat};
use ids::{AccountId, Amount, MatchId, WallTime};

type Decision = Result<Vec<LadderEvent>, LadderError>;

impl Ladder {
    /// What the announcement of a season leads to: its first event, whose money is that of [`Ladder::funding`].
    ///
    /// # Errors
    /// [`LadderTermsError`] when it can't be announced.
    pub fn announce(
        limits: &LadderLimits,
        terms: LadderTerms,
        at: WallTime,
    ) -> Result<Vec<LadderEvent>, LadderTermsError> {
        terms.validate(limits, at)?;
        Ok(vec![LadderEvent::Announced { terms }])
    }

    /// What a command leads to at `at`: nothing, for what has happened already or for a timer that is not due. One tick makes
    /// one step.
    ///
    /// # Errors
    /// [`LadderError`]; the season is unchanged in any case.
    pub fn decide(&self, command: &LadderCommand, at: WallTime) -> Decision {
        match *command {
            LadderCommand::Enter { by } => self.decide_enter(by),
            LadderCommand::Leave { by } => self.decide_leave(by, at),
            LadderCommand::Challenge { by, to } => self.decide_challenge(by, to, at),
            LadderCommand::Accept { by, number } => self.decide_accept(by, number, at),
            LadderCommand::Decline { by, number } => {
                let challenge = self.asked(by, number)?;
                if challenge.accepted {
                    return Err(LadderError::NoSuchChallenge(number));
                }
                Ok(vec![self.declined(&challenge, at)])
            }
            LadderCommand::MatchOver { number, of, winner } => self.decide_match_over(number, of, winner, at),
            LadderCommand::BeginLeave { by } => self.decide_begin_leave(by, at),
            LadderCommand::EndLeave { by } => self.decide_end_leave(by, at),
            LadderCommand::Cancel => match self.state {
                LadderState::Announced | LadderState::Open | LadderState::Frozen { .. } => {
                    Ok(vec![LadderEvent::Cancelled])
                }
                LadderState::Cancelled => Ok(Vec::new()),
                LadderState::Paid => Err(LadderError::NotOpen),
            },
            LadderCommand::Tick => Ok(self.decide_tick(at)),
        }
    }

    /// The movements that belong to the transaction of `event`, which follows this state: ask before it is applied.
    #[must_use]
    pub fn money(&self, event: &LadderEvent) -> Vec<MoneyMove> {
        let pool = Holder::Ladder(self.id);
        let back = |amount| MoneyMove {
            of: MoneyOf::Ladder(self.id),
            leg: MoneyLeg::OverlayBack,
            from: pool,
            to: Holder::Promo,
            amount,
        };
        let mut moves = match event {
            LadderEvent::Paid => {
                let paid: Vec<MoneyMove> = (1..=u16::MAX)
                    .zip(self.order.iter().zip(&self.terms.prizes))
                    .map(|(place, (player, prize))| MoneyMove {
                        of: MoneyOf::LadderPlace(self.id, place),
                        leg: MoneyLeg::Prize,
                        from: pool,
                        to: Holder::Wallet(*player),
                        amount: *prize,
                    })
                    .collect();
                let rest = self.exposure().0 - paid.iter().map(|each| each.amount.0).sum::<i64>();
                paid.into_iter().chain([back(Amount(rest))]).collect()
            }
            LadderEvent::Cancelled => vec![back(self.exposure())],
            _ => Vec::new(),
        };
        moves.retain(|each| each.amount > Amount::ZERO);
        moves
    }

    /// The movement of the announcement: the pool, from the operator's purse. A purse short of it blocks the announcement.
    #[must_use]
    pub fn funding(&self) -> Option<MoneyMove> {
        (self.terms.pool() > Amount::ZERO).then(|| MoneyMove {
            of: MoneyOf::Ladder(self.id),
            leg: MoneyLeg::Guarantee,
            from: Holder::Promo,
            to: Holder::Ladder(self.id),
            amount: self.terms.pool(),
        })
    }

    fn decide_tick(&self, at: WallTime) -> Vec<LadderEvent> {
        if self.due().is_none_or(|due| at < due) {
            return Vec::new();
        }
        match self.state {
            LadderState::Announced => vec![LadderEvent::Opened],
            LadderState::Open if at >= self.terms.ends_at => self.freeze(at),
            LadderState::Open => {
                if let Some(late) = self.open.values().find(|challenge| at >= challenge.due) {
                    let (number, why) = (late.number, Lapse::NotPlayed);
                    let lapsed = || LadderEvent::Lapsed { number, why, at };
                    return vec![if late.accepted { lapsed() } else { self.declined(late, at) }];
                }
                let back = self.climbers.iter().find_map(|(by, climber)| {
                    let (since, until) = climber.leave?;
                    (at >= until).then(|| LadderEvent::LeaveEnded { by: *by, used: until.since(since) })
                });
                back.into_iter().collect()
            }
            LadderState::Frozen { .. } => vec![LadderEvent::Paid],
            LadderState::Paid | LadderState::Cancelled => Vec::new(),
        }
    }

    fn freeze(&self, at: WallTime) -> Vec<LadderEvent> {
        let lapsed = self.open.keys().map(|number| LadderEvent::Lapsed {
            number: *number,
            why: Lapse::SeasonOver,
            at,
        });
        lapsed.chain([LadderEvent::Frozen { pays_at: at.plus(self.limits.protest) }]).collect()
    }

    fn decide_enter(&self, by: AccountId) -> Decision {
        if !matches!(self.state, LadderState::Announced | LadderState::Open) {
            return Err(LadderError::NotOpen);
        }
        if self.place(by).is_some() {
            return Ok(Vec::new());
        }
        let allowed = self.limits.players;
        if self.order.len() >= usize::from(allowed) {
            return Err(LadderError::Full { allowed });
        }
        Ok(vec![LadderEvent::Entered { by }])
    }

    fn decide_leave(&self, by: AccountId, at: WallTime) -> Decision {
        if !matches!(self.state, LadderState::Announced | LadderState::Open) {
            return Err(LadderError::NotOpen);
        }
        if self.place(by).is_none() {
            return Ok(Vec::new());
        }
        let his = self.open.values().filter(|challenge| challenge.by == by || challenge.to == by);
        let lapsed =
            his.map(|challenge| LadderEvent::Lapsed { number: challenge.number, why: Lapse::Left, at });
        let back = self.decide_end_leave(by, at).unwrap_or_default();
        Ok(lapsed.chain(back).chain([LadderEvent::Left { by }]).collect())
    }

    /// The place of a player in an open season that has not run out.
    fn standing(&self, player: AccountId, at: WallTime) -> Result<u16, LadderError> {
        if self.state != LadderState::Open || at >= self.terms.ends_at {
            return Err(LadderError::NotOpen);
        }
        self.place(player).ok_or(LadderError::NotOnLadder(player))
    }

    fn decide_challenge(&self, by: AccountId, to: AccountId, at: WallTime) -> Decision {
        let (place, target) = (self.standing(by, at)?, self.standing(to, at)?);
        let reach = self.reach(place);
        if target >= place || place - target > reach {
            return Err(LadderError::OutOfReach { from: place, to: target, reach });
        }
        if let Some(away) = [by, to].into_iter().find(|player| self.on_leave(*player)) {
            return Err(LadderError::OnLeave(away));
        }
        if self.open.values().any(|challenge| challenge.by == by) {
            return Err(LadderError::Busy(by));
        }
        if self.open.values().any(|challenge| challenge.to == to) {
            return Err(LadderError::Busy(to));
        }
        let pair = self.pair(by, to);
        let allowed = self.limits.matches_per_pair;
        if pair.played >= allowed {
            return Err(LadderError::PairDone { allowed });
        }
        if let Some(until) = pair.last_end.map(|end| end.plus(self.limits.pause))
            && at < until
        {
            return Err(LadderError::Pause { until });
        }
        // two may have no second challenge between them, whoever makes it
        if self.open.values().any(|challenge| challenge.by == to && challenge.to == by) {
            return Err(LadderError::Busy(to));
        }
        let answer_by = at.plus(self.limits.answer);
        Ok(vec![LadderEvent::Challenged { number: self.challenges + 1, by, to, answer_by }])
    }

    /// The challenge of that number that is to that player.
    fn asked(&self, by: AccountId, number: u32) -> Result<LadderChallenge, LadderError> {
        let challenge = self.open.get(&number).filter(|challenge| challenge.to == by);
        challenge.copied().ok_or(LadderError::NoSuchChallenge(number))
    }

    fn decide_accept(&self, by: AccountId, number: u32, at: WallTime) -> Decision {
        let challenge = self.asked(by, number)?;
        if challenge.accepted {
            return Ok(Vec::new());
        }
        if at >= challenge.due {
            return Err(LadderError::TooLate { at, due: challenge.due });
        }
        Ok(vec![LadderEvent::Accepted { number, play_by: at.plus(self.limits.play_within) }])
    }

    fn declined(&self, challenge: &LadderChallenge, at: WallTime) -> LadderEvent {
        let before = self.climbers.get(&challenge.to).map_or(0, |climber| climber.declines);
        LadderEvent::Declined {
            number: challenge.number,
            costs_place: before >= self.limits.free_declines,
            at,
        }
    }

    fn decide_match_over(&self, number: u32, of: MatchId, winner: Option<Seat>, at: WallTime) -> Decision {
        if self.played.get(&number) == Some(&of) {
            return Ok(Vec::new());
        }
        if self.state != LadderState::Open || at >= self.terms.ends_at {
            return Err(LadderError::NotOpen);
        }
        match self.open.get(&number) {
            Some(challenge) if challenge.accepted => Ok(vec![LadderEvent::Played { number, of, winner, at }]),
            _ => Err(LadderError::NoSuchChallenge(number)),
        }
    }

    fn decide_begin_leave(&self, by: AccountId, at: WallTime) -> Decision {
        self.standing(by, at)?;
        let climber = self.climbers.get(&by).copied().unwrap_or_default();
        if climber.leave.is_some() {
            return Ok(Vec::new());
        }
        // who has a challenge before him answers it first: leave is no way out of it
        if self.open.values().any(|challenge| challenge.by == by || challenge.to == by) {
            return Err(LadderError::Busy(by));
        }
        let left = self.limits.leave.saturating_sub(climber.leave_used);
        if left.0 == 0 {
            return Err(LadderError::NoLeaveLeft);
        }
        Ok(vec![LadderEvent::LeaveBegan { by, at, until: at.plus(left) }])
    }

    fn decide_end_leave(&self, by: AccountId, at: WallTime) -> Decision {
        let leave = self.climbers.get(&by).and_then(|Climber { leave, .. }| *leave);
        Ok(leave
            .map(|(since, until)| LadderEvent::LeaveEnded { by, used: at.min(until).since(since) })
            .into_iter()
            .collect())
    }
}
