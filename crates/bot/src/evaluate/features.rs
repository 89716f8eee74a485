//! What is seen on a board, as numbered features: the men in overlapping regions of four rows by two columns, the kings and
//! their squares, material, mobility and the opposition. Knows no weight.
//!
//! Every feature is seen from both sides with opposite signs, so that a board is worth to one side what it costs the other;
//! only the turn counts for the side to move alone.

use crate::evaluate::view::{Shape, View};

/// Ways in which own men, the opponent's men and nothing can stand on the eight squares of a region.
pub(crate) const WAYS: usize = 6561;
/// Kings of a side that are told apart; more count as so many.
const KINGS: usize = 4;

/// Where each kind of feature begins in the table of weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    regions: usize,
    men: usize,
    kings: usize,
    king_squares: usize,
    alone: usize,
    mobility: usize,
    turn: usize,
    opposition: usize,
    /// How many features there are.
    pub(crate) len: usize,
}

impl Layout {
    #[inline]
    pub(crate) const fn of(shape: Shape) -> Self {
        // the other half of the regions is these seen from the other side
        let regions = if shape.rows == 8 { 5 } else { 8 };
        let men = regions * WAYS;
        let kings = men + 1;
        let king_squares = kings + KINGS + 1;
        let alone = king_squares + shape.squares() as usize;
        let mobility = alone + 1;
        let turn = mobility + 3;
        let opposition = turn + 1;
        Self {
            shape,
            regions,
            men,
            kings,
            king_squares,
            alone,
            mobility,
            turn,
            opposition,
            len: opposition + 1,
        }
    }
}

impl Layout {
    /// The features of material, with a man's worth of 100 and that of a king.
    pub(crate) fn material(&self, king: i32) -> impl Iterator<Item = (usize, i32)> {
        let kings = self.kings;
        std::iter::once((self.men, 100)).chain((0..=KINGS).map(move |n| (kings + n, n as i32 * king)))
    }
}

/// A set of squares in a region as a number in base three with digits 0 and 1. On 8x8 the set is gathered in eight bits, on 10x10 in nine
/// of which one is never set.
static TERNARY: [[u16; 512]; 2] = [ternary([0, 1, 4, 5, 2, 3, 6, 7]), ternary([0, 1, 5, 6, 2, 3, 7, 8])];

/// The eight bits by their place in the gathered set, row by row.
const fn ternary(bits: [u32; 8]) -> [u16; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut n, mut power) = (0, 1);
        while n < 8 {
            if set >> bits[n] & 1 != 0 {
                table[set] += power;
            }
            power *= 3;
            n += 1;
        }
        set += 1;
    }
    table
}

/// The squares of a set in the region whose upper left square is `corner`, gathered.
#[inline(always)]
const fn gather(shape: Shape, set: u64, corner: u32) -> usize {
    let set = set >> corner;
    let gathered = if shape.columns == 4 {
        // two rows' pairs are bits 0, 1, 4, 5; the next two rows' go into the gaps
        set & 0x33 | set >> 6 & 0xcc
    } else {
        // bits 0, 1, 5, 6, and the next two rows' as bits 2, 3, 7, 8
        set & 0x63 | set >> 8 & 0x18c
    };
    gathered as usize
}

/// Upper left corners of the regions that have weights of their own.
#[inline(always)]
const fn corner(shape: Shape, region: usize) -> u32 {
    let a_row = shape.columns as usize - 1;
    (region / a_row * 2 * shape.columns as usize + region % a_row) as u32
}

/// Calls `see` with each feature of the board and how often it is there: negative for the opponent's.
#[inline(always)]
pub(crate) fn features(layout: &Layout, view: View, mut see: impl FnMut(usize, i32)) {
    let shape = layout.shape;
    let opposite = view.opposite(shape.squares());
    let ternary = &TERNARY[usize::from(shape.rows != 8)];
    for region in 0..layout.regions {
        let corner = corner(shape, region);
        let way = |view: View| {
            let own = ternary[gather(shape, view.own_men, corner)];
            let other = ternary[gather(shape, view.other_men, corner)];
            usize::from(own) + 2 * usize::from(other)
        };
        see(region * WAYS + way(view), 1);
        see(region * WAYS + way(opposite), -1);
    }
    let ones = |set: u64| set.count_ones() as i32;
    see(layout.men, ones(view.own_men) - ones(view.other_men));
    if view.own_kings | view.other_kings != 0 {
        of_kings(layout, view, &mut see, 1);
        of_kings(layout, opposite, &mut see, -1);
    } else if ones(view.own_men) == ones(view.other_men) {
        see(layout.opposition, opposition(shape, view));
    }
    let (own, other) = (mobility(shape, view), mobility(shape, opposite));
    for n in 0..3 {
        see(layout.mobility + n, own[n] - other[n]);
    }
    see(layout.turn, 1);
}

#[inline(always)]
fn of_kings(layout: &Layout, view: View, see: &mut impl FnMut(usize, i32), sign: i32) {
    let kings = view.own_kings.count_ones() as usize;
    see(layout.kings + kings.min(KINGS), sign);
    if kings > 0 && view.other_kings == 0 {
        see(layout.alone, sign);
    }
    let mut rest = view.own_kings;
    while rest != 0 {
        see(layout.king_squares + rest.trailing_zeros() as usize, sign);
        rest &= rest - 1;
    }
}

/// Who would have the last move if the men just walked up to each other: 1 for the side to move, -1 for the opponent.
#[inline(always)]
fn opposition(shape: Shape, view: View) -> i32 {
    let even = ((view.own_men | view.other_men) & even_rows(shape)).count_ones();
    if even.is_multiple_of(2) { -1 } else { 1 }
}

/// Men that can step forward, men that can step to a square above which no opponent's man stands, and such squares.
#[inline(always)]
fn mobility(shape: Shape, view: View) -> [i32; 3] {
    let columns = shape.columns;
    let all = (1u64 << shape.squares()) - 1;
    let empty = all & !(view.own_men | view.other_men | view.own_kings | view.other_kings);
    // squares of even rows, counted from the top, stand half a square further right
    let (even, first, last) = (even_rows(shape), left_edge(shape), left_edge(shape) << (columns - 1));
    let up = |set: u64| {
        let left = (set & even) >> columns | (set & !even & !first) >> (columns + 1);
        let right = (set & even & !last) >> (columns - 1) | (set & !even) >> columns;
        left | right
    };
    let down = |set: u64| {
        let left = (set & even) << columns | (set & !even & !first) << (columns - 1);
        let right = (set & even & !last) << (columns + 1) | (set & !even) << columns;
        left | right
    };
    let ones = |set: u64| set.count_ones() as i32;
    let safe = empty & !down(view.other_men);
    [ones(down(empty) & view.own_men), ones(down(safe) & view.own_men), ones(up(view.own_men) & safe)]
}

/// The rows 0, 2, 4 … from the top.
const fn even_rows(shape: Shape) -> u64 {
    let (mut rows, mut n) = (0, 0);
    while n < shape.rows {
        rows |= ((1 << shape.columns) - 1) << (n * shape.columns);
        n += 2;
    }
    rows
}

/// The leftmost square of each row.
const fn left_edge(shape: Shape) -> u64 {
    let (mut edge, mut n) = (0, 0);
    while n < shape.rows {
        edge |= 1 << (n * shape.columns);
        n += 1;
    }
    edge
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Fen, Position, Variant};

    fn seen(variant: Variant, fen: &str) -> Vec<(usize, i32)> {
        let position = Position::from_setup(Fen::parse(variant, fen).unwrap().setup()).unwrap();
        let layout = Layout::of(Shape::of(variant));
        let mut sums = std::collections::BTreeMap::new();
        features(&layout, View::of(&position), |feature, times| {
            assert!(feature < layout.len, "{feature}");
            *sums.entry(feature).or_insert(0) += times;
        });
        sums.into_iter().filter(|(_, times)| *times != 0).collect()
    }

    #[test]
    fn nothing_but_the_turn_and_the_opposition_tells_an_even_board_apart() {
        for variant in Variant::ALL {
            let layout = Layout::of(Shape::of(variant));
            let start = Position::initial(variant).fen().to_string();
            let seen = seen(variant, &start);
            assert!(seen.iter().all(|(n, _)| [layout.turn, layout.opposition].contains(n)), "{seen:?}");
        }
    }

    #[test]
    fn both_sides_see_the_same_board() {
        for (white, black) in [
            ("W:Wc3,e3,Kh2:Bd6,Kb8", "B:We3,Kg1:Bf6,d6,Ka7"),
            ("W:Wa1,c1,e3:Bb8,d8,f6,h8", "B:Wa1,c3,e1,g1:Bd6,f8,h8"),
        ] {
            assert_eq!(seen(Variant::Brazilian, white), seen(Variant::Brazilian, black), "{white}");
        }
    }

    #[test]
    fn a_region_counts_eight_squares_in_base_three() {
        for variant in Variant::ALL {
            let shape = Shape::of(variant);
            let layout = Layout::of(shape);
            let mut squares = std::collections::BTreeSet::new();
            for region in 0..layout.regions {
                let corner = corner(shape, region);
                let ternary = &TERNARY[usize::from(shape.rows != 8)];
                let mut digits: Vec<_> = (0..shape.squares())
                    .filter_map(|square| {
                        let digit = ternary[gather(shape, 1 << square, corner)];
                        (digit > 0).then(|| (digit, square - corner))
                    })
                    .collect();
                digits.sort_unstable();
                let rows = (0..4).flat_map(|row| [row * shape.columns, row * shape.columns + 1]);
                let powers = (0..8).map(|n| 3u16.pow(n));
                assert_eq!(digits, powers.zip(rows).collect::<Vec<_>>(), "{variant} {region}");
                let all =
                    (0..shape.squares()).filter(|&square| ternary[gather(shape, 1 << square, corner)] > 0);
                squares.extend(all.flat_map(|square| [square, shape.squares() - 1 - square]));
            }
            assert_eq!(squares.len(), shape.squares() as usize, "every square is in a region");
        }
    }
}
