//! Where a request comes from: the peer, or what a trusted proxy says. Nobody else's word counts.

use axum::http::HeaderMap;
use std::net::IpAddr;

pub(crate) use rooms::household;

/// The client's address: the peer's, unless the peer is a trusted proxy; then the last address in `X-Forwarded-For` that is no
/// trusted proxy. A header that can't be read counts as none.
pub(crate) fn client_address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let mut address = peer.to_canonical();
    let chain: Vec<&str> = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    for hop in chain.iter().rev() {
        if !trusted.contains(&address) {
            break;
        }
        let Ok(said) = hop.parse::<IpAddr>() else { break };
        address = said.to_canonical();
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", value.parse().unwrap());
        }
        let trusted = ["10.0.0.1", "10.0.0.2"].map(|text| text.parse().unwrap());
        client_address(peer.parse().unwrap(), &headers, &trusted).to_string()
    }

    #[test]
    fn w10_a_forged_header_changes_nothing_and_a_trusted_proxys_word_counts() {
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
        assert_eq!(seen("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1, 198.51.100.1, 10.0.0.2"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1", "198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("10.0.0.1", &["nonsense"]), "10.0.0.1");
        assert_eq!(seen("10.0.0.1", &[]), "10.0.0.1");
        assert_eq!(seen("::ffff:10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
    }

    #[test]
    fn limits_count_an_ipv6_household_as_one() {
        let one = household("2001:db8:1:2:3:4:5:6".parse().unwrap());
        assert_eq!(one, household("2001:db8:1:2:ffff::1".parse().unwrap()));
        assert_ne!(one, household("2001:db8:1:3::1".parse().unwrap()));
        assert_eq!(household("::ffff:192.0.2.1".parse().unwrap()).to_string(), "192.0.2.1");
    }
}
