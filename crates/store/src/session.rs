//! Signed-in sessions. Only the token's hash is here.

use crate::error::StoreError;
use crate::{Database, instant};
use ids::{AccountId, SessionId, WallTime};
use sqlx::Row;
use std::net::IpAddr;

/// A session to be opened.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// Its id, made by the caller.
    pub session: SessionId,
    /// Whose.
    pub account: AccountId,
    /// SHA-256 of its token.
    pub token_hash: [u8; 32],
    /// When it ends by itself.
    pub expires_at: WallTime,
    /// Where it was opened from.
    pub address: Option<IpAddr>,
}

/// A session that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// The session.
    pub session: SessionId,
    /// Whose.
    pub account: AccountId,
    /// His name.
    pub name: String,
    /// When it ends by itself.
    pub expires_at: WallTime,
}

impl Database {
    /// Opens a session for who has shown the password of that hash; false, and no session, when the account has another
    /// password by now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn create_session(&self, new: NewSession, password_hash: &str) -> Result<bool, StoreError> {
        // the account's row is locked, so that a change of the password comes before it or sees the session
        let made = sqlx::query(
            "insert into session (session_id, account_id, token_hash, expires_at, address)
            select $1, account_id, $3, $4, $5::text::inet from (
                select account_id from account where account_id = $2 and password_hash = $6 for share
            ) as own",
        )
        .bind(new.session.0)
        .bind(new.account.0)
        .bind(&new.token_hash[..])
        .bind(instant::to_row(new.expires_at))
        .bind(new.address.map(|address| address.to_string()))
        .bind(password_hash)
        .execute(&self.pool)
        .await?;
        Ok(made.rows_affected() == 1)
    }

    /// Whether a session is still open.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn is_session_open(&self, session: SessionId) -> Result<bool, StoreError> {
        let open = sqlx::query_scalar(
            "select exists (select 1 from session
                where session_id = $1 and revoked_at is null and expires_at > now())",
        )
        .bind(session.0)
        .fetch_one(&self.pool)
        .await?;
        Ok(open)
    }

    /// The open session with that token: neither revoked nor expired, by the database's clock.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn find_session(&self, token_hash: &[u8; 32]) -> Result<Option<SessionRow>, StoreError> {
        let found = sqlx::query(
            "select s.session_id, s.account_id, a.name, s.expires_at
            from session s join account a using (account_id)
            where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now()",
        )
        .bind(&token_hash[..])
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = found else { return Ok(None) };
        Ok(Some(SessionRow {
            session: SessionId(row.try_get("session_id")?),
            account: AccountId(row.try_get("account_id")?),
            name: row.try_get("name")?,
            expires_at: instant::from_row(row.try_get("expires_at")?),
        }))
    }

    /// Ends a session; false when it had ended already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke_session(&self, session: SessionId) -> Result<bool, StoreError> {
        let ended =
            sqlx::query("update session set revoked_at = now() where session_id = $1 and revoked_at is null")
                .bind(session.0)
                .execute(&self.pool)
                .await?;
        Ok(ended.rows_affected() > 0)
    }

    /// Ends every session of the account but one, and says which: their sockets have to be closed.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn revoke_other_sessions(
        &self,
        account: AccountId,
        keep: SessionId,
    ) -> Result<Vec<SessionId>, StoreError> {
        let ended = sqlx::query(
            "update session set revoked_at = now()
            where account_id = $1 and session_id <> $2 and revoked_at is null
            returning session_id",
        )
        .bind(account.0)
        .bind(keep.0)
        .fetch_all(&self.pool)
        .await?;
        let ids: Result<Vec<SessionId>, sqlx::Error> =
            ended.iter().map(|row| row.try_get("session_id").map(SessionId)).collect();
        Ok(ids?)
    }

    /// Forgets where sessions older than that were opened from; says how many.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_addresses(&self, opened_before: WallTime) -> Result<u64, StoreError> {
        let forgotten =
            sqlx::query("update session set address = null where created_at < $1 and address is not null")
                .bind(instant::to_row(opened_before))
                .execute(&self.pool)
                .await?;
        Ok(forgotten.rows_affected())
    }
}
