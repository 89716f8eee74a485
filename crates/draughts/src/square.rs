//! A playable square and its two names. Knows no piece and no padded bitboard.

use crate::Variant;
use std::fmt::{self, Write as _};

/// A dark square. 1 is b8 and 32 is g1 on 8x8; 1 is the top left and 50 the bottom right dark square on 10x10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with that 0-based index; the caller knows that the board has it.
    pub(crate) const fn from_index(index: u32) -> Self {
        Self(index as u8)
    }

    /// The square's number less one.
    pub(crate) const fn index(self) -> u32 {
        self.0 as u32
    }

    /// The square's PDN number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The square with that PDN number, if the variant's board has one.
    #[must_use]
    pub const fn from_number(variant: Variant, number: u8) -> Option<Self> {
        if number >= 1 && number <= variant.squares() { Some(Self(number - 1)) } else { None }
    }

    /// The square in that column (0 is a) and row (1 is White's first), if it is a dark one of the board.
    #[must_use]
    pub const fn from_column_row(variant: Variant, column: u8, row: u8) -> Option<Self> {
        let width = variant.row().width as u8;
        if column >= width || row < 1 || row > width || (column + row).is_multiple_of(2) {
            return None;
        }
        Some(Self((width - row) * (width / 2) + column / 2))
    }

    /// The square's column (0 is a) and row (1 is White's first).
    #[must_use]
    pub const fn column_row(self, variant: Variant) -> (u8, u8) {
        let width = variant.row().width as u8;
        let from_top = self.0 / (width / 2);
        let column = self.0 % (width / 2) * 2 + (from_top + 1) % 2;
        (column, width - from_top)
    }

    /// How the variant writes the square: letter and digit on 8x8 (`c3`), the number on 10x10.
    pub const fn name(self, variant: Variant) -> impl fmt::Display {
        SquareName { square: self, variant }
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

struct SquareName {
    square: Square,
    variant: Variant,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.variant.is_algebraic() {
            let (column, row) = self.square.column_row(self.variant);
            f.write_char(char::from(b'a' + column))?;
            f.write_char(char::from(b'0' + row))
        } else {
            write!(f, "{}", self.square.number())
        }
    }
}

/// A square as a text names it, before a board says which one it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SquareText {
    Number(u8),
    ColumnRow(u8, u8),
}

impl SquareText {
    /// Reads `c3`, `22`, `04`; `None` when the text is neither.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text.as_bytes() {
            digits if (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit) => {
                Some(Self::Number(text.parse().ok()?))
            }
            [column @ b'a'..=b'j', row @ b'1'..=b'9'] => Some(Self::ColumnRow(column - b'a', row - b'0')),
            [column @ b'a'..=b'j', b'1', b'0'] => Some(Self::ColumnRow(column - b'a', 10)),
            _ => None,
        }
    }

    /// The square of that board, if it has one so named.
    pub(crate) fn on(self, variant: Variant) -> Option<Square> {
        match self {
            Self::Number(number) => Square::from_number(variant, number),
            Self::ColumnRow(column, row) => Square::from_column_row(variant, column, row),
        }
    }
}

impl fmt::Display for SquareText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::ColumnRow(column, row) => write!(f, "{}{row}", char::from(b'a' + column)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_the_top_left_and_names_at_the_lower_left() {
        let name = |number| {
            let square = Square::from_number(Variant::Brazilian, number).unwrap();
            square.name(Variant::Brazilian).to_string()
        };
        let names: Vec<_> = [1, 2, 3, 4, 5, 28, 29, 32].map(name).into();
        assert_eq!(names, ["b8", "d8", "f8", "h8", "a7", "h2", "a1", "g1"]);
        assert_eq!(Square::from_number(Variant::Brazilian, 0), None);
        assert_eq!(Square::from_number(Variant::Brazilian, 33), None);
    }

    #[test]
    fn every_square_is_read_back_from_both_its_names() {
        for variant in Variant::ALL {
            for number in 1..=variant.squares() {
                let square = Square::from_number(variant, number).unwrap();
                let (column, row) = square.column_row(variant);
                assert_eq!(Square::from_column_row(variant, column, row), Some(square));
                let name = square.name(variant).to_string();
                assert_eq!(SquareText::read(&name).and_then(|text| text.on(variant)), Some(square));
            }
        }
    }

    #[test]
    fn light_squares_and_squares_beside_the_board_are_none() {
        for text in ["a2", "b1", "h1", "i1", "a9", "j10"] {
            assert_eq!(SquareText::read(text).unwrap().on(Variant::Brazilian), None, "{text}");
        }
        for text in ["", "a", "a0", "A1", "a11", "100", "-1", "+1", "é1"] {
            assert_eq!(SquareText::read(text), None, "{text}");
        }
    }
}
