//! Writes transfers into the books, within somebody's transaction: the transfers, their entries, the wallets they change.

use crate::wallet::LockedWallets;
use ids::{AccountId, Amount};
use ledger::Transfer;
use sqlx::PgConnection;
use std::collections::BTreeSet;
use uuid::Uuid;

/// Transfers were not written; the transaction has to be rolled back.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PostError {
    /// The wallet does not cover what is taken from it, or there is no such wallet.
    #[error("the wallet of {0} does not cover it")]
    NotCovered(AccountId),
    /// The database.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Columns of the rows of `transfer`, one array each.
#[derive(Debug, Default)]
struct TransferColumns {
    id: Vec<Uuid>,
    subject_kind: Vec<&'static str>,
    subject_id: Vec<Uuid>,
    leg: Vec<&'static str>,
    amount: Vec<i64>,
    refers_to: Vec<Option<Uuid>>,
    reference: Vec<Option<String>>,
}

/// Columns of the rows of `entry`, one array each.
#[derive(Debug, Default)]
struct EntryColumns {
    transfer: Vec<Uuid>,
    direction: Vec<&'static str>,
    kind: Vec<&'static str>,
    holder: Vec<Uuid>,
    amount: Vec<i64>,
    balance_after: Vec<Option<i64>>,
    wallet_version: Vec<Option<i64>>,
}

/// A transfer, with the gateway's reference if it is a deposit.
#[derive(Clone, Debug)]
pub(crate) struct Posting {
    pub(crate) transfer: Transfer,
    pub(crate) reference: Option<String>,
}

impl From<Transfer> for Posting {
    fn from(transfer: Transfer) -> Self {
        Self { transfer, reference: None }
    }
}

/// Writes the transfers. Every wallet that they touch is locked already.
pub(crate) async fn post(
    connection: &mut PgConnection,
    wallets: &mut LockedWallets,
    postings: impl IntoIterator<Item = Posting>,
) -> Result<(), PostError> {
    let (mut transfers, mut entries) = (TransferColumns::default(), EntryColumns::default());
    let mut changed = BTreeSet::new();
    for Posting { transfer, reference } in postings {
        transfers.push(&transfer, reference);
        let legs = transfer.entries();
        let sum: i64 = legs.iter().map(|entry| entry.amount.0).sum();
        assert_eq!(sum, 0, "transfer {} does not balance", transfer.id);
        for entry in legs {
            let wallet = match entry.account.wallet() {
                Some(account) => {
                    changed.insert(account);
                    Some(wallets.change(account, entry.amount).ok_or(PostError::NotCovered(account))?)
                }
                None => None,
            };
            entries.push(&entry, wallet.map(|wallet| (wallet.balance, wallet.version)));
        }
    }
    transfers.insert(&mut *connection).await?;
    entries.insert(&mut *connection).await?;
    update_wallets(connection, wallets, &changed).await
}

impl TransferColumns {
    fn push(&mut self, transfer: &Transfer, reference: Option<String>) {
        self.id.push(transfer.id.0);
        self.subject_kind.push(transfer.subject.kind);
        self.subject_id.push(transfer.subject.id);
        self.leg.push(transfer.leg.word());
        self.amount.push(transfer.amount.0);
        self.refers_to.push(transfer.refers_to.map(|id| id.0));
        self.reference.push(reference);
    }

    async fn insert(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into transfer (transfer_id, subject_kind, subject_id, leg, amount_minor, refers_to, reference)
            select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::uuid[], $7::text[])",
        )
        .bind(self.id)
        .bind(self.subject_kind)
        .bind(self.subject_id)
        .bind(self.leg)
        .bind(self.amount)
        .bind(self.refers_to)
        .bind(self.reference)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl EntryColumns {
    fn push(&mut self, entry: &ledger::Entry, wallet: Option<(Amount, i64)>) {
        self.transfer.push(entry.transfer.0);
        self.direction.push(entry.direction.word());
        self.kind.push(entry.account.kind().word());
        self.holder.push(entry.account.holder());
        self.amount.push(entry.amount.0);
        self.balance_after.push(wallet.map(|(balance, _)| balance.0));
        self.wallet_version.push(wallet.map(|(_, version)| version));
    }

    async fn insert(self, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into entry
                (transfer_id, direction, account_kind, holder_id, amount_minor, balance_after, wallet_version)
            select * from unnest(
                $1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[])",
        )
        .bind(self.transfer)
        .bind(self.direction)
        .bind(self.kind)
        .bind(self.holder)
        .bind(self.amount)
        .bind(self.balance_after)
        .bind(self.wallet_version)
        .execute(connection)
        .await?;
        Ok(())
    }
}

async fn update_wallets(
    connection: &mut PgConnection,
    wallets: &LockedWallets,
    changed: &BTreeSet<AccountId>,
) -> Result<(), PostError> {
    let changed: Vec<_> = changed.iter().filter_map(|account| wallets.get(*account)).collect();
    let done = sqlx::query(
        "update wallet w set balance_minor = n.balance, version = n.version
        from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as n (account_id, balance, version)
        where w.account_id = n.account_id",
    )
    .bind(changed.iter().map(|wallet| wallet.account.0).collect::<Vec<_>>())
    .bind(changed.iter().map(|wallet| wallet.balance.0).collect::<Vec<_>>())
    .bind(changed.iter().map(|wallet| wallet.version).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    assert_eq!(done.rows_affected(), changed.len() as u64, "a locked wallet was not updated");
    Ok(())
}
