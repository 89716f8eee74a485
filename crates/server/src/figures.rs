//! The process's figures for Prometheus: one recorder a process, whoever starts first.

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Bounds of durations, in seconds.
const SECONDS: [f64; 12] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];

static HANDLE: Mutex<Option<PrometheusHandle>> = Mutex::new(None);

/// Installs the recorder, or gives the one that is there.
///
/// # Errors
/// What the library says.
pub(crate) fn install() -> Result<PrometheusHandle, String> {
    let mut handle = HANDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(installed) = &*handle {
        return Ok(installed.clone());
    }
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
        .map_err(|error| error.to_string())?;
    let installed = builder.install_recorder().map_err(|error| error.to_string())?;
    *handle = Some(installed.clone());
    Ok(installed)
}

/// Folds what was recorded into the figures every few seconds, so that nothing piles up where nobody scrapes.
pub(crate) async fn keep_up(handle: PrometheusHandle) {
    let mut ticks = tokio::time::interval(Duration::from_secs(5));
    loop {
        ticks.tick().await;
        handle.run_upkeep();
    }
}

/// The resident memory of this process, in bytes, where the system tells it.
pub(crate) fn resident_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}
