//! Jumps of all pieces at once. Knows masks, no single piece and no list of moves.
//!
//! `starts[t]` holds the squares from which a jump in direction t takes something: an opponent's piece next to it, an
//! empty square behind that. A set of squares meets it with one AND, whoever stands on them. In the first three jumps
//! of a man this is exact although start squares count as full and captured pieces as still there: back over the piece
//! just taken is excluded by direction, and another way to the same piece needs a loop of four.

use crate::layout::{Board, DIRECTIONS, Mover, Rules, far_row, fill, ones_of_two, shift};
use crate::variant::Crowning;

/// The squares from which a jump in each direction takes something.
#[inline(always)]
pub(crate) fn starts<R: Rules>(other: u64, empty: u64) -> [u64; 4] {
    let of = |step: i32| shift(other, -step) & shift(empty, -2 * step);
    [of(R::STEP[0]), of(R::STEP[1]), of(R::STEP[2]), of(R::STEP[3])]
}

/// How many squares there are in four sets together, each of squares from which something goes in that direction.
///
/// On 8x8 the squares from which something goes down are below bit 31, and those from which it goes up are not below
/// bit 4: two sets are counted at once, which matters where the processor has no instruction that counts.
#[inline(always)]
pub(crate) fn count_starts<R: Rules>([a, b, c, d]: [u64; 4]) -> u64 {
    if R::WIDTH == 8 { ones_of_two(c | a << 28, d | b << 28) } else { ones_of_two(a, b) + ones_of_two(c, d) }
}

/// Whether men capture in that direction.
#[inline(always)]
pub(crate) const fn by_men<R: Rules, S: Mover>(t: usize) -> bool {
    R::ROW.men_capture_backward || t == S::FORWARD[0] || t == S::FORWARD[1]
}

/// A board with what its men can jump.
pub(crate) struct Jumps {
    pub(crate) board: Board,
    pub(crate) empty: u64,
    pub(crate) men: u64,
    pub(crate) kings: u64,
    pub(crate) starts: [u64; 4],
    /// The squares from which a man can jump.
    pub(crate) any: u64,
}

/// Where men land after one jump, by the direction of the jump.
pub(crate) struct First {
    pub(crate) landed: [u64; 4],
    pub(crate) all: u64,
    /// Whether one of them must go on.
    pub(crate) deeper: bool,
    /// Whether one of them was crowned and goes on as a king (Russian): beyond what masks of men can say.
    pub(crate) crowned_goes_on: bool,
}

/// Where men land after two jumps, by the direction of the second.
pub(crate) struct Second {
    pub(crate) landed: [u64; 4],
    pub(crate) deeper: bool,
}

impl Jumps {
    #[inline(always)]
    pub(crate) fn of<R: Rules, S: Mover>(board: Board) -> Self {
        Self { men: board.own & !board.kings, kings: board.own & board.kings, ..Self::of_men::<R, S>(board) }
    }

    /// The same for a side without kings.
    #[inline(always)]
    pub(crate) fn of_men<R: Rules, S: Mover>(board: Board) -> Self {
        let empty = R::BOARD & !(board.own | board.other);
        let starts = starts::<R>(board.other, empty);
        let [f0, f1] = S::FORWARD;
        let any = if R::ROW.men_capture_backward {
            starts[0] | starts[1] | starts[2] | starts[3]
        } else {
            starts[f0] | starts[f1]
        };
        Self { board, empty, men: board.own, kings: 0, starts, any }
    }

    /// The pieces that flying kings can take first, by direction.
    #[inline(always)]
    pub(crate) fn by_flying_kings<R: Rules>(&self) -> [u64; 4] {
        let of = |step: i32| {
            shift(fill::<R>(self.kings, step, self.empty), step) & self.board.other & shift(self.empty, -step)
        };
        [of(R::STEP[0]), of(R::STEP[1]), of(R::STEP[2]), of(R::STEP[3])]
    }

    /// The squares from which a king that jumps one square only can take something.
    #[inline(always)]
    pub(crate) fn by_short_kings(&self) -> u64 {
        self.starts[0] | self.starts[1] | self.starts[2] | self.starts[3]
    }

    /// What kings can take first, or, where they are short, the kings that can take: none in both cases if no king can.
    #[inline(always)]
    pub(crate) fn by_kings<R: Rules>(&self) -> u64 {
        match (self.kings, R::ROW.flying_kings) {
            (0, _) => 0,
            (_, true) => self.by_flying_kings::<R>().into_iter().fold(0, |all, jumped| all | jumped),
            (kings, false) => kings & self.by_short_kings(),
        }
    }

    /// Whether a man or a king can take something.
    #[inline(always)]
    pub(crate) fn any_capture<R: Rules>(&self) -> bool {
        self.men & self.any | self.by_kings::<R>() != 0
    }

    /// Whether a man crowned where it landed, by the direction of its jump, goes on as a king (Russian).
    #[inline(always)]
    pub(crate) fn crowned_goes_on<R: Rules, S: Mover>(&self, landed: &[u64; 4], empty: u64) -> bool {
        let [f0, f1] = S::FORWARD;
        let far_row = far_row::<R, S>();
        matches!(R::ROW.crowning, Crowning::AtOnce)
            && (landed[f0] | landed[f1]) & far_row != 0
            && from_far_row::<R, S>([landed[f0] & far_row, landed[f1] & far_row], self.board.other, empty)
    }

    #[inline(always)]
    pub(crate) fn first<R: Rules, S: Mover>(&self) -> First {
        let mut landed = [0; 4];
        for t in DIRECTIONS {
            if by_men::<R, S>(t) {
                landed[t] = shift(self.men & self.starts[t], 2 * R::STEP[t]);
            }
        }
        let all = landed[0] | landed[1] | landed[2] | landed[3];
        let crowned_goes_on = self.crowned_goes_on::<R, S>(&landed, self.empty);
        First { landed, all, deeper: all & self.any != 0 || crowned_goes_on, crowned_goes_on }
    }

    #[inline(always)]
    pub(crate) fn second<R: Rules, S: Mover>(&self, first: &First) -> Second {
        let (mut landed, mut deeper) = ([0; 4], 0);
        for t in DIRECTIONS {
            if !by_men::<R, S>(t) {
                continue;
            }
            landed[t] = shift(first.all & self.starts[t], 2 * R::STEP[t]);
            let mut going_on = 0;
            for u in DIRECTIONS {
                if by_men::<R, S>(u) && u != 3 - t {
                    going_on |= self.starts[u];
                }
            }
            deeper |= landed[t] & going_on;
        }
        Second { landed, deeper: deeper != 0 || self.crowned_goes_on::<R, S>(&landed, self.empty) }
    }

    /// Whether some man that jumped twice can jump twice more.
    pub(crate) fn fourth_follows<R: Rules>(&self, second: &Second) -> bool {
        let (_, fourth) = self.with_men_gone::<R>();
        let mut follows = 0;
        for u in DIRECTIONS {
            let mut landed = 0;
            for t in DIRECTIONS {
                if t != 3 - u {
                    landed |= second.landed[t] & self.starts[u];
                }
            }
            let landed = shift(landed, 2 * R::STEP[u]);
            for v in DIRECTIONS {
                if v != 3 - u {
                    follows |= landed & fourth[v];
                }
            }
        }
        follows != 0
    }

    /// The starts with the men's own squares empty: a fourth jump may land on the start square.
    #[inline(always)]
    pub(crate) fn with_men_gone<R: Rules>(&self) -> (u64, [u64; 4]) {
        let empty = self.empty | self.men;
        (empty, starts::<R>(self.board.other, empty))
    }
}

/// Whether kings on the far row, by the two directions in which they came as men, can take something: there is one
/// diagonal only by which they did not come. Apart, because it is rare and its instructions would otherwise be mixed
/// into those of the frequent cases.
#[inline(never)]
fn from_far_row<R: Rules, S: Mover>(kings: [u64; 2], other: u64, empty: u64) -> bool {
    let next =
        |kings: u64, step: i32| shift(fill::<R>(kings, step, empty), step) & other & shift(empty, -step);
    let [f0, f1] = S::FORWARD;
    next(kings[0], -R::STEP[f1]) | next(kings[1], -R::STEP[f0]) != 0
}
