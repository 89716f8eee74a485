//! Money on its way out. The hold is one transaction, the end another; between them the gateway is asked, as often as it
//! takes, under the withdrawal's own id. Knows no gateway.

use crate::Database;
use crate::error::StoreError;
use crate::post::{PostError, post};
use crate::retry::{FromDatabase, whole};
use crate::wallet::LockedWallets;
use ids::{AccountId, Amount};
use ledger::{TransferError, Withdrawal, WithdrawalOutcome};
use rooms::Wallet;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

/// How a withdrawal stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WithdrawalState {
    /// Its money is held; the gateway has not said how it ends.
    Held,
    /// It went out, under the gateway's reference.
    Paid {
        /// The reference.
        reference: String,
    },
    /// It did not go out, and came back whole.
    Returned {
        /// Why, in English.
        reason: String,
    },
}

/// A withdrawal as its row tells it, and its owner's wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithdrawalRow {
    /// What is withdrawn.
    pub withdrawal: Withdrawal,
    /// How it stands.
    pub state: WithdrawalState,
    /// The wallet, as it stands now.
    pub wallet: Wallet,
}

/// What a gateway says of the end of a withdrawal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WithdrawalEnd {
    /// Paid, under that reference.
    Paid {
        /// The reference.
        reference: String,
    },
    /// Not paid, and why.
    Returned {
        /// Why, in English.
        reason: String,
    },
}

/// A withdrawal was not held, or not ended.
#[derive(Debug, thiserror::Error)]
pub enum WithdrawError {
    /// Such an amount can't be taken out.
    #[error(transparent)]
    Amount(#[from] TransferError),
    /// The wallet does not cover it.
    #[error("the wallet holds {balance}, {amount} were to be taken out")]
    NotCovered {
        /// What it holds.
        balance: Amount,
        /// What was asked for.
        amount: Amount,
    },
    /// There is no such account.
    #[error("there is no account {0}")]
    NoAccount(AccountId),
    /// The key is that of another withdrawal of this account, with another amount.
    #[error("the key is that of another withdrawal")]
    OtherWithdrawal,
    /// There is no such withdrawal.
    #[error("there is no withdrawal {0}")]
    NoWithdrawal(Uuid),
    /// What its escrow holds is not its amount: an alarm, nothing was moved.
    #[error("the escrow of withdrawal {0} holds {1}")]
    Escrow(Uuid, i64),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for WithdrawError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

impl FromDatabase for WithdrawError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Store(error) => Some(error.inner()),
            _ => None,
        }
    }
}

impl Database {
    /// Takes the amount from the wallet into the escrow of a withdrawal. A repeat of the key changes nothing and gives the
    /// withdrawal as it stands.
    ///
    /// # Errors
    /// [`WithdrawError`]; nothing was written.
    pub async fn hold_withdrawal(
        &self,
        account: AccountId,
        amount: Amount,
        key: &str,
    ) -> Result<WithdrawalRow, WithdrawError> {
        let withdrawal = Withdrawal::new(account, amount, key)?;
        whole(|| self.try_hold(withdrawal)).await
    }

    async fn try_hold(&self, withdrawal: Withdrawal) -> Result<WithdrawalRow, WithdrawError> {
        let (account, amount) = (withdrawal.account(), withdrawal.amount());
        let mut transaction = self.pool.begin().await?;
        let mut wallets = LockedWallets::lock(&mut transaction, [account]).await?;
        let before = wallets.get(account).ok_or(WithdrawError::NoAccount(account))?;
        // looked for once the wallet is locked: of two repeats the second sees what the first has done
        if let Some((earlier, state)) = find(&mut transaction, withdrawal.id()).await? {
            return if earlier == withdrawal {
                Ok(WithdrawalRow { withdrawal, state, wallet: before })
            } else {
                Err(WithdrawError::OtherWithdrawal)
            };
        }
        sqlx::query("insert into withdrawal (withdrawal_id, account_id, amount_minor) values ($1, $2, $3)")
            .bind(withdrawal.id())
            .bind(account.0)
            .bind(amount.0)
            .execute(&mut *transaction)
            .await?;
        post(&mut transaction, &mut wallets, [withdrawal.hold().into()]).await.map_err(
            |error| match error {
                PostError::NotCovered(_) => WithdrawError::NotCovered { balance: before.balance, amount },
                PostError::Database(error) => error.into(),
            },
        )?;
        transaction.commit().await?;
        let wallet = wallets.get(account).expect("it was locked above");
        Ok(WithdrawalRow { withdrawal, state: WithdrawalState::Held, wallet })
    }

    /// Ends a withdrawal as the gateway says, exactly once: what has ended already stays as it is, and is given back.
    ///
    /// # Errors
    /// [`WithdrawError`]; nothing was written.
    pub async fn end_withdrawal(
        &self,
        id: Uuid,
        end: &WithdrawalEnd,
    ) -> Result<WithdrawalRow, WithdrawError> {
        whole(|| self.try_end(id, end)).await
    }

    async fn try_end(&self, id: Uuid, end: &WithdrawalEnd) -> Result<WithdrawalRow, WithdrawError> {
        let mut transaction = self.pool.begin().await?;
        let (withdrawal, _) = find(&mut transaction, id).await?.ok_or(WithdrawError::NoWithdrawal(id))?;
        let account = withdrawal.account();
        let mut wallets = LockedWallets::lock(&mut transaction, [account]).await?;
        let (outcome, word, reference, reason) = match end {
            WithdrawalEnd::Paid { reference } => (WithdrawalOutcome::Paid, "paid", Some(reference), None),
            WithdrawalEnd::Returned { reason } => {
                (WithdrawalOutcome::Returned, "returned", None, Some(reason))
            }
        };
        let settled = sqlx::query(
            "insert into settlement (subject_kind, subject_id, outcome) values ('withdrawal', $1, $2)
            on conflict do nothing",
        )
        .bind(id)
        .bind(word)
        .execute(&mut *transaction)
        .await?;
        let mut state = state_of(end);
        if settled.rows_affected() == 1 {
            let held: i64 = sqlx::query_scalar(
                "select coalesce(sum(amount_minor), 0)::bigint from entry
                where account_kind = 'escrow' and holder_id = $1",
            )
            .bind(id)
            .fetch_one(&mut *transaction)
            .await?;
            if held != withdrawal.amount().0 {
                return Err(WithdrawError::Escrow(id, held));
            }
            post(&mut transaction, &mut wallets, [withdrawal.settle(outcome).into()]).await.map_err(
                |error| match error {
                    PostError::NotCovered(_) => WithdrawError::NoAccount(account),
                    PostError::Database(error) => error.into(),
                },
            )?;
            sqlx::query(
                "update withdrawal set state = $2, reference = coalesce($3, reference), reason = $4,
                    ended_at = now() where withdrawal_id = $1",
            )
            .bind(id)
            .bind(word)
            .bind(reference)
            .bind(reason)
            .execute(&mut *transaction)
            .await?;
        } else if let Some((_, ended)) = find(&mut transaction, id).await? {
            state = ended;
        }
        transaction.commit().await?;
        let wallet = wallets.get(account).ok_or(WithdrawError::NoAccount(account))?;
        Ok(WithdrawalRow { withdrawal, state, wallet })
    }

    /// Withdrawals that are held and whose gateway was not asked for `quiet_s` seconds, the longest waiting first; they
    /// count as asked now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn withdrawals_to_ask(&self, quiet_s: f64, limit: u32) -> Result<Vec<Withdrawal>, StoreError> {
        let rows = sqlx::query(
            "update withdrawal set asked_at = now() where withdrawal_id in (
                select withdrawal_id from withdrawal
                where state = 'held' and asked_at <= now() - $1 * interval '1 second'
                order by asked_at limit $2 for no key update skip locked)
            returning withdrawal_id, account_id, amount_minor",
        )
        .bind(quiet_s)
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(read).collect()
    }
}

async fn find(
    connection: &mut PgConnection,
    id: Uuid,
) -> Result<Option<(Withdrawal, WithdrawalState)>, StoreError> {
    let row = sqlx::query(
        "select withdrawal_id, account_id, amount_minor, state, reference, reason from withdrawal
        where withdrawal_id = $1",
    )
    .bind(id)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let state = match row.try_get::<&str, _>("state")? {
        "paid" => WithdrawalState::Paid {
            reference: row.try_get::<Option<String>, _>("reference")?.unwrap_or_default(),
        },
        "returned" => WithdrawalState::Returned {
            reason: row.try_get::<Option<String>, _>("reason")?.unwrap_or_default(),
        },
        _ => WithdrawalState::Held,
    };
    Ok(Some((read(&row)?, state)))
}

fn read(row: &PgRow) -> Result<Withdrawal, StoreError> {
    let account = AccountId(row.try_get("account_id")?);
    let amount = Amount(row.try_get("amount_minor")?);
    Withdrawal::with_id(row.try_get("withdrawal_id")?, account, amount).map_err(StoreError::rows)
}

fn state_of(end: &WithdrawalEnd) -> WithdrawalState {
    match end {
        WithdrawalEnd::Paid { reference } => WithdrawalState::Paid { reference: reference.clone() },
        WithdrawalEnd::Returned { reason } => WithdrawalState::Returned { reason: reason.clone() },
    }
}
