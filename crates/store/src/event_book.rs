//! Events behind their port: a step of a match is its events, its summary, its transfers and its games in one transaction, fenced by
//! the match's version and this node's lease.

use crate::Database;
use crate::error::StoreError;
use crate::event_money::HOUSE_PROMO;
use crate::event_step::{Begun, EventRows, Failed, json, understood};
use crate::instant::{from_row, to_row};
use crate::lease::Lease;
use crate::notice::insert_notices;
use crate::occurrence::skip;
use crate::order_book::mark_done;
use crate::pair_use::pair_uses;
use crate::retry::whole;
use async_trait::async_trait;
use competition::{
    CancelCause, LocalDateTime, MatchEvent, PairColours, PairLimits, PerSeat, RivalsLimits, Seat, StakeMode,
};
use draughts::Variant;
use ids::{AccountId, Amount, MatchId, TournamentId, WallTime};
use rooms::{
    BankError, EndedGame, EventBook, MatchStep, NewGame, NewNotice, NotedGame, Player, ScheduledStart,
    StepError, StoredMatch, StoredTournament, TournamentStep, Wallet,
};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use std::collections::HashSet;
use std::sync::Arc;
use uuid::Uuid;

/// The events over the rows.
pub(crate) struct RowEventBook {
    pub(crate) database: Database,
    pub(crate) lease: Arc<Lease>,
    pub(crate) pairs: PairLimits,
}

#[async_trait]
impl EventBook for RowEventBook {
    async fn step_matches(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, StepError> {
        whole(|| self.try_step(steps)).await.map_err(|failed| failed.step_error())
    }

    async fn open_matches(&self) -> Result<Vec<StoredMatch>, BankError> {
        Ok(self.database.load_matches("where not m.over", &[], 0).await?)
    }

    async fn load_match(&self, of: MatchId) -> Result<Option<StoredMatch>, BankError> {
        Ok(self.database.load_matches("where m.match_id = $1", &[of.0], 1).await?.pop())
    }

    async fn matches_of(&self, account: AccountId, limit: u32) -> Result<Vec<StoredMatch>, BankError> {
        let of = "where m.first_account_id = $1 or m.second_account_id = $1";
        Ok(self.database.load_matches(of, &[account.0], limit).await?)
    }

    async fn ended_games(&self, limit: u32) -> Result<Vec<EndedGame>, BankError> {
        Ok(self.database.ended_event_games(limit).await?)
    }

    async fn pair_colours(
        &self,
        variant: Variant,
        first: AccountId,
        second: AccountId,
    ) -> Result<PairColours, BankError> {
        Ok(self.database.pair_colours(variant, first, second).await?)
    }

    async fn step_tournament(&self, step: TournamentStep) -> Result<Vec<Wallet>, StepError> {
        whole(|| self.try_tournament_step(&step)).await.map_err(|failed| failed.step_error())
    }

    async fn open_tournaments(&self) -> Result<Vec<StoredTournament>, BankError> {
        Ok(self.database.load_tournaments("where not t.over", None).await?)
    }

    async fn load_tournament(&self, of: TournamentId) -> Result<Option<StoredTournament>, BankError> {
        let which = "where t.tournament_id = $1";
        Ok(self.database.load_tournaments(which, Some(of.0)).await?.pop())
    }

    async fn put_schedule(&self, name: &str, since: LocalDateTime) -> Result<LocalDateTime, BankError> {
        Ok(self.database.put_schedule(name, since).await?)
    }

    async fn skip_start(&self, start: &ScheduledStart) -> Result<(), BankError> {
        Ok(skip(&self.database.pool, &self.lease, start).await?)
    }

    async fn note(&self, noted: &[NotedGame]) -> Result<(), BankError> {
        let nothing = Begun::new(&self.database, std::iter::empty()).await;
        let done = match nothing {
            Ok(begun) => begun.finish(&self.lease, &[], noted).await,
            Err(failed) => Err(failed),
        };
        done.map(|_| ()).map_err(|failed| BankError(failed.step_error().to_string()))
    }

    async fn purse(&self) -> Result<Amount, BankError> {
        let wallet = self.database.find_wallet(HOUSE_PROMO).await?;
        Ok(wallet.map_or(Amount::ZERO, |wallet| wallet.balance))
    }

    async fn late_cancels(&self, account: AccountId, since: WallTime) -> Result<Vec<WallTime>, BankError> {
        let rows = sqlx::query_scalar(
            "select cancelled_at from rivals_late_cancel
            where account_id = $1 and cancelled_at >= $2 order by cancelled_at",
        )
        .bind(account.0)
        .bind(to_row(since))
        .fetch_all(&self.database.pool)
        .await
        .map_err(StoreError::from)?;
        Ok(rows.into_iter().map(from_row).collect())
    }
}

impl RowEventBook {
    async fn try_step(&self, steps: &[MatchStep]) -> Result<Vec<Wallet>, Failed> {
        let mut begun = Begun::new(&self.database, steps.iter().flat_map(|step| &step.money)).await?;
        for step in steps {
            mark_done(&mut begun.transaction, step.order).await?;
            self.check_pair(&mut begun.transaction, step).await?;
            self.write_events(&mut begun.transaction, step).await?;
        }
        let games: Vec<&NewGame> = steps.iter().flat_map(|step| &step.games).collect();
        let notices: Vec<&NewNotice> = steps.iter().flat_map(|step| &step.notices).collect();
        insert_notices(&mut begun.transaction, &notices).await?;
        let noted: Vec<NotedGame> = steps.iter().flat_map(|step| step.noted.iter().copied()).collect();
        begun.finish(&self.lease, &games, &noted).await
    }

    /// Two who hold stakes against each other must not pass what a pair may.
    async fn check_pair(&self, connection: &mut PgConnection, step: &MatchStep) -> Result<(), Failed> {
        let Some(second) = step.head.second.filter(|_| is_acceptance(step)) else { return Ok(()) };
        let uses = pair_uses(connection, &self.pairs, &[[step.head.first, second]], step.at).await?;
        let stake = Amount(step.head.exposure.0 / 2);
        let mut used = uses.first().copied().unwrap_or_default();
        if step.head.stake_mode == StakeMode::PerGame {
            // every game of it is one of the pair's; the check itself counts one
            let games = stake.0.checked_div(step.head.stake.0).unwrap_or(1);
            used.games += usize::try_from(games.saturating_sub(1)).unwrap_or(0);
        }
        self.pairs.check(&used, stake, step.head.limits.stake_max).map_err(Failed::PairLimit)
    }

    /// The match's row and its events. Nothing is written when the version is another, or the lease another's.
    async fn write_events(&self, connection: &mut PgConnection, step: &MatchStep) -> Result<(), Failed> {
        let head = &step.head;
        let limits = json(&head.limits)?;
        let count =
            i32::try_from(step.events.len()).map_err(|_| Failed::Wrong("too many events".to_owned()))?;
        let before =
            i32::try_from(step.after.0).map_err(|_| Failed::Wrong("too many versions".to_owned()))?;
        let sql = if before == 0 {
            "insert into rivals_match (match_id, first_account_id, second_account_id, version, state, over, starts_at,
                exposure_minor, limits, proposed_at, stake_mode, stake_minor, accepted_at)
            select $1, $2, $3, $4 + $10, $5, $6, $7, $8, $9::jsonb, $11, $12, $13, $14 on conflict do nothing"
        } else {
            "update rivals_match set first_account_id = $2, second_account_id = $3, version = $4 + $10, state = $5, over = $6,
                starts_at = $7, exposure_minor = $8, stake_mode = $12, stake_minor = $13, accepted_at = coalesce($14, accepted_at)
            where match_id = $1 and version = $4 and $9::jsonb is not null and $11::timestamptz is not null"
        };
        let written = sqlx::query(sql)
            .bind(step.of.0)
            .bind(head.first.0)
            .bind(head.second.map(|second| second.0))
            .bind(before)
            .bind(&head.state)
            .bind(head.over)
            .bind(head.starts_at.map(to_row))
            .bind(head.exposure.0)
            .bind(limits)
            .bind(count)
            .bind(to_row(step.at))
            .bind(match head.stake_mode {
                StakeMode::PerMatch => "per_match",
                StakeMode::PerGame => "per_game",
            })
            .bind(head.stake.0)
            .bind(is_acceptance(step).then(|| to_row(step.at)))
            .execute(&mut *connection)
            .await?;
        if written.rows_affected() != 1 {
            return Err(Failed::Stale);
        }
        let rows =
            EventRows { table: "rivals_match_event", key: "match_id", id: step.of.0, before, at: step.at };
        if !rows.insert(connection, &self.lease, &step.events).await? {
            return Err(Failed::Stale);
        }
        settle(connection, step).await?;
        mark_late_cancels(connection, step).await
    }
}

/// Whether the step holds both stakes.
fn is_acceptance(step: &MatchStep) -> bool {
    step.events.iter().any(|event| matches!(event, MatchEvent::Accepted { .. }))
}

/// A match whose money goes out for good has its settlement, once.
async fn settle(connection: &mut PgConnection, step: &MatchStep) -> Result<(), Failed> {
    let outcome = step.events.iter().find_map(|event| match event {
        MatchEvent::Settled { outcome, .. } => Some(match outcome.winner {
            Some(Seat::First) => "first",
            Some(Seat::Second) => "second",
            None => "level",
        }),
        // who stayed away has lost his stake to who came: that is a flow between the two like any other
        MatchEvent::NoShow { present: Some(Seat::First), forfeit: true } => Some("first"),
        MatchEvent::NoShow { present: Some(Seat::Second), forfeit: true } => Some("second"),
        MatchEvent::Cancelled { .. } | MatchEvent::NoShow { .. } | MatchEvent::Voided { .. } => Some("void"),
        _ => None,
    });
    let Some(outcome) = outcome else { return Ok(()) };
    sqlx::query("insert into settlement (subject_kind, subject_id, outcome) values ('match', $1, $2)")
        .bind(step.of.0)
        .bind(outcome)
        .execute(connection)
        .await?;
    Ok(())
}

/// A player who cancelled alone and late has a mark.
async fn mark_late_cancels(connection: &mut PgConnection, step: &MatchStep) -> Result<(), Failed> {
    for event in &step.events {
        let MatchEvent::Cancelled { cause: CancelCause::AloneLate(seat) } = event else { continue };
        let account = match seat {
            Seat::First => Some(step.head.first),
            Seat::Second => step.head.second,
        };
        sqlx::query(
            "insert into rivals_late_cancel (match_id, account_id, cancelled_at) values ($1, $2, $3)
            on conflict do nothing",
        )
        .bind(step.of.0)
        .bind(account.map(|account| account.0))
        .bind(to_row(step.at))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Who plays a match, by seat.
fn players(row: &PgRow) -> Result<PerSeat<Option<Player>>, StoreError> {
    let player = |account: &str, name: &str| -> Result<Option<Player>, StoreError> {
        let (account, name): (Option<Uuid>, Option<String>) = (row.try_get(account)?, row.try_get(name)?);
        Ok(account.zip(name).map(|(account, name)| Player { account: AccountId(account), name }))
    };
    Ok(PerSeat {
        first: player("first_account_id", "first_name")?,
        second: player("second_account_id", "second_name")?,
    })
}

impl Database {
    /// The matches of a condition over `m`, whose parameters are these ids; the newest, where there is a limit.
    pub(crate) async fn load_matches(
        &self,
        which: &str,
        ids: &[Uuid],
        limit: u32,
    ) -> Result<Vec<StoredMatch>, StoreError> {
        let newest =
            if limit > 0 { format!("order by m.proposed_at desc limit {limit}") } else { String::new() };
        let sql = format!(
            "with found as (select m.* from rivals_match m {which} {newest})
            select f.match_id, f.first_account_id, f.second_account_id, a.name as first_name, b.name as second_name,
                f.limits::text as limits, e.body::text as body
            from found f join rivals_match_event e using (match_id)
            join account a on a.account_id = f.first_account_id
            left join account b on b.account_id = f.second_account_id
            order by f.proposed_at desc, f.match_id, e.version"
        );
        let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
        for id in ids {
            query = query.bind(*id);
        }
        let rows = query.fetch_all(&self.pool).await?;
        let mut found: Vec<StoredMatch> = Vec::new();
        let mut broken: HashSet<MatchId> = HashSet::new();
        for row in &rows {
            let of = MatchId(row.try_get("match_id")?);
            if found.last().is_none_or(|last| last.of != of) {
                let limits = understood(of, row.try_get("limits")?).unwrap_or_else(|| {
                    broken.insert(of);
                    RivalsLimits::default()
                });
                found.push(StoredMatch { of, players: players(row)?, limits, events: Vec::new() });
            }
            match (understood(of, row.try_get("body")?), found.last_mut()) {
                (Some(event), Some(last)) => last.events.push(event),
                _ => {
                    broken.insert(of);
                }
            }
        }
        found.retain(|stored| !broken.contains(&stored.of));
        Ok(found)
    }

    async fn pair_colours(
        &self,
        variant: Variant,
        first: AccountId,
        second: AccountId,
    ) -> Result<PairColours, StoreError> {
        let rows = sqlx::query(
            "select white_account_id = $2 as first_white from game
            where variant = $1 and outcome is distinct from 'void' and ended_at is not null
                and (white_account_id = $2 and black_account_id = $3 or white_account_id = $3 and black_account_id = $2)
            order by ended_at",
        )
        .bind(variant.to_string())
        .bind(first.0)
        .bind(second.0)
        .fetch_all(&self.pool)
        .await?;
        let mut colours = PairColours { whites: PerSeat::default(), last_black: None };
        for row in &rows {
            let first_white: bool = row.try_get("first_white")?;
            let white = if first_white { Seat::First } else { Seat::Second };
            colours.whites[white] += 1;
            colours.last_black = Some(white.other());
        }
        Ok(colours)
    }
}
