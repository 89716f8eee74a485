//! The bank: makes staked games and settles ended ones, each in one transaction. Wallets are locked in the order of their
//! ids, all at once, before anything is written.

use crate::Database;
use crate::crash::{self, CrashPoint};
use crate::error::StoreError;
use crate::event_row::{ARRAYS, EventColumns, NAMES, PARAMETERS};
use crate::instant::{from_row, millis_to_row, to_row};
use crate::lease::Lease;
use crate::post::{PostError, post};
use crate::retry::{FromDatabase, whole};
use crate::wallet::LockedWallets;
use async_trait::async_trait;
use draughts::Variant;
use game::{GameEvent, PerSide};
use ids::{AccountId, Amount, GameId, Millis, WallTime};
use ledger::{Pot, Subject};
use rooms::{Bank, BankError, GateAct, NewGame, Settlement, StakeGate, Stamped, StartError, Wallet};
use sqlx::{PgConnection, Row as _};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use time::OffsetDateTime;
use tracing::error;
use uuid::Uuid;

/// How often a start is tried again whose commit's answer was lost, and how long between.
const AGAIN: u32 = 5;
const AGAIN_EVERY: Duration = Duration::from_millis(200);

/// What a game's money belongs to.
pub(crate) const fn subject(game: Uuid) -> Subject {
    Subject { kind: "game", id: game }
}

/// When a player who does not begin his games is barred from staked seeks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbortBar {
    /// After so many games that ended because of his first move; 0: never.
    pub after: u32,
    /// Within how long.
    pub within: Millis,
    /// For how long after the last of them.
    pub barred: Millis,
}

/// The bank over the rows.
pub(crate) struct RowBank {
    pub(crate) database: Database,
    pub(crate) lease: Arc<Lease>,
    pub(crate) gate: Arc<dyn StakeGate>,
    pub(crate) bar: AbortBar,
}

/// A start that failed, with what the database said.
#[derive(Debug)]
enum Failed {
    Refused(StartError),
    Database(sqlx::Error),
    /// The commit's answer is lost.
    Commit,
}

impl From<sqlx::Error> for Failed {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl From<StartError> for Failed {
    fn from(error: StartError) -> Self {
        Self::Refused(error)
    }
}

impl FromDatabase for Failed {
    fn database(&self) -> Option<&sqlx::Error> {
        match self {
            Self::Database(error) => Some(error),
            Self::Refused(_) | Self::Commit => None,
        }
    }
}

#[async_trait]
impl Bank for RowBank {
    async fn start(&self, new: NewGame) -> Result<PerSide<Wallet>, StartError> {
        match whole(|| self.try_start(&new)).await {
            Ok(wallets) => Ok(wallets),
            Err(Failed::Refused(refused)) => Err(refused),
            Err(Failed::Commit) => self.start_again(&new).await,
            Err(Failed::Database(error)) => {
                error!(error = &error as &dyn std::error::Error, "a staked game was not made");
                Err(StartError::Unavailable)
            }
        }
    }

    async fn settle_due(&self, limit: u32) -> Result<Vec<Settlement>, BankError> {
        Ok(self.database.settle_due(limit).await?)
    }

    async fn settlements(&self, games: &[GameId]) -> Result<Vec<Settlement>, BankError> {
        Ok(self.database.settlements(games).await?)
    }

    async fn wallet(&self, account: AccountId) -> Result<Wallet, BankError> {
        let found = self.database.find_wallet(account).await?;
        Ok(found.unwrap_or(Wallet { account, balance: Amount::ZERO, version: 0 }))
    }

    async fn times_white(&self, variant: Variant, account: AccountId) -> Result<u64, BankError> {
        let count: i64 =
            sqlx::query_scalar("select count(*) from game where white_account_id = $1 and variant = $2")
                .bind(account.0)
                .bind(variant.to_string())
                .fetch_one(&self.database.pool)
                .await
                .map_err(StoreError::from)?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    async fn barred_until(&self, account: AccountId) -> Result<Option<WallTime>, BankError> {
        let mut connection = self.database.pool.acquire().await.map_err(StoreError::from)?;
        Ok(self.bar.until(&mut connection, account).await.map_err(StoreError::from)?)
    }
}

impl RowBank {
    async fn try_start(&self, new: &NewGame) -> Result<PerSide<Wallet>, Failed> {
        let (white, black) = (new.players.white.account, new.players.black.account);
        let stake = new.terms.stake;
        let pot = Pot::new(subject(new.game.0), white, black, stake, new.terms.fee)
            .map_err(|wrong| StartError::Refused { account: white, reason: wrong.to_string() })?;
        let mut transaction = self.database.pool.begin().await?;
        let mut wallets = LockedWallets::lock(&mut transaction, [white, black]).await?;
        let wallet = |wallets: &LockedWallets, account| {
            wallets.get(account).expect("it was locked, and it covers or has covered the stake")
        };
        let both = |wallets: &LockedWallets| PerSide {
            white: wallet(wallets, white),
            black: wallet(wallets, black),
        };
        let standing = Standing::of(&mut transaction, new, self.bar).await?;
        match standing.found {
            Found::Nothing => {}
            Found::Itself => return Ok(both(&wallets)),
            Found::Rematch(made) => return Err(StartError::RematchExists(made).into()),
        }
        for account in [white, black] {
            self.may_play(new, account, &standing)?;
            let balance = wallets.get(account).map_or(Amount::ZERO, |wallet| wallet.balance);
            if balance < stake {
                return Err(StartError::InsufficientFunds { account, balance, stake }.into());
            }
        }
        self.insert(&mut transaction, new).await?;
        post(&mut transaction, &mut wallets, pot.hold().map(Into::into)).await.map_err(
            |error| match error {
                PostError::NotCovered(account) => {
                    let balance = wallets.get(account).map_or(Amount::ZERO, |wallet| wallet.balance);
                    Failed::Refused(StartError::InsufficientFunds { account, balance, stake })
                }
                PostError::Database(error) => Failed::Database(error),
            },
        )?;
        crash::pass(CrashPoint::InMatch);
        transaction.commit().await.map_err(|error| {
            error!(error = &error as &dyn std::error::Error, game.id = %new.game, "a commit's answer is lost");
            Failed::Commit
        })?;
        crash::pass(CrashPoint::AfterMatch);
        Ok(both(&wallets))
    }

    /// What is asked of each player once his wallet is locked: of parallel tries the second sees what the first did.
    fn may_play(&self, new: &NewGame, account: AccountId, standing: &Standing) -> Result<(), Failed> {
        self.gate
            .may(account, GateAct::Match, new.terms.stake)
            .map_err(|reason| StartError::Refused { account, reason })?;
        let (live, until) = standing.players.get(&account).copied().unwrap_or_default();
        if let Some(until) = until {
            return Err(StartError::Barred { account, until }.into());
        }
        if live >= i64::from(new.game_limit) {
            return Err(StartError::GameLimit { account }.into());
        }
        Ok(())
    }

    /// The game's row and its first event, fenced like every other.
    async fn insert(&self, connection: &mut PgConnection, new: &NewGame) -> Result<(), Failed> {
        let mut columns = EventColumns::default();
        let started = Stamped { event: GameEvent::Started, received_at: None, decided_at: new.at };
        columns.push(new.game, 1, &started, new.terms.variant);
        let game: Vec<String> =
            (PARAMETERS + 3..=PARAMETERS + 18).map(|number| format!("${number}")).collect();
        let (node, epoch) = (PARAMETERS + 1, PARAMETERS + 2);
        let sql = format!(
            "with lease as (
                select epoch from node_lease
                where node = ${node} and epoch = ${epoch} for key share
            ), made as (
                insert into game (game_id, variant, rule_set, initial_ms, increment_ms, first_move_ms,
                    max_draw_offers, stake_minor, fee_basis_points, config_hash, white_account_id, black_account_id,
                    rematch_of, watchable, node, started_at)
                select {} from lease
            )
            insert into game_event ({NAMES}, epoch)
            select r.*, lease.epoch from unnest({ARRAYS}) as r ({NAMES}) cross join lease",
            game.join(", ")
        );
        let done = columns
            .bind(sqlx::query(sqlx::AssertSqlSafe(sql)))
            .bind(self.lease.node())
            .bind(self.lease.epoch().0)
            .bind(new.game.0)
            .bind(new.terms.variant.to_string())
            .bind(new.terms.rule_set.to_string())
            .bind(millis_to_row(new.terms.time_control.initial))
            .bind(millis_to_row(new.terms.time_control.increment))
            .bind(millis_to_row(new.terms.first_move_window))
            .bind(i16::from(new.terms.max_draw_offers))
            .bind(new.terms.stake.0)
            .bind(i32::from(new.terms.fee.0))
            .bind(&new.terms.config_hash)
            .bind(new.players.white.account.0)
            .bind(new.players.black.account.0)
            .bind(new.rematch_of.map(|game| game.0))
            .bind(new.watchable)
            .bind(self.lease.node())
            .bind(to_row(new.at))
            .execute(connection)
            .await?;
        if done.rows_affected() == 1 { Ok(()) } else { Err(StartError::Unavailable.into()) }
    }

    /// A start whose commit's answer was lost, tried again: the ids are the caller's, and a commit that is still in flight
    /// holds the wallets, so the game is made once or found.
    async fn start_again(&self, new: &NewGame) -> Result<PerSide<Wallet>, StartError> {
        for _ in 0..AGAIN {
            tokio::time::sleep(AGAIN_EVERY).await;
            match whole(|| self.try_start(new)).await {
                Ok(wallets) => return Ok(wallets),
                Err(Failed::Refused(StartError::Unavailable) | Failed::Commit | Failed::Database(_)) => {}
                Err(Failed::Refused(refused)) => return Err(refused),
            }
        }
        // if it was made after all, the house takes it up when the database is back
        Err(StartError::Unavailable)
    }
}

/// What stands in the way of a new game, once both wallets are locked.
enum Found {
    Nothing,
    /// The game itself: an earlier try has made it.
    Itself,
    /// Another rematch of the same game.
    Rematch(GameId),
}

/// What is known, once both wallets are locked, of an earlier try and of both players.
struct Standing {
    found: Found,
    /// How many staked games each has running, and until when he is barred.
    players: HashMap<AccountId, (i64, Option<WallTime>)>,
}

impl Standing {
    async fn of(connection: &mut PgConnection, new: &NewGame, bar: AbortBar) -> Result<Self, sqlx::Error> {
        let accounts = [new.players.white.account.0, new.players.black.account.0];
        let sql = format!(
            "select p.account_id,
                (select count(*) from game where ended_at is null and white_account_id = p.account_id)
                    + (select count(*) from game where ended_at is null and black_account_id = p.account_id) as live,
                ({BARRED_UNTIL}) as barred_until,
                array(select game_id from game where game_id = $5 or rematch_of = $6) as earlier
            from unnest($1::uuid[]) as p (account_id)"
        );
        let rows = bar
            .bind(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&accounts[..]))
            .bind(new.game.0)
            .bind(new.rematch_of.map(|game| game.0))
            .fetch_all(connection)
            .await?;
        let (mut found, mut players) = (Found::Nothing, HashMap::new());
        for row in rows {
            let earlier: Vec<Uuid> = row.try_get("earlier")?;
            found = match earlier.as_slice() {
                [] => Found::Nothing,
                games if games.contains(&new.game.0) => Found::Itself,
                [rematch, ..] => Found::Rematch(GameId(*rematch)),
            };
            let until: Option<OffsetDateTime> = row.try_get("barred_until")?;
            players
                .insert(AccountId(row.try_get("account_id")?), (row.try_get("live")?, until.map(from_row)));
        }
        Ok(Self { found, players })
    }
}

/// Until when the account `p.account_id` is barred; null when it is not. `$2` to `$4` are bound by [`AbortBar::bind`].
const BARRED_UNTIL: &str = "select max(ended_at) + $3 * interval '1 millisecond' from (
        select ended_at from game
        where white_account_id = p.account_id and reason = 'aborted' and blame = 'white'
        union all
        select ended_at from game
        where black_account_id = p.account_id and reason = 'aborted' and blame = 'black'
    ) as aborted
    where ended_at > now() - $2 * interval '1 millisecond'
    having $4::int8 > 0 and count(*) >= $4 and max(ended_at) + $3 * interval '1 millisecond' > now()";

impl AbortBar {
    fn bind<'q>(
        self,
        query: sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>,
    ) -> sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments> {
        query.bind(millis_to_row(self.within)).bind(millis_to_row(self.barred)).bind(i64::from(self.after))
    }

    /// Until when a player is barred; `None` when he is not.
    async fn until(
        self,
        connection: &mut PgConnection,
        account: AccountId,
    ) -> Result<Option<WallTime>, sqlx::Error> {
        let sql = format!("select ({BARRED_UNTIL}) as until from unnest($1::uuid[]) as p (account_id)");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(vec![account.0]);
        let row = self.bind(query).fetch_one(connection).await?;
        Ok(row.try_get::<Option<OffsetDateTime>, _>("until")?.map(from_row))
    }
}
