//! A mail address as players write it.

use lettre::Address;
use std::str::FromStr;

/// The longest that is taken, in bytes (RFC 5321).
const LONGEST: usize = 254;

/// An address that a letter can be sent to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MailAddressText(String);

/// The text is no mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an address is name@domain, at most {LONGEST} bytes long")]
pub(crate) struct BadAddress;

impl MailAddressText {
    /// As it was written, without spaces around it.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for MailAddressText {
    type Err = BadAddress;

    fn from_str(text: &str) -> Result<Self, BadAddress> {
        let text = text.trim();
        let plain = text.len() <= LONGEST && !text.chars().any(|c| c.is_control() || c.is_whitespace());
        let address: Address = text.parse().map_err(|_| BadAddress)?;
        let domain = address.domain();
        let public = domain.contains('.') && !domain.starts_with('[') && !domain.ends_with('.');
        if plain && public { Ok(Self(text.to_owned())) } else { Err(BadAddress) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_one_that_a_letter_can_be_sent_to() {
        for good in ["ana@example.org", " ana.b+damas@mail.example.org ", "josé@example.org"] {
            assert!(good.parse::<MailAddressText>().is_ok(), "{good}");
        }
        let long = format!("{}@example.org", "a".repeat(260));
        let header = "ana@example.org\r\nBcc: eva@example.org";
        for bad in
            ["", "ana", "ana@", "@example.org", "ana@localhost", "ana@[127.0.0.1]", "a b@c.d", header, &long]
        {
            assert_eq!(bad.parse::<MailAddressText>(), Err(BadAddress), "{bad}");
        }
    }
}
