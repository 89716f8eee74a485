//! A game's moves played out by the rules of one variant. Knows no characters and no tags.

use super::fault::{PdnError, PdnFault, Place};
use super::game::{Line, PdnMove, Remark};
use super::note::{PdnNote, PdnRemark};
use super::raw::{Item, RawMove};
use super::{bounds, clock::Clocks};
use crate::find::{Listing, Unfound};
use crate::numbering::Numbering;
use crate::square::SquareText;
use crate::{Fen, Illegality, Move, Path, Position, Square};

/// What playing out gives.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) start: Position,
    pub(super) line: Line,
    pub(super) notes: Vec<PdnNote>,
}

struct Player<'a> {
    numbering: Numbering,
    tolerant: bool,
    items: &'a [(Item, Place)],
    /// The game's line, and the variations that are open.
    lines: Vec<OpenLine>,
    notes: Vec<PdnNote>,
}

/// A line that goes on.
struct OpenLine {
    line: Line,
    position: Position,
    /// The position before the last move, where a variation of it begins.
    before: Position,
    /// How many plies of the game are played.
    plies: usize,
}

/// Plays the items out from a FEN or the variant's first position.
pub(super) fn play(
    numbering: Numbering,
    tolerant: bool,
    fen: Option<&(String, Place)>,
    items: &[(Item, Place)],
) -> Result<Played, PdnError> {
    let mut start = match fen {
        Some((text, place)) => position(&numbering, text).map_err(|fault| fault.at(*place))?,
        None => Position::initial(numbering.variant),
    };
    let game = OpenLine { line: Line::default(), position: start, before: start, plies: 0 };
    let mut player = Player { numbering, tolerant, items, lines: vec![game], notes: Vec::new() };
    let mut next = 0;
    while let Some((item, place)) = items.get(next) {
        next += 1;
        match item {
            Item::Move(mv) => next += player.mv(mv, next, *place)?,
            Item::Comment(text) => {
                player.note_clocks(text, *place);
                player.remark(Remark::Comment(text.clone()));
            }
            Item::Nag(nag) => player.remark(Remark::Nag(*nag)),
            Item::Setup(text) => start = player.setup(text).map_err(|fault| fault.at(*place))?,
            Item::Open => player.open().map_err(|fault| fault.at(*place))?,
            Item::Close => player.close(),
        }
    }
    // the parentheses are balanced: the game's own line is left
    let line = player.lines.pop().map(|open| open.line).unwrap_or_default();
    Ok(Played { start, line, notes: player.notes })
}

/// The position of a FEN.
fn position(numbering: &Numbering, text: &str) -> Result<Position, PdnFault> {
    let fen = Fen::parse_in(numbering, text).map_err(PdnFault::Fen)?;
    Position::from_setup(fen.setup()).map_err(PdnFault::Position)
}

impl Player<'_> {
    fn top(&mut self) -> &mut OpenLine {
        self.lines.last_mut().expect("the game's own line is never closed: parentheses are balanced")
    }

    fn remark(&mut self, remark: Remark) {
        let line = &mut self.top().line;
        match line.moves.last_mut() {
            Some(mv) => mv.remarks.push(remark),
            None => line.before.push(remark),
        }
    }

    fn note_clocks(&mut self, comment: &str, place: Place) {
        let top = self.top();
        let moved = !top.line.moves.is_empty();
        let side = top.position.side_to_move();
        let mover = if moved { side.other() } else { side };
        if let Err(command) = Clocks::default().add(comment, mover) {
            self.notes.push(PdnRemark::Clock { command }.at(place));
        }
    }

    /// `FEN "…"` before the first move.
    fn setup(&mut self, text: &str) -> Result<Position, PdnFault> {
        let fen = text.trim().strip_prefix("FEN").map(str::trim);
        let fen = fen.and_then(|fen| fen.strip_prefix('"')?.strip_suffix('"')).ok_or(PdnFault::Setup)?;
        if matches!(fen.trim(), "W::" | "B::") {
            return Err(PdnFault::NullMove);
        }
        if self.lines.len() > 1 || !self.top().line.moves.is_empty() {
            return Err(PdnFault::LateSetup);
        }
        let position = position(&self.numbering, fen)?;
        let top = self.top();
        (top.position, top.before) = (position, position);
        Ok(position)
    }

    fn open(&mut self) -> Result<(), PdnFault> {
        let top = self.top();
        if top.line.moves.is_empty() {
            return Err(PdnFault::VariationOfNothing);
        }
        let (position, plies) = (top.before, top.plies - 1);
        self.lines.push(OpenLine { line: Line::default(), position, before: position, plies });
        Ok(())
    }

    fn close(&mut self) {
        if let Some(open) = self.lines.pop() {
            self.remark(Remark::Variation(open.line));
        }
    }

    /// Plays a move; how many of the items behind it belong to it. `next` is the first of these.
    fn mv(&mut self, raw: &RawMove, next: usize, place: Place) -> Result<usize, PdnError> {
        let (position, ply) = {
            let top = self.top();
            (top.position, top.plies + 1)
        };
        let (found, used) = match self.find(&position, raw, raw.capture) {
            Ok(found) => (found, 0),
            Err(unfound) => match self.mend(&position, raw, next, place) {
                Some(mended) => mended,
                None => return Err(self.fault(&position, ply, raw, unfound).at(place)),
            },
        };
        let (mv, path) = found;
        let top = self.top();
        top.line.moves.push(PdnMove { mv, path, remarks: Vec::new() });
        top.before = position;
        top.position = position.play(&mv);
        top.plies = ply;
        Ok(used)
    }

    fn find(
        &self,
        position: &Position,
        raw: &RawMove,
        capture: Option<bool>,
    ) -> Result<(Move, Path), Unfound> {
        let squares: Option<Vec<Square>> =
            raw.squares.iter().map(|square| self.numbering.square(*square)).collect();
        let squares = squares.ok_or(Unfound::Illegal(Illegality::NoSuchSquare))?;
        position.find_squares(&squares, capture, Listing::Parts)
    }

    /// What no version of PDN allows, taken by a tolerant reader: the move, and how many more items it takes.
    fn mend(
        &mut self,
        position: &Position,
        raw: &RawMove,
        next: usize,
        place: Place,
    ) -> Option<((Move, Path), usize)> {
        if !self.tolerant {
            return None;
        }
        let mut whole = raw.clone();
        for (used, (item, _)) in (1..).zip(&self.items[next..]) {
            let Item::Move(part) = item else { break };
            let goes_on = part.squares.first() == whole.squares.last();
            if !goes_on || whole.capture == Some(false) || part.capture == Some(false) {
                break;
            }
            whole.squares.extend(&part.squares[1..]);
            if let Ok(found) = self.find(position, &whole, Some(true)) {
                let split = PdnRemark::SplitCapture { tokens: used + 1, whole: whole.text() };
                self.notes.push(split.at(place));
                return Some((found, used));
            }
            if whole.squares.len() > bounds::SQUARES {
                break;
            }
        }
        let other = raw.capture.map(|capture| !capture)?;
        let found = self.find(position, raw, Some(other)).ok()?;
        let right = RawMove { capture: Some(other), ..raw.clone() }.text();
        self.notes.push(PdnRemark::Separator { text: raw.text(), right }.at(place));
        Some((found, 0))
    }

    /// Why a move could not be found.
    fn fault(&self, position: &Position, ply: usize, raw: &RawMove, unfound: Unfound) -> PdnFault {
        let text = raw.text();
        match unfound {
            Unfound::Ambiguous(paths) => {
                let by_letters = matches!(raw.squares[0], SquareText::ColumnRow(..));
                let name = |square: &Square| self.numbering.name(*square, by_letters);
                let as_written = |path: &Path| RawMove {
                    squares: path.squares().iter().map(name).collect(),
                    capture: Some(path.is_capture()),
                };
                let paths = paths.iter().take(bounds::PATHS).map(|path| as_written(path).text()).collect();
                PdnFault::Ambiguous { ply, text, paths }
            }
            Unfound::Illegal(reason) => {
                if let Some(capture) = raw.capture
                    && self.find(position, raw, Some(!capture)).is_ok()
                {
                    let right = RawMove { capture: Some(!capture), ..raw.clone() }.text();
                    return PdnFault::Separator { ply, text, right };
                }
                PdnFault::Illegal { ply, text, reason, fen: position.fen().to_string() }
            }
        }
    }
}
