//! Finds PostgreSQL's programs on this machine: PATH, and where packages of the common systems put them.

use super::error::EmbeddedError;
use super::servant::Servant;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// What a cluster needs.
const NEEDED: [&str; 3] = ["initdb", "pg_ctl", "postgres"];

/// Folders of several versions: parent, how a version's folder begins, and where its programs are in it.
const PLACES: [(&str, &str, &str); 7] = [
    ("/usr/lib/postgresql", "", "bin"),
    ("/usr", "pgsql-", "bin"),
    ("/usr/libexec", "postgresql", ""),
    ("/opt/homebrew/opt", "postgresql", "bin"),
    ("/usr/local/opt", "postgresql", "bin"),
    ("/home/linuxbrew/.linuxbrew/opt", "postgresql", "bin"),
    ("/Applications/Postgres.app/Contents/Versions", "", "bin"),
];

/// A folder with PostgreSQL's programs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Programs {
    /// The major version.
    pub(super) version: u32,
    /// The folder.
    pub(super) folder: PathBuf,
}

impl Programs {
    /// Of the programs that the servant can run, those of the wanted version, else the newest.
    pub(super) fn find(
        given: Option<&Path>,
        path: Option<&OsStr>,
        wanted: Option<u32>,
        servant: &Servant,
    ) -> Result<Self, EmbeddedError> {
        let folders = given.map_or_else(|| candidates(path), |folder| vec![folder.to_owned()]);
        let mut found: Vec<Self> = folders.iter().filter_map(|folder| Self::look(folder, servant)).collect();
        found.sort();
        let same = found.iter().find(|programs| Some(programs.version) == wanted);
        same.or(found.last()).cloned().ok_or_else(|| {
            let looked: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
            EmbeddedError::NoPrograms(looked.join("\n  "))
        })
    }

    /// The path of one of them.
    pub(super) fn path(&self, program: &str) -> PathBuf {
        self.folder.join(program)
    }

    fn look(folder: &Path, servant: &Servant) -> Option<Self> {
        if !NEEDED.iter().all(|program| folder.join(program).is_file()) {
            return None;
        }
        let folder = folder.canonicalize().ok()?;
        // asked as the servant: programs that it can't run are none
        let said =
            servant.command(&folder.join("postgres")).arg("--version").current_dir("/").output().ok()?;
        Some(Self { version: major_version(&String::from_utf8_lossy(&said.stdout))?, folder })
    }
}

fn candidates(path: Option<&OsStr>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = path.into_iter().flat_map(std::env::split_paths).collect();
    for (parent, begins, tail) in PLACES {
        let Ok(versions) = std::fs::read_dir(parent) else { continue };
        let versions =
            versions.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(begins));
        folders.extend(versions.map(|entry| entry.path().join(tail)));
    }
    folders
}

/// The major version in the answer to `postgres --version`: `postgres (PostgreSQL) 15.18 (Debian …)`.
fn major_version(said: &str) -> Option<u32> {
    said.split_whitespace().nth(2)?.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read_from_what_postgres_says() {
        assert_eq!(major_version("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major_version("postgres (PostgreSQL) 18beta1"), Some(18));
        assert_eq!(major_version("nothing of the kind"), None);
    }
}
