//! A player's games, the newest first.

use crate::Database;
use crate::error::StoreError;
use crate::instant::{from_row, to_row};
use crate::placement::{ending, variant};
use draughts::{Side, Variant};
use ids::{AccountId, Amount, GameId, WallTime};
use sqlx::Row as _;
use sqlx::postgres::PgRow;

/// A game in a player's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// The game.
    pub game: GameId,
    /// What was played.
    pub variant: Variant,
    /// The side that he played.
    pub side: Side,
    /// The opponent's name.
    pub opponent: String,
    /// The stake of each.
    pub stake: Amount,
    /// How it ended; `None` while it runs.
    pub ending: Option<game::Ending>,
    /// What it brought him; `None` until it is settled.
    pub net: Option<Amount>,
    /// When it was made.
    pub started_at: WallTime,
    /// How many moves it had.
    pub plies: u16,
}

impl Database {
    /// The newest games of a player, or the newest of those made before an instant.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn history(
        &self,
        account: AccountId,
        before: Option<WallTime>,
        limit: u32,
    ) -> Result<Vec<HistoryLine>, StoreError> {
        let rows = sqlx::query(
            "select g.game_id, g.variant, g.white_account_id = $1 as is_white, a.name as opponent, g.stake_minor, g.outcome,
                g.reason, g.blame, g.started_at,
                (select count(*) from game_event e where e.game_id = g.game_id and e.kind = 2) as plies,
                case when g.settled_at is not null then (
                    select sum(e.amount_minor)::bigint from transfer t join entry e using (transfer_id)
                    where t.subject_kind = 'game' and t.subject_id = g.game_id
                    and e.account_kind = 'wallet' and e.holder_id = $1) end as net
            from (
                (select * from game where white_account_id = $1 and started_at < $2
                    order by started_at desc limit $3)
                union all
                (select * from game where black_account_id = $1 and started_at < $2
                    order by started_at desc limit $3)
            ) as g
            join account a on a.account_id =
                case when g.white_account_id = $1 then g.black_account_id else g.white_account_id end
            order by g.started_at desc limit $3",
        )
        .bind(account.0)
        .bind(to_row(before.unwrap_or(WallTime(32_503_680_000_000_000))))
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(line).collect()
    }
}

fn line(row: &PgRow) -> Result<HistoryLine, StoreError> {
    Ok(HistoryLine {
        game: GameId(row.try_get("game_id")?),
        variant: variant(row)?,
        side: if row.try_get("is_white")? { Side::White } else { Side::Black },
        opponent: row.try_get("opponent")?,
        stake: Amount(row.try_get("stake_minor")?),
        ending: ending(row)?,
        net: row.try_get::<Option<i64>, _>("net")?.map(Amount),
        started_at: from_row(row.try_get("started_at")?),
        plies: u16::try_from(row.try_get::<i64, _>("plies")?).unwrap_or(u16::MAX),
    })
}
