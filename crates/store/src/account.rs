//! Accounts: who can sign in. Each has its wallet from the beginning.

use crate::error::{StoreError, is_constraint};
use crate::{Database, instant};
use ids::{AccountId, WallTime};
use sqlx::Row;
use sqlx::postgres::PgRow;

/// An account as its row tells it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// The account.
    pub account: AccountId,
    /// Its name, as it was chosen.
    pub name: String,
    /// The password's hash; `None` when no password lets anybody in.
    pub password_hash: Option<String>,
}

/// The name, in upper or lower case, is somebody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name is taken")]
pub struct NameTaken;

/// An account was not made.
#[derive(Debug, thiserror::Error)]
pub enum NewAccountError {
    /// The name is somebody's.
    #[error(transparent)]
    NameTaken(#[from] NameTaken),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A name as names are compared: `Ana` and `ana` are one.
pub(crate) fn name_key(name: &str) -> String {
    name.to_lowercase()
}

impl Database {
    /// Makes an account and its empty wallet.
    ///
    /// # Errors
    /// [`NewAccountError`]; nothing was made.
    pub async fn create_account(
        &self,
        account: AccountId,
        name: &str,
        password_hash: &str,
        at: WallTime,
    ) -> Result<(), NewAccountError> {
        let made = sqlx::query(
            "with made as (
                insert into account (account_id, name, name_key, password_hash, created_at)
                values ($1, $2, $3, $4, $5)
                returning account_id
            )
            insert into wallet (account_id) select account_id from made",
        )
        .bind(account.0)
        .bind(name)
        .bind(name_key(name))
        .bind(password_hash)
        .bind(instant::to_row(at))
        .execute(&self.pool)
        .await;
        match made {
            Ok(_) => Ok(()),
            Err(error) if is_constraint(&error, "account_name_taken") => Err(NameTaken.into()),
            Err(error) => Err(StoreError::from(error).into()),
        }
    }

    /// The account with that name, in upper or lower case.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn find_account_by_name(&self, name: &str) -> Result<Option<AccountRow>, StoreError> {
        let found = sqlx::query("select account_id, name, password_hash from account where name_key = $1")
            .bind(name_key(name))
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.as_ref().map(account_row).transpose()?)
    }

    /// The account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn find_account(&self, account: AccountId) -> Result<Option<AccountRow>, StoreError> {
        let found = sqlx::query("select account_id, name, password_hash from account where account_id = $1")
            .bind(account.0)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.as_ref().map(account_row).transpose()?)
    }

    /// Gives the account another password. Its sessions stay: see [`Database::revoke_other_sessions`].
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_password_hash(&self, account: AccountId, password_hash: &str) -> Result<(), StoreError> {
        sqlx::query("update account set password_hash = $2 where account_id = $1")
            .bind(account.0)
            .bind(password_hash)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}

fn account_row(row: &PgRow) -> Result<AccountRow, sqlx::Error> {
    Ok(AccountRow {
        account: AccountId(row.try_get("account_id")?),
        name: row.try_get("name")?,
        password_hash: row.try_get("password_hash")?,
    })
}
