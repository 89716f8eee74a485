//! A move as text, before a position says which one it is. Knows no board.

use crate::square::SquareText;
use std::fmt;
use std::str::FromStr;

/// Most squares that a text may name: no move lands more often.
const MOST: usize = 21;

/// A move as written: `c3-d4`, `c3xe5xg7`, `22-18`, `22:15`. The squares may be start and end or all landing squares.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveText {
    pub(crate) squares: Vec<SquareText>,
    pub(crate) capture: bool,
}

/// The text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMoveError {
    /// A part is not a square.
    #[error("{token:?} is not a square; a move is written like c3-d4, c3xe5xg7 or 22-18")]
    Square {
        /// The part.
        token: String,
    },
    /// Only one square is named.
    #[error("{text:?} is not a move; it needs a start and an end, like c3-d4")]
    OneSquare {
        /// The text, cut after 40 characters.
        text: String,
    },
    /// `-` and `x` are mixed.
    #[error("a move has either - or x between its squares, not both")]
    MixedSeparators,
    /// Several steps without a capture.
    #[error("only a capture has more than two squares")]
    LongQuietMove,
    /// More squares than any move has.
    #[error("no move names more than {MOST} squares")]
    TooLong,
}

impl FromStr for MoveText {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Self, ParseMoveError> {
        let mut squares = Vec::new();
        let mut separators = [false; 2];
        for token in text.split_inclusive(['-', 'x', ':']) {
            let (square, separator) = match token.strip_suffix('-') {
                Some(square) => (square, Some(0)),
                None => match token.strip_suffix(['x', ':']) {
                    Some(square) => (square, Some(1)),
                    None => (token, None),
                },
            };
            if let Some(separator) = separator {
                separators[separator] = true;
            }
            let square =
                SquareText::read(square).ok_or_else(|| ParseMoveError::Square { token: cut(square) })?;
            squares.push(square);
            if squares.len() > MOST {
                return Err(ParseMoveError::TooLong);
            }
        }
        if text.ends_with(['-', 'x', ':']) || squares.len() < 2 {
            return Err(ParseMoveError::OneSquare { text: cut(text) });
        }
        match separators {
            [true, true] => Err(ParseMoveError::MixedSeparators),
            [true, false] if squares.len() > 2 => Err(ParseMoveError::LongQuietMove),
            [_, capture] => Ok(Self { squares, capture }),
        }
    }
}

/// The beginning of a text that came from outside.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, square) in self.squares.iter().enumerate() {
            if n > 0 {
                f.write_str(if self.capture { "x" } else { "-" })?;
            }
            square.fmt(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_of_writing_a_move_are_read() {
        for (text, shown) in [
            ("c3-d4", "c3-d4"),
            ("c3xe5xg7", "c3xe5xg7"),
            ("c3:e5", "c3xe5"),
            ("22-18", "22-18"),
            ("09x02", "9x2"),
            ("46x10", "46x10"),
            ("a1xj10", "a1xj10"),
        ] {
            assert_eq!(text.parse::<MoveText>().map(|text| text.to_string()), Ok(shown.to_owned()));
        }
    }

    #[test]
    fn what_is_no_move_is_told_apart() {
        let error = |text: &str| text.parse::<MoveText>().unwrap_err();
        assert_eq!(error("c3-"), ParseMoveError::OneSquare { text: "c3-".into() });
        assert_eq!(error("c3"), ParseMoveError::OneSquare { text: "c3".into() });
        assert_eq!(error("c3-z9"), ParseMoveError::Square { token: "z9".into() });
        assert_eq!(error("c3--d4"), ParseMoveError::Square { token: String::new() });
        assert_eq!(error(""), ParseMoveError::OneSquare { text: String::new() });
        assert_eq!(error("c3-d4xe5"), ParseMoveError::MixedSeparators);
        assert_eq!(error("c3-d4-e5"), ParseMoveError::LongQuietMove);
        assert_eq!(error(&"c3x".repeat(30)), ParseMoveError::TooLong);
    }
}
