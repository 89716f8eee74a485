//! What is put right afterwards: a named transfer between wallets and the house. Nothing that stands is changed.

use crate::Database;
use crate::error::StoreError;
use crate::post::{PostError, post};
use crate::retry::{FromDatabase, whole};
use crate::wallet::LockedWallets;
use ids::{AccountId, Amount};
use ledger::{Account, Subject, Transfer, TransferError};
use sqlx::Row as _;

/// Who gives or gets by a correction. What an escrow holds belongs to its subject, so none is among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The operator.
    House,
    /// That player's wallet.
    Wallet(AccountId),
}

impl From<Party> for Account {
    fn from(party: Party) -> Self {
        match party {
            Party::House => Self::House,
            Party::Wallet(account) => Self::Wallet(account),
        }
    }
}

/// A correction that an operator makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// Its name, the same for a repeat: a ticket's number.
    pub name: String,
    /// Who gives.
    pub from: Party,
    /// Who gets.
    pub to: Party,
    /// How much, in minor units.
    pub amount: Amount,
    /// Why.
    pub reason: String,
    /// Who makes it.
    pub by: String,
}

/// A correction was not made.
#[derive(Debug, thiserror::Error)]
pub enum CorrectError {
    /// No such transfer can be.
    #[error(transparent)]
    Transfer(#[from] TransferError),
    /// The name or the reason is missing or too long.
    #[error("a correction has a name of 1 to 100 characters and a reason")]
    Words,
    /// The name is that of another correction.
    #[error("the name {0:?} is that of another correction: a repeat has the same accounts and amount")]
    OtherCorrection(String),
    /// The wallet does not cover it, or there is no such wallet.
    #[error("the wallet of {0} does not cover it")]
    NotCovered(AccountId),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for CorrectError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl FromDatabase for CorrectError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Store(error) => Some(error.inner()),
            _ => None,
        }
    }
}

impl Database {
    /// Makes a correction; false when it was made before.
    ///
    /// # Errors
    /// [`CorrectError`]; nothing was written.
    pub async fn correct(&self, correction: &Correction) -> Result<bool, CorrectError> {
        let length = correction.name.chars().count();
        if !(1..=100).contains(&length) || correction.reason.is_empty() {
            return Err(CorrectError::Words);
        }
        let (debit, credit) = (correction.from.into(), correction.to.into());
        let transfer = Transfer::correction(&correction.name, debit, credit, correction.amount)?;
        whole(|| self.try_correct(correction, transfer)).await
    }

    async fn try_correct(&self, correction: &Correction, transfer: Transfer) -> Result<bool, CorrectError> {
        let mut transaction = self.pool.begin().await?;
        let accounts = [transfer.debit, transfer.credit].into_iter().filter_map(|account| account.wallet());
        let mut wallets = LockedWallets::lock(&mut transaction, accounts).await?;
        let made = sqlx::query(
            "insert into correction (correction_id, name, reason, made_by) values ($1, $2, $3, $4)
            on conflict do nothing",
        )
        .bind(Subject::correction(&correction.name).id)
        .bind(&correction.name)
        .bind(&correction.reason)
        .bind(&correction.by)
        .execute(&mut *transaction)
        .await?;
        if made.rows_affected() == 0 {
            let earlier = sqlx::query(
                "select d.account_kind as debit_kind, d.holder_id as debit, c.account_kind as credit_kind,
                    c.holder_id as credit, c.amount_minor
                from entry d join entry c using (transfer_id)
                where d.transfer_id = $1 and d.direction = 'debit' and c.direction = 'credit'",
            )
            .bind(transfer.id.0)
            .fetch_one(&mut *transaction)
            .await?;
            let is = |account: Account, kind: &str, holder: &str| -> Result<bool, sqlx::Error> {
                Ok(earlier.try_get::<&str, _>(kind)? == account.kind().word()
                    && earlier.try_get::<uuid::Uuid, _>(holder)? == account.holder())
            };
            let same = is(transfer.debit, "debit_kind", "debit")?
                && is(transfer.credit, "credit_kind", "credit")?
                && earlier.try_get::<i64, _>("amount_minor")? == transfer.amount.0;
            return if same {
                Ok(false)
            } else {
                Err(CorrectError::OtherCorrection(correction.name.clone()))
            };
        }
        post(&mut transaction, &mut wallets, [transfer.into()]).await.map_err(|error| match error {
            PostError::NotCovered(account) => CorrectError::NotCovered(account),
            PostError::Database(error) => error.into(),
        })?;
        transaction.commit().await?;
        Ok(true)
    }
}
