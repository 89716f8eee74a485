//! Settles ended games, each exactly once: the settlement's row first, keyed by its game, then the transfers.

use crate::Database;
use crate::bank::subject;
use crate::crash::{self, CrashPoint};
use crate::error::{Remedy, StoreError, remedy};
use crate::instant::to_row;
use crate::placement::{GAME, ending, players, terms};
use crate::post::{PostError, Posting, post};
use crate::retry::{FromDatabase, whole};
use crate::review::{ReviewRules, WonGame, hold_games};
use crate::wallet::LockedWallets;
use crate::words::outcome_word;
use draughts::Side;
use game::{EndReason, Outcome, PerSide};
use ids::{Amount, GameId, WallTime};
use ledger::{Account, Pot, PotOutcome};
use rooms::{HeldPot, Settlement, StakedTerms};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use std::collections::HashMap;
use tracing::error;
use uuid::Uuid;

/// How long a settlement that failed waits for another try.
const RETRY_S: f64 = 60.0;

/// A game whose money is to be paid.
struct Due {
    game: Uuid,
    terms: StakedTerms,
    players: PerSide<rooms::Player>,
    outcome: Outcome,
    reason: EndReason,
}

/// What a round of the settler did.
#[derive(Debug, Default)]
pub struct Settled {
    /// What was paid.
    pub paid: Vec<Settlement>,
    /// What is looked at before it is paid.
    pub held: Vec<HeldPot>,
}

/// Games were not settled; nothing was written.
#[derive(Debug)]
pub(crate) enum SettleError {
    /// One of them can't be settled; the others can.
    Stuck(Uuid, String),
    /// The database takes no settlement of that one.
    Refused(Uuid, sqlx::Error),
    /// The database.
    Database(sqlx::Error),
}

impl From<sqlx::Error> for SettleError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl FromDatabase for SettleError {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) => Some(error),
            Self::Stuck(..) | Self::Refused(..) => None,
        }
    }
}

impl Database {
    /// Settles up to `limit` ended games in one transaction, whatever a review would say. One that can't be settled is put aside with
    /// its reason and stops no other.
    ///
    /// # Errors
    /// [`StoreError`]; what was not returned is still due.
    pub async fn settle_due(&self, limit: u32) -> Result<Vec<Settlement>, StoreError> {
        Ok(self.settle_or_hold(limit, None).await?.paid)
    }

    /// The same, but that pots are held by these rules, as of that instant.
    ///
    /// # Errors
    /// As [`Database::settle_due`].
    pub async fn settle_or_hold(
        &self,
        limit: u32,
        review: Option<(&ReviewRules, WallTime)>,
    ) -> Result<Settled, StoreError> {
        loop {
            match whole(|| self.try_settle(limit, review)).await {
                Ok(settled) => return Ok(settled),
                Err(SettleError::Stuck(game, reason)) => self.put_aside(game, &reason).await?,
                Err(SettleError::Refused(game, error)) => self.put_aside(game, &error.to_string()).await?,
                // something in the rows of one of them: each for itself, until that one stands aside
                Err(SettleError::Database(error)) if remedy(&error) == Remedy::Never => {
                    return self.settle_one_by_one(limit, review).await;
                }
                Err(SettleError::Database(error)) => return Err(error.into()),
            }
        }
    }

    /// What was paid for those of these games that are settled, and both wallets as they are now.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, StoreError> {
        let ids: Vec<Uuid> = games.iter().map(|game| game.0).collect();
        let sql = format!("{GAME} where g.game_id = any($1) and g.settled_at is not null");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(ids).fetch_all(&self.pool).await?;
        let mut settled = Vec::new();
        for row in &rows {
            let due = read(row).map_err(|_| StoreError::rows("a settled game that could not be"))?;
            let paid = paid(&due).map_err(StoreError::rows)?;
            let wallet = async |account| -> Result<rooms::Wallet, StoreError> {
                let found = self.find_wallet(account).await?;
                found.ok_or_else(|| StoreError::rows("a player without a wallet"))
            };
            let wallets = PerSide {
                white: wallet(due.players.white.account).await?,
                black: wallet(due.players.black.account).await?,
            };
            settled.push(paid.settlement(&due, wallets));
        }
        Ok(settled)
    }

    async fn settle_one_by_one(
        &self,
        limit: u32,
        review: Option<(&ReviewRules, WallTime)>,
    ) -> Result<Settled, StoreError> {
        let mut settled = Settled::default();
        for _ in 0..limit {
            match whole(|| self.try_settle(1, review)).await {
                Ok(Settled { paid, held }) if paid.is_empty() && held.is_empty() => break,
                Ok(one) => {
                    settled.paid.extend(one.paid);
                    settled.held.extend(one.held);
                }
                Err(SettleError::Stuck(game, reason)) => self.put_aside(game, &reason).await?,
                Err(SettleError::Refused(game, error)) => self.put_aside(game, &error.to_string()).await?,
                Err(SettleError::Database(error)) if settled.paid.is_empty() => return Err(error.into()),
                Err(SettleError::Database(_)) => break,
            }
        }
        Ok(settled)
    }

    async fn try_settle(
        &self,
        limit: u32,
        review: Option<(&ReviewRules, WallTime)>,
    ) -> Result<Settled, SettleError> {
        let mut transaction = self.pool.begin().await?;
        let sql = format!(
            "{GAME} where g.ended_at is not null and g.settled_at is null
                and (g.event_id is null or g.funding = 'match' and g.consumed_at is not null) and not exists (
                select 1 from settlement_failure f where f.game_id = g.game_id and f.retry_at > now())
                and (g.outcome = 'void' or not exists (
                    select 1 from game_review r where r.game_id = g.game_id and r.ruled_at is null and r.until > coalesce($2, now())))
            order by g.ended_at limit $1 for no key update of g skip locked"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(i64::from(limit))
            .bind(review.map(|(_, at)| to_row(at)))
            .fetch_all(&mut *transaction)
            .await?;
        if rows.is_empty() {
            return Ok(Settled::default());
        }
        let alone = if limit == 1 { rows[0].try_get("game_id").ok() } else { None };
        let settled = match rows.iter().map(read).collect::<Result<Vec<Due>, _>>() {
            Ok(due) => hold_and_settle(&mut transaction, due, review).await,
            Err(error) => Err(error),
        };
        match (settled, alone) {
            (Ok(settled), _) => {
                crash::pass(CrashPoint::InSettle);
                transaction.commit().await?;
                crash::pass(CrashPoint::AfterSettle);
                Ok(settled)
            }
            (Err(error), alone) => {
                // now, not at some time later: the next try would skip what is still locked
                transaction.rollback().await?;
                Err(match (error, alone) {
                    (SettleError::Database(error), Some(game)) if remedy(&error) == Remedy::Never => {
                        SettleError::Refused(game, error)
                    }
                    (error, _) => error,
                })
            }
        }
    }

    /// Notes why a settlement failed and when it is tried again: an alarm for the operator.
    async fn put_aside(&self, game: Uuid, reason: &str) -> Result<(), StoreError> {
        error!(game.id = %game, "game {game} can't be settled: {reason}");
        metrics::counter!("damas_settlements_stuck_total").increment(1);
        sqlx::query(
            "insert into settlement_failure (game_id, reason, retry_at)
            values ($1, $2, now() + $3 * interval '1 second')
            on conflict (game_id) do update set reason = excluded.reason, failed_at = now(),
                tries = settlement_failure.tries + 1, retry_at = excluded.retry_at",
        )
        .bind(game)
        .bind(reason)
        .bind(RETRY_S)
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

fn read(row: &PgRow) -> Result<Due, SettleError> {
    let game: Uuid = row.try_get("game_id")?;
    let stuck = |error: StoreError| SettleError::Stuck(game, error.inner().to_string());
    let ending = ending(row).map_err(stuck)?;
    let ending = ending.ok_or_else(|| SettleError::Stuck(game, "it ended without an outcome".to_owned()))?;
    Ok(Due {
        game,
        terms: terms(row).map_err(stuck)?,
        players: players(row).map_err(stuck)?,
        outcome: ending.outcome,
        reason: ending.reason,
    })
}

/// Settles games whose rows are locked, but for those that a review holds.
async fn hold_and_settle(
    connection: &mut PgConnection,
    due: Vec<Due>,
    review: Option<(&ReviewRules, WallTime)>,
) -> Result<Settled, SettleError> {
    let won = due.iter().filter_map(|due| match due.outcome {
        Outcome::Won(side) => {
            let what = (due.terms.variant, due.terms.stake);
            Some(WonGame::new(due.game, what, &due.players, side, due.reason))
        }
        Outcome::Draw | Outcome::Void => None,
    });
    let won: Vec<WonGame> = won.collect();
    let held = match review {
        Some((rules, at)) if !won.is_empty() => hold_games(connection, rules, &won, at).await?,
        _ => Vec::new(),
    };
    let is_held = |due: &Due| held.iter().any(|held| held.game.0 == due.game);
    let due: Vec<Due> = due.into_iter().filter(|due| !is_held(due)).collect();
    let paid = if due.is_empty() { Vec::new() } else { settle(connection, due).await? };
    Ok(Settled { paid, held })
}

/// Settles games whose rows are locked, within their transaction.
async fn settle(connection: &mut PgConnection, due: Vec<Due>) -> Result<Vec<Settlement>, SettleError> {
    let accounts: Vec<_> =
        due.iter().flat_map(|due| [due.players.white.account, due.players.black.account]).collect();
    let mut wallets = LockedWallets::lock(&mut *connection, accounts).await?;
    let fresh = insert_settlements(connection, &due).await?;
    let escrows = escrows(connection, &due).await?;
    let (mut postings, mut settled): (Vec<Posting>, Vec<_>) = (Vec::new(), Vec::new());
    for due in &due {
        if !fresh.contains(&due.game) {
            let reason = "it has a settlement, but its game is not marked as settled".to_owned();
            return Err(SettleError::Stuck(due.game, reason));
        }
        let paid = paid(due).map_err(|error| SettleError::Stuck(due.game, error))?;
        let held = escrows.get(&due.game).copied().unwrap_or(0);
        if held != paid.pot.0 {
            let reason = format!("its escrow holds {held}, its pot is {}", paid.pot);
            return Err(SettleError::Stuck(due.game, reason));
        }
        postings.extend(paid.transfers.iter().copied().map(Posting::from));
        settled.push((due, paid));
    }
    post(&mut *connection, &mut wallets, postings).await.map_err(|error| match error {
        PostError::NotCovered(account) => {
            SettleError::Stuck(due[0].game, format!("the wallet of {account} takes no more"))
        }
        PostError::Database(error) => SettleError::Database(error),
    })?;
    let games: Vec<Uuid> = due.iter().map(|due| due.game).collect();
    sqlx::query("update game set settled_at = now() where game_id = any($1)")
        .bind(&games)
        .execute(connection)
        .await?;
    let wallet = |account| wallets.get(account).expect("it was locked above, and a transfer went through it");
    Ok(settled
        .into_iter()
        .map(|(due, paid)| {
            let players = &due.players;
            let wallets =
                PerSide { white: wallet(players.white.account), black: wallet(players.black.account) };
            paid.settlement(due, wallets)
        })
        .collect())
}

/// What an ended game's pot gives, and to whom.
struct Paid {
    pot: Amount,
    fee: Amount,
    received: PerSide<Amount>,
    transfers: Vec<ledger::Transfer>,
}

impl Paid {
    fn settlement(&self, due: &Due, wallets: PerSide<rooms::Wallet>) -> Settlement {
        Settlement {
            game: GameId(due.game),
            outcome: due.outcome,
            pot: self.pot,
            fee: self.fee,
            received: self.received,
            wallets,
        }
    }
}

/// What an ended game's pot gives; an error when there can be no such pot.
fn paid(due: &Due) -> Result<Paid, String> {
    let (white, black) = (due.players.white.account, due.players.black.account);
    let pot = Pot::new(subject(due.game), white, black, due.terms.stake, due.terms.fee)
        .map_err(|error| error.to_string())?;
    let transfers = pot.settle(match due.outcome {
        Outcome::Won(Side::White) => PotOutcome::White,
        Outcome::Won(Side::Black) => PotOutcome::Black,
        Outcome::Draw | Outcome::Void => PotOutcome::Returned,
    });
    let to = |account: Account| -> Amount {
        let entries = transfers.iter().flat_map(ledger::Transfer::entries);
        let own = entries.filter(|entry| entry.account == account && entry.amount > Amount::ZERO);
        Amount(own.map(|entry| entry.amount.0).sum())
    };
    let received = PerSide { white: to(Account::Wallet(white)), black: to(Account::Wallet(black)) };
    let fee = to(Account::House);
    Ok(Paid { pot: pot.total(), fee, received, transfers })
}

/// The settlements' rows come first; which of them are new.
async fn insert_settlements(connection: &mut PgConnection, due: &[Due]) -> Result<Vec<Uuid>, SettleError> {
    let games: Vec<Uuid> = due.iter().map(|due| due.game).collect();
    let outcomes: Vec<&str> = due.iter().map(|due| outcome_word(due.outcome)).collect();
    Ok(sqlx::query_scalar(
        "insert into settlement (subject_kind, subject_id, outcome)
        select 'game', d.game_id, d.outcome from unnest($1::uuid[], $2::text[]) as d (game_id, outcome)
        on conflict do nothing returning subject_id",
    )
    .bind(games)
    .bind(outcomes)
    .fetch_all(connection)
    .await?)
}

/// What each game's escrow holds.
async fn escrows(connection: &mut PgConnection, due: &[Due]) -> Result<HashMap<Uuid, i64>, SettleError> {
    let games: Vec<Uuid> = due.iter().map(|due| due.game).collect();
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(
        "select holder_id, sum(amount_minor)::bigint from entry
        where account_kind = 'escrow' and holder_id = any($1) group by holder_id",
    )
    .bind(games)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}
