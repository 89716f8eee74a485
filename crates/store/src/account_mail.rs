//! Where an account's notices go by mail. Nothing goes to an address before its owner has shown that it is his. Knows no letter.

use crate::Database;
use crate::error::StoreError;
use crate::instant::to_row;
use ids::{AccountId, Millis, WallTime};
use sqlx::Row as _;
use time::OffsetDateTime;

/// An account's mail address, as its row tells it.
#[derive(Clone, PartialEq, Eq)]
pub struct AccountMail {
    /// The address.
    pub address: String,
    /// Whether it is verified.
    pub verified: bool,
    /// The language of the letters: `es`, `pt` or `en`.
    pub language: String,
    /// The topics that are not sent.
    pub off: Vec<String>,
}

/// A change of it.
#[derive(Clone, PartialEq, Eq)]
pub struct MailAddress {
    /// The address.
    pub address: String,
    /// The language of the letters: `es`, `pt` or `en`.
    pub language: String,
    /// The topics that are not sent.
    pub off: Vec<String>,
}

impl Database {
    /// Where the account's notices go by mail.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn find_account_mail(&self, account: AccountId) -> Result<Option<AccountMail>, StoreError> {
        let sql = "select address, language, off, verified_at from account_mail where account_id = $1";
        let Some(row) = sqlx::query(sql).bind(account.0).fetch_optional(&self.pool).await? else {
            return Ok(None);
        };
        let verified: Option<OffsetDateTime> = row.try_get("verified_at")?;
        Ok(Some(AccountMail {
            address: row.try_get("address")?,
            verified: verified.is_some(),
            language: row.try_get("language")?,
            off: row.try_get("off")?,
        }))
    }

    /// Sets it. Another address than before is not verified. Whether it is.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn set_account_mail(
        &self,
        account: AccountId,
        mail: &MailAddress,
        at: WallTime,
    ) -> Result<bool, StoreError> {
        let verified: Option<OffsetDateTime> = sqlx::query_scalar(
            "insert into account_mail as m (account_id, address, language, off, changed_at)
            values ($1, $2, $3, $4, $5)
            on conflict (account_id) do update set
                verified_at = case when m.address = excluded.address then m.verified_at end,
                code_hash = case when m.address = excluded.address then m.code_hash end,
                address = excluded.address, language = excluded.language, off = excluded.off, changed_at = excluded.changed_at
            returning verified_at",
        )
        .bind(account.0)
        .bind(&mail.address)
        .bind(&mail.language)
        .bind(&mail.off)
        .bind(to_row(at))
        .fetch_one(&self.pool)
        .await?;
        Ok(verified.is_some())
    }

    /// Notes that a letter with the code of that hash goes to the address, if that is still the account's; an earlier code is void.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn note_mail_code(
        &self,
        account: AccountId,
        address: &str,
        code_hash: [u8; 32],
        at: WallTime,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "update account_mail set code_hash = $3, code_sent_at = $4 where account_id = $1 and address = $2",
        )
        .bind(account.0)
        .bind(address)
        .bind(&code_hash[..])
        .bind(to_row(at))
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// The owner of the address has shown the code of that hash, not older than `valid`: the address is verified, once. Whose it is.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn verify_mail(
        &self,
        code_hash: [u8; 32],
        valid: Millis,
        at: WallTime,
    ) -> Result<Option<AccountId>, StoreError> {
        let account = sqlx::query_scalar(
            "update account_mail set verified_at = $2, code_hash = null where code_hash = $1 and code_sent_at >= $3
            returning account_id",
        )
        .bind(&code_hash[..])
        .bind(to_row(at))
        .bind(to_row(at.minus(valid)))
        .fetch_optional(&self.pool)
        .await?;
        Ok(account.map(AccountId))
    }

    /// Forgets the account's address.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_account_mail(&self, account: AccountId) -> Result<(), StoreError> {
        sqlx::query("delete from account_mail where account_id = $1")
            .bind(account.0)
            .execute(&self.pool)
            .await?;
        Ok(())
    }
}
