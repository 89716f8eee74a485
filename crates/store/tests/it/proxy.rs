//! A way to PostgreSQL that can lose an answer: a socket in between.

use crate::cluster::folder;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use store::Address;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{UnixListener, UnixStream};

/// What the socket in between does with the next request that has these bytes in it.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// Passes it on, and cuts the line once the database has answered.
    LoseAnswer(Vec<u8>),
    /// Cuts the client's line at once, and passes the request on when it is told to.
    Delay(Vec<u8>, Arc<tokio::sync::Notify>),
}

#[derive(Debug)]
pub(crate) struct Proxy {
    pub(crate) address: Address,
    folder: PathBuf,
    fault: Arc<Mutex<Option<Fault>>>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _gone = std::fs::remove_dir_all(&self.folder);
    }
}

impl Proxy {
    pub(crate) fn new(to: &Address) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let folder = folder(&format!("proxy-{}", NUMBER.fetch_add(1, Ordering::Relaxed)));
        std::fs::create_dir(&folder).unwrap();
        let target = to.options().get_socket().unwrap().join(".s.PGSQL.5432");
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).unwrap();
        let fault = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&fault);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, target.clone(), Arc::clone(&shared)));
            }
        });
        Self { address: to.with_folder(&folder), folder, fault }
    }

    pub(crate) fn arm(&self, fault: Fault) {
        *self.fault.lock().unwrap() = Some(fault);
    }

    pub(crate) fn has_fired(&self) -> bool {
        self.fault.lock().unwrap().is_none()
    }
}

async fn pass(client: UnixStream, target: PathBuf, fault: Arc<Mutex<Option<Fault>>>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = UnixStream::connect(target).await.unwrap().into_split();
    let lost = Arc::new(AtomicBool::new(false));
    let swallow = Arc::clone(&lost);
    let mut answers = tokio::spawn(async move {
        let mut bytes = vec![0; 65_536];
        while let Ok(read @ 1..) = from_server.read(&mut bytes).await {
            if swallow.load(Ordering::Acquire) || to_client.write_all(&bytes[..read]).await.is_err() {
                return;
            }
        }
    });
    let mut bytes = vec![0; 65_536];
    loop {
        let read = tokio::select! {
            read = from_client.read(&mut bytes) => read.unwrap_or(0),
            _ended = &mut answers => return,
        };
        if read == 0 {
            answers.abort();
            return;
        }
        let fired = {
            let mut armed = fault.lock().unwrap();
            let fits = armed.as_ref().is_some_and(|fault| match fault {
                Fault::LoseAnswer(part) | Fault::Delay(part, _) => contains(&bytes[..read], part),
            });
            if fits { armed.take() } else { None }
        };
        match fired {
            None => to_server.write_all(&bytes[..read]).await.unwrap(),
            Some(Fault::LoseAnswer(_)) => {
                lost.store(true, Ordering::Release);
                to_server.write_all(&bytes[..read]).await.unwrap();
                // the answer has come, and nothing of it reaches the client
                let _swallowed = answers.await;
                return;
            }
            Some(Fault::Delay(_, told)) => {
                answers.abort();
                let _stopped = answers.await;
                drop(from_client);
                told.notified().await;
                to_server.write_all(&bytes[..read]).await.unwrap();
                let _sent = to_server.shutdown().await;
                return;
            }
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}
