//! A man's steps forward by one number each: which of the two directions, and the lower of its two squares. Knows no
//! board that has pieces on it.

use crate::layout::{Mover, Rules, far_row, shift};
use crate::{Move, MoveList, Square, SquareSet};
use std::marker::PhantomData;

/// The steps of a side's men under a variant.
pub(crate) struct Steps<R, S>(PhantomData<(R, S)>);

impl<R: Rules, S: Mover> Steps<R, S> {
    /// Steps in the second direction have numbers from here on. On 8x8 no lower square is above bit 30, and both
    /// directions fit into one set of 64.
    const SECOND: u32 = if R::WIDTH == 8 { 32 } else { 64 };

    const STEPS: [i32; 2] = [R::STEP[S::FORWARD[0]], R::STEP[S::FORWARD[1]]];

    /// Start and end of each direction's steps, seen from the lower square.
    const MOVED: [u64; 2] = [1 | 1 << Self::STEPS[0].unsigned_abs(), 1 | 1 << Self::STEPS[1].unsigned_abs()];

    /// Every step as a move; where there is none, no matter what.
    const MOVES: &'static [Move; 128] = &{
        let mut moves = [MoveList::NONE; 128];
        let mut number = 0;
        while number < 2 * Self::SECOND {
            let step = Self::STEPS[(number / Self::SECOND) as usize];
            let lower = number % Self::SECOND;
            let upper = lower + step.unsigned_abs();
            if upper < 64 && (1 << lower | 1 << upper) & !R::BOARD == 0 {
                let (from, to) = if step < 0 { (upper, lower) } else { (lower, upper) };
                moves[number as usize] = Move {
                    from: square(from, R::WIDTH),
                    to: square(to, R::WIDTH),
                    captured: SquareSet::EMPTY,
                    crowned: 1 << to & far_row::<R, S>() != 0,
                    ..MoveList::NONE
                };
            }
            number += 1;
        }
        moves
    };

    /// The numbers of the men's steps: on 8x8 all in the first set, on 10x10 a set for each direction.
    #[inline(always)]
    pub(crate) const fn of(men: u64, empty: u64) -> [u64; 2] {
        let one = Self::lower(men, empty, Self::STEPS[0]);
        let two = Self::lower(men, empty, Self::STEPS[1]);
        if R::WIDTH == 8 { [one | two << Self::SECOND, 0] } else { [one, two] }
    }

    /// The lower square of each step: its end where it goes down the bits, else its start.
    #[inline(always)]
    const fn lower(men: u64, empty: u64, step: i32) -> u64 {
        if step < 0 { shift(men, step) & empty } else { men & shift(empty, -step) }
    }

    /// Start and end of the step with that number.
    #[inline(always)]
    pub(crate) const fn moved(number: u32) -> u64 {
        Self::MOVED[(number / Self::SECOND % 2) as usize] << (number % Self::SECOND)
    }

    /// The step with that number as a move.
    #[inline(always)]
    pub(crate) const fn mv(number: u32) -> Move {
        Self::MOVES[(number % 128) as usize]
    }
}

const fn square(bit: u32, width: u32) -> Square {
    Square::from_index(bit - bit / (width + 1))
}
