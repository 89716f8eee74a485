//! Somebody who wants to play now, for the tests of it.

use competition::{Clock, GameProfile, PerColour, Points, Seeker, StakeRange};
use ids::{AccountId, Amount, Millis};
use uuid::Uuid;

pub(crate) fn account(n: usize) -> AccountId {
    AccountId(Uuid::from_u128(n as u128))
}

pub(crate) fn seeker(n: usize, rating: i32) -> Seeker {
    Seeker {
        account: account(n),
        profile: GameProfile {
            variant: "brazilian".into(),
            rule_set: "dream".into(),
            clock: Clock { initial: Millis(300_000), increment: Millis(0) },
        },
        rating: Points::whole(rating),
        deviation: Points::whole(60),
        stakes: StakeRange::exactly(Amount(100)),
        latency: Millis(40),
        latency_limit: None,
        origins: Vec::new(),
        colours: PerColour { white: 10, black: 10 },
        recent: Vec::new(),
        wider: false,
    }
}
