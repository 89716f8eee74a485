//! `damas health`: asks a running server whether it is ready; for container health checks. Plain HTTP to this machine.

use anyhow::Context as _;
use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

/// How long to wait for each step of the answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks a running server.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Args {
    /// What to ask
    #[arg(long, default_value = "http://127.0.0.1:8080/readyz")]
    url: String,
}

/// Whether the answer is 200.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let rest = args.url.strip_prefix("http://").context("the URL must begin with http://")?;
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let address = host.to_socket_addrs()?.next().context("the host has no address")?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer)?;
    Ok(answer.ends_with(b" 200"))
}
