//! Where players are, as numbers that can be compared and not read back. Knows no socket.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::{IpAddr, Ipv6Addr};

/// What counts as one place: an IPv4 address, or an IPv6 network of 64 bits, which is what one household has.
#[must_use]
pub fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The place of an address as a number; the same in one process.
pub(crate) fn origin_of(address: IpAddr) -> u64 {
    let mut hasher = DefaultHasher::new();
    household(address).hash(&mut hasher);
    hasher.finish()
}
