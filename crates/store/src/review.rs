//! Pots that are held and looked at before they are paid: what is known of the two players, the rows of the holds, and their end. The
//! rule itself is `competition`'s.

use crate::Database;
use crate::error::StoreError;
use crate::instant::{from_row, to_row};
use crate::pair_use::pair_uses;
use async_trait::async_trait;
use competition::{LostBy, LostGame, PairLimits, ReviewHold, ReviewReason, ReviewTerms, Tournament, WonPot};
use draughts::{Side, Variant};
use game::{EndReason, PerSide};
use ids::{AccountId, Amount, GameId, MatchId, TournamentId, WallTime};
use rooms::{BankError, HeldPot, PairFacts, Reviews};
use sqlx::{PgConnection, Row as _};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// What a pot is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewRules {
    /// The rule.
    pub terms: ReviewTerms,
    /// Whether one address of two players counts.
    pub same_address: bool,
    /// Where each variant's range of stakes ends.
    pub highest: HashMap<Variant, Amount>,
    /// In which window a flow between two counts.
    pub pairs: PairLimits,
}

/// A game that was won and that is due.
pub(crate) struct WonGame {
    pub(crate) game: Uuid,
    pub(crate) variant: Variant,
    pub(crate) stake: Amount,
    pub(crate) winner: AccountId,
    pub(crate) loser: AccountId,
    pub(crate) reason: EndReason,
}

impl WonGame {
    pub(crate) fn new(
        game: Uuid,
        (variant, stake): (Variant, Amount),
        players: &PerSide<rooms::Player>,
        winner: Side,
        reason: EndReason,
    ) -> Self {
        let (winner, loser) = (players[winner].account, players[winner.other()].account);
        Self { game, variant, stake, winner, loser, reason }
    }
}

/// How a game was lost, as reviews see it.
const fn lost_by(reason: EndReason) -> LostBy {
    match reason {
        EndReason::Resignation => LostBy::Resignation,
        EndReason::Flag => LostBy::Flag,
        EndReason::Forfeit => LostBy::Forfeit,
        _ => LostBy::Board,
    }
}

/// The holds that the rule puts on these games, whose rows are locked; those that were held before are asked about no more. The holds
/// are written.
pub(crate) async fn hold_games(
    connection: &mut PgConnection,
    rules: &ReviewRules,
    won: &[WonGame],
    at: WallTime,
) -> Result<Vec<HeldPot>, sqlx::Error> {
    let known: HashSet<Uuid> = sqlx::query_scalar("select game_id from game_review where game_id = any($1)")
        .bind(won.iter().map(|won| won.game).collect::<Vec<_>>())
        .fetch_all(&mut *connection)
        .await?
        .into_iter()
        .collect();
    let asked: Vec<&WonGame> = won.iter().filter(|won| !known.contains(&won.game)).collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let pairs: Vec<[AccountId; 2]> = asked.iter().map(|won| [won.winner, won.loser]).collect();
    let uses = pair_uses(connection, &rules.pairs, &pairs, at).await?;
    let shared = if rules.same_address { sharing(connection, &pairs).await? } else { HashSet::new() };
    let plies = plies(connection, &asked).await?;
    let mut held = Vec::new();
    for (won, used) in asked.into_iter().zip(uses) {
        let pot = WonPot {
            stake: won.stake,
            highest: rules.highest.get(&won.variant).copied().unwrap_or(won.stake),
            lost: vec![LostGame {
                by: lost_by(won.reason),
                plies: plies.get(&won.game).copied().unwrap_or(u16::MAX),
            }],
            same_device: false,
            same_address: shared.contains(&[won.winner, won.loser]),
            same_payment: false,
            flow: used.net + i128::from(won.stake.0),
        };
        if let Some(ReviewHold { reasons, until }) = rules.terms.hold(&pot, at) {
            write_hold(connection, won.game, &reasons, until).await?;
            held.push(HeldPot { game: GameId(won.game), until });
        }
    }
    Ok(held)
}

async fn write_hold(
    connection: &mut PgConnection,
    game: Uuid,
    reasons: &[ReviewReason],
    until: WallTime,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into game_review (game_id, reasons, until) values ($1, $2, $3) on conflict do nothing",
    )
    .bind(game)
    .bind(reasons.iter().map(|reason| word(*reason)).collect::<Vec<_>>())
    .bind(to_row(until))
    .execute(connection)
    .await?;
    Ok(())
}

const fn word(reason: ReviewReason) -> &'static str {
    match reason {
        ReviewReason::EarlyLoss => "early_loss",
        ReviewReason::SameDevice => "same_device",
        ReviewReason::SameAddress => "same_address",
        ReviewReason::SamePayment => "same_payment",
        ReviewReason::OneWayFlow => "one_way_flow",
    }
}

/// Which of these pairs have signed in from one address.
async fn sharing(
    connection: &mut PgConnection,
    pairs: &[[AccountId; 2]],
) -> Result<HashSet<[AccountId; 2]>, sqlx::Error> {
    let of = |n: usize| pairs.iter().map(|pair| pair[n].0).collect::<Vec<Uuid>>();
    let rows: Vec<(Uuid, Uuid)> = sqlx::query_as(
        "select p.one, p.other from unnest($1::uuid[], $2::uuid[]) as p (one, other)
        where exists (
            select 1 from session a join session b on b.address = a.address
            where a.account_id = p.one and b.account_id = p.other and a.address is not null)",
    )
    .bind(of(0))
    .bind(of(1))
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(one, other)| [AccountId(one), AccountId(other)]).collect())
}

/// How many plies those games had that were not lost on the board.
async fn plies(connection: &mut PgConnection, won: &[&WonGame]) -> Result<HashMap<Uuid, u16>, sqlx::Error> {
    let early = won.iter().filter(|won| lost_by(won.reason) != LostBy::Board);
    let games: Vec<Uuid> = early.map(|won| won.game).collect();
    if games.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, i64)> = sqlx::query_as(
        "select g.game_id, (select count(*) from game_event e where e.game_id = g.game_id and e.kind = 2)
        from unnest($1::uuid[]) as g (game_id)",
    )
    .bind(games)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|(game, plies)| (game, u16::try_from(plies).unwrap_or(u16::MAX))).collect())
}

/// What is known of two players, for the pots of matches and for tournaments.
pub(crate) struct RowReviews {
    pub(crate) database: Database,
    pub(crate) rules: ReviewRules,
}

#[async_trait]
impl Reviews for RowReviews {
    async fn pair_facts(
        &self,
        winner: AccountId,
        loser: AccountId,
        at: WallTime,
    ) -> Result<PairFacts, BankError> {
        let mut connection = self.database.pool.acquire().await.map_err(StoreError::from)?;
        let pairs = [[winner, loser]];
        let uses =
            pair_uses(&mut connection, &self.rules.pairs, &pairs, at).await.map_err(StoreError::from)?;
        let same_address = self.rules.same_address
            && !sharing(&mut connection, &pairs).await.map_err(StoreError::from)?.is_empty();
        Ok(PairFacts { same_address, flow: uses.first().map_or(0, |used| used.net) })
    }

    async fn share_an_address(&self, players: &[AccountId]) -> Result<bool, BankError> {
        if !self.rules.same_address {
            return Ok(false);
        }
        let found: Option<i32> = sqlx::query_scalar(
            "select 1 from session where account_id = any($1) and address is not null
            group by address having count(distinct account_id) > 1 limit 1",
        )
        .bind(players.iter().map(|player| player.0).collect::<Vec<_>>())
        .fetch_optional(&self.database.pool)
        .await
        .map_err(StoreError::from)?;
        Ok(found.is_some())
    }
}

/// How a review of a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRuling {
    /// The result stands.
    Stands,
    /// The game does not count: both stakes go back whole.
    Void,
}

/// A review of a game was not ended.
#[derive(Debug, thiserror::Error)]
pub enum RuleError {
    /// Nobody looks at that game.
    #[error("game {0} is not under review")]
    NotUnderReview(GameId),
    /// It could not be voided.
    #[error(transparent)]
    Void(#[from] crate::VoidError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A game under review, in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewLine {
    /// The game.
    pub game: GameId,
    /// Why it is looked at.
    pub reasons: Vec<String>,
    /// When its result stands by itself.
    pub until: WallTime,
    /// Who plays White, and who Black.
    pub players: [String; 2],
    /// The stake of each.
    pub stake: Amount,
}

impl Database {
    /// The games under review, the first to end first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_reviews(&self, limit: u32) -> Result<Vec<ReviewLine>, StoreError> {
        let rows = sqlx::query(
            "select r.game_id, r.reasons, r.until, w.name as white, b.name as black, g.stake_minor
            from game_review r join game g using (game_id)
            join account w on w.account_id = g.white_account_id
            join account b on b.account_id = g.black_account_id
            where r.ruled_at is null and g.settled_at is null
            order by r.until limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(ReviewLine {
                    game: GameId(row.try_get("game_id")?),
                    reasons: row.try_get("reasons")?,
                    until: from_row(row.try_get("until")?),
                    players: [row.try_get("white")?, row.try_get("black")?],
                    stake: Amount(row.try_get("stake_minor")?),
                })
            })
            .collect()
    }

    /// The matches under review, each with its players' names.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn matches_under_review(
        &self,
        limit: u32,
    ) -> Result<Vec<(MatchId, String, String)>, StoreError> {
        let rows: Vec<(Uuid, String, String)> = sqlx::query_as(
            "select m.match_id, a.name, b.name from rivals_match m
            join account a on a.account_id = m.first_account_id
            join account b on b.account_id = m.second_account_id
            where m.state = 'Review' order by m.proposed_at limit $1",
        )
        .bind(i64::from(limit))
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(|(of, first, second)| (MatchId(of), first, second)).collect())
    }

    /// The cases that keep tournaments from being paid: each with its tournament's name, and when it ends by itself.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_cases(&self) -> Result<Vec<(TournamentId, String, WallTime)>, StoreError> {
        let mut cases = Vec::new();
        for stored in self.load_tournaments("where not t.over", None).await? {
            let state =
                Tournament::replay(stored.of, stored.terms, &stored.events).map_err(StoreError::rows)?;
            let name = &state.terms().name;
            cases.extend(state.open_cases().map(|(_, until)| (stored.of, name.clone(), until)));
        }
        Ok(cases)
    }

    /// Ends the review of a game. Then the settler pays it, or gives the stakes back.
    ///
    /// # Errors
    /// [`RuleError`]; nothing was changed.
    pub async fn rule_game(
        &self,
        game: GameId,
        ruling: GameRuling,
        reason: &str,
        by: &str,
    ) -> Result<(), RuleError> {
        let open: Option<i32> = sqlx::query_scalar(
            "select 1 from game_review r join game g using (game_id)
            where game_id = $1 and ruled_at is null and g.settled_at is null",
        )
        .bind(game.0)
        .fetch_optional(&self.pool)
        .await
        .map_err(StoreError::from)?;
        if open.is_none() {
            return Err(RuleError::NotUnderReview(game));
        }
        if ruling == GameRuling::Void {
            // first: a game that is voided but not ruled upon gives the stakes back all the same
            self.void(game, reason, by).await?;
        }
        sqlx::query(
            "update game_review set ruled_at = now(), ruling = $2, ruled_by = $3, reason = $4
            where game_id = $1 and ruled_at is null",
        )
        .bind(game.0)
        .bind(match ruling {
            GameRuling::Stands => "stands",
            GameRuling::Void => "void",
        })
        .bind(by)
        .bind(reason)
        .execute(&self.pool)
        .await
        .map_err(StoreError::from)?;
        Ok(())
    }
}
