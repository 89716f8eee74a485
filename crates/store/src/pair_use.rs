//! What two players have staked against each other of late, asked once their wallets are locked: of parallel tries the second sees
//! what the first did. Knows no limit's reason.

use crate::instant::{from_row, to_row};
use competition::{PairFlow, PairGame, PairLimits, PairUse};
use ids::{AccountId, Amount, WallTime};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use uuid::Uuid;

/// What each pair has used of the limits at `at`, seen from its first.
pub(crate) async fn pair_uses(
    connection: &mut PgConnection,
    limits: &PairLimits,
    pairs: &[[AccountId; 2]],
    at: WallTime,
) -> Result<Vec<PairUse>, sqlx::Error> {
    let since = to_row(at.minus(limits.flow_window.max(limits.games_window)));
    let of = |n: usize| pairs.iter().map(|pair| pair[n].0).collect::<Vec<Uuid>>();
    let games = sqlx::query(
        "select p.number, true as is_first, g.started_at as staked_at, g.settled_at, g.stake_minor,
            case when g.settled_at is null then 'open' else g.outcome end as came_of
        from unnest($1::uuid[], $2::uuid[]) with ordinality as p (first, second, number)
        join game g on g.white_account_id = p.first and g.black_account_id = p.second
        where g.funding <> 'none' and (g.started_at > $3 or g.settled_at is null or g.settled_at > $3)
        union all
        select p.number, false, g.started_at, g.settled_at, g.stake_minor,
            case when g.settled_at is null then 'open' else g.outcome end
        from unnest($1::uuid[], $2::uuid[]) with ordinality as p (first, second, number)
        join game g on g.white_account_id = p.second and g.black_account_id = p.first
        where g.funding <> 'none' and (g.started_at > $3 or g.settled_at is null or g.settled_at > $3)",
    )
    .bind(of(0))
    .bind(of(1))
    .bind(since)
    .fetch_all(&mut *connection)
    .await?;
    let matches = sqlx::query(
        "select p.number, m.first_account_id = p.first as is_first, m.accepted_at as staked_at, s.settled_at, m.stake_minor,
            m.stake_mode, m.exposure_minor, coalesce(s.outcome, 'open') as came_of
        from unnest($1::uuid[], $2::uuid[]) with ordinality as p (first, second, number)
        join rivals_match m on m.accepted_at is not null
            and (m.first_account_id = p.first and m.second_account_id = p.second
                or m.first_account_id = p.second and m.second_account_id = p.first)
        left join settlement s on s.subject_kind = 'match' and s.subject_id = m.match_id
        where m.accepted_at > $3 or not m.over or s.settled_at > $3",
    )
    .bind(of(0))
    .bind(of(1))
    .bind(since)
    .fetch_all(connection)
    .await?;
    let mut staked: Vec<Vec<PairGame>> = vec![Vec::new(); pairs.len()];
    let mut held = vec![0_i128; pairs.len()];
    let mut to_come = vec![0_usize; pairs.len()];
    for row in &games {
        staked[place(row)?].push(game(row)?);
    }
    for row in &matches {
        match row.try_get("stake_mode")? {
            "per_match" => staked[place(row)?].push(game(row)?),
            // its games stand for themselves; what is held for those to come may be lost, too
            _ => {
                let (exposure, stake): (i64, i64) =
                    (row.try_get("exposure_minor")?, row.try_get("stake_minor")?);
                held[place(row)?] += i128::from(exposure / 2);
                let games = (exposure / 2).checked_div(stake).unwrap_or(0);
                to_come[place(row)?] += usize::try_from(games).unwrap_or(0);
            }
        }
    }
    let uses = staked.iter().zip(held).zip(to_come).map(|((staked, held), to_come)| {
        let used = PairUse::of(limits, staked, at);
        PairUse { open: used.open + held, games: used.games + to_come, ..used }
    });
    Ok(uses.collect())
}

/// Which pair a row is about.
fn place(row: &PgRow) -> Result<usize, sqlx::Error> {
    let number: i64 = row.try_get("number")?;
    usize::try_from(number - 1).map_err(|wrong| sqlx::Error::Decode(wrong.into()))
}

/// A stake of the two, and where it went.
fn game(row: &PgRow) -> Result<PairGame, sqlx::Error> {
    let stake = Amount(row.try_get("stake_minor")?);
    // the first of the pair had White, or was the challenger
    let is_first: bool = row.try_get("is_first")?;
    let flow = match row.try_get("came_of")? {
        "white" | "first" if is_first => PairFlow::Won(stake),
        "white" | "first" => PairFlow::Lost(stake),
        "black" | "second" if is_first => PairFlow::Lost(stake),
        "black" | "second" => PairFlow::Won(stake),
        "open" => PairFlow::Open(stake),
        _ => PairFlow::Nothing,
    };
    let settled_at = row.try_get::<Option<_>, _>("settled_at")?.map(from_row);
    Ok(PairGame { staked_at: from_row(row.try_get("staked_at")?), settled_at, flow })
}
