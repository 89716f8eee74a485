//! FEN for draughts, read and written. Knows squares and letters, not whether a position is possible.

use crate::move_text::cut;
use crate::numbering::Numbering;
use crate::square::SquareText;
use crate::{Piece, Role, Setup, Side, Square, Variant};
use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// A position as text: `W:Wa1,Kc3:Bb8`, with algebraic squares on 8x8 and numbers on 10x10.
///
/// Both kinds of squares are read, the sides in either order, ranges (`W21-32`, `WK1-4`), blanks, leading zeros, a final dot,
/// and lidraughts' counters `:H0:F1`, which are not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fen {
    setup: Setup,
}

/// The text is not a FEN. Each error names the token and what is right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseFenError {
    /// The first field is not the side to move.
    #[error("{token:?} is not a side to move; a FEN begins with W: or B:")]
    SideToMove {
        /// The first field.
        token: String,
    },
    /// `?` for the side to move: problems without a solution have it.
    #[error("the side to move is not known (?); a FEN of a game begins with W: or B:")]
    UnknownSideToMove,
    /// A piece that was captured in a move that has not ended.
    #[error(
        "{token:?} is a captured piece that still stands (G a man, P a king): the FEN is from the middle of a capture; \
         give the position before or after it"
    )]
    Captured {
        /// The token.
        token: String,
    },
    /// A field is neither a side's pieces nor a counter.
    #[error("{token:?} is not a field; after the side to move come W and White's squares, B and Black's")]
    Field {
        /// The field.
        token: String,
    },
    /// A side is given twice.
    #[error("{side}'s pieces are given twice")]
    SideTwice {
        /// Which side.
        side: Side,
    },
    /// A side is not given.
    #[error("{side}'s pieces are missing; a side without pieces is written {}", .side.letter())]
    SideMissing {
        /// Which side.
        side: Side,
    },
    /// A piece is not written as one.
    #[error(
        "{token:?} is not a piece; a man is written by its square, a king with K before it: c3, Kc3, 22, K22"
    )]
    Piece {
        /// The token.
        token: String,
    },
    /// A square that the board does not have.
    #[error("{token:?} names no square of the board; its squares are 1 to {last}, the dark ones")]
    NoSuchSquare {
        /// The token.
        token: String,
        /// The highest number of the board.
        last: u8,
    },
    /// A range runs backward.
    #[error("{token:?} is not a range; the lower number comes first")]
    Range {
        /// The token.
        token: String,
    },
    /// More text than any FEN has.
    #[error("the text is longer than any FEN: {length} bytes, at most {MOST}")]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
}

/// Far more than the longest FEN of a 10x10 board.
const MOST: usize = 1024;

impl Fen {
    pub(crate) const fn of(setup: Setup) -> Self {
        Self { setup }
    }

    /// The board that the text describes.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Reads a FEN of that variant.
    ///
    /// # Errors
    /// The first thing that is wrong, by its token.
    pub fn parse(variant: Variant, text: &str) -> Result<Self, ParseFenError> {
        Self::parse_in(&Numbering::standard(variant), text)
    }

    /// Reads a FEN whose squares are named by that numbering.
    pub(crate) fn parse_in(numbering: &Numbering, text: &str) -> Result<Self, ParseFenError> {
        if text.len() > MOST {
            return Err(ParseFenError::TooLong { length: text.len() });
        }
        let text = text.trim();
        let text = text.strip_suffix('.').unwrap_or(text);
        let mut fields = text.split(':').map(str::trim);
        let side_to_move = match fields.next() {
            Some("W") => Side::White,
            Some("B") => Side::Black,
            Some("?") => return Err(ParseFenError::UnknownSideToMove),
            other => return Err(ParseFenError::SideToMove { token: cut(other.unwrap_or_default()) }),
        };
        let mut pieces = Vec::new();
        let mut seen = [false; 2];
        for field in fields {
            let (side, squares) = if let Some(squares) = field.strip_prefix('W') {
                (Side::White, squares)
            } else if let Some(squares) = field.strip_prefix('B') {
                (Side::Black, squares)
            } else if is_counter(field) {
                continue;
            } else {
                return Err(ParseFenError::Field { token: cut(field) });
            };
            if std::mem::replace(&mut seen[side as usize], true) {
                return Err(ParseFenError::SideTwice { side });
            }
            if !squares.trim().is_empty() {
                for token in squares.split(',') {
                    read_piece(numbering, side, token.trim(), &mut pieces)?;
                }
            }
        }
        match Side::BOTH.into_iter().find(|side| !seen[*side as usize]) {
            Some(side) => Err(ParseFenError::SideMissing { side }),
            None => Ok(Self { setup: Setup { variant: numbering.variant, side_to_move, pieces } }),
        }
    }

    /// The same with numbers for squares: `W:W29,K22:B1`.
    pub const fn numeric(&self) -> impl fmt::Display {
        FenText { setup: &self.setup, by_letters: false }
    }

    /// The same with letters for squares, on 10x10 too: `W:Wa1,Kc3:Bb8`.
    pub const fn algebraic(&self) -> impl fmt::Display {
        FenText { setup: &self.setup, by_letters: true }
    }
}

/// lidraughts writes the quiet plies (`H0`) and the move's number (`F1`) behind the pieces.
fn is_counter(field: &str) -> bool {
    field.strip_prefix(['H', 'F']).is_some_and(|digits| {
        (1..=5).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn read_piece(
    numbering: &Numbering,
    side: Side,
    token: &str,
    setup: &mut Vec<(Square, Piece)>,
) -> Result<(), ParseFenError> {
    let not_a_piece = || ParseFenError::Piece { token: cut(token) };
    let (role, squares) = match token.strip_prefix('K') {
        Some(squares) => (Role::King, squares.trim_start()),
        None => (Role::Man, token),
    };
    if token.strip_prefix(['G', 'P']).is_some_and(|square| SquareText::read(square.trim_start()).is_some()) {
        return Err(ParseFenError::Captured { token: cut(token) });
    }
    let last = numbering.variant.squares();
    let no_such_square = || ParseFenError::NoSuchSquare { token: cut(token), last };
    let read = |text: &str| SquareText::read(text.trim()).ok_or_else(not_a_piece);
    let square = |text| numbering.square(text).ok_or_else(no_such_square);
    let piece = Piece { side, role };
    let Some((first, last)) = squares.split_once('-') else {
        setup.push((square(read(squares)?)?, piece));
        return Ok(());
    };
    let (SquareText::Number(first), SquareText::Number(last)) = (read(first)?, read(last)?) else {
        return Err(not_a_piece());
    };
    // both ends are looked at, so that a wrong one is told as such
    for end in [first, last] {
        square(SquareText::Number(end))?;
    }
    if first > last {
        return Err(ParseFenError::Range { token: cut(token) });
    }
    for number in first..=last {
        setup.push((square(SquareText::Number(number))?, piece));
    }
    Ok(())
}

/// Reads a FEN of Brazilian draughts; [`Fen::parse`] reads the others.
impl FromStr for Fen {
    type Err = ParseFenError;

    fn from_str(text: &str) -> Result<Self, ParseFenError> {
        Self::parse(Variant::Brazilian, text)
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FenText { setup: &self.setup, by_letters: self.setup.variant.is_algebraic() }.fmt(f)
    }
}

struct FenText<'a> {
    setup: &'a Setup,
    by_letters: bool,
}

impl fmt::Display for FenText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // a position's own setup is sorted; only one that was put together by hand need not be
        let mut pieces = Cow::Borrowed(&*self.setup.pieces);
        if !pieces.is_sorted() {
            pieces.to_mut().sort_unstable();
        }
        f.write_char(self.setup.side_to_move.letter())?;
        for side in Side::BOTH {
            f.write_char(':')?;
            f.write_char(side.letter())?;
            for (n, (square, piece)) in pieces.iter().filter(|(_, piece)| piece.side == side).enumerate() {
                if n > 0 {
                    f.write_char(',')?;
                }
                if piece.role == Role::King {
                    f.write_char('K')?;
                }
                Numbering::standard(self.setup.variant).name(*square, self.by_letters).fmt(f)?;
            }
        }
        Ok(())
    }
}
