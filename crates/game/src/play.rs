//! The game itself: `decide` says what a command leads to, `apply` folds what happened, nothing else changes it.

use crate::{EndReason, Ending, GameCommand, GameError, GameEvent, GameTerms, Outcome, PerSide};
use draughts::{DrawCounters, DrawReason, Move, MoveText, Path, Position, Side};
use ids::{Millis, Moment, Version};

/// The first ply at which a draw may be offered.
const OFFERS_FROM_PLY: u16 = 2;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The path played.
    pub path: Path,
    /// The mover's time left after it; `None` without clocks.
    pub left_after: Option<Millis>,
}

/// Events that make no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {version} does not fit the game: {what}")]
pub struct ReplayError {
    /// The version that the event would bring.
    pub version: u32,
    /// What does not fit.
    pub what: String,
}

/// A game at a version.
#[derive(Clone, Debug)]
pub struct Game {
    terms: GameTerms,
    start: Position,
    position: Position,
    counters: DrawCounters,
    events: Vec<GameEvent>,
    moves: Vec<PlayedMove>,
    left: Option<PerSide<Millis>>,
    offers_made: PerSide<u8>,
    offers: u32,
    offer: Option<(u32, Side)>,
    paused: bool,
    ending: Option<Ending>,
    turn_started: Option<Moment>,
}

impl Game {
    /// A game before its first event.
    #[must_use]
    pub fn new(terms: GameTerms, start: Position) -> Self {
        let left =
            terms.time_control.map(|control| PerSide { white: control.initial, black: control.initial });
        Self {
            counters: DrawCounters::new(terms.rule_set, &start),
            terms,
            start,
            position: start,
            events: Vec::new(),
            moves: Vec::new(),
            left,
            offers_made: PerSide::default(),
            offers: 0,
            offer: None,
            paused: false,
            ending: None,
            turn_started: None,
        }
    }

    /// The first event of every game.
    #[must_use]
    pub const fn started(&self) -> GameEvent {
        GameEvent::Started
    }

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

    /// What a command, received at `at`, leads to.
    ///
    /// # Errors
    /// [`GameError`]; the game is unchanged in any case.
    pub fn decide(&self, command: &GameCommand, at: Moment) -> Result<Vec<GameEvent>, GameError> {
        if let Some(ending) = self.ending {
            return Err(match (command, self.runs_out()) {
                (GameCommand::Move { .. }, Some(due))
                    if matches!(ending.reason, EndReason::Flag | EndReason::Aborted) =>
                {
                    GameError::TooLate { received: at, due }
                }
                _ => GameError::GameOver,
            });
        }
        match command {
            GameCommand::Move { side, ply, text } => self.decide_move(*side, *ply, text, at),
            GameCommand::OfferDraw { side } => self.decide_offer(*side),
            GameCommand::AcceptDraw { side, offer } => match self.offer {
                _ if self.paused => Err(GameError::Paused),
                Some((standing, by)) if standing == *offer && by != *side => Ok(vec![agreed()]),
                _ => Err(GameError::NoSuchOffer { offer: *offer }),
            },
            GameCommand::DeclineDraw { side, offer } => match self.offer {
                _ if self.paused => Err(GameError::Paused),
                Some((standing, by)) if standing == *offer && by != *side => {
                    Ok(vec![GameEvent::DrawDeclined { side: *side, offer: *offer }])
                }
                _ => Err(GameError::NoSuchOffer { offer: *offer }),
            },
            GameCommand::Resign { side } => Ok(vec![self.resigned(*side)]),
            GameCommand::Flag => Ok(self.decide_flag(at)),
            GameCommand::Pause if self.paused => Err(GameError::NotNow),
            GameCommand::Pause => Ok(vec![GameEvent::Paused { left: self.both_left(at) }]),
            GameCommand::Resume { cause, down } => {
                Ok(vec![GameEvent::Resumed { left: self.left, cause: *cause, down: *down }])
            }
            GameCommand::Void => {
                let ending = Ending { outcome: Outcome::Void, reason: EndReason::Voided, blame: None };
                Ok(vec![GameEvent::Voided, GameEvent::Ended { ending }])
            }
        }
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
            return Err(GameError::StalePly { given: ply, expected: self.ply() });
        }
        if side != self.position.side_to_move() {
            return Err(GameError::NotYourTurn);
        }
        if let Some(due) = self.due()
            && at >= due
        {
            return Err(GameError::TooLate { received: at, due });
        }
        let (mv, path) = self.position.find_move(text)?;
        let elapsed = self.turn_started.map_or(Millis::ZERO, |started| at.since(started));
        let left_before = self.left.map(|left| left[side]);
        let left_after = left_before.zip(self.terms.time_control).map(|(left, control)| {
            let used = if self.in_first_move() { Millis::ZERO } else { elapsed };
            // the increment comes after the flag test: only a move in time earns it
            left.saturating_sub(used).saturating_add(control.increment)
        });
        let mut events = vec![GameEvent::Moved {
            ply,
            side,
            from: mv.from(),
            to: mv.to(),
            captured: mv.captured(),
            path,
            elapsed,
            left_before,
            left_after,
            lag_credit: Millis::ZERO,
        }];
        let after = self.position.play(&mv);
        if let Some(ending) = self.ending_after(side, &mv, &after) {
            events.push(GameEvent::Ended { ending });
        }
        Ok(events)
    }

    /// A win comes before a draw by rule that the same ply meets.
    fn ending_after(&self, mover: Side, mv: &Move, after: &Position) -> Option<Ending> {
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
        };
        Some(Ending { outcome: Outcome::Draw, reason, blame: None })
    }

    fn decide_offer(&self, side: Side) -> Result<Vec<GameEvent>, GameError> {
        if self.paused {
            return Err(GameError::Paused);
        }
        match self.offer {
            Some((_, by)) if by == side => return Err(GameError::AlreadyOffered),
            Some(_) => return Ok(vec![agreed()]),
            None => {}
        }
        if self.ply() < OFFERS_FROM_PLY {
            return Err(GameError::TooEarly);
        }
        if self.offers_left(side) == 0 {
            return Err(GameError::NoOffersLeft { allowed: self.terms.max_draw_offers });
        }
        Ok(vec![GameEvent::DrawOffered { side, offer: self.offers + 1 }])
    }

    fn resigned(&self, side: Side) -> GameEvent {
        let ending = if self.terms.first_move_window.is_some() && !self.has_moved(side) {
            Ending { outcome: Outcome::Void, reason: EndReason::Aborted, blame: Some(side) }
        } else {
            Ending { outcome: Outcome::Won(side.other()), reason: EndReason::Resignation, blame: None }
        };
        GameEvent::Ended { ending }
    }

    fn decide_flag(&self, at: Moment) -> Vec<GameEvent> {
        if self.due().is_none_or(|due| at < due) {
            return Vec::new();
        }
        let side = self.position.side_to_move();
        let ending = if self.in_first_move() {
            Ending { outcome: Outcome::Void, reason: EndReason::Aborted, blame: Some(side) }
        } else {
            Ending { outcome: Outcome::Won(side.other()), reason: EndReason::Flag, blame: None }
        };
        vec![GameEvent::Ended { ending }]
    }

    /// Folds one event.
    ///
    /// # Errors
    /// [`ReplayError`] when it does not fit; the game is unchanged.
    pub fn apply(&mut self, event: &GameEvent) -> Result<(), ReplayError> {
        let refuse = |what: &str| Err(ReplayError { version: self.version().0 + 1, what: what.to_owned() });
        if self.ending.is_some() {
            return refuse("the game has ended");
        }
        if self.events.is_empty() != matches!(event, GameEvent::Started) {
            return refuse("a game begins with Started, once");
        }
        match event {
            GameEvent::Started => {}
            GameEvent::Moved { ply, side, from, to, captured, path, left_after, .. } => {
                if *ply != self.ply() || *side != self.position.side_to_move() {
                    return refuse("not the next move");
                }
                let mv = match self.position.find_parts(*from, *to, *captured) {
                    Ok(mv) => mv,
                    Err(error) => return refuse(&error.to_string()),
                };
                if left_after.is_some() != self.left.is_some() {
                    return refuse("clock and terms differ");
                }
                let after = self.position.play(&mv);
                self.counters.after(&self.position, &mv, &after);
                self.position = after;
                if let (Some(left), Some(left_after)) = (&mut self.left, left_after) {
                    left[*side] = *left_after;
                }
                if self.offer.is_some_and(|(_, by)| by != *side) {
                    self.offer = None;
                }
                self.moves.push(PlayedMove { mv, path: *path, left_after: *left_after });
                self.turn_started = None;
            }
            GameEvent::DrawOffered { side, offer } => {
                if self.offer.is_some() || *offer != self.offers + 1 || self.offers_left(*side) == 0 {
                    return refuse("that offer can't be made");
                }
                self.offers = *offer;
                self.offers_made[*side] += 1;
                self.offer = Some((*offer, *side));
            }
            GameEvent::DrawDeclined { side, offer } => match self.offer {
                Some((standing, by)) if standing == *offer && by != *side => self.offer = None,
                _ => return refuse("that offer does not stand"),
            },
            GameEvent::Paused { left } => {
                self.left = *left;
                self.paused = true;
                self.turn_started = None;
            }
            GameEvent::Resumed { left, .. } => {
                self.left = *left;
                self.paused = false;
                self.turn_started = None;
            }
            GameEvent::Voided => {}
            GameEvent::Ended { ending } => {
                if ending.reason == EndReason::Flag
                    && let (Some(left), Outcome::Won(winner)) = (&mut self.left, ending.outcome)
                {
                    left[winner.other()] = Millis::ZERO;
                }
                self.ending = Some(*ending);
                self.offer = None;
            }
        }
        self.events.push(event.clone());
        Ok(())
    }

    /// The event that makes it a side's turn was handed to the sockets at `at`: its clock, or its first-move window,
    /// starts.
    pub fn turn_published(&mut self, at: Moment) {
        if self.ending.is_none() && !self.paused {
            self.turn_started = Some(at);
        }
    }

    /// When the mover's flag falls, or his first-move window runs out.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        if self.ending.is_some() || self.paused {
            return None;
        }
        self.runs_out()
    }

    /// When the present turn's time runs out, or ran out.
    fn runs_out(&self) -> Option<Moment> {
        let started = self.turn_started?;
        let allowed = if self.in_first_move() {
            self.terms.first_move_window?
        } else {
            self.left?[self.position.side_to_move()]
        };
        Some(started.plus(allowed))
    }

    /// Time left to `side` at `now`; zero once the flag has fallen; `None` without clocks.
    #[must_use]
    pub fn left_at(&self, side: Side, now: Moment) -> Option<Millis> {
        let left = self.left?[side];
        let runs = self.ending.is_none()
            && !self.paused
            && !self.in_first_move()
            && side == self.position.side_to_move();
        match self.turn_started {
            Some(started) if runs => Some(left.saturating_sub(now.since(started))),
            _ => Some(left),
        }
    }

    fn both_left(&self, now: Moment) -> Option<PerSide<Millis>> {
        Some(PerSide { white: self.left_at(Side::White, now)?, black: self.left_at(Side::Black, now)? })
    }

    /// What is left of the first-move window that runs.
    #[must_use]
    pub fn first_move_left(&self, now: Moment) -> Option<Millis> {
        let due = self.in_first_move().then(|| self.due()).flatten()?;
        Some(due.since(now))
    }

    /// Whether the side to move has its first move before it, in a window.
    fn in_first_move(&self) -> bool {
        self.terms.first_move_window.is_some() && !self.has_moved(self.position.side_to_move())
    }

    /// Whether that side has played a move.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        let first = usize::from(side != self.start.side_to_move());
        self.moves.len() > first
    }

    /// The terms.
    #[must_use]
    pub const fn terms(&self) -> &GameTerms {
        &self.terms
    }

    /// How many events the game has.
    #[must_use]
    pub fn version(&self) -> Version {
        Version(u32::try_from(self.events.len()).expect("a game has fewer events than 2^32"))
    }

    /// The number of the next move.
    #[must_use]
    pub fn ply(&self) -> u16 {
        u16::try_from(self.moves.len()).expect("the draw rules end a game long before 65 535 plies")
    }

    /// The position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position at the start.
    #[must_use]
    pub const fn start_position(&self) -> &Position {
        &self.start
    }

    /// All moves, in order.
    #[must_use]
    pub fn moves(&self) -> &[PlayedMove] {
        &self.moves
    }

    /// All events, in order.
    #[must_use]
    pub fn events(&self) -> &[GameEvent] {
        &self.events
    }

    /// The counters towards a draw.
    #[must_use]
    pub const fn counters(&self) -> &DrawCounters {
        &self.counters
    }

    /// Draw offers that `side` has left.
    #[must_use]
    pub fn offers_left(&self, side: Side) -> u8 {
        self.terms.max_draw_offers.saturating_sub(self.offers_made[side])
    }

    /// The offer that stands, and who made it.
    #[must_use]
    pub const fn offer(&self) -> Option<(u32, Side)> {
        self.offer
    }

    /// Whether the game is paused by an event.
    #[must_use]
    pub const fn paused(&self) -> bool {
        self.paused
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn ended(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// When the present turn's clock or window started; `None` while it stands still.
    #[must_use]
    pub const fn turn_started(&self) -> Option<Moment> {
        self.turn_started
    }
}

const fn agreed() -> GameEvent {
    let ending = Ending { outcome: Outcome::Draw, reason: EndReason::Agreement, blame: None };
    GameEvent::Ended { ending }
}
