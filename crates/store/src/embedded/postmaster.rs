//! The process that the PID file of a data folder names: whether it lives, is ours, and is ready.

use nix::errno::Errno;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use std::fs;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What `postmaster.pid` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Postmaster {
    pub(super) pid: i32,
    /// Where its socket is.
    pub(super) socket_folder: PathBuf,
    /// Whether it says that it takes connections.
    ready: bool,
}

/// What became of the process that the PID file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Life {
    /// It is the folder's PostgreSQL.
    Ours,
    /// The number was given to another program since.
    Foreign,
    /// It is dead, but its parent has not yet collected it: its number still counts as taken.
    Dying,
    /// No such process.
    Dead,
}

impl Postmaster {
    /// Reads the PID file; `None` when there is none or it is half written.
    pub(super) fn read(data: &Path) -> Option<Self> {
        Self::parse(&fs::read_to_string(data.join("postmaster.pid")).ok()?)
    }

    fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        Some(Self {
            pid: lines.first()?.parse().ok()?,
            socket_folder: lines.get(4).copied().unwrap_or_default().into(),
            ready: lines.get(7).is_some_and(|status| *status == "ready"),
        })
    }

    /// Whether the process lives and is this folder's.
    pub(super) fn life(&self, data: &Path) -> Life {
        match kill(Pid::from_raw(self.pid), None) {
            Err(Errno::ESRCH) => return Life::Dead,
            Err(_) => return Life::Foreign, // it lives, but we may not signal it: it is neither ours nor our servant's
            Ok(()) => {}
        }
        let process = PathBuf::from(format!("/proc/{}", self.pid));
        if process.is_dir() { life_by_proc(&process, data) } else { life_by_ps(self.pid) }
    }

    /// Whether it takes connections at its socket.
    pub(super) fn answers(&self, port: u16) -> bool {
        self.ready && UnixStream::connect(self.socket_folder.join(format!(".s.PGSQL.{port}"))).is_ok()
    }
}

/// Linux: a postmaster works in its data folder.
fn life_by_proc(process: &Path, data: &Path) -> Life {
    let status = fs::read_to_string(process.join("status")).unwrap_or_default();
    let state = status.lines().find_map(|line| line.strip_prefix("State:")).map(str::trim_start);
    match state {
        None => return Life::Dead,
        Some(state) if state.starts_with(['Z', 'X']) => return Life::Dying,
        Some(_) => {}
    }
    let command = fs::read_to_string(process.join("comm")).unwrap_or_default();
    let works_here = fs::read_link(process.join("cwd")).is_ok_and(|folder| folder == data);
    if command.starts_with("postgres") && works_here { Life::Ours } else { Life::Foreign }
}

/// Elsewhere: what `ps` calls it is all there is to know.
fn life_by_ps(pid: i32) -> Life {
    let ps = Command::new("ps").args(["-o", "comm=", "-p", &pid.to_string()]).stdin(Stdio::null()).output();
    match ps {
        Ok(said) if String::from_utf8_lossy(&said.stdout).contains("postgres") => Life::Ours,
        Ok(_) => Life::Foreign,
        Err(_) => Life::Ours, // no `ps` either: the socket has to answer in any case
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pid_file_is_read_whole_or_half() {
        let text = "4711\n/d\n1764480000\n5432\n/d/run\n\n  1234 5\nready   \n";
        let read = Postmaster::parse(text).unwrap();
        assert_eq!(read, Postmaster { pid: 4711, socket_folder: "/d/run".into(), ready: true });
        assert!(!Postmaster::parse("4711\n/d\n").unwrap().ready);
        assert_eq!(Postmaster::parse(""), None);
    }

    #[test]
    fn a_number_that_another_program_has_is_foreign() {
        let own = Postmaster {
            pid: i32::try_from(std::process::id()).unwrap(),
            socket_folder: "/".into(),
            ready: true,
        };
        assert_eq!(own.life(Path::new("/nowhere")), Life::Foreign);
    }
}
