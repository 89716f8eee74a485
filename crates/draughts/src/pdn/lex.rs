//! PDN as tokens with their places, out of a stream. Knows no order of tokens.

use super::bounds;
use super::fault::{PdnError, PdnFault, Place};
use super::nag::{is_strength, nag_of, strength};
use super::source::Source;
use super::text::{is_blank, one_line, plain};
use std::io::BufRead;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag { name: String, value: String },
    /// Anything between blanks that is none of the others: a move, a number, a result.
    Word(String),
    /// `{…}`, or `;…` to the end of the line: as one line, without the marks.
    Comment(String),
    /// `$n`, or a move strength like `!?`.
    Nag(u16),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `/…/`, without the slashes.
    Setup(String),
}

pub(super) struct Lexer<R> {
    source: Source<R>,
    line: String,
    /// How many bytes and characters of the line are read.
    at: usize,
    characters: u32,
}

impl<R: BufRead> Lexer<R> {
    pub(super) const fn new(stream: R) -> Self {
        Self { source: Source::new(stream), line: String::new(), at: 0, characters: 0 }
    }

    fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// Where the next character stands.
    pub(super) const fn place(&self) -> Place {
        Place { line: self.source.line(), column: self.characters.saturating_add(1) }
    }

    /// The first line that was not UTF-8, told once.
    pub(super) fn take_latin1(&mut self) -> Option<Place> {
        self.source.take_latin1()
    }

    fn advance(&mut self, bytes: usize) -> &str {
        let from = self.at;
        self.at += bytes;
        let passed = &self.line[from..self.at];
        // lines are bounded far below 2^32 bytes
        self.characters = self.characters.saturating_add(passed.chars().count() as u32);
        passed
    }

    fn advance_while(&mut self, holds: impl FnMut(char) -> bool) -> &str {
        let length = length_while(self.rest(), holds);
        self.advance(length)
    }

    fn skip_blanks(&mut self) {
        self.advance_while(is_blank);
    }

    fn next_line(&mut self) -> Result<bool, PdnError> {
        (self.at, self.characters) = (0, 0);
        let read = self.source.next(&mut self.line);
        read.map_err(|fault| fault.at(self.place()))
    }

    /// Leaves the rest of the line unread.
    pub(super) fn skip_line(&mut self) {
        self.advance(self.rest().len());
    }

    /// Whether the line begins with a bracket; blank lines before it are passed, and told. `None` at the end.
    ///
    /// # Errors
    /// What reading a line says.
    pub(super) fn line_of_tag(&mut self) -> Result<Option<TagLine>, PdnError> {
        let mut after_blank = false;
        loop {
            self.skip_blanks();
            if !self.rest().is_empty() {
                return Ok(Some(TagLine { is_tag: self.rest().starts_with('['), after_blank }));
            }
            if !self.next_line()? {
                return Ok(None);
            }
            after_blank |= self.rest().chars().all(is_blank);
        }
    }

    /// Whether, behind blanks on the same line, that character stands next.
    pub(super) fn follows(&mut self, wanted: char) -> bool {
        self.skip_blanks();
        self.rest().starts_with(wanted)
    }

    /// The next token and its place; `None` at the end.
    ///
    /// # Errors
    /// What is no token. At least one character of it is passed.
    pub(super) fn next(&mut self) -> Result<Option<(Token, Place)>, PdnError> {
        loop {
            self.skip_blanks();
            let place = self.place();
            let Some(first) = self.rest().chars().next() else {
                if self.next_line()? {
                    continue;
                }
                return Ok(None);
            };
            let token = match first {
                '%' if self.at == 0 => {
                    self.skip_line();
                    continue;
                }
                ';' => {
                    self.advance(1);
                    let text = self.advance_while(|_| true).to_owned();
                    bounded(text.len(), bounds::COMMENT, "the comment has too many bytes")
                        .map(|()| Token::Comment(one_line(&text)))
                }
                '{' => return self.comment(place).map(|text| Some((Token::Comment(text), place))),
                '(' if strength(self.rest()).is_some() => {
                    let length = self.rest().find(')').map_or(1, |end| end + 1);
                    Ok(Token::Nag(nag_of(self.advance(length))))
                }
                '(' | ')' => {
                    self.advance(1);
                    Ok(if first == '(' { Token::Open } else { Token::Close })
                }
                '}' | ']' => {
                    self.advance(1);
                    Err(PdnFault::ClosesNothing { found: first })
                }
                '!' | '?' => Ok(Token::Nag(nag_of(self.advance_while(is_strength)))),
                '$' => self.nag(),
                '[' => self.tag(),
                '/' => self.setup(),
                _ => self.word(),
            };
            return token.map(|token| Some((token, place))).map_err(|fault| fault.at(place));
        }
    }

    /// A comment over as many lines as it takes. A line within it that begins as a tag does begins the next game: the
    /// brace was forgotten.
    fn comment(&mut self, place: Place) -> Result<String, PdnError> {
        self.advance(1);
        let mut text = String::new();
        let mut bytes = 0_usize;
        loop {
            let end = self.rest().find('}');
            let part = self.advance(end.unwrap_or(self.rest().len()));
            bytes = bytes.saturating_add(part.len() + 1);
            if bytes <= bounds::COMMENT {
                text.push_str(part);
            }
            if end.is_some() {
                self.advance(1);
                break;
            }
            if !self.next_line()? || begins_tag(self.rest()) {
                return Err(PdnFault::OpenComment.at(place));
            }
            text.push('\n');
        }
        bounded(bytes, bounds::COMMENT, "the comment has too many bytes").map_err(|fault| fault.at(place))?;
        Ok(one_line(&text))
    }

    fn nag(&mut self) -> Result<Token, PdnFault> {
        self.advance(1);
        let digits = self.advance_while(|next| next.is_ascii_digit());
        digits.parse().map(Token::Nag).map_err(|_| PdnFault::Nag)
    }

    fn setup(&mut self) -> Result<Token, PdnFault> {
        self.advance(1);
        let Some(end) = self.rest().find('/') else { return Err(PdnFault::Setup) };
        let text = self.advance(end).to_owned();
        self.advance(1);
        bounded(text.len(), bounds::TAG_VALUE, "the setup has too many bytes")?;
        Ok(Token::Setup(text))
    }

    fn tag(&mut self) -> Result<Token, PdnFault> {
        self.advance(1);
        self.skip_blanks();
        let name = self.advance_while(|next| next.is_ascii_alphanumeric() || next == '_').to_owned();
        self.skip_blanks();
        if name.is_empty() || !self.rest().starts_with('"') {
            return Err(PdnFault::Tag);
        }
        bounded(name.len(), bounds::TAG_NAME, "the tag's name has too many bytes")?;
        self.advance(1);
        let (value, length) = string(self.rest()).ok_or(PdnFault::Tag)?;
        self.advance(length);
        bounded(value.len(), bounds::TAG_VALUE, "the tag's value has too many bytes")?;
        self.skip_blanks();
        if !self.rest().starts_with(']') {
            return Err(PdnFault::Tag);
        }
        self.advance(1);
        Ok(Token::Tag { name, value })
    }

    /// A word. A move may be written with blanks around its separators: `32 - 28`.
    fn word(&mut self) -> Result<Token, PdnFault> {
        let mut word = self.advance_while(is_of_word).to_owned();
        loop {
            let blanks = length_while(self.rest(), is_blank);
            let next = &self.rest()[blanks..];
            let goes_on = !next.is_empty()
                && word.len() <= bounds::WORD
                && !word.starts_with(SEPARATORS)
                && (word.ends_with(SEPARATORS) || ends_with_square(&word) && next.starts_with(SEPARATORS));
            let more = length_while(next, is_of_word);
            if !goes_on || more == 0 {
                break;
            }
            self.advance(blanks);
            word.push_str(self.advance(more));
        }
        bounded(word.len(), bounds::WORD, "the word has too many bytes")?;
        Ok(Token::Word(word))
    }
}

/// What stands next, when a reader looks for the end of a game's tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TagLine {
    pub(super) is_tag: bool,
    /// Whether a blank line stands before it.
    pub(super) after_blank: bool,
}

const SEPARATORS: [char; 3] = ['-', 'x', ':'];

const fn bounded(found: usize, most: usize, what: &'static str) -> Result<(), PdnFault> {
    if found <= most { Ok(()) } else { Err(PdnFault::TooMuch { what, most }) }
}

fn length_while(text: &str, mut holds: impl FnMut(char) -> bool) -> usize {
    text.find(|next| !holds(next)).unwrap_or(text.len())
}

fn is_of_word(next: char) -> bool {
    !is_blank(next) && !matches!(next, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$')
}

/// Whether a word is a square, or a beginning of a move that ends with one.
fn ends_with_square(word: &str) -> bool {
    let last = word.rsplit(SEPARATORS).next().unwrap_or(word);
    let digits = last.trim_start_matches(|next: char| next.is_ascii_lowercase());
    (1..=2).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && last.len() - digits.len() <= 1
}

/// Whether a line begins `[Name "`.
pub(super) fn begins_tag(line: &str) -> bool {
    let Some(name) = line.strip_prefix('[') else { return false };
    let rest = name.trim_start_matches(|next: char| next.is_ascii_alphanumeric() || next == '_');
    name.starts_with(|next: char| next.is_ascii_uppercase()) && rest.trim_start().starts_with('"')
}

/// The value between quotes, and how many bytes it takes with the closing one.
fn string(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut rest = text.char_indices();
    while let Some((at, next)) = rest.next() {
        match next {
            '"' => return Some((value, at + 1)),
            '\\' => match rest.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                other => value.extend(['\\', plain(other)]),
            },
            other => value.push(plain(other)),
        }
    }
    None
}
