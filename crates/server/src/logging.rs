//! Where log lines go: text for people, JSON for programs. No filter lets the libraries say what came over a wire.

use crate::config::{Config, LogFormat};
use std::io::IsTerminal as _;
use tracing_subscriber::EnvFilter;

/// What the libraries may say at most, whatever the operator asks for: at finer levels they log frames, headers and rows.
const LIBRARIES: [&str; 8] = [
    "tungstenite=warn",
    "tokio_tungstenite=warn",
    "hyper=warn",
    "hyper_util=warn",
    "axum=warn",
    "tower_http=warn",
    "sqlx=warn",
    "rustls=warn",
];

/// The operator's filter, with the libraries held back.
#[must_use]
pub fn filter(text: &str) -> EnvFilter {
    let operators = EnvFilter::try_new(text).unwrap_or_else(|_| EnvFilter::new("info"));
    LIBRARIES.iter().fold(operators, |filter, directive| {
        filter.add_directive(directive.parse().expect("these directives are right: a test parses them"))
    })
}

/// Installs the log for this process; a second call changes nothing.
pub(crate) fn install(config: &Config) {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter(&config.log.filter))
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    let json = match config.log.format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => config.is_production(),
    };
    let installed = if json { lines.json().flatten_event(true).try_init() } else { lines.try_init() };
    // Whoever has installed a log before keeps it.
    drop(installed);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_libraries_are_held_back_under_any_filter() {
        for text in ["trace", "info,sqlx=trace", "nonsense=loud"] {
            let filter = filter(text).to_string();
            assert!(filter.contains("sqlx=warn") && !filter.contains("sqlx=trace"), "{filter}");
        }
    }
}
