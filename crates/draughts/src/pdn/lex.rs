//! PDN as tokens with their places. Knows no order of tokens.

use crate::move_text::cut;

/// Where something stands in a text: line and column, both from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`.
    Tag(&'a str, String),
    /// Anything between blanks that is none of the others: a move, a result.
    Word(&'a str),
}

/// What is wrong with a text that should be PDN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// A comment does not end.
    #[error("the comment that begins here has no closing brace")]
    OpenComment,
    /// A variation does not end.
    #[error("the variation that begins here has no closing parenthesis")]
    OpenVariation,
    /// A parenthesis or brace closes what was never opened.
    #[error("{found:?} closes nothing")]
    ClosesNothing {
        /// The character.
        found: char,
    },
    /// A tag is not `[Name "value"]` on one line.
    #[error("a tag is written [Name \"value\"] on one line")]
    Tag,
    /// `$` without a number.
    #[error("$ is followed by a number")]
    Nag,
    /// A word is no move, number or result.
    #[error(
        "{word:?} is neither a move nor a move number nor a result; moves are written like c3-d4 or 22x15"
    )]
    Word {
        /// The word, cut after 40 characters.
        word: String,
    },
    /// A position or proposal in the middle of a game.
    #[error("a setup inside a game is not read")]
    Setup,
}

/// Reads tokens; skips blanks, comments, variations and NAGs.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text.strip_prefix('\u{feff}').unwrap_or(text), place: Place { line: 1, column: 1 } }
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.rest.chars().next()?;
        self.rest = &self.rest[next.len_utf8()..];
        if next == '\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else {
            self.place.column += 1;
        }
        Some(next)
    }

    fn skip_while(&mut self, mut holds: impl FnMut(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.rest.chars().next().is_some_and(&mut holds) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }

    fn skip_line(&mut self) {
        self.skip_while(|next| next != '\n');
    }

    /// After an error: goes to the next line that begins with a tag, where the next game begins.
    pub(super) fn skip_to_tags(&mut self) {
        loop {
            self.skip_line();
            if self.bump().is_none() || self.rest.starts_with('[') {
                return;
            }
        }
    }

    /// The next token and its place; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Token<'a>, Place)>, (PdnFault, Place)> {
        loop {
            self.skip_while(char::is_whitespace);
            let place = self.place;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            match first {
                '%' if place.column == 1 => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.comment().map_err(|fault| (fault, place))?,
                '(' => self.variation().map_err(|fault| (fault, place))?,
                '}' | ')' | ']' => return Err((PdnFault::ClosesNothing { found: first }, place)),
                '$' => {
                    self.bump();
                    if self.skip_while(|next| next.is_ascii_digit()).is_empty() {
                        return Err((PdnFault::Nag, place));
                    }
                }
                '[' => {
                    let (name, value) = self.tag().map_err(|fault| (fault, place))?;
                    return Ok(Some((Token::Tag(name, value), place)));
                }
                '/' => return Err((PdnFault::Setup, place)),
                _ => {
                    let word = self.skip_while(|next| {
                        !next.is_whitespace() && !matches!(next, '{' | '(' | ')' | '[' | ';' | '$')
                    });
                    return Ok(Some((Token::Word(word), place)));
                }
            }
        }
    }

    fn comment(&mut self) -> Result<(), PdnFault> {
        self.skip_while(|next| next != '}');
        self.bump().map(drop).ok_or(PdnFault::OpenComment)
    }

    fn variation(&mut self) -> Result<(), PdnFault> {
        let mut depth = 0_u32;
        loop {
            match self.rest.chars().next() {
                None => return Err(PdnFault::OpenVariation),
                Some('{') => {
                    self.comment()?;
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            self.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn tag(&mut self) -> Result<(&'a str, String), PdnFault> {
        self.bump();
        self.blanks();
        let name = self.skip_while(|next| next.is_ascii_alphanumeric() || next == '_');
        self.blanks();
        if name.is_empty() || self.bump() != Some('"') {
            return Err(PdnFault::Tag);
        }
        let mut value = String::new();
        loop {
            match self.bump() {
                Some('"') => break,
                Some('\\') => match self.bump() {
                    Some(escaped @ ('"' | '\\')) => value.push(escaped),
                    Some(other) if other != '\n' => value.extend(['\\', other]),
                    _ => return Err(PdnFault::Tag),
                },
                Some('\n') | None => return Err(PdnFault::Tag),
                Some(other) => value.push(other),
            }
        }
        self.blanks();
        if self.bump() == Some(']') { Ok((name, value)) } else { Err(PdnFault::Tag) }
    }

    fn blanks(&mut self) {
        self.skip_while(|next| next == ' ' || next == '\t');
    }
}

impl PdnFault {
    pub(super) fn word(word: &str) -> Self {
        Self::Word { word: cut(word) }
    }
}
