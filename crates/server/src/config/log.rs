//! Logs: what is said, and in which form.

use super::error::Problem;
use serde::{Deserialize, Serialize};
use tracing_subscriber::EnvFilter;

/// The form of a log line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// JSON in production, text in development.
    #[default]
    Auto,
    /// For programs.
    Json,
    /// For people.
    Text,
}

/// Logs. They hold account ids, never a name, an address, a token or a frame's body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LogConfig {
    /// What is said: `info`, or by part: `info,rooms=debug`.
    pub filter: String,
    /// The form of a line: `auto`, `json` or `text`.
    pub format: LogFormat,
}

impl Default for LogConfig {
    fn default() -> Self {
        Self { filter: "info".to_owned(), format: LogFormat::Auto }
    }
}

impl LogConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        if let Err(error) = EnvFilter::try_new(&self.filter) {
            problems.push(Problem::new(
                "log.filter",
                format!("is \"{}\": {error}", self.filter),
                "error, warn, info, debug, trace, or by part: info,rooms=debug",
            ));
        }
    }
}
