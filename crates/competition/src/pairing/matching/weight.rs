//! Integers wide enough for a weight that ranks pairings by many criteria in order. Knows no criteria.

use std::fmt::Debug;
use std::ops::{Add, Sub};

/// A signed integer of a fixed width. Who makes weights sees to it that sums stay inside.
pub(in crate::pairing) trait Weight:
    Copy + Ord + Debug + Add<Output = Self> + Sub<Output = Self>
{
    /// How many bits a magnitude may have, with room for the sums that the matching makes.
    const WIDTH: usize;
    /// Nothing.
    const ZERO: Self;
    /// `value` times two to the power of `shift`.
    fn scaled(value: i64, shift: usize) -> Self;
    /// Half, rounded down.
    fn half(self) -> Self;
    /// Whether it is odd.
    fn is_odd(self) -> bool;
}

impl Weight for i128 {
    const WIDTH: usize = 122;
    const ZERO: Self = 0;
    fn scaled(value: i64, shift: usize) -> Self {
        i128::from(value) << shift
    }
    fn half(self) -> Self {
        self >> 1
    }
    fn is_odd(self) -> bool {
        self & 1 == 1
    }
}

/// A two's complement integer of `N` words, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::pairing) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    fn is_negative(self) -> bool {
        self.0[N - 1] >> 63 == 1
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(more, carry);
        }
        self
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        let mut borrow = false;
        for (word, less) in self.0.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(less, borrow);
        }
        self
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let sign = other.is_negative().cmp(&self.is_negative());
        sign.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Weight for Wide<N> {
    const WIDTH: usize = 64 * N - 6;
    const ZERO: Self = Self([0; N]);
    fn scaled(value: i64, shift: usize) -> Self {
        let mut words = [0; N];
        let magnitude = u128::from(value.unsigned_abs()) << (shift % 64);
        for (word, part) in words[shift / 64..].iter_mut().zip([magnitude as u64, (magnitude >> 64) as u64]) {
            *word = part;
        }
        if value < 0 { Self::ZERO - Self(words) } else { Self(words) }
    }
    fn half(mut self) -> Self {
        let mut high = self.0[N - 1] & (1 << 63);
        for word in self.0.iter_mut().rev() {
            let low = *word << 63;
            *word = (*word >> 1) | high;
            high = low;
        }
        self
    }
    fn is_odd(self) -> bool {
        self.0[0] & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::{Weight, Wide};

    #[test]
    fn a_wide_integer_computes_as_a_small_one() {
        let values = [0, 1, -1, 2, -2, 5, -7, i64::MAX, i64::MIN + 1];
        for a in values {
            for b in values {
                for shift in [0, 1, 30, 60] {
                    let (x, y) = (i128::scaled(a, shift), i128::scaled(b, 0));
                    let (p, q) = (Wide::<3>::scaled(a, shift), Wide::<3>::scaled(b, 0));
                    assert_eq!(x.cmp(&y), p.cmp(&q), "{a} << {shift} and {b}");
                    assert_eq!((p + q) - q, p);
                    assert_eq!((x - y).half().cmp(&x), (p - q).half().cmp(&p));
                    assert_eq!((x + y).is_odd(), (p + q).is_odd());
                    assert_eq!(q.half(), Wide::scaled(b >> 1, 0));
                }
            }
        }
        assert!(Wide::<3>::scaled(1, 130) > Wide::scaled(i64::MAX, 60));
    }
}
