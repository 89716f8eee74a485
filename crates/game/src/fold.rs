//! The fold of what happened, live and from rows alike. It takes only what `decide` can have said: a history that could
//! not have been played is refused, never repaired.

use crate::decide::{NOBODY_CAME, VOIDED};
use crate::{EndReason, Ending, Game, GameEvent, GameTerms, Outcome, PerSide, PlayedMove, Unstarted};
use draughts::{Path, Position, Side, Square, SquareSet};
use ids::Millis;

/// Events that make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the game: {what}")]
pub struct ReplayError {
    /// The version that the event would bring.
    pub version: u32,
    /// What does not fit.
    pub what: String,
}

/// What does not fit, before the version is put to it.
type Misfit = String;

fn require(fits: bool, otherwise: &str) -> Result<(), Misfit> {
    if fits { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// A move as its row tells it.
struct MoveRow<'a> {
    ply: u16,
    side: Side,
    from: Square,
    to: Square,
    captured: SquareSet,
    path: &'a Path,
    elapsed: Millis,
    left_before: Option<Millis>,
    left_after: Option<Millis>,
    other_left: Option<Millis>,
    lag_credit: Millis,
}

impl Game {
    /// The game that these events make.
    ///
    /// # Errors
    /// [`ReplayError`] at the first event that does not fit.
    pub fn replay(
        terms: GameTerms,
        start: Position,
        events: impl IntoIterator<Item = GameEvent>,
    ) -> Result<Self, ReplayError> {
        let mut game = Self::new(terms, start);
        for event in events {
            game.apply(&event)?;
        }
        Ok(game)
    }

    /// The game as it stood before that ply, one version on: for practice, where a move may be taken back and nothing is
    /// recorded. The clocks keep what they have; no turn runs. Nothing changes where that ply was not played, or the game is over.
    #[must_use]
    pub fn taken_back_to(&self, ply: u16) -> Self {
        let kept = usize::from(ply);
        if kept >= self.moves.len() || self.ending.is_some() {
            return self.clone();
        }
        let mut game = Self::new(self.terms.clone(), self.start);
        for played in self.moves().take(kept) {
            let after = game.position.play(&played.mv);
            game.counters.after(&game.position, &played.mv, &after);
            game.position = after;
            game.moves.push(played.into());
        }
        game.version = self.version + 1;
        game.left = self.left;
        (game.offers, game.offers_made) = (self.offers, self.offers_made);
        game
    }

    /// Folds one event.
    ///
    /// # Errors
    /// [`ReplayError`] when it does not fit; the game is unchanged.
    pub fn apply(&mut self, event: &GameEvent) -> Result<(), ReplayError> {
        let version = self.version().0 + 1;
        self.fold(event).map_err(|what| ReplayError { version, what })?;
        self.version = version;
        Ok(())
    }

    fn fold(&mut self, event: &GameEvent) -> Result<(), Misfit> {
        require(self.ending.is_none(), "the game has ended")?;
        require(
            (self.version == 0) == matches!(event, GameEvent::Started),
            "a game begins with Started, once",
        )?;
        require(
            self.must_end.is_none() || matches!(event, GameEvent::Ended { .. }),
            "the last event ended the game, but Ended does not follow",
        )?;
        match event {
            GameEvent::Started => Ok(()),
            GameEvent::Moved {
                ply,
                side,
                from,
                to,
                captured,
                path,
                elapsed,
                left_before,
                left_after,
                other_left,
                lag_credit,
            } => self.fold_move(&MoveRow {
                ply: *ply,
                side: *side,
                from: *from,
                to: *to,
                captured: *captured,
                path,
                elapsed: *elapsed,
                left_before: *left_before,
                left_after: *left_after,
                other_left: *other_left,
                lag_credit: *lag_credit,
            }),
            GameEvent::DrawOffered { side, offer } => self.fold_offer(*side, *offer),
            GameEvent::DrawDeclined { side, offer } => {
                require(!self.paused, "the game is paused")?;
                require(self.offer == Some((*offer, side.other())), "that offer does not stand")?;
                self.offer = None;
                Ok(())
            }
            GameEvent::Paused { left } => self.fold_pause(*left),
            GameEvent::Resumed { left, .. } => {
                // No clock may come out of a restart with more, or less, than it went in with.
                require(*left == self.left, "the clocks are not those that stood still")?;
                self.paused = false;
                self.turn_started = None;
                Ok(())
            }
            GameEvent::Voided => {
                self.must_end = Some(VOIDED);
                Ok(())
            }
            GameEvent::Ended { ending, left } => self.fold_end(*ending, *left),
        }
    }

    fn fold_move(&mut self, row: &MoveRow<'_>) -> Result<(), Misfit> {
        require(!self.paused, "the game is paused")?;
        require(row.ply == self.ply() && row.side == self.position.side_to_move(), "not the next move")?;
        let mv = self
            .position
            .find_parts(row.from, row.to, row.captured)
            .map_err(|illegal| format!("move {}: {illegal}", row.ply))?;
        require(self.position.paths(&mv).contains(row.path), "the path is not one of the move's")?;
        let left_before = self.left.map(|left| left[row.side]);
        require(row.left_before == left_before, "the clock before the move is another")?;
        let used = row.elapsed.saturating_sub(row.lag_credit);
        require(self.allowed().is_none_or(|allowed| used < allowed), "the move was not in time")?;
        let left_after = self.left_after(row.side, row.elapsed, row.lag_credit);
        require(row.left_after == left_after, "the clock after the move is another")?;
        let other_left = self.left.map(|left| left[row.side.other()]);
        require(
            row.other_left.is_none() || row.other_left == other_left,
            "the other side's clock is another",
        )?;

        let after = self.position.play(&mv);
        self.must_end = self.ending_after(row.side, &mv, &after);
        self.counters.after(&self.position, &mv, &after);
        self.position = after;
        if let (Some(left), Some(left_after)) = (&mut self.left, left_after) {
            left[row.side] = left_after;
        }
        // one's own move keeps one's offer; the opponent's ends it, even unseen
        if self.offer.is_some_and(|(_, by)| by != row.side) {
            self.offer = None;
        }
        self.moves.push(PlayedMove { mv, path: *row.path, left_after }.into());
        self.turn_started = None;
        Ok(())
    }

    fn fold_offer(&mut self, side: Side, offer: u32) -> Result<(), Misfit> {
        require(!self.paused, "the game is paused")?;
        require(self.ply() >= self.terms.offers_from_ply, "no draw may be offered so early")?;
        require(self.offer.is_none(), "another offer stands")?;
        require(offer == self.offers + 1, "the offers' numbers do not follow each other")?;
        require(self.offers_left(side) > 0, "that side's offers are used up")?;
        self.offers = offer;
        self.offers_made[side] += 1;
        self.offer = Some((offer, side));
        Ok(())
    }

    fn fold_pause(&mut self, left: Option<PerSide<Millis>>) -> Result<(), Misfit> {
        require(!self.paused, "the game is paused already")?;
        require(left.is_some() == self.left.is_some(), "clock and terms differ")?;
        if let Some(left) = left {
            self.fold_clocks(left)?;
        }
        self.paused = true;
        self.turn_started = None;
        Ok(())
    }

    /// The clocks as an event that stops them says: only the one that ran may have less than before.
    fn fold_clocks(&mut self, left: PerSide<Millis>) -> Result<(), Misfit> {
        let before = self.left.ok_or("the game has no clocks")?;
        let mover = self.position.side_to_move();
        let waits = mover.other();
        require(left[waits] == before[waits], "the clock that stood still has changed")?;
        let runs = !self.in_first_move() && !self.paused && self.must_end.is_none();
        let fits = if runs { left[mover] <= before[mover] } else { left[mover] == before[mover] };
        require(fits, "the clock that ran has more than it had")?;
        self.left = Some(left);
        Ok(())
    }

    fn fold_end(&mut self, ending: Ending, left: Option<PerSide<Millis>>) -> Result<(), Misfit> {
        self.check_end(ending)?;
        let due = self.due();
        let flagged = (ending.reason == EndReason::Flag).then(|| self.position.side_to_move());
        if let Some(left) = left {
            require(flagged.is_none_or(|side| left[side] == Millis::ZERO), "a flag fell with time left")?;
            self.fold_clocks(left)?;
        }
        if matches!(ending.reason, EndReason::Flag | EndReason::Aborted | EndReason::Forfeit) {
            self.ran_out = due;
        }
        if let (Some(side), Some(left)) = (flagged, &mut self.left) {
            left[side] = Millis::ZERO;
        }
        self.must_end = None;
        self.ending = Some(ending);
        self.offer = None;
        Ok(())
    }

    /// Whether the game can end so, as it stands.
    fn check_end(&self, ending: Ending) -> Result<(), Misfit> {
        if let Some(due) = self.must_end {
            return require(ending == due, "the game ends otherwise");
        }
        let mover = self.position.side_to_move();
        let in_window = |side| self.may_abort() && !self.has_moved(side);
        let fits = match (ending.reason, ending.outcome, ending.blame) {
            (EndReason::Resignation, Outcome::Won(winner), None) => !in_window(winner.other()),
            (EndReason::Flag, Outcome::Won(winner), None) => {
                winner == mover.other() && self.left.is_some() && !self.in_first_move() && !self.paused
            }
            (EndReason::Agreement, Outcome::Draw, None) => self.offer.is_some() && !self.paused,
            (EndReason::Aborted, Outcome::Void, Some(blame)) => in_window(blame),
            (EndReason::Forfeit, Outcome::Won(winner), Some(blame)) => {
                self.terms.unstarted == Unstarted::Forfeits
                    && blame == mover
                    && winner == mover.other()
                    && !self.has_moved(mover)
            }
            (EndReason::Forfeit, ..) if ending == NOBODY_CAME => {
                self.terms.unstarted == Unstarted::Forfeits && self.moves.is_empty() && !self.paused
            }
            // the board's endings and the void are the ones that must follow
            _ => false,
        };
        require(fits, "the game can't end so")
    }
}
