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
    /// The server's URL
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
}

/// Whether it says that it is ready; when not, why.
///
/// # Errors
/// When the URL is none.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let host = args.server.strip_prefix("http://").context("the URL must begin with http://")?;
    let host = host.trim_end_matches('/');
    anyhow::ensure!(
        !host.contains('/'),
        "give the server's URL alone: http://{}",
        host.split('/').next().unwrap_or(host)
    );
    let said = match ask(host) {
        Ok(status) if status == "200" => return Ok(true),
        Ok(status) => format!("the server at {host} is not ready: it answers {status}"),
        Err(error) => format!("no server answers at {host}: {error:#}"),
    };
    eprintln!("damas: {said}");
    Ok(false)
}

/// The status with which `/readyz` is answered.
fn ask(host: &str) -> anyhow::Result<String> {
    let address = host.to_socket_addrs()?.next().context("the host has no address")?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer[9..]).into_owned())
}
