//! One game as PDN holds it, and playing it out. Knows no characters.

use crate::{Fen, Move, MoveError, MoveText, ParseFenError, Path, Position, SetupError, Variant};
use std::fmt;

/// How a game ended, as far as the text says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PdnResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// A draw.
    Draw,
    /// Both lost: a double forfeit.
    BothLose,
    /// Not ended, or not told.
    #[default]
    Unknown,
}

impl PdnResult {
    /// Reads a result in any style: `1-0`, `2-0`, `1/2-1/2`, `1-1`, `0-0`, `*`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        match text {
            "1-0" | "2-0" => Some(Self::WhiteWins),
            "0-1" | "0-2" => Some(Self::BlackWins),
            "1/2-1/2" | "1-1" => Some(Self::Draw),
            "0-0" => Some(Self::BothLose),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// The result as the chess-like game types write it: `1-0`, `1/2-1/2`.
impl fmt::Display for PdnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::BothLose => "0-0",
            Self::Unknown => "*",
        })
    }
}

/// A game of a PDN file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PdnGame {
    /// The tags in their order, each with its value.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, as written; whether they are legal is not looked at.
    pub moves: Vec<MoveText>,
    /// The result behind the moves or, where that says nothing, of the Result tag.
    pub result: PdnResult,
}

/// Why the position in which a game begins is not known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    /// The GameType tag names no variant that is played here.
    #[error("GameType {value:?} is none of 20 (international), 21 (American), 25 (Russian), 26 (Brazilian)")]
    GameType {
        /// The tag's value.
        value: String,
    },
    /// The FEN tag is not a FEN.
    #[error("the FEN tag is not readable")]
    Fen(#[from] ParseFenError),
    /// The FEN tag's position is not possible.
    #[error("the FEN tag's position is not possible")]
    Setup(#[from] SetupError),
}

/// Why a game could not be played out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It has no start.
    #[error("the game's start is not known")]
    Start(#[from] StartError),
    /// A move is not legal where it was played.
    #[error("ply {ply} cannot be played in {fen}")]
    Move {
        /// Which ply, from 1.
        ply: usize,
        /// The position before it.
        fen: String,
        /// Why not.
        source: MoveError,
    },
}

impl PdnGame {
    /// A tag's value.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The variant of the GameType tag; `default` without that tag.
    ///
    /// # Errors
    /// [`StartError::GameType`] when it is a variant that is not played here.
    pub fn variant(&self, default: Variant) -> Result<Variant, StartError> {
        let Some(value) = self.tag("GameType") else { return Ok(default) };
        value
            .split(',')
            .next()
            .and_then(|number| number.trim().parse().ok())
            .and_then(Variant::from_game_type)
            .ok_or_else(|| StartError::GameType { value: value.to_owned() })
    }

    /// The position in which the game begins: the FEN tag's, else the variant's.
    ///
    /// # Errors
    /// When a tag says something else than a position of a variant played here.
    pub fn start(&self, default: Variant) -> Result<Position, StartError> {
        let variant = self.variant(default)?;
        match self.tag("FEN") {
            Some(fen) => Ok(Position::from_setup(Fen::parse(variant, fen)?.setup())?),
            None => Ok(Position::initial(variant)),
        }
    }

    /// Plays the game out by the rules: each move with its path, and the position at the end.
    ///
    /// # Errors
    /// The first ply that is not a legal move.
    pub fn replay(&self, default: Variant) -> Result<(Vec<(Move, Path)>, Position), ReplayError> {
        let mut position = self.start(default)?;
        let mut moves = Vec::with_capacity(self.moves.len());
        for (text, ply) in self.moves.iter().zip(1..) {
            let (mv, path) = position.find_move(text).map_err(|source| ReplayError::Move {
                ply,
                fen: position.fen().to_string(),
                source,
            })?;
            moves.push((mv, path));
            position = position.play(&mv);
        }
        Ok((moves, position))
    }
}
