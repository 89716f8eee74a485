//! Wallets locked for a transaction: in the order of their ids, so that no two transactions wait for each other.

use ids::{AccountId, Amount};
use rooms::Wallet;
use sqlx::{PgConnection, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// The wallets that a transaction has locked, as they stand within it.
#[derive(Debug)]
pub(crate) struct LockedWallets(BTreeMap<AccountId, Wallet>);

impl LockedWallets {
    /// Locks all of them at once. Of an account that has no wallet nothing is found.
    pub(crate) async fn lock(
        connection: &mut PgConnection,
        accounts: impl IntoIterator<Item = AccountId>,
    ) -> Result<Self, sqlx::Error> {
        let mut ids: Vec<Uuid> = accounts.into_iter().map(|account| account.0).collect();
        ids.sort_unstable();
        ids.dedup();
        let rows = sqlx::query(
            "select account_id, balance_minor, version from wallet
            where account_id = any($1) order by account_id for no key update",
        )
        .bind(ids)
        .fetch_all(connection)
        .await?;
        let mut wallets = BTreeMap::new();
        for row in rows {
            let account = AccountId(row.try_get("account_id")?);
            let (balance, version) = (Amount(row.try_get("balance_minor")?), row.try_get("version")?);
            wallets.insert(account, Wallet { account, balance, version });
        }
        Ok(Self(wallets))
    }

    /// A wallet as it stands now.
    pub(crate) fn get(&self, account: AccountId) -> Option<Wallet> {
        self.0.get(&account).copied()
    }

    /// Changes a wallet by an entry; `None` when it is not locked or would fall below zero.
    pub(crate) fn change(&mut self, account: AccountId, by: Amount) -> Option<Wallet> {
        let wallet = self.0.get_mut(&account)?;
        let balance = wallet.balance.checked_add(by).filter(|balance| *balance >= Amount::ZERO)?;
        *wallet = Wallet { account, balance, version: wallet.version + 1 };
        Some(*wallet)
    }
}

/// A wallet, not locked; `None` when the account has none.
pub(crate) async fn find(
    connection: &mut PgConnection,
    account: AccountId,
) -> Result<Option<Wallet>, sqlx::Error> {
    let row = sqlx::query("select balance_minor, version from wallet where account_id = $1")
        .bind(account.0)
        .fetch_optional(connection)
        .await?;
    row.map(|row| {
        Ok(Wallet {
            account,
            balance: Amount(row.try_get("balance_minor")?),
            version: row.try_get("version")?,
        })
    })
    .transpose()
}
