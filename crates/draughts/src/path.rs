//! The ways of playing a move, landing square by landing square. Knows the captures, no text of a player.

use crate::layout::{
    Board, DIRECTIONS, Mover, Rules, bits_of, far_row, fill, shift, square_of, take, unpack,
};
use crate::variant::Crowning;
use crate::{Move, Role, Square, Variant};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Most captures in one move: all pieces of a side on 10x10.
const MOST: usize = 20;

/// One way of playing a move: its start and every square where it lands.
#[derive(Clone, Copy)]
pub struct Path {
    squares: [Square; MOST + 1],
    len: u8,
    capture: bool,
}

impl Path {
    pub(crate) fn new(squares: &[Square], capture: bool) -> Self {
        let mut path = Self { squares: [Square::from_index(0); MOST + 1], len: squares.len() as u8, capture };
        path.squares[..squares.len()].copy_from_slice(squares);
        path
    }

    /// From the move's start to its end, with nothing between: the whole path where at most one piece is taken.
    #[must_use]
    pub fn direct(mv: &Move) -> Self {
        Self::new(&[mv.from(), mv.to()], mv.is_capture())
    }

    /// The start and every landing square, at least two.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares[..usize::from(self.len)]
    }

    /// Whether it is a capture's.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        self.capture
    }

    /// The path as text: `c3-d4`, `d6xf8xh6`; with numbers on 10x10.
    pub fn text(&self, variant: Variant) -> impl fmt::Display {
        PathText { path: *self, variant }
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Self) -> bool {
        self.squares() == other.squares() && self.capture == other.capture
    }
}
impl Eq for Path {}
impl Hash for Path {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.squares().hash(state);
        self.capture.hash(state);
    }
}
impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Path {
    fn cmp(&self, other: &Self) -> Ordering {
        self.squares().cmp(other.squares()).then(self.capture.cmp(&other.capture))
    }
}
impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.squares().iter().map(|square| square.number())).finish()
    }
}

struct PathText {
    path: Path,
    variant: Variant,
}

impl fmt::Display for PathText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.path.capture { "x" } else { "-" };
        for (n, square) in self.path.squares().iter().enumerate() {
            if n > 0 {
                f.write_str(separator)?;
            }
            square.name(self.variant).fmt(f)?;
        }
        Ok(())
    }
}

/// All ways of playing a legal move, sorted.
pub(crate) fn paths<R: Rules, S: Mover>(board: Board, mv: &Move) -> Vec<Path> {
    if !mv.is_capture() {
        return vec![Path::new(&[mv.from, mv.to], false)];
    }
    let from = bits_of(R::VARIANT, mv.from);
    let mut walk = Walk {
        other: board.other,
        empty: R::BOARD & !(board.own | board.other) | from,
        target: unpack(R::VARIANT, mv.captured),
        to: bits_of(R::VARIANT, mv.to),
        mv,
        squares: vec![mv.from],
        found: Vec::new(),
    };
    match mv.role {
        Role::Man => walk.man::<R, S>(from, 0),
        Role::King => walk.king::<R>(from, None, 0, false),
    }
    walk.found.sort_unstable();
    walk.found
}

/// The capture's search again, square by square and only through the pieces that the move takes.
struct Walk<'a> {
    other: u64,
    empty: u64,
    target: u64,
    to: u64,
    mv: &'a Move,
    squares: Vec<Square>,
    found: Vec<Path>,
}

impl Walk<'_> {
    fn end(&mut self, crowned: bool) {
        if crowned == self.mv.crowned {
            self.found.push(Path::new(&self.squares, true));
        }
    }

    fn man<R: Rules, S: Mover>(&mut self, at: u64, captured: u64) {
        let far = at & far_row::<R, S>() != 0;
        let mut ends = true;
        for t in DIRECTIONS {
            if !R::ROW.men_capture_backward && !S::FORWARD.contains(&t) {
                continue;
            }
            let step = R::STEP[t];
            let jumped = shift(at, step) & self.other & !captured;
            let to = shift(jumped, step) & self.empty;
            ends &= to == 0;
            if to == 0 || jumped & self.target == 0 {
                continue;
            }
            let captured = captured | jumped;
            let crowned = to & far_row::<R, S>() != 0;
            match R::ROW.crowning {
                Crowning::AtOnce if crowned => self.run::<R>(to, t, captured, true),
                Crowning::EndsTheMove if crowned => {
                    if captured == self.target && to == self.to {
                        self.squares.push(square_of::<R>(to));
                        self.end(true);
                        self.squares.pop();
                    }
                }
                _ => {
                    self.squares.push(square_of::<R>(to));
                    self.man::<R, S>(to, captured);
                    self.squares.pop();
                }
            }
        }
        if ends && captured == self.target && at == self.to {
            self.end(far);
        }
    }

    /// Goes on from one square; `came` is the direction of the jump that led there.
    fn king<R: Rules>(&mut self, at: u64, came: Option<usize>, captured: u64, crowned: bool) {
        for t in DIRECTIONS {
            if came.is_some_and(|came| R::ROW.flying_kings && t == 3 - came) {
                continue;
            }
            let step = R::STEP[t];
            let before = if R::ROW.flying_kings { fill::<R>(at, step, self.empty) } else { at };
            let jumped = shift(before, step) & self.target & !captured & shift(self.empty, -step);
            if jumped == 0 {
                continue;
            }
            let landing = shift(jumped, step);
            let run = if R::ROW.flying_kings { fill::<R>(landing, step, self.empty) } else { landing };
            self.run::<R>(run, t, captured | jumped, crowned);
        }
    }

    /// A king may stand on any square of `run`, to which it came in direction `t`.
    fn run<R: Rules>(&mut self, run: u64, t: usize, captured: u64, crowned: bool) {
        let mut rest = run;
        if captured == self.target {
            rest &= self.to;
            let going_on = if R::ROW.land_to_go_on { run } else { rest };
            if rest == 0 || self.goes_on::<R>(going_on, t, captured) {
                return;
            }
        }
        while let Some(at) = take(&mut rest) {
            self.squares.push(square_of::<R>(at));
            if captured == self.target {
                self.end(crowned);
            } else {
                self.king::<R>(at, Some(t), captured, crowned);
            }
            self.squares.pop();
        }
    }

    /// Whether a king on some square of `run` can take one more piece, of the target or not.
    fn goes_on<R: Rules>(&self, run: u64, t: usize, captured: u64) -> bool {
        let other = self.other & !captured;
        let mut directions = DIRECTIONS.filter(|u| *u != 3 - t);
        directions.any(|t| {
            let step = R::STEP[t];
            let before = if R::ROW.flying_kings { fill::<R>(run, step, self.empty) } else { run };
            shift(before, step) & other & shift(self.empty, -step) != 0
        })
    }
}
