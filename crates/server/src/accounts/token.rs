//! Opaque tokens: 256 bits of chance. Only their SHA-256 is ever stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// A session's token, known to its holder alone. It has no `Debug`: it belongs into no log.
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    pub(crate) fn new() -> Self {
        Self(URL_SAFE_NO_PAD.encode(crate::chance::bytes::<32>()))
    }

    /// The text that its holder keeps.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// What is stored of a token that came in; `None` when it can't be one. The row is found by this hash, so that the time that
/// the search takes tells nothing of the token.
pub(crate) fn token_hash(text: &str) -> Option<[u8; 32]> {
    let is_token =
        text.len() == 43 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    is_token.then(|| Sha256::digest(text.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_again_by_its_hash_and_no_two_are_equal() {
        let (one, other) = (Token::new(), Token::new());
        assert_eq!(token_hash(one.text()), Some(one.hash()));
        assert_ne!(one.hash(), other.hash());
        for text in ["", "short", &"x".repeat(44), &"é".repeat(21), &"=".repeat(43)] {
            assert_eq!(token_hash(text), None, "{text}");
        }
    }
}
