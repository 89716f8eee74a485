//! The letter that asks the owner of an address whether he wants mail: the only one that goes to an address that is not verified.

use super::port::Letter;
use super::texts::{Language, verification};
use ids::Millis;
use uuid::Uuid;

/// How long its link is valid.
pub(crate) const VERIFIED_WITHIN: Millis = Millis(24 * 3_600_000);

/// The letter to that address, for the account of that name; `code` is known to its reader alone.
pub(crate) fn letter(id: Uuid, language: Language, to: &str, name: &str, site: &str, code: &str) -> Letter {
    let (subject, text) = verification(language, name, &format!("{site}/mail#{code}"));
    Letter { id: format!("verify-{id}"), to: to.to_owned(), subject, text, at: crate::clock::wall() }
}
