//! What can keep the private PostgreSQL from running, each with what to do about it.

use std::path::PathBuf;

/// The private PostgreSQL does not run.
#[derive(Debug, thiserror::Error)]
pub enum EmbeddedError {
    /// No PostgreSQL on this machine.
    #[error(
        "no PostgreSQL programs (initdb, pg_ctl, postgres) that can be run were found; install PostgreSQL (Debian: apt-get \
         install postgresql; macOS: brew install postgresql@17) or set DATABASE_URL. Looked in:\n  {0}"
    )]
    NoPrograms(String),
    /// Another server has the folder's lock.
    #[error("another server already uses {0}")]
    Busy(PathBuf),
    /// The folder was made by another major version.
    #[error("{folder} was made by PostgreSQL {made_by}, but {programs} has version {version}")]
    Version {
        /// The data folder.
        folder: PathBuf,
        /// The version in its `PG_VERSION`.
        made_by: u32,
        /// The programs found.
        programs: PathBuf,
        /// Their version.
        version: u32,
    },
    /// PostgreSQL refuses to run as root, and the user that it runs as instead can't get to the folder.
    #[error("user {user} can't reach {folder}: give a data folder outside private home directories")]
    Unreachable {
        /// Who.
        user: String,
        /// What.
        folder: PathBuf,
    },
    /// PostgreSQL refuses to run as root, and there is nobody else.
    #[error("as root PostgreSQL needs an unprivileged account (postgres or nobody) to run as; none exists")]
    NoUser,
    /// The process in the PID file never answered.
    #[error("{file} names the live process {pid}, which does not answer as this folder's PostgreSQL")]
    Silent {
        /// The PID file.
        file: PathBuf,
        /// The process.
        pid: i32,
    },
    /// A program of PostgreSQL failed.
    #[error("{program} failed ({status}): {detail}")]
    Program {
        /// Which.
        program: &'static str,
        /// How.
        status: String,
        /// What it said.
        detail: String,
    },
    /// A file or folder could not be used.
    #[error("{path} can't be used")]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
}

/// Names the path that an input or output error is about.
pub(super) fn at(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> EmbeddedError {
    let path = path.into();
    move |source| EmbeddedError::Io { path, source }
}
