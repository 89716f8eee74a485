//! What a command leads to. Pure: the game is not changed, the instant is an argument.

use crate::{EndReason, Ending, Game, GameCommand, GameError, GameEvent, Outcome, PerSide, Unstarted};
use draughts::{DrawReason, Move, MoveText, Position, Side};
use ids::{Millis, Moment};

impl Game {
    /// What a command, received at `at`, leads to; nothing, for a flag that has not fallen.
    ///
    /// Whatever a player asks at the instant at which the mover's time runs out, or later, is too late: the game ended
    /// there, although the owner may announce it a little later.
    ///
    /// # Errors
    /// [`GameError`]; the game is unchanged in any case.
    pub fn decide(&self, command: &GameCommand, at: Moment) -> Result<Vec<GameEvent>, GameError> {
        if let Some(ending) = self.ending {
            return Err(self.over(ending, command, at));
        }
        if let Some(due) = self.due()
            && at >= due
            && let Some(side) = command.side()
        {
            return Err(match command {
                // these two are wrong whatever the time is, and say more
                GameCommand::Move { ply, .. } if *ply != self.ply() => self.stale(*ply),
                GameCommand::Move { .. } if side != self.position.side_to_move() => GameError::NotYourTurn,
                _ => GameError::TooLate { received: at, due },
            });
        }
        match command {
            GameCommand::Move { side, ply, text } => self.decide_move(*side, *ply, text, at),
            GameCommand::OfferDraw { side } => self.decide_offer(*side, at),
            GameCommand::AcceptDraw { side, offer } => {
                self.find_offer(*side, *offer)?;
                Ok(vec![self.ended_at(AGREED, at)])
            }
            GameCommand::DeclineDraw { side, offer } => {
                self.find_offer(*side, *offer)?;
                Ok(vec![GameEvent::DrawDeclined { side: *side, offer: *offer }])
            }
            GameCommand::Resign { side } => Ok(vec![self.ended_at(self.resigned(*side), at)]),
            GameCommand::Flag => Ok(self.decide_flag(at)),
            GameCommand::NoShow { present } => self.decide_no_show(*present, at),
            GameCommand::Pause if self.paused => Err(GameError::NotNow),
            GameCommand::Pause => Ok(vec![GameEvent::Paused { left: self.both_left(at) }]),
            // After a recorded pause this is what both had then; after a crash, what the mover had as his turn began.
            GameCommand::Resume { cause, down } => {
                Ok(vec![GameEvent::Resumed { left: self.left, cause: *cause, down: *down }])
            }
            GameCommand::Void => Ok(vec![GameEvent::Voided, self.voided()]),
        }
    }

    /// Why a command comes after the end: a move of the side whose time ended the game is told both instants.
    fn over(&self, ending: Ending, command: &GameCommand, at: Moment) -> GameError {
        match (command, self.ran_out) {
            (GameCommand::Move { side, .. }, Some(due))
                if matches!(ending.reason, EndReason::Flag | EndReason::Aborted | EndReason::Forfeit)
                    && *side == self.position.side_to_move() =>
            {
                GameError::TooLate { received: at, due }
            }
            _ => GameError::GameOver,
        }
    }

    fn stale(&self, given: u16) -> GameError {
        GameError::StalePly { given, expected: self.ply() }
    }

    fn decide_move(
        &self,
        side: Side,
        ply: u16,
        text: &MoveText,
        at: Moment,
    ) -> Result<Vec<GameEvent>, GameError> {
        if self.paused {
            return Err(GameError::Paused);
        }
        if ply != self.ply() {
            return Err(self.stale(ply));
        }
        if side != self.position.side_to_move() {
            return Err(GameError::NotYourTurn);
        }
        let (mv, path) = self.position.find_move(text)?;
        let elapsed = self.turn_started.map_or(Millis::ZERO, |started| at.since(started));
        if self.allowed().is_some_and(|allowed| elapsed >= allowed) {
            // a clock that was stopped at zero and has not been set going again
            return Err(GameError::TooLate { received: at, due: self.due().unwrap_or(at) });
        }
        let lag_credit = Millis::ZERO;
        let left_after = self.left_after(side, elapsed, lag_credit);
        let other_left = self.left.map(|left| left[side.other()]);
        let mut events = vec![GameEvent::Moved {
            ply,
            side,
            from: mv.from(),
            to: mv.to(),
            captured: mv.captured(),
            path,
            elapsed,
            left_before: self.left.map(|left| left[side]),
            left_after,
            other_left,
            lag_credit,
        }];
        let after = self.position.play(&mv);
        if let Some(ending) = self.ending_after(side, &mv, &after) {
            let left = left_after.zip(other_left).map(|(own, other)| PerSide::of(side, own, other));
            events.push(GameEvent::Ended { ending, left });
        }
        Ok(events)
    }

    /// The ending that a move makes on the board. A win comes before a draw by rule that the same ply meets.
    pub(crate) fn ending_after(&self, mover: Side, mv: &Move, after: &Position) -> Option<Ending> {
        if after.legal_moves().is_empty() {
            let none = after.squares_of(mover.other()).is_empty();
            let reason = if none { EndReason::NoPieces } else { EndReason::Blocked };
            return Some(Ending { outcome: Outcome::Won(mover), reason, blame: None });
        }
        let mut counters = self.counters.clone();
        counters.after(&self.position, mv, after);
        let reason = match counters.verdict()? {
            DrawReason::Repetition => EndReason::Repetition,
            DrawReason::QuietPlies => EndReason::QuietPlies,
            DrawReason::Balance => EndReason::Balance,
        };
        Some(Ending { outcome: Outcome::Draw, reason, blame: None })
    }

    fn decide_offer(&self, side: Side, at: Moment) -> Result<Vec<GameEvent>, GameError> {
        if self.paused {
            return Err(GameError::Paused);
        }
        match self.offer {
            Some((_, by)) if by == side => return Err(GameError::AlreadyOffered),
            Some(_) => return Ok(vec![self.ended_at(AGREED, at)]),
            None => {}
        }
        let from = self.terms.offers_from_ply;
        if self.ply() < from {
            return Err(GameError::TooEarly { from });
        }
        if self.offers_left(side) == 0 {
            return Err(GameError::NoOffersLeft { allowed: self.terms.max_draw_offers });
        }
        Ok(vec![GameEvent::DrawOffered { side, offer: self.offers + 1 }])
    }

    /// The offer of that number, if it stands and is the opponent's.
    fn find_offer(&self, side: Side, offer: u32) -> Result<(), GameError> {
        match self.offer {
            _ if self.paused => Err(GameError::Paused),
            Some((standing, by)) if standing == offer && by != side => Ok(()),
            _ => Err(GameError::NoSuchOffer { offer }),
        }
    }

    fn resigned(&self, side: Side) -> Ending {
        if self.may_abort() && !self.has_moved(side) {
            aborted(side)
        } else {
            Ending { outcome: Outcome::Won(side.other()), reason: EndReason::Resignation, blame: None }
        }
    }

    /// The end at `at`, with what both clocks have left there.
    fn ended_at(&self, ending: Ending, at: Moment) -> GameEvent {
        GameEvent::Ended { ending, left: self.both_left(at) }
    }

    /// The end of a void: the clocks are as they stood at the last event, for whoever voids knows no more.
    const fn voided(&self) -> GameEvent {
        GameEvent::Ended { ending: VOIDED, left: self.left }
    }

    /// Whether a game that a player does not begin is aborted.
    pub(crate) fn may_abort(&self) -> bool {
        self.terms.first_move_window.is_some() && self.terms.unstarted == Unstarted::Aborts
    }

    /// Who has not come when the event waits no longer has lost; when nobody has come, both have. Who has moved has come. A player
    /// who is there keeps the rest of his window: his opponent's lateness costs him nothing.
    fn decide_no_show(&self, present: PerSide<bool>, at: Moment) -> Result<Vec<GameEvent>, GameError> {
        if self.paused {
            return Err(GameError::Paused);
        }
        let came = |side| present[side] || self.has_moved(side);
        let mover = self.position.side_to_move();
        if self.terms.unstarted == Unstarted::Aborts || came(mover) {
            return Ok(Vec::new());
        }
        let ending = if came(mover.other()) { forfeited(mover) } else { NOBODY_CAME };
        Ok(vec![self.ended_at(ending, at)])
    }

    fn decide_flag(&self, at: Moment) -> Vec<GameEvent> {
        if self.due().is_none_or(|due| at < due) {
            return Vec::new();
        }
        let side = self.position.side_to_move();
        let ending = if self.in_first_move() {
            if self.may_abort() { aborted(side) } else { forfeited(side) }
        } else {
            Ending { outcome: Outcome::Won(side.other()), reason: EndReason::Flag, blame: None }
        };
        vec![self.ended_at(ending, at)]
    }
}

const AGREED: Ending = Ending { outcome: Outcome::Draw, reason: EndReason::Agreement, blame: None };

pub(crate) const VOIDED: Ending = Ending { outcome: Outcome::Void, reason: EndReason::Voided, blame: None };

pub(crate) const NOBODY_CAME: Ending =
    Ending { outcome: Outcome::Void, reason: EndReason::Forfeit, blame: None };

const fn forfeited(absent: Side) -> Ending {
    Ending { outcome: Outcome::Won(absent.other()), reason: EndReason::Forfeit, blame: Some(absent) }
}

const fn aborted(blame: Side) -> Ending {
    Ending { outcome: Outcome::Void, reason: EndReason::Aborted, blame: Some(blame) }
}
