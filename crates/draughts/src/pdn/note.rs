//! What is odd in a PDN text that can be read, and what was mended. Knows no characters and no rules.

use super::fault::Place;
use crate::{Side, Variant};

/// Something that a reader of the game should know, though the game could be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {what}", .place.line, .place.column)]
pub struct PdnNote {
    /// Where it stands.
    pub place: Place,
    /// What it is.
    pub what: PdnRemark,
}

/// What a note says. Those that [are mended](Self::is_mended) only a tolerant reader makes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnRemark {
    /// Not UTF-8.
    #[error("not UTF-8: such lines are read as Latin-1")]
    Latin1,
    /// A tag twice.
    #[error("tag {name} is given twice; the first one holds")]
    TagTwice {
        /// The tag's name.
        name: String,
    },
    /// No GameType tag, but the moves can be played.
    #[error("no GameType tag: read as {variant} draughts, by whose rules it can be played{}", as_well(.also))]
    Inferred {
        /// The first variant whose rules the game keeps.
        variant: Variant,
        /// Another one whose rules it keeps as well.
        also: Option<Variant>,
    },
    /// The Result tag is none.
    #[error("the Result tag {value:?} is no result that is known")]
    ResultTag {
        /// The tag's value.
        value: String,
    },
    /// Tag and token disagree.
    #[error("the Result tag says {tag}, the moves end with {token}, which holds")]
    Results {
        /// What the tag says.
        tag: String,
        /// What stands behind the moves.
        token: String,
    },
    /// The result is not what the board shows.
    #[error("the result is {result}, but on the board {loser} has no move left and has lost")]
    BoardDisagrees {
        /// The game's result.
        result: String,
        /// Who is to move and can't.
        loser: Side,
    },
    /// A clock command that is none.
    #[error("{command:?} is no clock time that is known")]
    Clock {
        /// The command, cut after 40 characters.
        command: String,
    },
    /// P1 and P2.
    #[error("P1 and P2 are read as the first mover and the other: {first} and {second}")]
    PlayerTags {
        /// The first mover.
        first: Side,
        /// The other.
        second: Side,
    },
    /// The variant by a tag of one web site.
    #[error("no GameType tag: read as {variant} draughts after the Variant tag")]
    VariantTag {
        /// The variant.
        variant: Variant,
    },
    /// Minutes in TimeControl.
    #[error("TimeControl counts seconds: {text} minutes are read as {right}")]
    Minutes {
        /// The tag's value.
        text: String,
        /// The value as it is right.
        right: String,
    },
    /// A tag's name begins with a small letter.
    #[error("a tag's name begins with a capital letter: read as {name}")]
    TagName {
        /// The name as it is right.
        name: String,
    },
    /// The GameType's starter is not the one of the rules.
    #[error("in {variant} draughts the other side begins than GameType says: the rules hold")]
    Starter {
        /// The variant.
        variant: Variant,
    },
    /// One capture over several tokens.
    #[error("a capture is split over {tokens} tokens: read as {whole}")]
    SplitCapture {
        /// Over how many.
        tokens: usize,
        /// The whole capture.
        whole: String,
    },
    /// A legal move with the wrong separator, or none.
    #[error("{text} is read as {right}")]
    Separator {
        /// The move as it was written.
        text: String,
        /// The move as it is right.
        right: String,
    },
}

impl PdnRemark {
    /// Whether something was mended that no version of PDN allows.
    #[must_use]
    pub const fn is_mended(&self) -> bool {
        match self {
            Self::PlayerTags { .. }
            | Self::VariantTag { .. }
            | Self::Minutes { .. }
            | Self::TagName { .. }
            | Self::Starter { .. }
            | Self::SplitCapture { .. }
            | Self::Separator { .. } => true,
            Self::Latin1
            | Self::TagTwice { .. }
            | Self::Inferred { .. }
            | Self::ResultTag { .. }
            | Self::Results { .. }
            | Self::BoardDisagrees { .. }
            | Self::Clock { .. } => false,
        }
    }

    pub(super) const fn at(self, place: Place) -> PdnNote {
        PdnNote { place, what: self }
    }
}

fn as_well(other: &Option<Variant>) -> String {
    other.map(|other| format!(", as it could by those of {other} draughts")).unwrap_or_default()
}
