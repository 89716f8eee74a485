//! Bounds on what one client may take. Every one of them is a refusal with a code, never a silent loss.

use super::error::{Problem, within};
use serde::{Deserialize, Serialize};

/// Bounds on what one client may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitConfig {
    /// The largest WebSocket frame that a client may send, in bytes.
    pub frame_bytes: usize,
    /// The largest HTTP body, in bytes.
    pub body_bytes: usize,
    /// Sockets in all.
    pub connections: usize,
    /// Sockets of one account.
    pub connections_per_account: usize,
    /// Sockets from one address.
    pub connections_per_address: usize,
    /// Messages that may wait for one socket; a reader that is slower than that is cut.
    pub outbound_messages: usize,
    /// Bytes that may wait in one socket's write buffer.
    pub outbound_bytes: usize,
    /// Frames a second from one socket, in the long run.
    pub frames_per_second: f64,
    /// Frames that a socket may send at once.
    pub frames_burst: u32,
    /// HTTP calls a second from one address, in the long run; those signed in are counted by account.
    pub requests_per_second: f64,
    /// HTTP calls that an address or account may make at once.
    pub requests_burst: u32,
    /// Failed and tried sign-ins a minute to one name.
    pub sign_ins_per_minute_per_name: u32,
    /// Sign-ins a minute from one address.
    pub sign_ins_per_minute_per_address: u32,
    /// New accounts an hour from one address.
    pub sign_ups_per_hour_per_address: u32,
}

impl Eq for LimitConfig {}

impl Default for LimitConfig {
    fn default() -> Self {
        Self {
            frame_bytes: 16 * 1024,
            body_bytes: 16 * 1024,
            connections: 20_000,
            connections_per_account: 8,
            connections_per_address: 64,
            outbound_messages: 256,
            outbound_bytes: 256 * 1024,
            frames_per_second: 20.0,
            frames_burst: 60,
            requests_per_second: 10.0,
            requests_burst: 60,
            sign_ins_per_minute_per_name: 10,
            sign_ins_per_minute_per_address: 20,
            sign_ups_per_hour_per_address: 20,
        }
    }
}

impl LimitConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        let mut check = |key: &str, value: usize, allowed| {
            within(problems, &format!("server.limits.{key}"), value, allowed)
        };
        check("frame_bytes", self.frame_bytes, 1024..=protocol::MAX_FRAME);
        check("body_bytes", self.body_bytes, 1024..=1024 * 1024);
        check("connections", self.connections, 1..=1_000_000);
        check("connections_per_account", self.connections_per_account, 1..=self.connections.max(1));
        check("connections_per_address", self.connections_per_address, 1..=self.connections.max(1));
        check("outbound_messages", self.outbound_messages, 16..=65_536);
        check("outbound_bytes", self.outbound_bytes, 64 * 1024..=16 * 1024 * 1024);
        check("frames_burst", self.frames_burst as usize, 1..=100_000);
        check("requests_burst", self.requests_burst as usize, 1..=100_000);
        check("sign_ins_per_minute_per_name", self.sign_ins_per_minute_per_name as usize, 1..=100_000);
        check("sign_ins_per_minute_per_address", self.sign_ins_per_minute_per_address as usize, 1..=100_000);
        check("sign_ups_per_hour_per_address", self.sign_ups_per_hour_per_address as usize, 1..=1_000_000);
        within(problems, "server.limits.frames_per_second", self.frames_per_second, 0.1..=100_000.0);
        within(problems, "server.limits.requests_per_second", self.requests_per_second, 0.1..=100_000.0);
    }
}
