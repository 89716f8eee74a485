//! The one place where the server draws entropy.

use uuid::Uuid;

/// Bytes that nobody can guess.
pub(crate) fn bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    #[expect(
        clippy::disallowed_methods,
        reason = "the server draws the entropy that the inner crates are given"
    )]
    getrandom::fill(&mut bytes).expect("the operating system has entropy: without it nothing here is safe");
    bytes
}

/// A key that sorts by the time of its making.
pub(crate) fn uuid() -> Uuid {
    #[expect(clippy::disallowed_methods, reason = "the server makes the ids that the inner crates are given")]
    Uuid::now_v7()
}
