//! The three levels and what each sees. Knows no position.

use std::fmt;
use std::str::FromStr;

/// How well the bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Looks at its own moves and some of the replies; counts the pieces and little else.
    Easy,
    /// Sees combinations of a few plies to their end.
    Medium,
    /// Looks as deep as its bound of positions lets it.
    Hard,
}

/// What a level sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sight {
    /// How many plies it looks ahead before it only follows captures.
    pub(crate) depth: u32,
    /// How many positions it looks at, at most.
    pub(crate) nodes: u64,
    /// Whether it follows captures to their end; if not, it judges boards in the middle of an exchange.
    pub(crate) follows_captures: bool,
    /// Of a hundred replies, how many it overlooks.
    pub(crate) overlooks: u64,
    /// By how much it misjudges a board either way; a man is worth 100.
    pub(crate) misjudges: i32,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Self; 3] = [Self::Easy, Self::Medium, Self::Hard];

    pub(crate) const fn sight(self) -> Sight {
        match self {
            Self::Easy => {
                Sight { depth: 2, nodes: 20_000, follows_captures: false, overlooks: 30, misjudges: 40 }
            }
            Self::Medium => {
                Sight { depth: 4, nodes: 100_000, follows_captures: true, overlooks: 0, misjudges: 8 }
            }
            // Under a second where a million positions a second are looked at, which a slow machine does.
            Self::Hard => {
                Sight { depth: 40, nodes: 600_000, follows_captures: true, overlooks: 0, misjudges: 0 }
            }
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
