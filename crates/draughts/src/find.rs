//! From a text, or a stored row, to a legal move of one position. Knows no notation beyond squares.

use crate::{Move, MoveText, Path, Position, Square, SquareSet};

/// Why a text is not one legal move here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No legal move is written so.
    #[error("{text} is not legal here: {reason}")]
    Illegal {
        /// The move as it was given.
        text: String,
        /// What is wrong with it.
        reason: Illegality,
    },
    /// More than one legal move has this start and end: the full path is needed.
    #[error("more than one move goes there; name all landing squares: {}", .paths.join(", "))]
    Ambiguous {
        /// The paths to choose from.
        paths: Vec<String>,
    },
}

/// What is wrong with a move that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegality {
    /// A square that the board does not have.
    #[error("the board has no such square")]
    NoSuchSquare,
    /// The start square holds no piece of the side to move.
    #[error("no piece of the side to move stands there")]
    NotYourPiece,
    /// There is a capture and the move takes nothing.
    #[error("there is a capture, and capturing is compulsory")]
    MustCapture,
    /// There is no capture and the move takes something.
    #[error("it takes nothing, so it is written with a hyphen")]
    NothingToCapture,
    /// Fewer landing squares than the capture has, or fewer pieces than must be taken.
    #[error("the capture must take {most} pieces, and whole")]
    MustTakeMore {
        /// How many pieces the longest legal capture takes.
        most: u8,
    },
    /// The piece does not move so.
    #[error("the piece does not move so")]
    NoSuchMove,
}

/// Which landing squares a text may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    /// None, or all.
    Whole,
    /// Any, as long as one move alone goes through those that it names.
    Parts,
}

/// Why squares are not one legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unfound {
    Illegal(Illegality),
    /// The ways of all moves that go through the squares.
    Ambiguous(Vec<Path>),
}

/// Whether a path lands on these squares in this order, perhaps with others between.
fn goes_through(path: &[Square], squares: &[Square]) -> bool {
    let mut path = path.iter();
    squares.iter().all(|wanted| path.any(|square| square == wanted))
}

impl Position {
    /// The legal move that the text names, with the path that is meant: all landing squares, or start and end where only
    /// one move has them (then the smallest of its paths).
    ///
    /// # Errors
    /// [`MoveError::Illegal`] when no legal move is written so; [`MoveError::Ambiguous`] when start and end are not
    /// enough.
    pub fn find_move(&self, text: &MoveText) -> Result<(Move, Path), MoveError> {
        let variant = self.variant();
        let illegal = |reason| MoveError::Illegal { text: text.to_string(), reason };
        let squares: Option<Vec<Square>> = text.squares.iter().map(|square| square.on(variant)).collect();
        let squares = squares.ok_or_else(|| illegal(Illegality::NoSuchSquare))?;
        self.find_squares(&squares, Some(text.capture), Listing::Whole).map_err(|unfound| match unfound {
            Unfound::Illegal(reason) => illegal(reason),
            Unfound::Ambiguous(paths) => {
                let paths = paths.iter().map(|path| path.text(variant).to_string()).collect();
                MoveError::Ambiguous { paths }
            }
        })
    }

    /// The legal move through these squares, at least two: start and end, or with landing squares between them.
    pub(crate) fn find_squares(
        &self,
        squares: &[Square],
        capture: Option<bool>,
        listing: Listing,
    ) -> Result<(Move, Path), Unfound> {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let legal = self.legal_moves();
        let mut candidates: Vec<(Move, Vec<Path>)> = legal
            .iter()
            .filter(|mv| {
                mv.from == from && mv.to == to && capture.is_none_or(|takes| mv.is_capture() == takes)
            })
            .map(|mv| (*mv, self.paths(mv)))
            .collect();
        // A whole path is that path, be it also the ends of a longer one.
        for (mv, paths) in &candidates {
            if let Some(path) = paths.iter().find(|path| path.squares() == squares) {
                return Ok((*mv, *path));
            }
        }
        if listing == Listing::Whole && squares.len() > 2 {
            candidates.clear();
        }
        for (_, paths) in &mut candidates {
            paths.retain(|path| goes_through(path.squares(), squares));
        }
        candidates.retain(|(_, paths)| !paths.is_empty());
        match &candidates[..] {
            [(mv, paths)] => Ok((*mv, paths[0])),
            [_, _, ..] => {
                let mut paths: Vec<Path> = candidates.into_iter().flat_map(|(_, paths)| paths).collect();
                paths.sort_unstable();
                Err(Unfound::Ambiguous(paths))
            }
            [] => Err(Unfound::Illegal(self.illegality(&legal, squares, capture.unwrap_or(false)))),
        }
    }

    fn illegality(&self, legal: &[Move], squares: &[Square], capture: bool) -> Illegality {
        if self.piece_at(squares[0]).is_none_or(|piece| piece.side != self.side_to_move()) {
            return Illegality::NotYourPiece;
        }
        let most = legal.iter().map(|mv| mv.captured.len()).max().unwrap_or(0);
        match (capture, most) {
            (false, 1..) => Illegality::MustCapture,
            (true, 0) => Illegality::NothingToCapture,
            (true, _) if squares.len() <= most => Illegality::MustTakeMore { most: most as u8 },
            _ => Illegality::NoSuchMove,
        }
    }

    /// The legal move with that start, end and captured pieces: the way back from a stored row.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] when there is none.
    pub fn find_parts(&self, from: Square, to: Square, captured: SquareSet) -> Result<Move, MoveError> {
        self.legal_moves()
            .into_iter()
            .find(|mv| mv.from == from && mv.to == to && mv.captured == captured)
            .ok_or_else(|| {
                let separator = if captured.is_empty() { "-" } else { "x" };
                let variant = self.variant();
                let text = format!("{}{separator}{}", from.name(variant), to.name(variant));
                MoveError::Illegal { text, reason: Illegality::NoSuchMove }
            })
    }
}
