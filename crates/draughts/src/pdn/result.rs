//! How a game ended, in every style that PDN files have. Knows no board.

use crate::{Side, Variant};
use std::fmt;

/// How a game ended, as far as the text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// A draw.
    Draw,
    /// Both lost: a double forfeit.
    BothLose,
    /// Not ended, or not told.
    #[default]
    Unknown,
}

impl PdnResult {
    /// Reads a result in any style: `1-0`, `2-0`, `1/2-1/2`, `1-1`, `0-0`, `*`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Self::WhiteWins),
            "0-1" | "0-2" => Some(Self::BlackWins),
            "1/2-1/2" | "1-1" => Some(Self::Draw),
            "0-0" => Some(Self::BothLose),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The result of a side that has won.
    #[must_use]
    pub const fn won_by(side: Side) -> Self {
        match side {
            Side::White => Self::WhiteWins,
            Side::Black => Self::BlackWins,
        }
    }

    /// The result as the variant's game type writes it: international draughts counts 2 for a win and 1 for a draw.
    #[must_use]
    pub fn text(self, variant: Variant) -> &'static str {
        match (variant, self) {
            (Variant::International, Self::WhiteWins) => "2-0",
            (Variant::International, Self::BlackWins) => "0-2",
            (Variant::International, Self::Draw) => "1-1",
            (_, Self::WhiteWins) => "1-0",
            (_, Self::BlackWins) => "0-1",
            (_, Self::Draw) => "1/2-1/2",
            (_, Self::BothLose) => "0-0",
            (_, Self::Unknown) => "*",
        }
    }

    /// The same with White and Black exchanged.
    pub(super) const fn exchanged(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::BlackWins => Self::WhiteWins,
            other => other,
        }
    }
}

/// The result as most game types write it: `1-0`, `1/2-1/2`.
impl fmt::Display for PdnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text(Variant::Brazilian))
    }
}
