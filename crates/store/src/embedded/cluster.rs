//! One private cluster: made at the first start, started, found again after a crash of the server, stopped with it.

use super::error::{EmbeddedError, at};
use super::folder::Folder;
use super::postmaster::{Life, Postmaster};
use super::programs::Programs;
use super::servant::Servant;
use super::settings;
use crate::Address;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tracing::{info, warn};

/// The role that the server connects as.
const ROLE: &str = "damas";
/// The database that `initdb` makes.
const DATABASE: &str = "postgres";
/// How often a process is looked at while it starts, and how many times.
const LOOK_EVERY: Duration = Duration::from_millis(50);
const LOOKS: u32 = 600;
/// How many times a dead one is looked at that its parent does not collect: its children have long ended by then.
const DYING_LOOKS: u32 = 100;

/// Where the private PostgreSQL lives.
#[derive(Clone, Debug)]
pub struct EmbeddedOptions {
    /// Its folder.
    pub folder: PathBuf,
    /// The folder for a server that runs as root when the user that PostgreSQL runs as can't reach `folder`.
    pub root_folder: PathBuf,
    /// Where its programs are, when they shall not be looked for.
    pub programs: Option<PathBuf>,
    /// The environment's PATH, in which they are looked for.
    pub path: Option<OsString>,
    /// Fresh random bytes: the password and the socket's name are made of them where none were made before.
    pub secret: [u8; 32],
}

impl EmbeddedOptions {
    /// A cluster in that folder, with programs looked for in `path` and where systems put them.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>, path: Option<OsString>, secret: [u8; 32]) -> Self {
        let root_folder = PathBuf::from("/var/lib/damas/pg");
        Self { folder: folder.into(), root_folder, programs: None, path, secret }
    }

    /// The folder that is used: as root, one that the servant can reach.
    fn reachable_folder(&self, servant: &Servant) -> Result<PathBuf, EmbeddedError> {
        let asked = std::path::absolute(&self.folder).map_err(at(&self.folder))?;
        if servant.reaches(&asked) { Ok(asked) } else { Ok(self.root_folder.clone()) }
    }
}

/// How the cluster came to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// It was made.
    Created,
    /// It was there and has been started.
    Started,
    /// It ran already: the server that had started it is dead.
    Reattached,
}

/// A running private PostgreSQL, ours alone. Dropping it stops it.
#[derive(Debug)]
pub struct Cluster {
    folder: Folder,
    programs: Programs,
    servant: Servant,
    socket_folder: PathBuf,
    password: String,
    beginning: Beginning,
    stopped: bool,
    _lock: File,
}

impl Cluster {
    /// Makes the cluster if need be and has it run. Waits for it: not for an async task.
    ///
    /// # Errors
    /// [`EmbeddedError`], with what to do about it.
    pub fn start(options: &EmbeddedOptions) -> Result<Self, EmbeddedError> {
        let servant = Servant::choose()?;
        let path = options.reachable_folder(&servant)?;
        if path == options.root_folder && path != options.folder {
            let (user, asked) = (servant.name().unwrap_or(""), options.folder.display());
            warn!(
                "running as root: PostgreSQL runs as {user}, who can't reach {asked}; {} is used",
                path.display()
            );
        }
        let folder = Folder::make(&path, &servant)?;
        let lock = folder.lock()?;
        let made_by = folder.made_by();
        let programs =
            Programs::find(options.programs.as_deref(), options.path.as_deref(), made_by, &servant)?;
        if let Some(made_by) = made_by.filter(|made_by| *made_by != programs.version) {
            let Programs { version, folder: programs } = programs;
            return Err(EmbeddedError::Version { folder: folder.data(), made_by, programs, version });
        }
        let password = folder.password_or(&options.secret, &servant)?;
        let socket_folder = folder.socket_folder(&options.secret, &servant)?;
        let beginning = Beginning::Started;
        let mut cluster = Self {
            folder,
            programs,
            servant,
            socket_folder,
            password,
            beginning,
            stopped: false,
            _lock: lock,
        };
        if made_by.is_none() {
            cluster.create()?;
            cluster.beginning = Beginning::Created;
        }
        match cluster.find()? {
            Some(postmaster) => {
                cluster.socket_folder = postmaster.socket_folder;
                cluster.beginning = Beginning::Reattached;
            }
            None => cluster.launch()?,
        }
        let how = cluster.beginning;
        info!(?how, "private PostgreSQL {} in {}", cluster.programs.version, cluster.folder.path.display());
        Ok(cluster)
    }

    /// How it came to run.
    #[must_use]
    pub const fn beginning(&self) -> Beginning {
        self.beginning
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder.path
    }

    /// Where to connect to.
    #[must_use]
    pub fn address(&self) -> Address {
        Address::socket(&self.socket_folder, settings::PORT, ROLE, &self.password, DATABASE)
    }

    /// The process number of its postmaster, while it lives.
    #[must_use]
    pub fn postmaster(&self) -> Option<i32> {
        let data = self.folder.data();
        Postmaster::read(&data).filter(|found| found.life(&data) == Life::Ours).map(|found| found.pid)
    }

    /// Starts it again after its postmaster has died.
    ///
    /// # Errors
    /// [`EmbeddedError`]; it may be tried again.
    pub fn restart(&mut self) -> Result<(), EmbeddedError> {
        if self.stopped || self.find()?.is_some() { Ok(()) } else { self.launch() }
    }

    /// Stops it; what it has committed is on the disk in any case.
    ///
    /// # Errors
    /// [`EmbeddedError`] when it does not stop within a minute.
    pub fn stop(&mut self) -> Result<(), EmbeddedError> {
        if std::mem::replace(&mut self.stopped, true) || self.postmaster().is_none() {
            return Ok(());
        }
        let mut stop = self.command("pg_ctl");
        run("pg_ctl stop", stop.args(["-D", "data", "-s", "-w", "-t", "60", "-m", "fast", "stop"]))
    }

    /// Leaves it running and gives the lock back, as a server does that is killed: for tests of what comes after.
    #[doc(hidden)]
    pub fn abandon(mut self) {
        self.stopped = true;
    }

    /// Makes the data beside their place and renames them: a kill in the middle leaves nothing half made.
    fn create(&self) -> Result<(), EmbeddedError> {
        let new = self.folder.path.join("data.new");
        if new.exists() {
            fs::remove_dir_all(&new).map_err(at(&new))?;
        }
        let mut initdb = self.command("initdb");
        initdb.args(["-D", "data.new", "-U", ROLE, "-E", "UTF8", "--locale=C", "--data-checksums"]);
        initdb.args(["--auth-local=scram-sha-256", "--auth-host=reject", "--pwfile=password"]);
        run("initdb", &mut initdb)?;
        let main = new.join("postgresql.conf");
        let text = fs::read_to_string(&main).map_err(at(&main))?;
        fs::write(&main, format!("{text}\ninclude '{}'\n", settings::FILE)).map_err(at(&main))?;
        let data = self.folder.data();
        fs::rename(&new, &data).map_err(at(&data))
    }

    /// The cluster's own postmaster, if it lives, once it is ready. Removes a PID file that names another program.
    fn find(&self) -> Result<Option<Postmaster>, EmbeddedError> {
        let data = self.folder.data();
        let file = data.join("postmaster.pid");
        let mut pid = 0;
        for look in 0..LOOKS {
            let Some(postmaster) = Postmaster::read(&data) else { return Ok(None) };
            pid = postmaster.pid;
            match postmaster.life(&data) {
                Life::Dead => return Ok(None), // PostgreSQL itself clears away a dead process's file
                // PostgreSQL would take a dead process that nobody collects for a live one
                Life::Dying if look < DYING_LOOKS => std::thread::sleep(LOOK_EVERY),
                Life::Dying | Life::Foreign => {
                    fs::remove_file(&file).map_err(at(&file))?;
                    return Ok(None);
                }
                Life::Ours if postmaster.answers(settings::PORT) => return Ok(Some(postmaster)),
                Life::Ours => std::thread::sleep(LOOK_EVERY),
            }
        }
        Err(EmbeddedError::Silent { file, pid })
    }

    fn launch(&self) -> Result<(), EmbeddedError> {
        let settings = format!("data/{}", settings::FILE);
        self.folder.write_private(&settings, &settings::text(&self.socket_folder), &self.servant)?;
        // pg_ctl calls setsid, so the terminal's Ctrl-C reaches only the server, which stops the database last;
        // its outputs go nowhere, not into pipes: the postmaster inherits them, and a pipe's reader would wait for ever
        let mut start = self.command("pg_ctl");
        start.args(["-D", "data", "-l", "postgres.log", "-s", "-w", "-t", "120", "start"]);
        start.stdout(Stdio::null()).stderr(Stdio::null());
        run("pg_ctl start", &mut start).map_err(|error| self.with_log(error))
    }

    /// A failed start, with the last lines of the database's log as its detail.
    fn with_log(&self, error: EmbeddedError) -> EmbeddedError {
        match error {
            EmbeddedError::Program { program, status, .. } => {
                let path = self.folder.path.join("postgres.log");
                let log =
                    fs::read(&path).map(|log| String::from_utf8_lossy(&log).into_owned()).unwrap_or_default();
                let lines: Vec<&str> = log.lines().rev().take(5).collect();
                let last = lines.into_iter().rev().collect::<Vec<_>>().join(" | ");
                EmbeddedError::Program {
                    program,
                    status,
                    detail: format!("{last} (from {})", path.display()),
                }
            }
            other => other,
        }
    }

    /// A program of PostgreSQL, in the cluster's folder: names there are fixed, so no path meets a shell's quotes.
    fn command(&self, program: &str) -> Command {
        let mut command = self.servant.command(&self.programs.path(program));
        command.current_dir(&self.folder.path);
        command
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.stop() {
            warn!(error = &error as &dyn std::error::Error, "the private PostgreSQL did not stop");
        }
    }
}

/// Whether the folder has a cluster, running or not.
///
/// # Errors
/// [`EmbeddedError`] when nobody could run it.
pub fn exists(options: &EmbeddedOptions) -> Result<bool, EmbeddedError> {
    let servant = Servant::choose()?;
    let folder = Folder::existing(&options.reachable_folder(&servant)?);
    Ok(folder.is_some_and(|folder| folder.made_by().is_some()))
}

/// The address of a cluster that some server runs in the folder, without taking its lock; `None` when none runs.
///
/// # Errors
/// [`EmbeddedError`] when nobody could run it.
pub fn running(options: &EmbeddedOptions) -> Result<Option<Address>, EmbeddedError> {
    let servant = Servant::choose()?;
    let Some(folder) = Folder::existing(&options.reachable_folder(&servant)?) else { return Ok(None) };
    let data = folder.data();
    let postmaster = Postmaster::read(&data)
        .filter(|found| found.life(&data) == Life::Ours && found.answers(settings::PORT));
    Ok(postmaster.zip(folder.password()).map(|(postmaster, password)| {
        Address::socket(&postmaster.socket_folder, settings::PORT, ROLE, &password, DATABASE)
    }))
}

fn run(program: &'static str, command: &mut Command) -> Result<(), EmbeddedError> {
    let output = command.output().map_err(at(command.get_program()))?;
    if output.status.success() {
        return Ok(());
    }
    let detail = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(EmbeddedError::Program { program, status: output.status.to_string(), detail })
}
