//! The three levels and what each sees. Knows no position.

use crate::Limits;
use std::fmt;
use std::str::FromStr;

/// How well the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at its own moves and some of the replies; counts the pieces and little else.
    Easy,
    /// Sees combinations of a few plies to their end.
    Medium,
    /// Looks as deep as its time lets it.
    Hard,
}

/// What a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// Whether captures are followed to their end; if not, boards in the middle of an exchange are judged.
    pub(crate) follows_captures: bool,
    /// Of a hundred replies, how many are overlooked.
    pub(crate) overlooks: u64,
    /// By how much a board is misjudged either way; a man is worth 100.
    pub(crate) misjudges: i32,
}

impl Sight {
    /// Everything within the depth.
    pub const FULL: Self = Self { follows_captures: true, overlooks: 0, misjudges: 0 };

    /// Whether it errs as people do. Such a player does not think about what it would prune.
    pub(crate) const fn is_human(self) -> bool {
        !self.follows_captures || self.overlooks > 0 || self.misjudges > 0
    }
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    /// What the level sees.
    #[must_use]
    pub const fn sight(self) -> Sight {
        match self {
            Self::Easy => Sight { follows_captures: false, overlooks: 30, misjudges: 40 },
            Self::Medium => Sight { follows_captures: true, overlooks: 0, misjudges: 8 },
            Self::Hard => Sight::FULL,
        }
    }

    /// How far the level looks at most, whatever time it has.
    #[must_use]
    pub const fn limits(self) -> Limits {
        match self {
            Self::Easy => Limits { depth: 2, nodes: 20_000, ..Limits::NONE },
            Self::Medium => Limits { depth: 4, nodes: 100_000, ..Limits::NONE },
            Self::Hard => Limits::NONE,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        })
    }
}

/// The text names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no level is called {text:?}; there are easy, medium, hard")]
pub struct ParseLevelError {
    /// What was read.
    pub text: String,
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        Self::ALL
            .into_iter()
            .find(|level| level.to_string() == text)
            .ok_or_else(|| ParseLevelError { text: text.to_owned() })
    }
}
