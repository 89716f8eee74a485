//! The cluster's folder: its lock, its password, and where its socket is. Knows no processes.

use super::error::{EmbeddedError, at};
use super::servant::Servant;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// The longest folder that a socket may be in: a socket's whole path has at most 107 bytes.
const LONGEST_SOCKET_FOLDER: usize = 88;

/// The folder of a cluster.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
}

impl Folder {
    /// Makes it where it is not there, owned by the servant.
    pub(super) fn make(path: &Path, servant: &Servant) -> Result<Self, EmbeddedError> {
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            fs::DirBuilder::new().recursive(true).mode(0o755).create(parent).map_err(at(parent))?;
        }
        servant.private_folder(path)?;
        let path = path.canonicalize().map_err(at(path))?;
        if !servant.reaches(&path) {
            let user = servant.name().unwrap_or("").to_owned();
            return Err(EmbeddedError::Unreachable { user, folder: path });
        }
        Ok(Self { path })
    }

    /// The one that is there.
    pub(super) fn existing(path: &Path) -> Option<Self> {
        path.canonicalize().ok().map(|path| Self { path })
    }

    /// PostgreSQL's own data folder.
    pub(super) fn data(&self) -> PathBuf {
        self.path.join("data")
    }

    /// The major version that the data were made by, if there are any.
    pub(super) fn made_by(&self) -> Option<u32> {
        fs::read_to_string(self.data().join("PG_VERSION")).ok()?.trim().parse().ok()
    }

    /// Takes the lock that only one server has; the kernel frees it when the process ends, however it ends.
    pub(super) fn lock(&self) -> Result<File, EmbeddedError> {
        let path = self.path.join("lock");
        let mut options = OpenOptions::new();
        let file =
            options.create(true).truncate(false).write(true).mode(0o600).open(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(_) => Err(EmbeddedError::Busy(self.path.clone())),
        }
    }

    /// The database's password, if one was made.
    pub(super) fn password(&self) -> Option<String> {
        let said = fs::read_to_string(self.path.join("password")).ok()?.trim().to_owned();
        (said.len() >= 32).then_some(said)
    }

    /// The database's password; made of the secret where there is none.
    pub(super) fn password_or(&self, secret: &[u8; 32], servant: &Servant) -> Result<String, EmbeddedError> {
        match self.password() {
            Some(password) => Ok(password),
            None => {
                let password = hex(&secret[..24]);
                self.write_private("password", &password, servant)?;
                Ok(password)
            }
        }
    }

    /// Where the socket is: in the folder, or, when its path is too long for one, in a folder of an unguessable name
    /// among the temporary files, which is remembered here.
    pub(super) fn socket_folder(
        &self,
        secret: &[u8; 32],
        servant: &Servant,
    ) -> Result<PathBuf, EmbeddedError> {
        let own = self.path.join("run");
        if own.as_os_str().len() <= LONGEST_SOCKET_FOLDER {
            servant.private_folder(&own)?;
            return Ok(own);
        }
        let remembered = fs::read_to_string(self.path.join("socket-folder")).ok().map(PathBuf::from);
        if let Some(folder) = remembered.filter(|folder| is_private(folder, servant)) {
            return Ok(folder);
        }
        let folder = Path::new("/tmp").join(format!("damas-{}", hex(&secret[24..])));
        // not recursive: a folder that somebody else made first is an error, never used
        fs::DirBuilder::new().mode(0o700).create(&folder).map_err(at(&folder))?;
        servant.own(&folder)?;
        self.write_private("socket-folder", &folder.to_string_lossy(), servant)?;
        Ok(folder)
    }

    /// Writes a file whole that nobody but the servant (and root) may read: beside it first, then renamed.
    pub(super) fn write_private(
        &self,
        name: &str,
        text: &str,
        servant: &Servant,
    ) -> Result<(), EmbeddedError> {
        let path = self.path.join(name);
        let new = self.path.join(format!("{name}.new"));
        let mut options = OpenOptions::new();
        let mut file =
            options.create(true).truncate(true).write(true).mode(0o600).open(&new).map_err(at(&new))?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(at(&new))?;
        servant.own(&new)?;
        fs::rename(&new, &path).map_err(at(&path))
    }
}

/// A real folder, not a link, that belongs to the servant and is open to nobody else.
fn is_private(folder: &Path, servant: &Servant) -> bool {
    fs::symlink_metadata(folder)
        .is_ok_and(|found| found.is_dir() && found.uid() == servant.uid() && found.mode() & 0o077 == 0)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
