//! The limit of open files: raised as far as this process may, or said what is missing.

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// The system gives too few files.
#[derive(Debug, thiserror::Error)]
#[error(
    "{needed} open files are needed, this process may have {allowed}: raise it with `ulimit -n {needed}`"
)]
pub struct FileLimitError {
    /// How many are needed.
    pub needed: u64,
    /// How many there are.
    pub allowed: u64,
}

/// Raises this process's limit of open files to what is needed, if it may.
///
/// # Errors
/// [`FileLimitError`].
pub fn raise_file_limit(needed: u64) -> Result<(), FileLimitError> {
    let refused = |allowed| FileLimitError { needed, allowed };
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).map_err(|_| refused(0))?;
    if soft >= needed {
        return Ok(());
    }
    // a privileged process may raise the hard limit too
    let most = hard.max(needed);
    if setrlimit(Resource::RLIMIT_NOFILE, needed, most).is_ok() {
        return Ok(());
    }
    if hard >= needed && setrlimit(Resource::RLIMIT_NOFILE, needed, hard).is_ok() {
        return Ok(());
    }
    Err(refused(soft.max(hard)))
}
