//! Games out of a stream, one at a time. Knows the two steps: first the text's, then the rules'.

use super::fault::PdnError;
use super::game::PdnGame;
use super::header::{Candidate, Header};
use super::note::{PdnNote, PdnRemark};
use super::play::{Played, play};
use super::raw::RawGame;
use super::syntax::Syntax;
use super::{PdnResult, text};
use crate::Variant;
use std::io::BufRead;

/// How a text is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The variant of games without a GameType tag. Without it, a game that is written by letters is read as the first of
    /// Brazilian and Russian draughts by whose rules it can be played; one that is written with numbers is an error.
    pub variant: Option<Variant>,
    /// Whether to mend what no version of PDN allows: a capture split over tokens, P1 and P2 for the players, a wrong or
    /// missing separator, a tag's name with a small letter, another starter in GameType than in the rules.
    pub tolerant: bool,
}

/// A game with what its reader should know of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The line in which it begins.
    pub line: u32,
    /// The game.
    pub game: PdnGame,
    /// What was odd, and what was mended, in the text's order.
    pub notes: Vec<PdnNote>,
}

/// The games of a stream, in order, each read when it is asked for. After an error the next game is read.
///
/// A game ends with a result, with `*`, or where the next game's tags begin. One game is kept at a time, and none is larger
/// than the bounds that [`PdnFault::TooMuch`](super::PdnFault::TooMuch) tells of.
pub struct Reader<R> {
    syntax: Syntax<R>,
    options: ReadOptions,
}

impl<R: BufRead> Reader<R> {
    /// Reads a file or anything else that gives bytes: UTF-8, or Latin-1 in old files.
    #[must_use]
    pub const fn new(stream: R, options: ReadOptions) -> Self {
        Self { syntax: Syntax::new(stream, options.tolerant), options }
    }
}

/// Reads a text that is in memory.
#[must_use]
pub const fn read(text: &str, options: ReadOptions) -> Reader<&[u8]> {
    Reader::new(text.as_bytes(), options)
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<ReadGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.syntax.game() {
            Ok(game) => game.map(|game| judge(game, self.options)),
            Err(error) => Some(Err(error)),
        }
    }
}

/// A game's text, by the rules: those of the first candidate that it keeps.
fn judge(raw: RawGame, options: ReadOptions) -> Result<ReadGame, PdnError> {
    let header = Header::read(&raw, options)?;
    let mut furthest: Option<PdnError> = None;
    let mut first: Option<(Played, Option<PdnNote>)> = None;
    for Candidate { numbering, note } in header.candidates.clone() {
        match (play(numbering, options.tolerant, header.fen.as_ref(), &raw.items), &mut first) {
            (Ok(played), None) => first = Some((played, note)),
            (Ok(_), Some((_, note))) => {
                if let Some(PdnNote { what: PdnRemark::Inferred { also, .. }, .. }) = note {
                    *also = Some(numbering.variant);
                }
            }
            (Err(error), _) if furthest.as_ref().is_none_or(|known| known.place < error.place) => {
                furthest = Some(error);
            }
            (Err(_), _) => {}
        }
    }
    match first {
        Some((mut played, note)) => {
            played.notes.extend(note);
            Ok(told(raw, header, played))
        }
        None => Err(furthest.expect("a header has at least one candidate, and each failed")),
    }
}

/// A game that was played out, with its result and all that is to be noted.
fn told(raw: RawGame, header: Header, played: Played) -> ReadGame {
    let mut notes = raw.notes;
    notes.extend(header.notes);
    notes.extend(played.notes);
    let (tag, token) = (header.result, raw.result);
    if let (Some((tag, _)), Some((token, place))) = (tag, token)
        && token != PdnResult::Unknown
        && tag != token
    {
        notes.push(PdnRemark::Results { tag: tag.to_string(), token: token.to_string() }.at(place));
    }
    let result = result_of(tag.map(|tag| tag.0), token.map(|token| token.0));
    let result = if header.exchanged { result.exchanged() } else { result };
    let tags = text::kept_tags(header.tags);
    let game = PdnGame { tags, start: played.start, line: played.line, result };
    let place = token.or(tag).map_or(raw.place, |(_, place)| place);
    notes.extend(board_disagrees(&game).map(|remark| remark.at(place)));
    notes.sort_by_key(|note| note.place);
    ReadGame { line: raw.place.line, game, notes }
}

/// The result behind the moves or, where that says nothing, of the Result tag.
fn result_of(tag: Option<PdnResult>, token: Option<PdnResult>) -> PdnResult {
    token.filter(|token| *token != PdnResult::Unknown).or(tag).unwrap_or_default()
}

/// Whether a side has lost on the board and the result says otherwise.
fn board_disagrees(game: &PdnGame) -> Option<PdnRemark> {
    let end = game.end();
    let loser = end.side_to_move();
    let told = game.result != PdnResult::Unknown && game.result != PdnResult::won_by(loser.other());
    let lost = told && end.legal_moves().is_empty();
    lost.then(|| PdnRemark::BoardDisagrees { result: game.result.to_string(), loser })
}
