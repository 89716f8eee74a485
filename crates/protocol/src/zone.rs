//! Where players' clocks stand, in the bodies of the HTTP calls.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The body of `PUT /api/zone`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// A name of the IANA data, as `America/Sao_Paulo`.
    pub zone: String,
}

/// The answer to `GET /api/matches/{id}/zones`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Zones {
    /// The challenger's; null where he has said none.
    pub first: Option<String>,
    /// The challenged player's.
    pub second: Option<String>,
}
