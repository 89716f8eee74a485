//! PDN's GameType tag: which game, and how its squares are named. Knows no move.

use super::fault::PdnFault;
use crate::move_text::cut;
use crate::numbering::{Corner, Numbering};
use crate::{Side, Variant};

/// How squares are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Letter and digit: `c3`.
    Algebraic,
    /// The square's number: `22`.
    Numeric,
}

impl Notation {
    /// How PDN 3.0 wants the variant's squares written.
    #[must_use]
    pub const fn of(variant: Variant) -> Self {
        match variant {
            Variant::Brazilian | Variant::Russian => Self::Algebraic,
            Variant::American | Variant::International => Self::Numeric,
        }
    }

    /// Whether PDN 3.0 can write the variant so: its letters end with h8.
    #[must_use]
    pub const fn writes(self, variant: Variant) -> bool {
        match self {
            Self::Numeric => true,
            Self::Algebraic => variant.is_algebraic(),
        }
    }
}

/// The value of the GameType tag with which a variant's games are written.
///
/// The corner is the one that the starter sees: Black's, in American draughts.
#[must_use]
pub const fn game_type(variant: Variant, notation: Notation) -> &'static str {
    match (variant, notation) {
        (Variant::Brazilian, Notation::Algebraic) => "26,W,8,8,A0,0",
        (Variant::Brazilian, Notation::Numeric) => "26,W,8,8,N2,0",
        (Variant::Russian, Notation::Algebraic) => "25,W,8,8,A0,0",
        (Variant::Russian, Notation::Numeric) => "25,W,8,8,N2,0",
        (Variant::American, Notation::Algebraic) => "21,B,8,8,A3,0",
        (Variant::American, Notation::Numeric) => "21,B,8,8,N1,0",
        (Variant::International, Notation::Algebraic) => "20,W,10,10,A0,0",
        (Variant::International, Notation::Numeric) => "20,W,10,10,N2,0",
    }
}

/// What a GameType tag says, and whether its starter is another than the rules'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GameType {
    pub(super) numbering: Numbering,
    /// The starter that the tag names, where the rules say the other side.
    pub(super) other_starter: Option<Side>,
}

/// Squares as the first mover sees them: a1 at the lower left, 1 at the upper left.
pub(super) fn seen_by_first(variant: Variant) -> Numbering {
    Numbering { letters: corner(variant, 0), numbers: corner(variant, 2), ..Numbering::standard(variant) }
}

fn corner(variant: Variant, number: u8) -> Corner {
    match variant.row().first {
        Side::White => Corner::seen_by_white(number),
        Side::Black => Corner::seen_by_black(number),
    }
}

impl GameType {
    /// Reads the tag's value: a number, alone or with starter, width, height, notation and perhaps the invert flag.
    pub(super) fn read(value: &str) -> Result<Self, PdnFault> {
        let malformed = || PdnFault::GameType { value: cut(value) };
        let fields: Vec<&str> = value.split(',').map(str::trim).collect();
        let number: u16 = digits(fields[0]).ok_or_else(malformed)?;
        let variant = u8::try_from(number).ok().and_then(Variant::from_game_type);
        let variant = variant.ok_or(PdnFault::NotPlayed { number, name: name(number) })?;
        let mut read = Self { numbering: Numbering::standard(variant), other_starter: None };
        let (starter, width, height, notation, invert) = match fields[1..] {
            [] => return Ok(read),
            [starter, width, height, notation] => (starter, width, height, notation, "0"),
            [starter, width, height, notation, invert] => (starter, width, height, notation, invert),
            _ => return Err(malformed()),
        };
        let starter = match starter {
            "W" => Side::White,
            "B" => Side::Black,
            _ => return Err(malformed()),
        };
        let (width, height): (u16, u16) = digits(width).zip(digits(height)).ok_or_else(malformed)?;
        let wide = variant.row().width as u16;
        if (width, height) != (wide, wide) {
            return Err(PdnFault::Board { variant, wide, width, height });
        }
        let (corner_of, invert) = match (notation.as_bytes(), invert) {
            ([b'A' | b'N' | b'S', digit @ b'0'..=b'3'], "0" | "1") => {
                (corner(variant, digit - b'0'), invert == "1")
            }
            _ => return Err(malformed()),
        };
        if notation.starts_with('N') {
            read.numbering.numbers = corner_of;
        } else {
            read.numbering.letters = corner_of;
        }
        read.numbering.mirrored = invert;
        read.other_starter = (starter != variant.row().first).then_some(starter);
        Ok(read)
    }
}

/// Up to three digits as a number.
fn digits(text: &str) -> Option<u16> {
    let fits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| text.parse().ok())?
}

/// The game types that the standard lists and that are not played here.
const fn name(number: u16) -> &'static str {
    match number {
        0 => "chess",
        1 => "Chinese chess",
        22 => "Italian draughts",
        23 => "pool checkers",
        24 => "Spanish draughts",
        27 => "Canadian draughts",
        28 => "Portuguese draughts",
        29 => "Czech draughts",
        30 => "Turkish draughts",
        31 => "Thai draughts",
        40 => "Frisian draughts",
        41 => "Spantsiretti",
        50 => "Othello",
        _ => "a game that the standard does not list",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::SquareText;

    fn square(game_type: &str, text: &str) -> String {
        let numbering = GameType::read(game_type).unwrap().numbering;
        let square = numbering.square(SquareText::read(text).unwrap()).unwrap();
        // a 10x10 square is named by its number
        square.name(numbering.variant).to_string()
    }

    #[test]
    fn the_types_as_the_standard_lists_them_name_the_usual_squares() {
        for (game_type, text, expected) in [
            ("20", "1", "1"),
            ("20,W,10,10,N2,0", "46", "46"),
            ("21", "1", "b8"),
            ("21,B,8,8,N1,0", "1", "b8"),
            ("21,B,8,8,N1,0", "32", "g1"),
            ("25,W,8,8,A0,0", "c3", "c3"),
            ("26", "29", "a1"),
            ("26,W,8,8,A0,0", "c3", "c3"),
            ("26,W,8,8,A0", "29", "a1"),
            (" 26, W, 8, 8, A0, 0 ", "h8", "h8"),
        ] {
            assert_eq!(square(game_type, text), expected, "{game_type} {text}");
        }
    }

    #[test]
    fn the_corner_is_the_one_that_the_starter_sees() {
        for (game_type, text, expected) in [
            ("21,B,8,8,A0,0", "e3", "d6"),
            ("21,B,8,8,A3,0", "e3", "e3"),
            ("21,B,8,8,N2,0", "1", "g1"),
            ("26,W,8,8,N0,0", "1", "a1"),
            ("26,W,8,8,N1,0", "1", "g1"),
            ("26,W,8,8,N2,0", "1", "b8"),
            ("26,W,8,8,N3,0", "1", "h8"),
            ("26,W,8,8,S3,0", "a1", "h8"),
            ("26,W,8,8,N1,1", "1", "a1"),
            ("26,W,8,8,A0,1", "b1", "g1"),
            ("20,W,10,10,N3,0", "1", "5"),
        ] {
            assert_eq!(square(game_type, text), expected, "{game_type} {text}");
        }
    }

    #[test]
    fn what_is_written_names_the_squares_as_they_are() {
        for variant in Variant::ALL {
            for notation in [Notation::Algebraic, Notation::Numeric] {
                let read = GameType::read(game_type(variant, notation)).unwrap();
                assert_eq!(read, GameType { numbering: Numbering::standard(variant), other_starter: None });
            }
        }
    }

    #[test]
    fn a_type_that_is_not_played_is_named_and_a_wrong_tag_told() {
        let fault = |value: &str| GameType::read(value).unwrap_err();
        assert_eq!(fault("22,W,8,8,N2,1"), PdnFault::NotPlayed { number: 22, name: "Italian draughts" });
        assert_eq!(fault("40"), PdnFault::NotPlayed { number: 40, name: "Frisian draughts" });
        for wrong in
            ["", "draughts", "26,W,8,8", "26,W,8,8,A4,0", "26,W,8,8,A0,2", "26,X,8,8,A0,0", "26,W,8,8,A0,0,0"]
        {
            assert_eq!(fault(wrong), PdnFault::GameType { value: wrong.into() });
        }
        let board = PdnFault::Board { variant: Variant::Brazilian, wide: 8, width: 10, height: 10 };
        assert_eq!(fault("26,W,10,10,A0,0"), board);
        assert_eq!(GameType::read("21,W,8,8,A0,0").unwrap().other_starter, Some(Side::White));
    }
}
