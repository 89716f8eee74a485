//! Somebody who is signed in.

use ids::{AccountId, SessionId, WallTime};
use store::SessionRow;

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Signed {
    pub(crate) account: AccountId,
    pub(crate) session: SessionId,
    pub(crate) name: String,
    /// When the session runs out.
    pub(crate) expires: WallTime,
}

impl From<SessionRow> for Signed {
    fn from(row: SessionRow) -> Self {
        Self { account: row.account, session: row.session, name: row.name, expires: row.expires_at }
    }
}
