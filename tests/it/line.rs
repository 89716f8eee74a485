//! A line between client and server that does what lines do: it halves what passes, delays it, swaps whole frames, goes
//! silent without an end, and is cut.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{Rng as _, SeedableRng as _};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

/// What a line does with what passes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Passes it on.
    #[default]
    None,
    /// Passes it on in pieces of a few bytes, each by itself.
    Halve,
    /// Passes it on after a few milliseconds, as it came.
    Delay,
    /// Passes the client's frames that came within a few milliseconds in another order, each of them whole.
    Reorder,
}

/// A way to a server, whose lines are all alike.
pub(crate) struct Line {
    /// Where clients connect to.
    pub(crate) url: String,
    state: Arc<State>,
}

struct State {
    fault: Mutex<Fault>,
    /// Ends, without a word, what passes on the lines that are open now.
    silence: Mutex<CancellationToken>,
    /// Cuts the lines that are open now.
    cut: Mutex<CancellationToken>,
    chance: Mutex<SmallRng>,
}

impl Line {
    pub(crate) async fn to(url: &str, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(State {
            fault: Mutex::default(),
            silence: Mutex::default(),
            cut: Mutex::default(),
            chance: Mutex::new(SmallRng::seed_from_u64(seed)),
        });
        let (to, shared) = (url.trim_start_matches("http://").to_owned(), Arc::clone(&state));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                // the server may be gone just now: then this line ends at once
                let Ok(server) = TcpStream::connect(&to).await else { continue };
                shared.pass(client, server);
            }
        });
        Self { url: own, state }
    }

    /// What the lines do from now on.
    pub(crate) fn set(&self, fault: Fault) {
        *self.state.fault.lock().unwrap() = fault;
    }

    /// The lines that are open now pass nothing any more, and say so to nobody.
    pub(crate) fn fall_silent(&self) {
        std::mem::take(&mut *self.state.silence.lock().unwrap()).cancel();
    }

    /// The lines that are open now are cut, whatever is on its way.
    pub(crate) fn cut(&self) {
        std::mem::take(&mut *self.state.cut.lock().unwrap()).cancel();
    }
}

impl State {
    fn pass(self: &Arc<Self>, client: TcpStream, server: TcpStream) {
        let (silence, cut) = (self.silence.lock().unwrap().clone(), self.cut.lock().unwrap().clone());
        let (from_client, to_client) = client.into_split();
        let (from_server, to_server) = server.into_split();
        let (there, back) = (Arc::clone(self), Arc::clone(self));
        tokio::spawn(async move {
            let both = async {
                tokio::join!(
                    there.one_way(from_client, to_server, &silence, true),
                    back.one_way(from_server, to_client, &silence, false)
                );
            };
            // a silent line stays open on both sides until it is cut: nobody hears that the other has gone
            tokio::select! {
                () = both => if silence.is_cancelled() { cut.cancelled().await },
                () = cut.cancelled() => {}
            }
        });
    }

    async fn one_way(
        &self,
        mut from: OwnedReadHalf,
        mut to: OwnedWriteHalf,
        silence: &CancellationToken,
        from_client: bool,
    ) {
        let mut bytes = vec![0; 4096];
        let mut waiting = Vec::new();
        let mut upgraded = false;
        loop {
            let read = tokio::select! {
                read = from.read(&mut bytes) => read.unwrap_or(0),
                () = silence.cancelled() => std::future::pending().await,
            };
            if read == 0 {
                return;
            }
            let fault = *self.fault.lock().unwrap();
            let mut come = bytes[..read].to_vec();
            if fault == Fault::Reorder && from_client && upgraded {
                waiting.append(&mut come);
                while let Ok(Ok(more @ 1..)) =
                    tokio::time::timeout(Duration::from_millis(8), from.read(&mut bytes)).await
                {
                    waiting.extend_from_slice(&bytes[..more]);
                }
                come = self.shuffled(&mut waiting);
            }
            upgraded = true;
            if self.write(&mut to, &come, fault).await.is_err() {
                return;
            }
        }
    }

    async fn write(&self, to: &mut OwnedWriteHalf, come: &[u8], fault: Fault) -> std::io::Result<()> {
        match fault {
            Fault::None | Fault::Reorder => to.write_all(come).await,
            Fault::Delay => {
                let wait = self.chance.lock().unwrap().random_range(1..12);
                tokio::time::sleep(Duration::from_millis(wait)).await;
                to.write_all(come).await
            }
            Fault::Halve => {
                let mut rest = come;
                while !rest.is_empty() {
                    let size = self.chance.lock().unwrap().random_range(1..=40).min(rest.len());
                    to.write_all(&rest[..size]).await?;
                    // the two ends run between the pieces, so that a frame comes in more than one read
                    tokio::task::yield_now().await;
                    rest = &rest[size..];
                }
                Ok(())
            }
        }
    }

    /// The whole frames among `waiting`, in another order; what is not whole yet stays.
    fn shuffled(&self, waiting: &mut Vec<u8>) -> Vec<u8> {
        let mut frames = Vec::new();
        while let Some(size) = frame_size(waiting) {
            frames.push(waiting.drain(..size).collect::<Vec<u8>>());
        }
        frames.shuffle(&mut *self.chance.lock().unwrap());
        frames.concat()
    }
}

/// How many bytes the first frame of a client has (RFC 6455, 5.2); `None` while it is not whole.
fn frame_size(bytes: &[u8]) -> Option<usize> {
    let length = usize::from(*bytes.get(1)? & 0x7f);
    let (head, length) = match length {
        126 => (8, usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?]))),
        127 => panic!("no client sends so much"),
        length => (6, length),
    };
    (bytes.len() >= head + length).then_some(head + length)
}
