//! Which square a text's letter or number means: whose corner the counting begins in. Knows squares, no piece and no file.

use crate::square::SquareText;
use crate::{Square, Variant};

/// A corner of the board as White sees it. PDN's numbers: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Corner(u8);

impl Corner {
    /// The corner with that number seen by White.
    pub(crate) const fn seen_by_white(number: u8) -> Self {
        Self(number & 3)
    }

    /// The corner with that number seen by Black, from the other end of the board.
    pub(crate) const fn seen_by_black(number: u8) -> Self {
        Self(3 - (number & 3))
    }

    /// Column and row counted from this corner as column and row counted from the bottom left, and back again.
    const fn turn(self, width: u8, (column, row): (u8, u8)) -> (u8, u8) {
        let column = if self.0 & 1 == 0 { column } else { width - 1 - column };
        let row = if self.0 < 2 { row } else { width - 1 - row };
        (column, row)
    }
}

/// How one text names the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbering {
    pub(crate) variant: Variant,
    /// Where a1 is, or would be.
    pub(crate) letters: Corner,
    /// Where the square 1 is, or the light square beside it.
    pub(crate) numbers: Corner,
    /// Whether the text's board has a light square at the bottom left: then left and right are exchanged.
    pub(crate) mirrored: bool,
}

impl Numbering {
    /// The usual one: a1 at the bottom left, 1 at the top left, as White sees them.
    pub(crate) const fn standard(variant: Variant) -> Self {
        Self {
            variant,
            letters: Corner::seen_by_white(0),
            numbers: Corner::seen_by_white(2),
            mirrored: false,
        }
    }

    /// The square that the text means, if the board has one so named.
    pub(crate) fn square(&self, text: SquareText) -> Option<Square> {
        let width = self.variant.row().width as u8;
        match text {
            SquareText::ColumnRow(column, row) => {
                let inside = column < width && (1..=width).contains(&row);
                inside.then(|| self.playable(self.letters, (column, row - 1)))?
            }
            SquareText::Number(number) => {
                if !(1..=self.variant.squares()).contains(&number) {
                    return None;
                }
                let (row, nth) = ((number - 1) / (width / 2), (number - 1) % (width / 2));
                // one of the two neighbours is dark
                [2 * nth, 2 * nth + 1]
                    .into_iter()
                    .find_map(|column| self.playable(self.numbers, (column, row)))
            }
        }
    }

    /// How the text names a square: by letters or by number.
    pub(crate) fn name(&self, square: Square, by_letters: bool) -> SquareText {
        let width = self.variant.row().width as u8;
        let (column, row) = square.column_row(self.variant);
        let column = if self.mirrored { width - 1 - column } else { column };
        if by_letters {
            let (column, row) = self.letters.turn(width, (column, row - 1));
            SquareText::ColumnRow(column, row + 1)
        } else {
            let (column, row) = self.numbers.turn(width, (column, row - 1));
            SquareText::Number(1 + row * (width / 2) + column / 2)
        }
    }

    fn playable(&self, corner: Corner, from_corner: (u8, u8)) -> Option<Square> {
        let width = self.variant.row().width as u8;
        let (column, row) = corner.turn(width, from_corner);
        let column = if self.mirrored { width - 1 - column } else { column };
        Square::from_column_row(self.variant, column, row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(numbering: &Numbering, text: &str) -> Option<String> {
        let square = numbering.square(SquareText::read(text).unwrap())?;
        Some(square.name(Variant::Brazilian).to_string())
    }

    fn counted(corner: u8, mirrored: bool) -> Numbering {
        let corner = Corner::seen_by_white(corner);
        Numbering { variant: Variant::Brazilian, letters: corner, numbers: corner, mirrored }
    }

    #[test]
    fn the_square_1_is_in_the_row_of_the_corner_that_is_said() {
        // the first, the last of the first row, the first of the second row, the last square
        for (corner, expected) in [
            (0, ["a1", "g1", "b2", "h8"]),
            (1, ["g1", "a1", "h2", "b8"]),
            (2, ["b8", "h8", "a7", "g1"]),
            (3, ["h8", "b8", "g7", "a1"]),
        ] {
            let numbering = counted(corner, false);
            let found = ["1", "4", "5", "32"].map(|text| named(&numbering, text).unwrap());
            assert_eq!(found, expected, "corner {corner}");
        }
    }

    #[test]
    fn a1_is_in_the_corner_that_is_said() {
        for (corner, text, expected) in [
            (0, "c3", Some("c3")),
            (1, "a2", Some("h2")),
            (2, "b1", Some("b8")),
            (3, "c3", Some("f6")),
            (1, "c3", None),
        ] {
            assert_eq!(named(&counted(corner, false), text).as_deref(), expected, "corner {corner}");
        }
    }

    #[test]
    fn on_a_mirrored_board_left_and_right_are_exchanged() {
        // Portuguese counting: 1 in White's right corner, which is dark there
        let numbering = counted(1, true);
        assert_eq!(
            ["1", "4", "5", "32"].map(|text| named(&numbering, text).unwrap()),
            ["a1", "g1", "b2", "h8"]
        );
        assert_eq!(named(&counted(0, true), "b1").as_deref(), Some("g1"));
        assert_eq!(named(&counted(0, true), "a1"), None);
    }

    #[test]
    fn every_square_has_one_name_in_every_numbering() {
        for variant in Variant::ALL {
            for corner in 0..8 {
                let (letters, numbers) =
                    (Corner::seen_by_white(corner & 3), Corner::seen_by_black(corner & 3));
                let numbering = Numbering { variant, letters, numbers, mirrored: corner > 3 };
                let mut seen = Vec::new();
                for number in 1..=variant.squares() {
                    let square = numbering.square(SquareText::Number(number)).unwrap();
                    assert_eq!(numbering.name(square, false), SquareText::Number(number));
                    assert_eq!(numbering.square(numbering.name(square, true)), Some(square));
                    seen.push(square);
                }
                seen.sort_unstable();
                seen.dedup();
                assert_eq!(seen.len(), usize::from(variant.squares()));
            }
            let standard = Numbering::standard(variant);
            let square = Square::from_number(variant, 7).unwrap();
            assert_eq!(standard.square(SquareText::Number(7)), Some(square));
            assert_eq!(standard.name(square, true).to_string(), {
                let (column, row) = square.column_row(variant);
                SquareText::ColumnRow(column, row).to_string()
            });
        }
    }
}
