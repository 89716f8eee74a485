//! One game's tags, moves and remarks as they stand in the text. Knows their order; no rule of play.

use super::fault::{PdnError, PdnFault, Place};
use super::lex::{Lexer, Token};
use super::nag::nag_of;
use super::note::PdnRemark;
use super::raw::{Item, RawGame, RawTag, read_move, without_number};
use super::{PdnResult, bounds};
use std::io::BufRead;

/// Tags that every game may have beside [`bounds::TAGS`] others.
const OWN: [&str; 9] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType", "FEN"];

/// Reads games one after the other.
pub(super) struct Syntax<R> {
    lexer: Lexer<R>,
    tolerant: bool,
    /// A tag, or what is wrong with one, met behind the game before.
    held: Option<Result<RawTag, PdnError>>,
    game: RawGame,
    /// Where the variations that are open were opened.
    open: Vec<Place>,
    /// Whether a move, a number, a variation or a setup was met.
    begun: bool,
    other_tags: usize,
    moves: usize,
    comment_bytes: usize,
}

impl<R: BufRead> Syntax<R> {
    pub(super) const fn new(stream: R, tolerant: bool) -> Self {
        Self {
            lexer: Lexer::new(stream),
            tolerant,
            held: None,
            game: RawGame {
                place: Place { line: 0, column: 0 },
                tags: Vec::new(),
                items: Vec::new(),
                result: None,
                notes: Vec::new(),
            },
            open: Vec::new(),
            begun: false,
            other_tags: 0,
            moves: 0,
            comment_bytes: 0,
        }
    }

    /// The next game; `None` at the end. After an error the next call goes on with the next game.
    ///
    /// # Errors
    /// The first thing in the game that is not PDN.
    pub(super) fn game(&mut self) -> Result<Option<RawGame>, PdnError> {
        self.game = RawGame::default();
        self.open.clear();
        self.begun = false;
        (self.other_tags, self.moves, self.comment_bytes) = (0, 0, 0);
        match self.read_game() {
            Ok(ended) => {
                self.note_latin1();
                let game = std::mem::take(&mut self.game);
                // comments alone, behind the last game, are none
                let empty = game.tags.is_empty() && !self.begun && !ended;
                Ok((!empty).then_some(game))
            }
            Err(error) => {
                if self.held.is_none() {
                    self.skip_game(&error.what);
                }
                Err(error)
            }
        }
    }

    fn note_latin1(&mut self) {
        let place = self.lexer.take_latin1();
        self.game.notes.extend(place.map(|place| PdnRemark::Latin1.at(place)));
    }

    /// Reads to the end of a game; whether a result ended it.
    fn read_game(&mut self) -> Result<bool, PdnError> {
        if let Some(held) = self.held.take() {
            let tag = held?;
            self.game.place = tag.place;
            self.tag(tag)?;
        }
        loop {
            let next = match self.lexer.next() {
                Err(error) if self.begun && error.begins_game() && self.open.is_empty() => {
                    // the next game's: this one has ended
                    self.held = Some(Err(error));
                    return Ok(false);
                }
                next => next?,
            };
            let Some((token, place)) = next else {
                return self.ended().map(|()| false);
            };
            if self.game.place.line == 0 {
                self.game.place = place;
            }
            match token {
                Token::Tag { name, value } => {
                    let tag = RawTag { name, value, place };
                    if self.begun {
                        self.held = Some(Ok(tag));
                        return self.ended().map(|()| false);
                    }
                    self.tag(tag)?;
                }
                Token::Word(word) => {
                    if let Some(result) = PdnResult::read(&word) {
                        if self.result(result, place)? {
                            return Ok(true);
                        }
                    } else {
                        self.word(&word, place)?;
                    }
                }
                Token::Comment(text) => self.comment(text, place)?,
                Token::Nag(nag) => self.item(Item::Nag(nag), place)?,
                Token::Setup(text) => {
                    self.begun = true;
                    self.comment_bytes += text.len();
                    self.item(Item::Setup(text), place)?;
                }
                Token::Open => self.open(place)?,
                Token::Close => self.close(place)?,
            }
        }
    }

    /// The game has ended without a result: no variation may be open.
    fn ended(&self) -> Result<(), PdnError> {
        self.open.last().map_or(Ok(()), |place| Err(PdnFault::OpenVariation.at(*place)))
    }

    /// A result: the game's end, if there is a game. A star behind it, and comments on its line, are the same game's.
    fn result(&mut self, result: PdnResult, place: Place) -> Result<bool, PdnError> {
        if let Some(opened) = self.open.last().copied() {
            let inside = self.lexer.follows(')');
            let (fault, at) =
                if inside { (PdnFault::ResultInVariation, place) } else { (PdnFault::OpenVariation, opened) };
            return Err(fault.at(at));
        }
        if self.game.tags.is_empty() && !self.begun && result == PdnResult::Unknown {
            // a separator behind a result; what was remarked before it belongs to no game
            self.game = RawGame { notes: std::mem::take(&mut self.game.notes), ..RawGame::default() };
            return Ok(false);
        }
        self.game.result = Some((result, place));
        while self.lexer.follows('{') || self.lexer.follows('*') {
            match self.lexer.next()? {
                Some((Token::Comment(text), place)) => self.comment(text, place)?,
                _ => break,
            }
        }
        Ok(true)
    }

    fn tag(&mut self, mut tag: RawTag) -> Result<(), PdnError> {
        let place = tag.place;
        if tag.name.starts_with(|first: char| !first.is_ascii_uppercase()) {
            let mut name = tag.name.clone();
            name[..1].make_ascii_uppercase();
            if !self.tolerant || name == tag.name {
                return Err(PdnFault::TagName { name: tag.name }.at(place));
            }
            self.game.notes.push(PdnRemark::TagName { name: name.clone() }.at(place));
            tag.name = name;
        }
        let twice = self.game.tags.iter().any(|known| known.name == tag.name);
        if twice || !OWN.contains(&tag.name.as_str()) {
            self.other_tags += 1;
            if self.other_tags > bounds::TAGS {
                return Err(
                    PdnFault::TooMuch { what: "the game has too many tags", most: bounds::TAGS }.at(place)
                );
            }
        }
        if twice {
            self.game.notes.push(PdnRemark::TagTwice { name: tag.name }.at(place));
        } else {
            self.game.tags.push(tag);
        }
        Ok(())
    }

    fn item(&mut self, item: Item, place: Place) -> Result<(), PdnError> {
        let too_much = |what, most| Err(PdnFault::TooMuch { what, most }.at(place));
        if self.comment_bytes > bounds::COMMENTS {
            return too_much("the game's comments have too many bytes", bounds::COMMENTS);
        }
        if self.game.items.len() >= bounds::ITEMS {
            return too_much("the game has too many moves and remarks", bounds::ITEMS);
        }
        self.game.items.push((item, place));
        Ok(())
    }

    fn comment(&mut self, text: String, place: Place) -> Result<(), PdnError> {
        self.comment_bytes += text.len();
        self.item(Item::Comment(text), place)
    }

    fn open(&mut self, place: Place) -> Result<(), PdnError> {
        self.begun = true;
        if self.open.len() >= bounds::DEPTH {
            let what = "variations in variations go too deep";
            return Err(PdnFault::TooMuch { what, most: bounds::DEPTH }.at(place));
        }
        self.open.push(place);
        self.item(Item::Open, place)
    }

    fn close(&mut self, place: Place) -> Result<(), PdnError> {
        if self.open.pop().is_none() {
            return Err(PdnFault::ClosesNothing { found: ')' }.at(place));
        }
        if matches!(self.game.items.last(), Some((Item::Open, _))) {
            return Err(PdnFault::EmptyVariation.at(place));
        }
        self.item(Item::Close, place)
    }

    /// A word that is no result: a move number, a move, or both.
    fn word(&mut self, word: &str, place: Place) -> Result<(), PdnError> {
        self.begun = true;
        let numberless = without_number(word);
        let place = Place { column: place.column + (word.len() - numberless.len()) as u32, ..place };
        // a word's marks are ASCII, so bytes are characters here
        let text = numberless.trim_end_matches(['!', '?', '*']);
        let marks = &numberless[text.len()..];
        if !text.is_empty() {
            self.moves += 1;
            if self.moves > bounds::MOVES {
                return Err(PdnFault::too_many_moves().at(place));
            }
            let (mv, mended) = read_move(text, self.tolerant).map_err(|fault| fault.at(place))?;
            self.game.notes.extend(mended.map(|remark| remark.at(place)));
            self.item(Item::Move(mv), place)?;
        }
        if marks.is_empty() { Ok(()) } else { self.item(Item::Nag(nag_of(marks)), place) }
    }

    /// After an error: goes to where the next game begins.
    fn skip_game(&mut self, what: &PdnFault) {
        if !self.begun && !matches!(what, PdnFault::OpenComment) {
            self.skip_tags();
        }
        if matches!(what, PdnFault::OpenVariation) {
            // a result, or the end, has shown it
            return;
        }
        let mut depth = self.open.len();
        loop {
            match self.lexer.next() {
                Ok(None) => return,
                Ok(Some((Token::Tag { name, value }, place))) => {
                    self.held = Some(Ok(RawTag { name, value, place }));
                    return;
                }
                Ok(Some((Token::Open, _))) => depth += 1,
                Ok(Some((Token::Close, _))) => depth = depth.saturating_sub(1),
                Ok(Some((Token::Word(word), _))) if depth == 0 && PdnResult::read(&word).is_some() => return,
                // whatever else is wrong in this game is not told
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }

    /// After an error among the tags: passes the others. A tag behind a blank line is the next game's.
    fn skip_tags(&mut self) {
        self.lexer.skip_line();
        while let Ok(Some(line)) = self.lexer.line_of_tag() {
            if !line.is_tag || line.after_blank {
                return;
            }
            self.lexer.skip_line();
        }
    }
}

impl PdnError {
    /// Whether it is a tag that begins a line, though a wrong one.
    fn begins_game(&self) -> bool {
        let of_tag = match &self.what {
            PdnFault::Tag => true,
            PdnFault::TooMuch { what, .. } => what.starts_with("the tag"),
            _ => false,
        };
        of_tag && self.place.column == 1
    }
}
