//! Writes transfers into the books, within somebody's transaction: the transfers, their entries, the wallets they change.

use crate::wallet::LockedWallets;
use ids::{AccountId, Amount};
use ledger::Transfer;
use rooms::Wallet;
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
    let changed: Vec<Wallet> = changed.iter().filter_map(|account| wallets.get(*account)).collect();
    write(connection, transfers, entries, &changed).await
}

/// Transfers, their entries and the wallets that they change, in one statement: keys are checked at its end.
async fn write(
    connection: &mut PgConnection,
    transfers: TransferColumns,
    entries: EntryColumns,
    changed: &[Wallet],
) -> Result<(), PostError> {
    let updated: i64 = sqlx::query_scalar(
        "with transfers as (
            insert into transfer (transfer_id, subject_kind, subject_id, leg, amount_minor, refers_to, reference)
            select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::uuid[], $7::text[])
        ), entries as (
            insert into entry
                (transfer_id, direction, account_kind, holder_id, amount_minor, balance_after, wallet_version)
            select * from unnest(
                $8::uuid[], $9::text[], $10::text[], $11::uuid[], $12::bigint[], $13::bigint[], $14::bigint[])
        ), wallets as (
            update wallet w set balance_minor = n.balance, version = n.version
            from unnest($15::uuid[], $16::bigint[], $17::bigint[]) as n (account_id, balance, version)
            where w.account_id = n.account_id returning w.account_id
        )
        select count(*) from wallets",
    )
    .bind(transfers.id)
    .bind(transfers.subject_kind)
    .bind(transfers.subject_id)
    .bind(transfers.leg)
    .bind(transfers.amount)
    .bind(transfers.refers_to)
    .bind(transfers.reference)
    .bind(entries.transfer)
    .bind(entries.direction)
    .bind(entries.kind)
    .bind(entries.holder)
    .bind(entries.amount)
    .bind(entries.balance_after)
    .bind(entries.wallet_version)
    .bind(changed.iter().map(|wallet| wallet.account.0).collect::<Vec<_>>())
    .bind(changed.iter().map(|wallet| wallet.balance.0).collect::<Vec<_>>())
    .bind(changed.iter().map(|wallet| wallet.version).collect::<Vec<_>>())
    .fetch_one(connection)
    .await?;
    assert_eq!(updated, changed.len() as i64, "a locked wallet was not updated");
    Ok(())
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
}
