//! The named sets of draw rules and their limits. Knows no position.

use std::fmt;
use std::str::FromStr;

/// When a game is drawn by rule. Every limit is in plies: one player's move is one ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// The third repetition, or 50 quiet plies (25 moves of each).
    #[default]
    Dream,
    /// 40 plies without progress: no capture and no man's move.
    Evolution,
    /// 20 plies of kings only, without a capture or a man's move.
    Online,
}

impl RuleSet {
    /// Every rule set.
    pub const ALL: [Self; 3] = [Self::Dream, Self::Evolution, Self::Online];

    /// At which quiet run the game is drawn; `None` without such a rule.
    #[must_use]
    pub const fn quiet_limit(self) -> Option<u16> {
        match self {
            Self::Dream => Some(50),
            Self::Evolution => Some(40),
            Self::Online => Some(20),
        }
    }

    /// At which time that the same position stands, with the same side to move, the game is drawn; `None` without such
    /// a rule.
    #[must_use]
    pub const fn repetition_limit(self) -> Option<u8> {
        match self {
            Self::Dream => Some(3),
            Self::Evolution | Self::Online => None,
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dream => "dream",
            Self::Evolution => "evolution",
            Self::Online => "online",
        })
    }
}

/// The text names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no rule set is called {text:?}; there are dream, evolution, online")]
pub struct ParseRuleSetError {
    /// What was read.
    pub text: String,
}

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<Self, ParseRuleSetError> {
        Self::ALL
            .into_iter()
            .find(|rule_set| rule_set.to_string() == text)
            .ok_or_else(|| ParseRuleSetError { text: text.to_owned() })
    }
}
