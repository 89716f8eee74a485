//! A season as people see it. Knows no wire.

use competition::Ladder;
use ids::AccountId;
use std::collections::HashMap;
use std::sync::Arc;

/// A season at a version, with the names of those who ever entered.
#[derive(Clone, Debug)]
pub struct LadderView {
    /// The season.
    pub state: Arc<Ladder>,
    /// The names.
    pub names: Arc<HashMap<AccountId, String>>,
}
