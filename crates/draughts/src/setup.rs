//! Pieces on squares as somebody put them, before the rules look at them. Knows no text.

use crate::{Piece, Side, Square, Variant};

/// A board as somebody set it up: not yet a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Whose board and rules.
    pub variant: Variant,
    /// Who is to move.
    pub side_to_move: Side,
    /// The pieces and where they stand, in any order.
    pub pieces: Vec<(Square, Piece)>,
}

/// Why a setup is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The board is empty.
    #[error("there is no piece on the board")]
    NoPieces,
    /// A square that the board does not have.
    #[error("square {number} is not on the board; its squares are 1 to {last}")]
    OutsideBoard {
        /// The number of the square.
        number: u8,
        /// The highest number of the board.
        last: u8,
    },
    /// Two pieces on one square.
    #[error("two pieces stand on {square}")]
    TwoPieces {
        /// The square's name.
        square: String,
    },
    /// More pieces than a side has at the start.
    #[error("{side} has {found} pieces; it begins with {most}")]
    TooManyPieces {
        /// Whose they are.
        side: Side,
        /// How many there are.
        found: usize,
        /// How many there may be.
        most: u8,
    },
    /// A man on the row where it would have been crowned.
    #[error("the man on {square} stands on {side}'s far row; there it is a king")]
    ManOnFarRow {
        /// Whose it is.
        side: Side,
        /// The square's name.
        square: String,
    },
}
