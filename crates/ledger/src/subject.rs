//! What money moves for: an opaque reference with a word for its kind.

use uuid::Uuid;

/// The namespace of everything that is derived here. Never to be changed: a retry has to find its own transfers.
const NAMESPACE: Uuid = Uuid::from_u128(0x6b2f_4c0d_93a5_5d1e_8f74_1d0a_2c9e_b7f3);

/// What a transfer belongs to: a game, a match, an entry, an event, a deposit, a withdrawal, a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject {
    /// Its kind: `game`, `match`, `entry`, `event`, `ladder`, `deposit`, `withdrawal`, `correction`.
    pub kind: &'static str,
    /// Its id.
    pub id: Uuid,
}

impl Subject {
    /// The subject of a payment that a gateway reports: the same reference is the same subject.
    #[must_use]
    pub fn deposit(reference: &str) -> Self {
        Self { kind: "deposit", id: derived(&format!("deposit reference {reference}")) }
    }

    /// The subject of a place in the final order of a ladder season.
    #[must_use]
    pub fn ladder_place(ladder: Uuid, place: u16) -> Self {
        Self { kind: "ladder", id: derived(&format!("ladder {ladder} place {place}")) }
    }

    /// The subject of a correction: the same name is the same correction.
    #[must_use]
    pub fn correction(name: &str) -> Self {
        Self { kind: "correction", id: derived(&format!("correction {name}")) }
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind, self.id)
    }
}

/// The id that this name always has.
pub(crate) fn derived(name: &str) -> Uuid {
    Uuid::new_v5(&NAMESPACE, name.as_bytes())
}
