//! What stands in the way of new staked games, asked once the wallets of all their players are locked: of parallel tries the
//! second sees what the first did.

use crate::instant::{from_row, millis_to_row};
use ids::{AccountId, GameId, Millis, WallTime};
use rooms::NewGame;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgConnection, Postgres, Row as _};
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;

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

/// What a player has going on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Busy {
    /// How many staked games of his run.
    pub(crate) live: i64,
    /// Until when he is barred.
    pub(crate) barred_until: Option<WallTime>,
}

/// An earlier game that a new one meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Earlier {
    /// The game itself: an earlier try has made it.
    Itself,
    /// Another rematch of the same game.
    Rematch(GameId),
}

/// What is known of new games' earlier tries and of their players.
pub(crate) struct Standing {
    earlier: Vec<(Uuid, Option<Uuid>)>,
    players: HashMap<AccountId, Busy>,
}

impl Standing {
    pub(crate) async fn of(
        connection: &mut PgConnection,
        batch: &[NewGame],
        bar: AbortBar,
    ) -> Result<Self, sqlx::Error> {
        let games: Vec<Uuid> = batch.iter().map(|new| new.game.0).collect();
        let rematches_of: Vec<Uuid> =
            batch.iter().filter_map(|new| new.rematch_of.map(|game| game.0)).collect();
        let earlier = sqlx::query_as(
            "select game_id, rematch_of from game where game_id = any($1)
            union select game_id, rematch_of from game where rematch_of = any($2)",
        )
        .bind(games)
        .bind(rematches_of)
        .fetch_all(&mut *connection)
        .await?;
        let accounts: Vec<Uuid> = batch.iter().flat_map(accounts).map(|account| account.0).collect();
        let sql = format!(
            "select p.account_id,
                (select count(*) from game where ended_at is null and white_account_id = p.account_id)
                    + (select count(*) from game where ended_at is null and black_account_id = p.account_id) as live,
                ({BARRED_UNTIL}) as barred_until
            from unnest($1::uuid[]) as p (account_id)"
        );
        let rows =
            bar.bind(sqlx::query(sqlx::AssertSqlSafe(sql)).bind(&accounts)).fetch_all(connection).await?;
        let mut players = HashMap::with_capacity(rows.len());
        for row in rows {
            let until: Option<OffsetDateTime> = row.try_get("barred_until")?;
            let busy = Busy { live: row.try_get("live")?, barred_until: until.map(from_row) };
            players.insert(AccountId(row.try_get("account_id")?), busy);
        }
        Ok(Self { earlier, players })
    }

    /// The earlier game that a new one meets, if there is one.
    pub(crate) fn earlier(&self, new: &NewGame) -> Option<Earlier> {
        if self.earlier.iter().any(|(game, _)| *game == new.game.0) {
            return Some(Earlier::Itself);
        }
        let same = new.rematch_of?.0;
        let (rematch, _) = self.earlier.iter().find(|(_, of)| *of == Some(same))?;
        Some(Earlier::Rematch(GameId(*rematch)))
    }

    /// What a player has going on.
    pub(crate) fn player(&self, account: AccountId) -> Busy {
        self.players.get(&account).copied().unwrap_or_default()
    }
}

/// Who plays in a new game.
pub(crate) fn accounts(new: &NewGame) -> [AccountId; 2] {
    [new.players.white.account, new.players.black.account]
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
    fn bind(self, query: Query<'_, Postgres, PgArguments>) -> Query<'_, Postgres, PgArguments> {
        query.bind(millis_to_row(self.within)).bind(millis_to_row(self.barred)).bind(i64::from(self.after))
    }

    /// Until when a player is barred; `None` when he is not.
    pub(crate) async fn until(
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
