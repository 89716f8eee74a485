//! Where log lines go: text for people, JSON for programs.

use crate::config::{Config, LogFormat};
use tracing_subscriber::EnvFilter;

/// Installs the log for this process; a second call changes nothing (tests start many servers).
pub(crate) fn install(config: &Config) {
    let filter = EnvFilter::try_new(&config.log.filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let json = match config.log.format {
        LogFormat::Json => true,
        LogFormat::Text => false,
        LogFormat::Auto => config.is_production(),
    };
    let installed = if json { lines.json().flatten_event(true).try_init() } else { lines.try_init() };
    drop(installed);
}
