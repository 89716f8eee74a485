//! The parts of a game's text, and a move's text among them. Knows squares by name, no board.

use super::fault::{PdnFault, Place};
use super::note::{PdnNote, PdnRemark};
use super::{PdnResult, bounds};
use crate::MoveText;
use crate::move_text::cut;
use crate::square::SquareText;

/// A move as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawMove {
    pub(super) squares: Vec<SquareText>,
    /// Whether it takes something; `None` where no separator says it.
    pub(super) capture: Option<bool>,
}

impl RawMove {
    /// The move as the usual text: `c3-d4`, `c3xe5xg7`.
    pub(super) fn text(&self) -> String {
        let separator = match self.capture {
            Some(true) => "x",
            Some(false) => "-",
            None => "",
        };
        let squares: Vec<String> = self.squares.iter().map(ToString::to_string).collect();
        squares.join(separator)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Move(RawMove),
    Comment(String),
    Nag(u16),
    Setup(String),
    Open,
    Close,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawTag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Place,
}

/// A game's text in parts. Its parentheses are balanced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawGame {
    /// Where it begins.
    pub(super) place: Place,
    pub(super) tags: Vec<RawTag>,
    pub(super) items: Vec<(Item, Place)>,
    /// What stands behind the moves.
    pub(super) result: Option<(PdnResult, Place)>,
    pub(super) notes: Vec<PdnNote>,
}

/// A word without the move number and dots before it: `12.c3-d4`, `12...`, `3.`; `...` stands for a move that is not told.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|next: char| next.is_ascii_digit());
    let dotless = rest.trim_start_matches('.');
    if dotless.len() < rest.len() { dotless } else { word }
}

/// Reads a move; a tolerant reader takes four digits without a separator, and says so.
pub(super) fn read_move(text: &str, tolerant: bool) -> Result<(RawMove, Option<PdnRemark>), PdnFault> {
    if text.bytes().all(|byte| byte == b'-') {
        return Err(PdnFault::UnknownMove);
    }
    if let Some(squares) = letters_alone(text) {
        return Ok((RawMove { squares, capture: None }, None));
    }
    if text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        if !tolerant {
            return Err(PdnFault::NoSeparator { word: text.to_owned() });
        }
        let squares: Option<Vec<_>> = [&text[..2], &text[2..]].map(SquareText::read).into_iter().collect();
        if let Some(squares) = squares {
            let right = format!("{}-{}", squares[0], squares[1]);
            let mended = PdnRemark::Separator { text: text.to_owned(), right };
            return Ok((RawMove { squares, capture: None }, Some(mended)));
        }
    }
    match text.parse::<MoveText>() {
        Ok(MoveText { squares, capture }) => Ok((RawMove { squares, capture: Some(capture) }, None)),
        Err(why) => Err(PdnFault::Word { word: cut(text), why }),
    }
}

/// `a3b4`, which the standard allows: squares by letters without a separator.
fn letters_alone(text: &str) -> Option<Vec<SquareText>> {
    let bytes = text.as_bytes();
    let plain = bytes.iter().all(|byte| byte.is_ascii_digit() || (b'a'..=b'j').contains(byte));
    if !plain || !(4..=3 * bounds::SQUARES).contains(&bytes.len()) {
        return None;
    }
    let mut starts: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_lowercase()).collect();
    if starts.first() != Some(&0) || !(2..=bounds::SQUARES).contains(&starts.len()) {
        return None;
    }
    starts.push(bytes.len());
    starts.windows(2).map(|pair| SquareText::read(&text[pair[0]..pair[1]])).collect()
}
