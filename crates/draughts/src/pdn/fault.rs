//! What is wrong in a PDN text, and where. Knows no characters and no rules.

use super::bounds;
use crate::{Illegality, ParseFenError, ParseMoveError, SetupError, Variant};

/// Where something stands in a text: line and column, both from 1, columns in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// What is wrong in a PDN text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {what}", .place.line, .place.column)]
pub struct PdnError {
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub what: PdnFault,
}

/// What can be wrong. Each says what was found and what is right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnFault {
    /// The file or stream could not be read any further.
    #[error("reading failed: {message}")]
    Source {
        /// What the system says.
        message: String,
    },
    /// Two bytes a character.
    #[error("the text is UTF-16; PDN is UTF-8 (Latin-1 is read too)")]
    Utf16,
    /// More of something than a game may hold.
    #[error("{what}, more than {most}")]
    TooMuch {
        /// What there is too much of.
        what: &'static str,
        /// How much there may be.
        most: usize,
    },
    /// A comment does not end.
    #[error("the comment that begins here has no closing brace")]
    OpenComment,
    /// A variation does not end.
    #[error("the variation that begins here has no closing parenthesis")]
    OpenVariation,
    /// A parenthesis, bracket or brace closes what was never opened.
    #[error("{found:?} closes nothing")]
    ClosesNothing {
        /// The character.
        found: char,
    },
    /// A tag is not `[Name "value"]` on one line.
    #[error("a tag is written [Name \"value\"] on one line")]
    Tag,
    /// A tag's name begins with a small letter.
    #[error("a tag's name begins with a capital letter: {name} is none")]
    TagName {
        /// The name.
        name: String,
    },
    /// A tag of one web site, which no version of PDN has.
    #[error("{name} is no tag of PDN; the players are named by White and Black")]
    PlayerTag {
        /// The tag's name.
        name: String,
    },
    /// The game's name in a tag of one web site, and no GameType.
    #[error("Variant {value:?} names no game here: that is GameType's to do, or the caller's")]
    VariantTag {
        /// The tag's value.
        value: String,
    },
    /// `$` without a number.
    #[error("$ is followed by a number up to 65535")]
    Nag,
    /// A setup is not `/FEN "…"/` on one line.
    #[error("a setup is written /FEN \"W:Wa1:Bh8\"/ on one line")]
    Setup,
    /// A setup behind the first move.
    #[error("a setup is read only before a game's first move, not later and not in a variation")]
    LateSetup,
    /// `/FEN "B::"/`.
    #[error("a null move is not read: in draughts nobody may pass")]
    NullMove,
    /// A word is no move.
    #[error("{word:?} is neither a result nor a move number nor a move: {why}")]
    Word {
        /// The word, cut after 40 characters.
        word: String,
        /// Why it is no move.
        why: ParseMoveError,
    },
    /// A move whose place in the game stands, but not itself.
    #[error("an unknown move: nothing can follow it")]
    UnknownMove,
    /// Digits without a separator.
    #[error("{word:?} is no move: between the squares is written - or x")]
    NoSeparator {
        /// The word.
        word: String,
    },
    /// A result between parentheses.
    #[error("a result stands in a variation; it ends a game")]
    ResultInVariation,
    /// A variation with no move before it.
    #[error("a variation stands behind the move that it replaces; there is none before this one")]
    VariationOfNothing,
    /// `()`.
    #[error("the variation is empty")]
    EmptyVariation,
    /// Nothing says which game it is.
    #[error(
        "the game has no GameType tag and is written with numbers, which mean other squares in other games; name the variant"
    )]
    NoGameType,
    /// Nothing says which game it is, and no move either.
    #[error("the game has neither a GameType tag nor a move; name the variant")]
    NoGameTypeNoMove,
    /// The GameType tag is not one.
    #[error("GameType {value:?} is not readable; it is a number, alone or as in 26,W,8,8,A0,0")]
    GameType {
        /// The tag's value.
        value: String,
    },
    /// The GameType is one that is not played here.
    #[error(
        "GameType {number} is {name}; played here are 20 (international), 21 (American), 25 (Russian) and 26 (Brazilian)"
    )]
    NotPlayed {
        /// The number.
        number: u16,
        /// The game's name.
        name: &'static str,
    },
    /// The GameType's board is not the variant's.
    #[error("{variant} draughts is played on {wide}x{wide}, GameType says {width}x{height}")]
    Board {
        /// The variant.
        variant: Variant,
        /// The width of its board.
        wide: u16,
        /// The width in the tag.
        width: u16,
        /// The height in the tag.
        height: u16,
    },
    /// The GameType's starter is not the one of the rules.
    #[error("in {variant} draughts the other side begins than GameType says")]
    Starter {
        /// The variant.
        variant: Variant,
    },
    /// The FEN tag or setup is not a FEN.
    #[error("the FEN is not readable: {0}")]
    Fen(ParseFenError),
    /// The FEN tag's or setup's position is not possible.
    #[error("the FEN's position is not possible: {0}")]
    Position(SetupError),
    /// A move is not legal where it stands.
    #[error("ply {ply}, {text}: {reason} (in {fen})")]
    Illegal {
        /// Which ply of the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong with it.
        reason: Illegality,
        /// The position before it.
        fen: String,
    },
    /// More than one legal move is written so.
    #[error("ply {ply}, {text}: more than one move is written so; name all landing squares: {}", .paths.join(", "))]
    Ambiguous {
        /// Which ply of the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// The moves to choose from, as the file would write them.
        paths: Vec<String>,
    },
    /// A legal move with the wrong separator.
    #[error(
        "ply {ply}, {text}: the move is written {right}; x means that it takes something, - that it does not"
    )]
    Separator {
        /// Which ply of the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// The move as it is right.
        right: String,
    },
}

impl PdnFault {
    pub(super) const fn at(self, place: Place) -> PdnError {
        PdnError { place, what: self }
    }

    pub(super) const fn too_many_moves() -> Self {
        Self::TooMuch { what: "the game has too many moves", most: bounds::MOVES }
    }
}
