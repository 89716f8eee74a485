//! The variants and the table of what differs between them. Knows no piece.

use crate::{Side, Square, SquareSet};
use std::fmt;
use std::str::FromStr;

/// A variant of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// 8x8, flying kings, majority capture: damas brasileiras.
    Brazilian,
    /// 8x8, short kings, any capture: checkers, English draughts.
    American,
    /// Brazilian rules on 10x10 with 20 men each.
    International,
    /// 8x8, flying kings, any capture, crowned in mid-capture: shashki.
    Russian,
}

/// What becomes of a man that reaches the far row in a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowning {
    /// It goes on as a man where it can and is crowned only where the move ends there.
    WhereTheMoveEnds,
    /// It is crowned at once and goes on as a king.
    AtOnce,
    /// It is crowned and its move ends.
    EndsTheMove,
}

/// One row of the variant table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Squares along an edge of the board.
    pub(crate) width: u32,
    /// Rows of men that each side begins with.
    pub(crate) rows_of_men: u32,
    /// Who moves first.
    pub(crate) first: Side,
    /// Whether men capture backward too.
    pub(crate) men_capture_backward: bool,
    /// Whether kings move and capture at any distance.
    pub(crate) flying_kings: bool,
    /// Whether only the captures that take the most pieces are legal.
    pub(crate) majority: bool,
    /// Whether a capturing king must land where it can capture on, if there is such a square.
    pub(crate) land_to_go_on: bool,
    /// What becomes of a man on the far row.
    pub(crate) crowning: Crowning,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 4] = [Self::Brazilian, Self::American, Self::International, Self::Russian];

    /// The variant's row of the table.
    pub(crate) const fn row(self) -> Row {
        let brazilian = Row {
            width: 8,
            rows_of_men: 3,
            first: Side::White,
            men_capture_backward: true,
            flying_kings: true,
            majority: true,
            land_to_go_on: false,
            crowning: Crowning::WhereTheMoveEnds,
        };
        match self {
            Self::Brazilian => brazilian,
            Self::International => Row { width: 10, rows_of_men: 4, ..brazilian },
            Self::Russian => {
                Row { majority: false, land_to_go_on: true, crowning: Crowning::AtOnce, ..brazilian }
            }
            Self::American => Row {
                first: Side::Black,
                men_capture_backward: false,
                flying_kings: false,
                majority: false,
                crowning: Crowning::EndsTheMove,
                ..brazilian
            },
        }
    }

    /// How many squares are played on: 32 on 8x8, 50 on 10x10.
    #[must_use]
    pub const fn squares(self) -> u8 {
        let width = self.row().width;
        (width * width / 2) as u8
    }

    /// How many pieces a side has at the start, and can have at most.
    #[must_use]
    pub const fn pieces_a_side(self) -> u8 {
        let row = self.row();
        (row.width / 2 * row.rows_of_men) as u8
    }

    /// The squares of the main road: the long diagonal that both sides have at their left, a1 to h8 on 8x8.
    #[must_use]
    pub fn main_road(self) -> SquareSet {
        let width = self.row().width;
        (0..width).map(|row| Square::from_index(row * (width / 2) + (width - 1 - row) / 2)).collect()
    }

    /// Whether squares are written by letter and digit (8x8) rather than by number (10x10).
    #[must_use]
    pub const fn is_algebraic(self) -> bool {
        self.row().width == 8
    }

    /// The variant's number in PDN's GameType tag.
    #[must_use]
    pub const fn game_type(self) -> u8 {
        match self {
            Self::International => 20,
            Self::American => 21,
            Self::Russian => 25,
            Self::Brazilian => 26,
        }
    }

    /// The variant with that number in PDN's GameType tag, if it is played here.
    #[must_use]
    pub fn from_game_type(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.game_type() == number)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Brazilian => "brazilian",
            Self::American => "american",
            Self::International => "international",
            Self::Russian => "russian",
        })
    }
}

/// The text names no variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no variant is called {text:?}; there are brazilian, american, international, russian")]
pub struct ParseVariantError {
    /// What was read.
    pub text: String,
}

impl FromStr for Variant {
    type Err = ParseVariantError;

    fn from_str(text: &str) -> Result<Self, ParseVariantError> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.to_string() == text)
            .ok_or_else(|| ParseVariantError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_is_read_back_from_its_name_and_game_type() {
        for variant in Variant::ALL {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            assert_eq!(Variant::from_game_type(variant.game_type()), Some(variant));
        }
        assert!("Brazilian".parse::<Variant>().is_err());
        assert_eq!(Variant::from_game_type(40), None);
    }
}
