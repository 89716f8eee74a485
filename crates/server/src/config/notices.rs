//! How long notices are kept.

use super::error::{Problem, within};
use serde::{Deserialize, Serialize};

/// Notices of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoticeConfig {
    /// How long one that was read is kept, in seconds.
    pub read_kept_s: u64,
    /// How long any is kept, in seconds.
    pub kept_s: u64,
}

impl Default for NoticeConfig {
    fn default() -> Self {
        Self { read_kept_s: 90 * 86_400, kept_s: 366 * 86_400 }
    }
}

impl NoticeConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "notices.read_kept_s", self.read_kept_s, 3_600..=10 * 366 * 86_400);
        within(problems, "notices.kept_s", self.kept_s, self.read_kept_s..=10 * 366 * 86_400);
    }
}
