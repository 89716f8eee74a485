//! The way of processors with AVX2 and its contemporaries: four boards an instruction. Knows no stage's meaning.
#![expect(unsafe_code, reason = "instructions of certain processors may be used only where they are")]

use super::boards::{Blocks, Boards, LANES, Lanes};
use super::room::Room;
use super::vector::{Instructions, Several, Vector};
use super::way::Batches;
use super::{count, expand};
use crate::layout::{Mover, Rules};
use std::arch::x86_64::*;
use std::ops::{Add, BitAnd, BitOr, BitXor};

/// Says that this machine has AVX2, BMI1, BMI2, LZCNT and POPCNT: [`Avx2::detect`] alone makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Self(()))
    }
}

/// Four numbers. Only functions of [`Avx2`] and of this type make one, so that who has one is on a machine with AVX2.
#[derive(Clone, Copy)]
pub(super) struct Four(__m256i);

/// Runs instructions of AVX2 in a function that has an [`Avx2`] or a [`Four`].
macro_rules! avx2 {
    ($instructions:expr) => {{
        // SAFETY: they ask for AVX2 alone, and the function's Avx2 or Four says that this machine has it.
        unsafe { $instructions }
    }};
}

impl BitAnd for Four {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx2!(_mm256_and_si256(self.0, other.0)))
    }
}

impl BitOr for Four {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx2!(_mm256_or_si256(self.0, other.0)))
    }
}

impl BitXor for Four {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(avx2!(_mm256_xor_si256(self.0, other.0)))
    }
}

impl Add for Four {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(avx2!(_mm256_add_epi64(self.0, other.0)))
    }
}

impl Vector for Four {
    const LANES: usize = 4;

    #[inline(always)]
    fn left(self, bits: u32) -> Self {
        Self(avx2!(_mm256_sll_epi64(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn right(self, bits: u32) -> Self {
        Self(avx2!(_mm256_srl_epi64(self.0, _mm_cvtsi32_si128(bits.cast_signed()))))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Self(avx2!(_mm256_andnot_si256(other.0, self.0)))
    }

    #[inline(always)]
    fn lowest(self) -> Self {
        Self(avx2!(_mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0))))
    }

    #[inline(always)]
    fn is_any(self) -> bool {
        avx2!(_mm256_testz_si256(self.0, self.0)) == 0
    }

    /// Looks up the bits of each half byte, and adds a number's bytes up.
    #[inline(always)]
    fn ones(self) -> Self {
        Self(avx2!({
            let table = _mm256_set1_epi64x(0x0302_0201_0201_0100);
            let table = _mm256_blend_epi32::<0b1100_1100>(table, _mm256_set1_epi64x(0x0403_0302_0302_0201));
            let half = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(self.0, half);
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), half);
            let ones = _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
            _mm256_sad_epu8(ones, _mm256_setzero_si256())
        }))
    }

    #[inline(always)]
    fn where_zero(self, other: Self) -> Self {
        Self(avx2!(_mm256_and_si256(self.0, _mm256_cmpeq_epi64(other.0, _mm256_setzero_si256()))))
    }
}

impl Four {
    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        let mut array = [0; 4];
        avx2!({
            // The array has the 32 bytes that are written, and the store asks for no alignment.
            _mm256_storeu_si256(array.as_mut_ptr().cast(), self.0);
        });
        array
    }

    /// The numbers in the order of the table's row, into the first four.
    #[inline(always)]
    fn store(self, order: __m256i, lanes: &mut Lanes) {
        avx2!({
            // The lanes have more than the 32 bytes that are written, and the store asks for no alignment.
            _mm256_storeu_si256(lanes.as_mut_ptr().cast(), _mm256_permutevar8x32_epi32(self.0, order));
        });
    }
}

/// For each choice of four numbers, their halves with the chosen ones first.
const CHOSEN_FIRST: [[u32; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut choice = 0;
    while choice < 16 {
        let (mut number, mut place) = (0, 0);
        while number < 4 {
            if choice >> number & 1 != 0 {
                table[choice][2 * place] = 2 * number;
                table[choice][2 * place + 1] = 2 * number + 1;
                place += 1;
            }
            number += 1;
        }
        choice += 1;
    }
    table
};

impl Instructions for Avx2 {
    type Vector = Four;

    #[inline(always)]
    fn each(self, value: u64) -> Four {
        Four(avx2!(_mm256_set1_epi64x(value.cast_signed())))
    }

    #[inline(always)]
    fn load(self, lanes: &Lanes, part: usize) -> Four {
        let four: &[u64; 4] = lanes[part * 4..].first_chunk().expect("eight lanes have two parts of four");
        // The reference is to the 32 bytes that are read, and the load asks for no alignment.
        Four(avx2!(_mm256_loadu_si256(four.as_ptr().cast())))
    }

    #[inline(always)]
    fn sum(self, vector: Four) -> u64 {
        vector.to_array().into_iter().sum()
    }

    #[inline(always)]
    fn choose(self, which: Four, boards: Several<Four>, chosen: &mut Boards) {
        let zero = avx2!(_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(
            which.0,
            _mm256_setzero_si256()
        ))));
        let choice = (zero.cast_unsigned() ^ 0b1111) & 0b1111;
        if choice == 0 {
            return;
        }
        let order = &CHOSEN_FIRST[choice as usize];
        // The reference is to the 32 bytes that are read, and the load asks for no alignment.
        let order = avx2!(_mm256_loadu_si256(order.as_ptr().cast()));
        let places = chosen.places();
        boards.own.store(order, places.own);
        boards.other.store(order, places.other);
        boards.kings.store(order, places.kings);
        chosen.grow(choice.count_ones() as usize);
    }

    #[inline(always)]
    fn list(self, boards: Several<Four>, landed: Four, steps: &[i32], far_row: u64, children: &mut Boards) {
        // SAFETY: `self` says that the machine has what `list` is compiled for.
        unsafe { list(self, &boards, landed, steps, far_row, children) }
    }
}

impl Batches for Avx2 {
    fn expand<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room, children: &mut Boards) {
        // SAFETY: `self` says that the machine has what `expand` is compiled for.
        unsafe { expand::<R, S>(self, boards, room, children) }
    }

    fn count<R: Rules, S: Mover>(self, boards: Blocks<'_>, room: &mut Room) -> u64 {
        // SAFETY: `self` says that the machine has what `count` is compiled for.
        unsafe { count::<R, S>(self, boards, room) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn expand<R: Rules, S: Mover>(set: Avx2, boards: Blocks<'_>, room: &mut Room, children: &mut Boards) {
    expand::expand::<R, S, Avx2>(set, boards, room, children);
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn list(set: Avx2, boards: &Several<Four>, landed: Four, steps: &[i32], far_row: u64, children: &mut Boards) {
    expand::list_jumps(set, *boards, landed, steps, far_row, children);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count<R: Rules, S: Mover>(set: Avx2, boards: Blocks<'_>, room: &mut Room) -> u64 {
    count::count::<R, S, Avx2>(set, boards, room)
}

const _: () = assert!(LANES == 8, "a block has two parts of four");
