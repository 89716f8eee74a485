//! A game at a version: its state, its clock, what can be read of it. What changes it stands in `decide` and `fold`.

use crate::played::{Kept, PlayedMove};
use crate::{Ending, GameEvent, GameTerms, PerSide};
use draughts::{DrawCounters, Position, Side};
use ids::{Millis, Moment, Version};

/// A game at a version.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) terms: GameTerms,
    pub(crate) start: Position,
    pub(crate) position: Position,
    pub(crate) counters: DrawCounters,
    pub(crate) version: u32,
    pub(crate) moves: Vec<Kept>,
    /// Time left: the mover's as his turn began.
    pub(crate) left: Option<PerSide<Millis>>,
    pub(crate) offers_made: PerSide<u8>,
    pub(crate) offers: u32,
    pub(crate) offer: Option<(u32, Side)>,
    pub(crate) paused: bool,
    /// The ending that must come next: the board's after the last move, or the void's.
    pub(crate) must_end: Option<Ending>,
    pub(crate) ending: Option<Ending>,
    pub(crate) turn_started: Option<Moment>,
    /// When the time that ended the game ran out.
    pub(crate) ran_out: Option<Moment>,
}

impl Game {
    /// A game before its first event.
    #[must_use]
    pub fn new(terms: GameTerms, start: Position) -> Self {
        let equal = |control: crate::TimeControl| PerSide { white: control.initial, black: control.initial };
        let left = terms.time_control.map(|control| terms.carried.unwrap_or(equal(control)));
        Self {
            counters: DrawCounters::new(terms.rule_set, &start),
            terms,
            start,
            position: start,
            version: 0,
            moves: Vec::new(),
            left,
            offers_made: PerSide::default(),
            offers: 0,
            offer: None,
            paused: false,
            must_end: None,
            ending: None,
            turn_started: None,
            ran_out: None,
        }
    }

    /// The first event of every game.
    #[must_use]
    pub const fn started(&self) -> GameEvent {
        GameEvent::Started
    }

    /// The event that makes it a side's turn was handed to the sockets at `at`: its clock, or its first-move window,
    /// starts.
    pub fn turn_published(&mut self, at: Moment) {
        if self.ending.is_none() && !self.paused {
            self.turn_started = Some(at);
        }
    }

    /// When the mover's flag falls, or his first-move window runs out; `None` while nothing runs.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        if self.ending.is_some() || self.paused {
            return None;
        }
        let allowed = self.allowed()?;
        Some(self.turn_started?.plus(allowed))
    }

    /// How long the mover may take from his turn's start: his clock, or the window for his first move. A move that took
    /// this long is too late.
    pub(crate) fn allowed(&self) -> Option<Millis> {
        if self.in_first_move() {
            self.terms.first_move_window
        } else {
            Some(self.left?[self.position.side_to_move()])
        }
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

    pub(crate) fn both_left(&self, now: Moment) -> Option<PerSide<Millis>> {
        Some(PerSide { white: self.left_at(Side::White, now)?, black: self.left_at(Side::Black, now)? })
    }

    /// What the mover has after a move that took him `elapsed`: his first moves take nothing off the clock. The move is
    /// in time, that was tested before: only then it earns the increment.
    pub(crate) fn left_after(&self, side: Side, elapsed: Millis, lag_credit: Millis) -> Option<Millis> {
        let (left, control) = (self.left?, self.terms.time_control?);
        let used = if self.in_first_move() { Millis::ZERO } else { elapsed.saturating_sub(lag_credit) };
        Some(left[side].saturating_sub(used).saturating_add(control.increment))
    }

    /// What is left of the first-move window that runs.
    #[must_use]
    pub fn first_move_left(&self, now: Moment) -> Option<Millis> {
        let due = self.in_first_move().then(|| self.due()).flatten()?;
        Some(due.since(now))
    }

    /// Whether the side to move has its first move before it, in a window.
    pub(crate) fn in_first_move(&self) -> bool {
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
    pub const fn version(&self) -> Version {
        Version(self.version)
    }

    /// Gives back memory that only moves to come would need.
    pub fn shrink(&mut self) {
        self.moves.shrink_to_fit();
        self.counters.shrink();
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
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = PlayedMove> + ExactSizeIterator {
        self.moves.iter().map(PlayedMove::from)
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
