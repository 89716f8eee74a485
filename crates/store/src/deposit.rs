//! Money that a gateway has brought in. The same reference is the same deposit, however often it is told.

use crate::error::StoreError;
use crate::post::{PostError, Posting, post};
use crate::retry::{FromDatabase, whole};
use crate::wallet::LockedWallets;
use crate::{Database, wallet};
use ids::{AccountId, Amount};
use ledger::{Transfer, TransferError};
use rooms::Wallet;
use sqlx::Row;

/// A deposit was not written.
#[derive(Debug, thiserror::Error)]
pub enum DepositError {
    /// Such an amount can't be paid in.
    #[error(transparent)]
    Amount(#[from] TransferError),
    /// The wallet would hold more than an amount can say.
    #[error("the wallet would hold more than {max}", max = Amount::MAX)]
    TooMuch,
    /// There is no such account.
    #[error("there is no account {0}")]
    NoAccount(AccountId),
    /// The reference is that of another payment: another account or another amount.
    #[error("the gateway's reference is that of another payment")]
    OtherPayment,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for DepositError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl From<PostError> for DepositError {
    fn from(error: PostError) -> Self {
        match error {
            PostError::NotCovered(_) => Self::TooMuch,
            PostError::Database(error) => error.into(),
        }
    }
}

impl FromDatabase for DepositError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Store(error) => Some(error.inner()),
            Self::Amount(_) | Self::TooMuch | Self::NoAccount(_) | Self::OtherPayment => None,
        }
    }
}

impl Database {
    /// Writes a confirmed deposit: `world → wallet`. A repeat of it changes nothing and gives the wallet as it is.
    ///
    /// # Errors
    /// [`DepositError`]; nothing was written.
    pub async fn deposit(
        &self,
        account: AccountId,
        amount: Amount,
        reference: &str,
    ) -> Result<Wallet, DepositError> {
        let transfer = Transfer::deposit(account, amount, reference)?;
        whole(|| self.try_deposit(transfer, account, reference)).await
    }

    async fn try_deposit(
        &self,
        transfer: Transfer,
        account: AccountId,
        reference: &str,
    ) -> Result<Wallet, DepositError> {
        let mut transaction = self.pool.begin().await?;
        let mut wallets = LockedWallets::lock(&mut transaction, [account]).await?;
        let before = wallets.get(account).ok_or(DepositError::NoAccount(account))?;
        // looked for once the wallet is locked: of two repeats the second sees what the first has done
        let earlier = sqlx::query(
            "select t.amount_minor, e.holder_id from transfer t join entry e using (transfer_id)
            where t.transfer_id = $1 and e.direction = 'credit'",
        )
        .bind(transfer.id.0)
        .fetch_optional(&mut *transaction)
        .await?;
        if let Some(row) = earlier {
            let same = row.try_get::<i64, _>("amount_minor")? == transfer.amount.0
                && row.try_get::<uuid::Uuid, _>("holder_id")? == account.0;
            return if same { Ok(before) } else { Err(DepositError::OtherPayment) };
        }
        let sum = before.balance.checked_add(transfer.amount);
        sum.filter(|sum| *sum <= Amount::MAX).ok_or(DepositError::TooMuch)?;
        let posting = Posting { transfer, reference: Some(reference.to_owned()) };
        post(&mut transaction, &mut wallets, [posting]).await?;
        transaction.commit().await?;
        Ok(wallets.get(account).expect("it was locked above"))
    }

    /// A wallet; `None` when there is no such account.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn find_wallet(&self, account: AccountId) -> Result<Option<Wallet>, StoreError> {
        let mut connection = self.pool.acquire().await?;
        Ok(wallet::find(&mut connection, account).await?)
    }
}
