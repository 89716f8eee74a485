//! Where the server listens and whom it believes.

use super::LimitConfig;
use super::error::{Problem, within};
use crate::origin::Origin;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// Where the server listens, for whom, and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerConfig {
    /// The address and port to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The sites whose pages may use this server, each `scheme://host[:port]`. In development `http://localhost` and
    /// `http://127.0.0.1` at the bound port are added. In production at least one, all `https`.
    pub origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed, by address. Nobody else's is.
    pub trusted_proxies: Vec<IpAddr>,
    /// Who may read `/metrics`, by address.
    pub metrics_from: Vec<IpAddr>,
    /// How long a stop waits for what is in flight, in milliseconds.
    pub stop_within_ms: u64,
    /// Bounds on what one client may take.
    pub limits: LimitConfig,
    /// How sockets are kept.
    pub sockets: SocketConfig,
}

impl Default for ServerConfig {
    fn default() -> Self {
        let loopback = [IpAddr::from([127, 0, 0, 1]), IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1])];
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            metrics_from: loopback.to_vec(),
            stop_within_ms: 10_000,
            limits: LimitConfig::default(),
            sockets: SocketConfig::default(),
        }
    }
}

impl ServerConfig {
    pub(super) fn check(&self, production: bool, problems: &mut Vec<Problem>) {
        for (at, text) in self.origins.iter().enumerate() {
            let key = format!("server.origins[{at}]");
            match text.parse::<Origin>() {
                Err(error) => {
                    problems.push(Problem::new(key, error.to_string(), "scheme://host or scheme://host:port"))
                }
                Ok(origin) if production && !origin.is_https() => {
                    problems.push(Problem::new(key, "is not https, and this is production", "https://host"));
                }
                Ok(_) => {}
            }
        }
        if production && self.origins.is_empty() {
            problems.push(Problem::new(
                "server.origins",
                "is empty, and this is production",
                "at least one https://host",
            ));
        }
        within(problems, "server.stop_within_ms", self.stop_within_ms, 100..=300_000);
        self.limits.check(problems);
        self.sockets.check(problems);
    }

    /// How long a stop waits for what is in flight.
    #[must_use]
    pub fn stop_within(&self) -> Duration {
        Duration::from_millis(self.stop_within_ms)
    }
}

/// How sockets are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SocketConfig {
    /// A new socket must say `hello` within this, in milliseconds.
    pub hello_within_ms: u64,
    /// The server pings this often, in milliseconds. Proxies cut silent sockets after 60 s.
    pub ping_every_ms: u64,
    /// After this many pings without an answer the socket is dead.
    pub missed_pings: u32,
}

impl Default for SocketConfig {
    fn default() -> Self {
        Self { hello_within_ms: 10_000, ping_every_ms: 15_000, missed_pings: 2 }
    }
}

impl SocketConfig {
    fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "server.sockets.hello_within_ms", self.hello_within_ms, 100..=60_000);
        within(problems, "server.sockets.ping_every_ms", self.ping_every_ms, 100..=30_000);
        within(problems, "server.sockets.missed_pings", self.missed_pings, 1..=10);
    }
}
