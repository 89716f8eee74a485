//! Players for tests and load, many at once: accounts, sessions and deposits in a few statements. Development only; who
//! may call it is the server's to say.

use crate::account::name_key;
use crate::deposit::DepositError;
use crate::post::{Posting, post};
use crate::wallet::LockedWallets;
use crate::{Database, NewSession, instant};
use ids::{Amount, WallTime};
use ledger::Transfer;
use sqlx::PgConnection;

/// A player to be made.
#[derive(Clone, Debug)]
pub struct NewDevPlayer {
    /// His name.
    pub name: String,
    /// His session, which names the account to be made.
    pub session: NewSession,
}

impl Database {
    /// Makes all of them, each with a wallet funded through the books, or none. No password lets anybody in.
    ///
    /// # Errors
    /// [`DepositError`]; a name that is taken is one of the database's.
    pub async fn create_dev_players(
        &self,
        players: &[NewDevPlayer],
        balance: Amount,
        at: WallTime,
    ) -> Result<(), DepositError> {
        let mut transaction = self.pool.begin().await?;
        insert_accounts(&mut transaction, players, at).await?;
        insert_sessions(&mut transaction, players).await?;
        if balance != Amount::ZERO {
            let mut deposits = Vec::with_capacity(players.len());
            for NewDevPlayer { session, .. } in players {
                let reference = format!("development player {}", session.account);
                let transfer = Transfer::deposit(session.account, balance, &reference)?;
                deposits.push(Posting { transfer, reference: Some(reference) });
            }
            let accounts = players.iter().map(|player| player.session.account);
            let mut wallets = LockedWallets::lock(&mut transaction, accounts).await?;
            post(&mut transaction, &mut wallets, deposits).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

async fn insert_accounts(
    connection: &mut PgConnection,
    players: &[NewDevPlayer],
    at: WallTime,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "with made as (
            insert into account (account_id, name, name_key, created_at)
            select u.*, $4 from unnest($1::uuid[], $2::text[], $3::text[]) u
            returning account_id
        )
        insert into wallet (account_id) select account_id from made",
    )
    .bind(players.iter().map(|player| player.session.account.0).collect::<Vec<_>>())
    .bind(players.iter().map(|player| player.name.clone()).collect::<Vec<_>>())
    .bind(players.iter().map(|player| name_key(&player.name)).collect::<Vec<_>>())
    .bind(instant::to_row(at))
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_sessions(connection: &mut PgConnection, players: &[NewDevPlayer]) -> Result<(), sqlx::Error> {
    let sessions = || players.iter().map(|player| player.session);
    sqlx::query(
        "insert into session (session_id, account_id, token_hash, expires_at, address)
        select s, a, h, e, d::inet from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::timestamptz[], $5::text[])
            as u (s, a, h, e, d)",
    )
    .bind(sessions().map(|session| session.session.0).collect::<Vec<_>>())
    .bind(sessions().map(|session| session.account.0).collect::<Vec<_>>())
    .bind(sessions().map(|session| session.token_hash.to_vec()).collect::<Vec<_>>())
    .bind(sessions().map(|session| instant::to_row(session.expires_at)).collect::<Vec<_>>())
    .bind(sessions().map(|session| session.address.map(|address| address.to_string())).collect::<Vec<_>>())
    .execute(connection)
    .await?;
    Ok(())
}
