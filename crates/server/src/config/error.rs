//! Why a configuration was refused: the key, the reason, and what is allowed.

use std::fmt;
use std::path::PathBuf;

/// One thing in the configuration that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The key, with its sections: `games.brazilian.stake_min`.
    pub key: String,
    /// What is wrong with it.
    pub reason: String,
    /// What is allowed.
    pub allowed: String,
}

impl Problem {
    pub(super) fn new(key: impl Into<String>, reason: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { key: key.into(), reason: reason.into(), allowed: allowed.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}; allowed: {}", self.key, self.reason, self.allowed)
    }
}

/// Why the server does not start with this configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// There is no such file.
    #[error("there is no configuration at {}; `--config FILE` names another", .0.display())]
    NoFile(PathBuf),
    /// The text is not TOML.
    #[error("the configuration in {origin} is not TOML: {reason}")]
    Syntax {
        /// Where it stands.
        origin: String,
        /// What the parser says.
        reason: String,
    },
    /// A key is unknown, missing, or of another type.
    #[error("the configuration in {origin} is refused: {problem}")]
    Shape {
        /// The file or the environment variable that it stands in.
        origin: String,
        /// What is wrong.
        problem: Problem,
    },
    /// Every key is known and of its type, but values can't be.
    #[error("the configuration is refused:{}", .0.iter().map(|problem| format!("\n  {problem}")).collect::<String>())]
    Impossible(Vec<Problem>),
}

/// Refuses a value outside `allowed`.
pub(super) fn within<T: PartialOrd + fmt::Display>(
    problems: &mut Vec<Problem>,
    key: &str,
    value: T,
    allowed: std::ops::RangeInclusive<T>,
) {
    if !allowed.contains(&value) {
        problems.push(Problem::new(
            key,
            format!("is {value}"),
            format!("{} to {}", allowed.start(), allowed.end()),
        ));
    }
}
