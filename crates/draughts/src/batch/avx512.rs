//! The way of processors with AVX-512: eight boards an instruction, chosen ones and children written in a row by
//! compressing stores. Knows no stage's meaning.
#![expect(unsafe_code, reason = "a function for certain processors may be called only where they are")]

use super::boards::{Blocks, Boards, LANES, Lanes};
use super::room::Room;
use super::vector::{Instructions, Several, Vector};
use super::way::Batches;
use super::{count, expand};
use crate::layout::{Mover, Rules, far_row, shift};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor};

/// Says that this machine has the parts of AVX-512 that are used here, and BMI1, BMI2, LZCNT and POPCNT:
/// [`Avx512::detect`] alone makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512(());

impl Avx512 {
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// Eight numbers. Only functions of [`Avx512`] and of this type make one, so that who has one is on a machine with it.
#[derive(Clone, Copy)]
pub(super) struct Eight(__m512i);

/// Runs instructions of AVX-512 in a function that has an [`Avx512`] or an [`Eight`].
macro_rules! avx512 {
    ($instructions:expr) => {{
        // SAFETY: they ask for what `Avx512::detect` looks for, and the function's Avx512 or Eight says it was there.
        unsafe { $instructions }
    }};
}

impl BitAnd for Eight {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx512!(_mm512_and_si512(self.0, other.0)))
    }
}

impl BitOr for Eight {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx512!(_mm512_or_si512(self.0, other.0)))
    }
}

impl BitXor for Eight {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(avx512!(_mm512_xor_si512(self.0, other.0)))
    }
}

impl Add for Eight {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(avx512!(_mm512_add_epi64(self.0, other.0)))
    }
}

impl Vector for Eight {
    const LANES: usize = 8;

    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        Self(avx512!(_mm512_sll_epi64(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        Self(avx512!(_mm512_srl_epi64(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(avx512!(_mm512_andnot_si512(other.0, self.0)))
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        Self(avx512!(_mm512_and_si512(self.0, _mm512_sub_epi64(_mm512_setzero_si512(), self.0))))
    }

    #[inline(always)]
    fn is_any(self) -> bool {
        self.is_set() != 0
    }

    #[inline(always)]
    fn ones(self) -> Self {
        Self(avx512!(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        Self(avx512!(_mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(other.0, other.0), self.0)))
    }
}

impl Eight {
    #[inline(always)]
    fn is_set(self) -> __mmask8 {
        avx512!(_mm512_test_epi64_mask(self.0, self.0))
    }

    /// The chosen numbers one after the other; the places behind them get zero.
    #[inline(always)]
    fn store(self, which: __mmask8, lanes: &mut Lanes) {
        avx512!({
            // The lanes have the 64 bytes that are written, and the store asks for no alignment.
            _mm512_storeu_epi64(lanes.as_mut_ptr().cast(), _mm512_maskz_compress_epi64(which, self.0));
        });
    }
}

impl Instructions for Avx512 {
    type Vector = Eight;

    #[inline(always)]
    fn each(self, value: u64) -> Eight {
        Eight(avx512!(_mm512_set1_epi64(value.cast_signed())))
    }

    #[inline(always)]
    fn load(self, lanes: &Lanes, _part: usize) -> Eight {
        // The reference is to the 64 bytes that are read, and the load asks for no alignment.
        Eight(avx512!(_mm512_loadu_epi64(lanes.as_ptr().cast())))
    }

    #[inline(always)]
    fn sum(self, vector: Eight) -> u64 {
        avx512!(_mm512_reduce_add_epi64(vector.0)).cast_unsigned()
    }

    #[inline(always)]
    fn choose(self, which: Eight, boards: Several<Eight>, chosen: &mut Boards) {
        let which = which.is_set();
        if which == 0 {
            return;
        }
        let places = chosen.places();
        boards.own.store(which, places.own);
        boards.other.store(which, places.other);
        boards.kings.store(which, places.kings);
        chosen.grow(which.count_ones() as usize);
    }

    #[inline(always)]
    fn list_steps<R: Rules, S: Mover>(self, boards: Blocks<'_>, children: &mut Boards) {
        // SAFETY: `self` says that the machine has what `list_steps` is compiled for.
        unsafe { list_steps::<R, S>(boards, children) }
    }

    #[inline(always)]
    fn list(self, boards: Several<Eight>, landed: Eight, steps: &[i32], far_row: u64, children: &mut Boards) {
        // SAFETY: `self` says that the machine has what `list` is compiled for.
        unsafe { list(self, &boards, landed, steps, far_row, children) }
    }
}

impl Batches for Avx512 {
    fn expand<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room, children: &mut Boards) {
        // SAFETY: `self` says that the machine has what `expand` is compiled for.
        unsafe { expand::<R, S>(self, boards, room, children) }
    }

    fn count<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room) -> u64 {
        // SAFETY: `self` says that the machine has what `count` is compiled for.
        unsafe { count::<R, S>(self, boards, room) }
    }
}

#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn expand<R: Rules, S: Mover>(set: Avx512, boards: Blocks<'_>, room: &mut Room, children: &mut Boards) {
    expand::expand::<R, S, Avx512>(set, boards, room, children);
}

#[inline(never)]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn list(
    set: Avx512,
    boards: &Several<Eight>,
    landed: Eight,
    steps: &[i32],
    far_row: u64,
    children: &mut Boards,
) {
    expand::list_jumps(set, *boards, landed, steps, far_row, children);
}

#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn count<R: Rules, S: Mover>(set: Avx512, boards: Blocks<'_>, room: &mut Room) -> u64 {
    count::count::<R, S, Avx512>(set, boards, room)
}

#[inline]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn load(lanes: &Lanes) -> __m512i {
    // SAFETY: the reference is to the 64 bytes that are read, and the load asks for no alignment.
    unsafe { _mm512_loadu_epi64(lanes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn store(lanes: &mut Lanes, value: __m512i) {
    // SAFETY: the reference is to the 64 bytes that are written, and the store asks for no alignment.
    unsafe { _mm512_storeu_epi64(lanes.as_mut_ptr().cast(), value) }
}

#[inline]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn each(value: u64) -> __m512i {
    _mm512_set1_epi64(value.cast_signed())
}

/// One board at a time, eight of its moves at a time: quiet boards have many.
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn list_steps<R: Rules, S: Mover>(boards: Blocks<'_>, children: &mut Boards) {
    let steps = S::FORWARD.map(|t| R::STEP[t]);
    let [one, two] = steps.map(|step| each(1 | 1 << step.abs()));
    let far_row = each(far_row::<R, S>());
    for n in 0..boards.len() {
        for i in 0..LANES {
            let (own, other) = (boards.own[n][i], boards.other[n][i]);
            let empty = R::BOARD & !(own | other);
            // The lower square of each step: its end where it goes down the bits, else its start.
            let lower =
                steps.map(|step| if step < 0 { shift(own, step) & empty } else { own & shift(empty, -step) });
            let quiet =
                Quiet { own: each(own), other: each(other), kings: each(boards.kings[n][i]), far_row };
            if R::WIDTH == 8 {
                // Both directions at once: lower squares are on the first seven rows, below bit 31.
                list_bits::<true>(&quiet, lower[0] | lower[1] << 32, [one, two], children);
            } else {
                list_bits::<false>(&quiet, lower[0], [one; 2], children);
                list_bits::<false>(&quiet, lower[1], [two; 2], children);
            }
        }
    }
}

/// One child for each bit of `lower`: where `BOTH`, by the second step from bit 32 on. They are at most 24: two for each
/// of twelve men, or one for each of twenty.
#[inline]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn list_bits<const BOTH: bool>(quiet: &Quiet, lower: u64, steps: [__m512i; 2], children: &mut Boards) {
    let count = lower.count_ones() as usize;
    debug_assert!(count <= 3 * LANES, "{count} steps");
    let bits = _mm512_maskz_compress_epi8(lower, load(&BIT_NUMBERS));
    let first = _mm512_castsi512_si128(bits);
    list_eight::<BOTH>(quiet, first, steps, count.min(LANES), children);
    if count > LANES {
        list_eight::<BOTH>(quiet, _mm_bsrli_si128::<8>(first), steps, (count - LANES).min(LANES), children);
    }
    if count > 2 * LANES {
        let third = _mm512_extracti32x4_epi32::<1>(bits);
        list_eight::<BOTH>(quiet, third, steps, (count - 2 * LANES).min(LANES), children);
    }
}

/// The first `count` children, by the first eight of `bits`.
#[inline]
#[target_feature(enable = "avx512cd,avx512vbmi2,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn list_eight<const BOTH: bool>(
    quiet: &Quiet,
    bits: __m128i,
    steps: [__m512i; 2],
    count: usize,
    children: &mut Boards,
) {
    let bits = _mm512_cvtepu8_epi64(bits);
    let moved = if BOTH {
        let second = _mm512_test_epi64_mask(bits, each(32));
        let step = _mm512_mask_mov_epi64(steps[0], second, steps[1]);
        _mm512_sllv_epi64(step, _mm512_and_si512(bits, each(31)))
    } else {
        _mm512_sllv_epi64(steps[0], bits)
    };
    let places = children.places();
    store(places.own, quiet.other);
    store(places.other, _mm512_xor_si512(quiet.own, moved));
    store(places.kings, _mm512_or_si512(quiet.kings, _mm512_and_si512(moved, quiet.far_row)));
    children.grow(count);
}

/// A board without captures, eight times.
struct Quiet {
    own: __m512i,
    other: __m512i,
    kings: __m512i,
    far_row: __m512i,
}

/// The bytes 0 to 63.
const BIT_NUMBERS: Lanes = {
    let mut lanes = [0; LANES];
    let mut bit = 0;
    while bit < 64 {
        lanes[bit / 8] |= (bit as u64) << (bit % 8 * 8);
        bit += 1;
    }
    lanes
};
