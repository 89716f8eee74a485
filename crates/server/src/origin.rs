//! Which sites' pages may use this server: exact scheme, host and port. Knows no request and no socket.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// A site: scheme, host and port, as a browser says it in `Origin`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Origin {
    https: bool,
    host: String,
    port: u16,
}

/// A text that is no origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is \"{0}\", which is no origin")]
pub(crate) struct ParseOriginError(String);

impl Origin {
    /// Whether the site is served by TLS.
    #[must_use]
    pub(crate) fn is_https(&self) -> bool {
        self.https
    }
}

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || ParseOriginError(text.to_owned());
        let (scheme, authority) = text.split_once("://").ok_or_else(fail)?;
        let https = match scheme.to_ascii_lowercase().as_str() {
            "https" => true,
            "http" => false,
            _ => return Err(fail()),
        };
        let (host, port) = split_port(authority).ok_or_else(fail)?;
        let port = match port {
            Some(digits) if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().map_err(|_| fail())?
            }
            Some(_) => return Err(fail()),
            None if https => 443,
            None => 80,
        };
        if host.is_empty() || port == 0 || !host.bytes().all(is_host_byte) {
            return Err(fail());
        }
        Ok(Self { https, host: host.to_ascii_lowercase(), port })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.https { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.host)?;
        match (self.https, self.port) {
            (true, 443) | (false, 80) => Ok(()),
            (_, port) => write!(f, ":{port}"),
        }
    }
}

/// Host and port; an IPv6 host keeps its brackets.
fn split_port(authority: &str) -> Option<(&str, Option<&str>)> {
    if authority.starts_with('[') {
        let end = authority.find(']')? + 1;
        let (host, rest) = authority.split_at(end);
        return match rest.strip_prefix(':') {
            Some(port) => Some((host, Some(port))),
            None if rest.is_empty() => Some((host, None)),
            None => None,
        };
    }
    match authority.split_once(':') {
        Some((host, port)) => Some((host, Some(port))),
        None => Some((authority, None)),
    }
}

/// A host's bytes: names, addresses, and IPv6 in its brackets. No user, path, query or wildcard.
fn is_host_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'[' | b']' | b':')
}

/// How a request shows who sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// Nothing.
    None,
    /// A session cookie, which a browser sends by itself.
    Cookie,
    /// A bearer token, which only a program or our own page can send.
    Bearer,
}

/// The sites whose pages may use this server.
#[derive(Clone, Debug, Default)]
pub(crate) struct OriginList(HashSet<Origin>);

impl OriginList {
    /// These sites and no others.
    pub(crate) fn new(origins: impl IntoIterator<Item = Origin>) -> Self {
        Self(origins.into_iter().collect())
    }

    /// Whether a request with side effects, or a WebSocket's upgrade, may go on. `origin` is the header as it came.
    ///
    /// A browser always says the origin of such a request, so one that is said must be on the list, whatever the
    /// credential. Without one only a program asks: it may, but not by a cookie.
    #[must_use]
    pub(crate) fn allows(&self, origin: Option<&str>, credential: Credential) -> bool {
        match origin {
            Some(text) => text.parse().is_ok_and(|origin| self.0.contains(&origin)),
            None => credential != Credential::Cookie,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> OriginList {
        OriginList::new(["https://damas.example", "http://localhost:8080"].map(|text| text.parse().unwrap()))
    }

    #[test]
    fn w7_only_the_exact_scheme_host_and_port_is_allowed() {
        for (origin, allowed) in [
            ("https://damas.example", true),
            ("https://damas.example:443", true),
            ("HTTPS://Damas.Example", true),
            ("http://localhost:8080", true),
            ("http://damas.example", false),
            ("https://damas.example:8443", false),
            ("https://damas.example.evil.test", false),
            ("https://evil-damas.example", false),
            ("https://evil.test/https://damas.example", false),
            ("https://damas.example@evil.test", false),
            ("https://sub.damas.example", false),
            ("https://damas.example.", false),
            ("https://damas.example/", false),
            ("http://localhost:80800", false),
            ("http://localhost:8081", false),
            ("http://localhost", false),
            ("http://localhost:", false),
            ("null", false),
            ("", false),
            ("damas.example", false),
            ("ftp://damas.example", false),
        ] {
            for credential in [Credential::None, Credential::Cookie, Credential::Bearer] {
                assert_eq!(
                    list().allows(Some(origin), credential),
                    allowed,
                    "{origin:?} with {credential:?}"
                );
            }
        }
    }

    #[test]
    fn w7_a_cookie_without_an_origin_is_refused_and_a_bearer_without_one_is_allowed() {
        assert!(!list().allows(None, Credential::Cookie));
        assert!(list().allows(None, Credential::Bearer));
        assert!(list().allows(None, Credential::None));
    }

    #[test]
    fn an_origin_is_written_as_a_browser_says_it() {
        for text in
            ["https://damas.example", "http://localhost:8080", "http://127.0.0.1:80", "http://[::1]:8080"]
        {
            let origin: Origin = text.parse().unwrap();
            assert_eq!(origin.to_string(), text.trim_end_matches(":80"), "{text}");
        }
    }
}
