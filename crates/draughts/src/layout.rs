//! The board as 64 bits. Knows the table of variants, no move.
//!
//! Square n (0-based, 0 at the top left) sits at bit n + n / width: one bit that is never a square follows every two
//! rows, so that a diagonal step is the same shift on every square and cannot wrap around an edge.

use crate::variant::Row;
use crate::{Side, Square, SquareSet, Variant};
use std::ops::Range;

/// The four diagonal directions as indices into [`Rules::STEP`]; `3 - t` is the opposite of `t`.
pub(crate) const DIRECTIONS: Range<usize> = 0..4;

/// The two directions across direction `t`.
#[inline(always)]
pub(crate) const fn across(t: usize) -> [usize; 2] {
    if t == 0 || t == 3 { [1, 2] } else { [0, 3] }
}

/// A variant as a type: the generator is compiled once for each.
pub(crate) trait Rules: Copy + 'static {
    const VARIANT: Variant;
    const ROW: Row = Self::VARIANT.row();
    const WIDTH: u32 = Self::ROW.width;
    /// A step up-left, up-right, down-left, down-right, as a shift of bits.
    const STEP: [i32; 4] = {
        let half = Self::WIDTH as i32 / 2;
        [-half - 1, -half, half, half + 1]
    };
    const BOARD: u64 = board(Self::WIDTH);
    const TOP: u64 = (1 << (Self::WIDTH / 2)) - 1;
    const BOTTOM: u64 = Self::TOP << bit(Self::WIDTH, Self::WIDTH * (Self::WIDTH - 1) / 2);
}

const fn bit(width: u32, index: u32) -> u32 {
    index + index / width
}

const fn board(width: u32) -> u64 {
    let mut squares = 0;
    let mut index = 0;
    while index < width * width / 2 {
        squares |= 1 << bit(width, index);
        index += 1;
    }
    squares
}

#[derive(Clone, Copy)]
pub(crate) struct Brazilian;
#[derive(Clone, Copy)]
pub(crate) struct American;
#[derive(Clone, Copy)]
pub(crate) struct International;
#[derive(Clone, Copy)]
pub(crate) struct Russian;

impl Rules for Brazilian {
    const VARIANT: Variant = Variant::Brazilian;
}
impl Rules for American {
    const VARIANT: Variant = Variant::American;
}
impl Rules for International {
    const VARIANT: Variant = Variant::International;
}
impl Rules for Russian {
    const VARIANT: Variant = Variant::Russian;
}

/// The side to move as a type.
pub(crate) trait Mover: Copy + 'static {
    type Opponent: Mover<Opponent = Self>;
    const SIDE: Side;
    /// The two directions that are forward.
    const FORWARD: [usize; 2];
}

#[derive(Clone, Copy)]
pub(crate) struct WhiteMoves;
#[derive(Clone, Copy)]
pub(crate) struct BlackMoves;

impl Mover for WhiteMoves {
    type Opponent = BlackMoves;
    const SIDE: Side = Side::White;
    const FORWARD: [usize; 2] = [0, 1];
}
impl Mover for BlackMoves {
    type Opponent = WhiteMoves;
    const SIDE: Side = Side::Black;
    const FORWARD: [usize; 2] = [2, 3];
}

/// Calls a function that is generic over rules and mover with the types of a variant and a side.
macro_rules! with_rules {
    ($variant:expr, $side:expr, $function:ident ( $($argument:expr),* )) => {{
        use $crate::layout::{American, BlackMoves, Brazilian, International, Russian, WhiteMoves};
        use $crate::{Side, Variant};
        match ($variant, $side) {
            (Variant::Brazilian, Side::White) => $function::<Brazilian, WhiteMoves>($($argument),*),
            (Variant::Brazilian, Side::Black) => $function::<Brazilian, BlackMoves>($($argument),*),
            (Variant::American, Side::White) => $function::<American, WhiteMoves>($($argument),*),
            (Variant::American, Side::Black) => $function::<American, BlackMoves>($($argument),*),
            (Variant::International, Side::White) => $function::<International, WhiteMoves>($($argument),*),
            (Variant::International, Side::Black) => $function::<International, BlackMoves>($($argument),*),
            (Variant::Russian, Side::White) => $function::<Russian, WhiteMoves>($($argument),*),
            (Variant::Russian, Side::Black) => $function::<Russian, BlackMoves>($($argument),*),
        }
    }};
}
pub(crate) use with_rules;

/// Where the pieces stand, seen by the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The pieces of the side to move.
    pub(crate) own: u64,
    /// The opponent's pieces.
    pub(crate) other: u64,
    /// The kings of both.
    pub(crate) kings: u64,
}

/// The row on which a man of the mover is crowned.
#[inline(always)]
pub(crate) const fn far_row<R: Rules, S: Mover>() -> u64 {
    match S::SIDE {
        Side::White => R::TOP,
        Side::Black => R::BOTTOM,
    }
}

/// All squares of a set moved by a step.
#[inline(always)]
pub(crate) const fn shift(squares: u64, step: i32) -> u64 {
    if step >= 0 { squares << step } else { squares >> -step }
}

/// The lowest square of a set.
#[inline(always)]
pub(crate) const fn lowest(squares: u64) -> u64 {
    squares & squares.wrapping_neg()
}

/// Takes the lowest square out of a set.
#[inline(always)]
pub(crate) const fn take(squares: &mut u64) -> Option<u64> {
    if *squares == 0 {
        return None;
    }
    let square = lowest(*squares);
    *squares ^= square;
    Some(square)
}

/// The squares of `from` and all that they reach through `empty` by steps of one direction (Kogge-Stone: 1, 2, 4, 8).
#[inline(always)]
pub(crate) const fn fill<R: Rules>(from: u64, step: i32, empty: u64) -> u64 {
    let (mut reached, mut open) = (from, empty);
    reached |= open & shift(reached, step);
    open &= shift(open, step);
    reached |= open & shift(reached, 2 * step);
    open &= shift(open, 2 * step);
    reached |= open & shift(reached, 4 * step);
    if R::WIDTH > 8 {
        open &= shift(open, 4 * step);
        reached |= open & shift(reached, 8 * step);
    }
    reached
}

/// How many squares two sets have together.
///
/// An ordinary build for x86-64 has no instruction that counts bits; the two then share the last steps of counting
/// (pairs of bits, fours, eights).
#[inline(always)]
pub(crate) const fn ones_of_two(one: u64, other: u64) -> u64 {
    if cfg!(all(target_arch = "x86_64", not(target_feature = "popcnt"))) {
        let fours = in_fours(one) + in_fours(other);
        let eights = (fours & 0x0f0f_0f0f_0f0f_0f0f) + (fours >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        eights.wrapping_mul(0x0101_0101_0101_0101) >> 56
    } else {
        one.count_ones() as u64 + other.count_ones() as u64
    }
}

/// How many of each four bits are set.
#[inline(always)]
const fn in_fours(squares: u64) -> u64 {
    let pairs = squares - (squares >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

/// The single square of a one-bit set.
#[inline(always)]
pub(crate) fn square_of<R: Rules>(bits: u64) -> Square {
    let position = bits.trailing_zeros();
    Square::from_index(position - position / (R::WIDTH + 1))
}

/// The one-bit set of a square.
#[inline(always)]
pub(crate) const fn bits_of(variant: Variant, square: Square) -> u64 {
    1 << bit(variant.row().width, square.index())
}

/// A padded set by numbers.
#[inline(always)]
pub(crate) const fn pack(variant: Variant, bits: u64) -> SquareSet {
    let width = variant.row().width;
    let mut packed = 0;
    let mut group = 0;
    while group < width / 2 {
        packed |= bits >> group & ((1 << width) - 1) << (group * width);
        group += 1;
    }
    SquareSet::from_bits(packed)
}

/// A set by numbers as a padded one. Bits beyond the board are dropped.
#[inline(always)]
pub(crate) const fn unpack(variant: Variant, set: SquareSet) -> u64 {
    let width = variant.row().width;
    let mut bits = 0;
    let mut group = 0;
    while group < width / 2 {
        bits |= (set.bits() & ((1 << width) - 1) << (group * width)) << group;
        group += 1;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_keep_their_squares_through_the_padding() {
        for variant in Variant::ALL {
            let all = SquareSet::from_bits((1 << variant.squares()) - 1);
            assert_eq!(pack(variant, unpack(variant, all)), all);
            for square in all.iter() {
                let one = [square].into_iter().collect();
                assert_eq!(unpack(variant, one), bits_of(variant, square));
                assert_eq!(pack(variant, bits_of(variant, square)), one);
            }
        }
        assert_eq!(unpack(Variant::Brazilian, SquareSet::from_bits(u64::MAX)), Brazilian::BOARD);
        assert_eq!(unpack(Variant::International, SquareSet::from_bits(u64::MAX)), International::BOARD);
    }

    #[test]
    fn two_sets_are_counted_as_each_is() {
        let sets = [0, 1, Brazilian::BOARD, International::BOARD, u64::MAX, 0x8000_0000_0000_0001];
        for one in sets {
            for other in sets {
                assert_eq!(ones_of_two(one, other), u64::from(one.count_ones() + other.count_ones()));
            }
        }
    }

    #[test]
    fn a_step_beside_the_board_lands_on_no_square() {
        fn check<R: Rules>() {
            for number in 1..=R::VARIANT.squares() {
                let square = Square::from_number(R::VARIANT, number).unwrap();
                let (column, row) = square.column_row(R::VARIANT);
                for (step, (across, up)) in R::STEP.into_iter().zip([(-1, 1), (1, 1), (-1, -1), (1, -1)]) {
                    let landed = shift(bits_of(R::VARIANT, square), step) & R::BOARD;
                    let expected = column
                        .checked_add_signed(across)
                        .zip(row.checked_add_signed(up))
                        .and_then(|(column, row)| Square::from_column_row(R::VARIANT, column, row))
                        .map_or(0, |square| bits_of(R::VARIANT, square));
                    assert_eq!(landed, expected, "{square:?} {step}");
                }
            }
        }
        check::<Brazilian>();
        check::<International>();
    }
}
