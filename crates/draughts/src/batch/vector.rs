//! Several 64-bit numbers worked on by one instruction, and what an instruction set does with them in its own way. Knows
//! no move.

use super::boards::{Blocks, Boards, Lanes};
use super::expand::list_steps;
use crate::layout::{Mover, Rules};
use std::ops::{Add, BitAnd, BitOr, BitXor};

/// One or more 64-bit numbers. Who has one has it from [`Instructions`].
pub(super) trait Vector:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Add<Output = Self>
{
    /// How many; a divisor of eight.
    const LANES: usize;

    /// Each moved towards the high bits.
    fn left(self, bits: u32) -> Self;

    /// Each moved towards the low bits.
    fn right(self, bits: u32) -> Self;

    /// The bits of each that the other's do not have.
    fn without(self, other: Self) -> Self;

    /// The lowest bit of each.
    fn lowest(self) -> Self;

    /// Whether one of them is not zero.
    fn is_any(self) -> bool;

    /// How many bits of each are set.
    fn ones(self) -> Self;

    /// Those kept where the other is zero, zero elsewhere.
    fn where_zero(self, other: Self) -> Self;
}

/// All squares of the sets moved by a step.
#[inline(always)]
pub(super) fn shift<V: Vector>(squares: V, step: i32) -> V {
    if step >= 0 { squares.left(step.unsigned_abs()) } else { squares.right(step.unsigned_abs()) }
}

/// Boards side by side.
#[derive(Clone, Copy)]
pub(super) struct Several<V> {
    pub(super) own: V,
    pub(super) other: V,
    pub(super) kings: V,
}

/// A set of instructions that work on several boards at a time.
pub(super) trait Instructions: Copy {
    /// What it works on at a time.
    type Vector: Vector;

    /// The same number several times.
    fn each(self, value: u64) -> Self::Vector;

    /// That part of the eight numbers.
    fn load(self, lanes: &Lanes, part: usize) -> Self::Vector;

    /// All numbers added up.
    fn sum(self, vector: Self::Vector) -> u64;

    /// Adds the boards for which `which` is not zero to `chosen`.
    fn choose(self, which: Self::Vector, boards: Several<Self::Vector>, chosen: &mut Boards);

    /// Adds what each board becomes by jumps by those steps that end on the squares of `landed` to `children`.
    fn list(
        self,
        boards: Several<Self::Vector>,
        landed: Self::Vector,
        steps: &[i32],
        far_row: u64,
        children: &mut Boards,
    );

    /// Adds what each board becomes by the men's steps forward to `children`.
    #[inline(always)]
    fn list_steps<R: Rules, S: Mover>(self, boards: Blocks<'_>, children: &mut Boards) {
        list_steps::<R, S, Self>(self, boards, children);
    }

    /// That part of a block of boards.
    #[inline(always)]
    fn boards(self, boards: Blocks<'_>, block: usize, part: usize) -> Several<Self::Vector> {
        Several {
            own: self.load(&boards.own[block], part),
            other: self.load(&boards.other[block], part),
            kings: self.load(&boards.kings[block], part),
        }
    }
}
