//! Who PostgreSQL runs as: ourselves, or an unprivileged account when we are root. Knows no folders' meaning.

use super::error::{EmbeddedError, at};
use nix::unistd::{User, geteuid};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// The account that PostgreSQL runs as.
#[derive(Clone, Debug)]
pub(super) struct Servant(Option<User>);

impl Servant {
    /// Ourselves; `postgres` or else `nobody` when we are root.
    pub(super) fn choose() -> Result<Self, EmbeddedError> {
        if !geteuid().is_root() {
            return Ok(Self(None));
        }
        let user = ["postgres", "nobody"].iter().find_map(|name| User::from_name(name).ok().flatten());
        user.map(|user| Self(Some(user))).ok_or(EmbeddedError::NoUser)
    }

    /// Its name, when it is not ourselves.
    pub(super) fn name(&self) -> Option<&str> {
        self.0.as_ref().map(|user| user.name.as_str())
    }

    /// The number of the account that owns what the servant owns.
    pub(super) fn uid(&self) -> u32 {
        self.0.as_ref().map_or_else(|| geteuid().as_raw(), |user| user.uid.as_raw())
    }

    /// A command that runs as the servant, with nothing of our environment.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command
            .stdin(Stdio::null())
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        if let Some(user) = &self.0 {
            // the standard library also drops the supplementary groups when root gives up its uid
            command.uid(user.uid.as_raw()).gid(user.gid.as_raw());
        }
        command
    }

    /// Whether the servant can get to the folder, or to the deepest part of its path that exists.
    pub(super) fn reaches(&self, folder: &Path) -> bool {
        if self.0.is_none() {
            return true;
        }
        let Some(existing) = folder.ancestors().find(|path| path.is_dir()) else { return true };
        let mut shell = self.command(Path::new("/bin/sh"));
        shell
            .args(["-c", "cd \"$0\""])
            .arg(existing)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        shell.status().is_ok_and(|status| status.success())
    }

    /// Hands a file or folder over to the servant.
    pub(super) fn own(&self, path: &Path) -> Result<(), EmbeddedError> {
        match &self.0 {
            Some(user) => chown(path, Some(user.uid.as_raw()), Some(user.gid.as_raw())).map_err(at(path)),
            None => Ok(()),
        }
    }

    /// Makes a folder that nobody but the servant (and root) may enter.
    pub(super) fn private_folder(&self, path: &Path) -> Result<(), EmbeddedError> {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(at(path))?;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700)).map_err(at(path))?;
        self.own(path)
    }
}
