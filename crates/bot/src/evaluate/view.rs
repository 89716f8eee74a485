//! The board as the side to move sees it: its own men go up. Knows no weight.

use draughts::{Position, Side, Variant};

/// Sets of squares by number, bit n for the square n + 1; where Black is to move the board is turned around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) own_men: u64,
    pub(crate) other_men: u64,
    pub(crate) own_kings: u64,
    pub(crate) other_kings: u64,
}

impl View {
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let side = position.side_to_move();
        let (own, other) = (position.squares_of(side).bits(), position.squares_of(side.other()).bits());
        let kings = position.kings().bits();
        let view = Self {
            own_men: own & !kings,
            other_men: other & !kings,
            own_kings: own & kings,
            other_kings: other & kings,
        };
        match side {
            Side::White => view,
            Side::Black => {
                let squares = u32::from(position.variant().squares());
                Self {
                    own_men: turned(squares, view.own_men),
                    other_men: turned(squares, view.other_men),
                    own_kings: turned(squares, view.own_kings),
                    other_kings: turned(squares, view.other_kings),
                }
            }
        }
    }

    /// The same board with the opponent to move.
    #[inline]
    pub(crate) fn opposite(self, squares: u32) -> Self {
        Self {
            own_men: turned(squares, self.other_men),
            other_men: turned(squares, self.own_men),
            own_kings: turned(squares, self.other_kings),
            other_kings: turned(squares, self.own_kings),
        }
    }
}

/// The set on a board turned by half a circle.
#[inline]
pub(crate) const fn turned(squares: u32, set: u64) -> u64 {
    set.reverse_bits() >> (64 - squares)
}

/// Squares in a row of the variant's board, and rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Shape {
    #[inline]
    pub(crate) const fn of(variant: Variant) -> Self {
        if variant.squares() == 32 { Self { columns: 4, rows: 8 } } else { Self { columns: 5, rows: 10 } }
    }

    #[inline]
    pub(crate) const fn squares(self) -> u32 {
        self.columns * self.rows
    }
}
