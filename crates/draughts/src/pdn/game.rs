//! One game as PDN holds it: a tree of legal moves with remarks. Knows no characters and no file.

use super::clock::Clocks;
use super::{PdnResult, text};
use crate::{Move, Path, Position, Side};

/// A game of a PDN file.
///
/// The tags Result, GameType and FEN are not among `tags`: they follow from the rest. The standard's seven come first, and
/// those whose value is not known (`?`) are absent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnGame {
    /// The other tags, each with its value.
    pub tags: Vec<(String, String)>,
    /// The position in which the game begins.
    pub start: Position,
    /// The moves that were played, with what is remarked.
    pub line: Line,
    /// How it ended.
    pub result: PdnResult,
}

/// A sequence of moves: the game's, or a variation's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is remarked before the first move; never a variation.
    pub before: Vec<Remark>,
    /// The moves, each legal where it stands.
    pub moves: Vec<PdnMove>,
}

/// A move with what is remarked behind it. Two are equal when they take the same: the way is no part of a move.
#[derive(Clone, Debug)]
pub struct PdnMove {
    /// The move.
    pub mv: Move,
    /// The way that it went; where the text names only start and end, the first one.
    pub path: Path,
    /// The remarks in their order.
    pub remarks: Vec<Remark>,
}

impl PartialEq for PdnMove {
    fn eq(&self, other: &Self) -> bool {
        self.mv == other.mv && self.remarks == other.remarks
    }
}
impl Eq for PdnMove {}

/// What stands behind a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// A comment, on one line and without a closing brace. Clock times stand in it.
    Comment(String),
    /// A numeric annotation glyph: 1 is a good move (`!`), 2 a mistake (`?`), 7 a forced move.
    Nag(u16),
    /// Moves that replace this one.
    Variation(Line),
}

impl PdnGame {
    /// A game without remarks.
    #[must_use]
    pub fn of(
        start: &Position,
        moves: &[(Move, Path)],
        result: PdnResult,
        tags: Vec<(String, String)>,
    ) -> Self {
        let moves = moves.iter().map(|(mv, path)| PdnMove { mv: *mv, path: *path, remarks: Vec::new() });
        let line = Line { before: Vec::new(), moves: moves.collect() };
        Self { tags: text::kept_tags(tags), start: *start, line, result }
    }

    /// A tag's value.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The moves that were played, each with its way.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, Path)> {
        self.line.moves.iter().map(|mv| (mv.mv, mv.path)).collect()
    }

    /// The position after the last move.
    ///
    /// # Panics
    /// When a move is not legal where it stands.
    #[must_use]
    pub fn end(&self) -> Position {
        self.line.moves.iter().fold(self.start, |position, mv| position.play(&mv.mv))
    }

    /// What is said of the clocks behind each move. Times that are not readable are passed; a reader notes them.
    #[must_use]
    pub fn clocks(&self) -> Vec<Clocks> {
        let mut mover = self.start.side_to_move();
        let mut of_move = |mv: &PdnMove| {
            let clocks = mv.clocks(mover);
            mover = mover.other();
            clocks
        };
        self.line.moves.iter().map(&mut of_move).collect()
    }
}

impl PdnMove {
    /// What the move's comments say of the clocks.
    #[must_use]
    pub fn clocks(&self, mover: Side) -> Clocks {
        let mut clocks = Clocks::default();
        for remark in &self.remarks {
            if let Remark::Comment(comment) = remark {
                // what is not readable was noted where it was read
                let _ = clocks.add(comment, mover);
            }
        }
        clocks
    }
}
