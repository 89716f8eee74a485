//! The private PostgreSQL: made, found again, started again, in odd places.

use crate::cluster::{folder, options, secret, sql};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use store::embedded::{Beginning, Cluster, Embedded, EmbeddedError, EmbeddedState, running};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(folder(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _gone = fs::remove_dir_all(&self.0);
    }
}

fn send(signal: Signal, pid: i32) {
    kill(Pid::from_raw(pid), signal).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a1_a_dead_postmaster_is_started_again_with_all_that_was_committed() {
    let folder = Folder::new("watched");
    let embedded = Embedded::start(options(folder.0.clone())).await.unwrap();
    assert_eq!(embedded.beginning(), Beginning::Created);
    sql(embedded.address(), "create table kept (kept integer); insert into kept values (1)").await;
    let data = embedded.folder().join("data/postmaster.pid");
    let pid: i32 = fs::read_to_string(&data).unwrap().lines().next().unwrap().parse().unwrap();
    let mut state = embedded.state();
    send(Signal::SIGKILL, pid);
    state.wait_for(|state| *state == EmbeddedState::Down).await.unwrap();
    state.wait_for(|state| *state == EmbeddedState::Up).await.unwrap();
    sql(embedded.address(), "insert into kept values (2)").await;
    embedded.stop().await.unwrap();
    assert!(running(&options(folder.0.clone())).unwrap().is_none(), "it is stopped");
}

#[tokio::test(flavor = "multi_thread")]
async fn a1_a_cluster_whose_server_was_killed_is_found_running() {
    let folder = Folder::new("orphaned");
    let first = Cluster::start(&options(folder.0.clone())).unwrap();
    let pid = first.postmaster().unwrap();
    let busy = Cluster::start(&options(folder.0.clone())).unwrap_err();
    assert!(matches!(busy, EmbeddedError::Busy(_)), "{busy}");
    let joined = running(&options(folder.0.clone())).unwrap().expect("it runs: a check may join it");
    sql(&joined, "select 1").await;
    // killed with -9: nothing of it runs to the end, but the kernel frees its lock
    first.abandon();
    let second = Cluster::start(&options(folder.0.clone())).unwrap();
    assert_eq!((second.beginning(), second.postmaster()), (Beginning::Reattached, Some(pid)));
    sql(&second.address(), "select 1").await;
    // both killed
    second.abandon();
    send(Signal::SIGKILL, pid);
    let third = Cluster::start(&options(folder.0.clone())).unwrap();
    assert_eq!(third.beginning(), Beginning::Started);
    sql(&third.address(), "select 1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_given_to_another_program_and_a_kill_while_it_was_made_are_no_obstacle() {
    let folder = Folder::new("recycled");
    let mut cluster = Cluster::start(&options(folder.0.clone())).unwrap();
    cluster.stop().unwrap();
    drop(cluster);
    fs::create_dir(folder.0.join("data.new")).unwrap();
    let mut other = Command::new("sleep").arg("60").stdin(Stdio::null()).spawn().unwrap();
    let text =
        format!("{}\n{}\n1\n5432\n{}\n\n\nready\n", other.id(), folder.0.join("data").display(), "/nowhere");
    fs::write(folder.0.join("data/postmaster.pid"), text).unwrap();
    let again = Cluster::start(&options(folder.0.clone())).unwrap();
    assert_eq!(again.beginning(), Beginning::Started);
    sql(&again.address(), "select 1").await;
    other.kill().unwrap();
    other.wait().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_with_quotes_and_a_deep_one_work() {
    for name in ["it's a \"$HOME\" `of` one".to_owned(), "deep".repeat(40)] {
        let folder = Folder::new(&name);
        let mut cluster = Cluster::start(&options(folder.0.clone())).unwrap();
        sql(&cluster.address(), "select 1").await;
        cluster.stop().unwrap();
        // the socket of a deep folder is elsewhere, under a name that nobody guesses, and stays there
        let remembered = cluster.folder().join("socket-folder");
        assert_eq!(remembered.exists(), name.starts_with("deep"));
        if let Ok(socket) = fs::read_to_string(remembered) {
            let _gone = fs::remove_dir_all(socket);
        }
    }
}

#[test]
fn another_versions_data_are_left_alone() {
    let folder = Folder::new("version");
    fs::create_dir_all(folder.0.join("data")).unwrap();
    fs::write(folder.0.join("data/PG_VERSION"), "9\n").unwrap();
    let refused = Cluster::start(&options(folder.0.clone())).unwrap_err();
    assert!(matches!(refused, EmbeddedError::Version { made_by: 9, .. }), "{refused}");
}

#[test]
fn without_programs_the_error_says_what_to_install() {
    let folder = Folder::new("none");
    let mut options = options(folder.0.clone());
    options.programs = Some("/nowhere".into());
    let refused = Cluster::start(&options).unwrap_err();
    assert!(matches!(refused, EmbeddedError::NoPrograms(_)), "{refused}");
    assert!(refused.to_string().contains("apt-get install postgresql"));
}

#[tokio::test(flavor = "multi_thread")]
async fn as_root_an_unreachable_folder_is_replaced() {
    if !nix::unistd::geteuid().is_root() {
        return; // nobody else drops to another user
    }
    let closed = Folder::new("closed");
    fs::create_dir(&closed.0).unwrap();
    fs::set_permissions(&closed.0, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let open = Folder::new("open");
    let mut options = options(closed.0.join("data/pg"));
    options.root_folder.clone_from(&open.0);
    let cluster = Cluster::start(&options).unwrap();
    assert_eq!(cluster.folder(), open.0);
    assert!(!Path::new(&closed.0).join("data").exists(), "nothing is made where nobody can go");
    let joined = running(&options).unwrap().expect("a check finds it in the same place");
    sql(&joined, "select 1").await;
    assert_ne!(secret(), secret());
}
