//! The proof of the whole books, in one transaction that sees one instant and changes nothing.

use crate::Database;
use crate::error::StoreError;
use sqlx::{PgConnection, Row as _};

/// How many offending rows of a rule are shown.
const SHOWN: i64 = 10;

/// What the proof found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerReport {
    /// How many transfers there are.
    pub transfers: i64,
    /// How many entries there are.
    pub entries: i64,
    /// How many settlements there are.
    pub settlements: i64,
    /// The sum of the entries of each kind of account, in minor units.
    pub sums: Vec<(String, i64)>,
    /// What is wrong: the rule, and the first rows that break it.
    pub wrong: Vec<(String, Vec<String>)>,
}

impl LedgerReport {
    /// Whether the books are right.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl std::fmt::Display for LedgerReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(
            f,
            "{} transfers, {} entries, {} settlements",
            self.transfers, self.entries, self.settlements
        )?;
        for (kind, sum) in &self.sums {
            writeln!(f, "{kind:>8} {sum:>20}")?;
        }
        let total: i64 = self.sums.iter().map(|(_, sum)| sum).sum();
        writeln!(f, "{:>8} {total:>20}", "total")?;
        for (rule, rows) in &self.wrong {
            writeln!(f, "WRONG: {rule}")?;
            for row in rows {
                writeln!(f, "  {row}")?;
            }
        }
        if self.is_clean() { writeln!(f, "the books are right") } else { Ok(()) }
    }
}

/// A rule of the books, and the query that gives the rows that break it, each as one text.
const RULES: [(&str, &str); 25] = [
    (
        "every transfer has one debit and one credit that sum to zero and are its amount",
        "select 'transfer ' || t.transfer_id || ': ' || count(e.*) || ' entries, sum ' || coalesce(sum(e.amount_minor), 0)
        from transfer t left join entry e using (transfer_id) group by t.transfer_id, t.amount_minor
        having count(e.*) <> 2 or coalesce(sum(e.amount_minor), 0) <> 0 or max(e.amount_minor) <> t.amount_minor",
    ),
    (
        "all entries together sum to zero",
        "select 'sum ' || sum(amount_minor) from entry having sum(amount_minor) <> 0",
    ),
    (
        "every wallet's balance is the sum of its entries",
        "select 'wallet ' || w.account_id || ': balance ' || w.balance_minor || ', entries ' || coalesce(sum(e.amount_minor), 0)
        from wallet w left join entry e on e.account_kind = 'wallet' and e.holder_id = w.account_id
        group by w.account_id, w.balance_minor having w.balance_minor <> coalesce(sum(e.amount_minor), 0)",
    ),
    (
        "every wallet's version is the number of its entries",
        "select 'wallet ' || w.account_id || ': version ' || w.version || ', entries ' || count(e.*)
        from wallet w left join entry e on e.account_kind = 'wallet' and e.holder_id = w.account_id
        group by w.account_id, w.version having w.version <> count(e.*)",
    ),
    (
        "every wallet entry's balance is the one before it and its amount",
        "select 'entry ' || transfer_id || ' of wallet ' || holder_id from (
            select transfer_id, holder_id, balance_after,
                sum(amount_minor) over (partition by holder_id order by wallet_version) as sum
            from entry where account_kind = 'wallet') as chain where balance_after <> sum",
    ),
    (
        "every wallet entry is that of a wallet",
        "select 'entry ' || e.transfer_id || ' of ' || e.holder_id from entry e
        left join wallet w on w.account_id = e.holder_id
        where e.account_kind = 'wallet' and w.account_id is null",
    ),
    (
        "no wallet is below zero",
        "select 'wallet ' || account_id || ': ' || balance_minor from wallet where balance_minor < 0",
    ),
    (
        "every escrow that holds money is that of a game that is not settled, of a withdrawal that is held, or of an event",
        "select 'escrow ' || e.holder_id || ': ' || sum(e.amount_minor)
        from entry e left join game g on g.game_id = e.holder_id
            left join withdrawal w on w.withdrawal_id = e.holder_id
            left join rivals_match m on m.match_id = e.holder_id
            left join tournament t on t.tournament_id = e.holder_id
            left join (tournament_entry n join tournament o using (tournament_id)) on n.entry_id = e.holder_id
            left join ladder l on l.ladder_id = e.holder_id
        where e.account_kind = 'escrow'
        group by e.holder_id, g.game_id, g.settled_at, w.state, m.match_id, m.over, t.tournament_id, t.over, n.entry_id, o.over, l.ladder_id, l.over
        having sum(e.amount_minor) <> 0 and (g.game_id is null or g.settled_at is not null)
            and w.state is distinct from 'held' and (m.match_id is null or m.over)
            and (t.tournament_id is null or t.over) and (n.entry_id is null or o.over)
            and (l.ladder_id is null or l.over)",
    ),
    (
        "every match's escrow holds what its events say",
        "select 'match ' || m.match_id || ': exposure ' || m.exposure_minor || ', escrow ' || coalesce(sum(e.amount_minor), 0)
        from rivals_match m left join entry e on e.account_kind = 'escrow' and e.holder_id = m.match_id
        group by m.match_id, m.exposure_minor having coalesce(sum(e.amount_minor), 0) <> m.exposure_minor",
    ),
    (
        "every tournament's escrow holds what its events say",
        "select 'tournament ' || t.tournament_id || ': held ' || t.held_minor || ', escrow ' || coalesce(sum(e.amount_minor), 0)
        from tournament t left join entry e on e.account_kind = 'escrow' and e.holder_id = t.tournament_id
        group by t.tournament_id, t.held_minor having coalesce(sum(e.amount_minor), 0) <> t.held_minor",
    ),
    (
        "every entry's escrow holds what its tournament's events say",
        "select 'entry ' || n.entry_id || ': held ' || n.held_minor || ', escrow ' || coalesce(sum(e.amount_minor), 0)
        from tournament_entry n left join entry e on e.account_kind = 'escrow' and e.holder_id = n.entry_id
        group by n.entry_id, n.held_minor having coalesce(sum(e.amount_minor), 0) <> n.held_minor",
    ),
    (
        "every ladder's pool holds what its events say",
        "select 'season ' || l.ladder_id || ': held ' || l.held_minor || ', escrow ' || coalesce(sum(e.amount_minor), 0)
        from ladder l left join entry e on e.account_kind = 'escrow' and e.holder_id = l.ladder_id
        group by l.ladder_id, l.held_minor having coalesce(sum(e.amount_minor), 0) <> l.held_minor",
    ),
    (
        "every ladder has its events without a gap",
        "select 'season ' || l.ladder_id || ': version ' || l.version || ', events ' || count(e.*)
        from ladder l left join ladder_event e using (ladder_id)
        group by l.ladder_id, l.version having count(e.*) <> l.version or max(e.version) <> l.version",
    ),
    (
        "every tournament has its events without a gap",
        "select 'tournament ' || t.tournament_id || ': version ' || t.version || ', events ' || count(e.*)
        from tournament t left join tournament_event e using (tournament_id)
        group by t.tournament_id, t.version having count(e.*) <> t.version or max(e.version) <> t.version",
    ),
    (
        "every match has its events without a gap",
        "select 'match ' || m.match_id || ': version ' || m.version || ', events ' || count(e.*)
        from rivals_match m left join rivals_match_event e using (match_id)
        group by m.match_id, m.version having count(e.*) <> m.version or max(e.version) <> m.version",
    ),
    (
        "every withdrawal that is held has its whole amount in escrow",
        "select 'withdrawal ' || w.withdrawal_id || ': amount ' || w.amount_minor || ', escrow '
            || coalesce(sum(e.amount_minor), 0)
        from withdrawal w left join entry e on e.account_kind = 'escrow' and e.holder_id = w.withdrawal_id
        where w.state = 'held' group by w.withdrawal_id, w.amount_minor
        having coalesce(sum(e.amount_minor), 0) <> w.amount_minor",
    ),
    (
        "a withdrawal has ended exactly when it has a settlement of its outcome",
        "select 'withdrawal ' || coalesce(w.withdrawal_id, s.subject_id) || ': ' || coalesce(w.state, 'none')
            || ', settlement ' || coalesce(s.outcome, 'none')
        from withdrawal w
            full join (select * from settlement where subject_kind = 'withdrawal') s on s.subject_id = w.withdrawal_id
        where w.state is distinct from coalesce(s.outcome, 'held')",
    ),
    (
        "every correction has its one transfer, and every transfer of a correction its reason",
        "select 'correction ' || coalesce(c.name, t.subject_id::text)
        from correction c
            full join (select * from transfer where subject_kind = 'correction') t on t.subject_id = c.correction_id
        where c.name is null or t.transfer_id is null",
    ),
    (
        "every game that is not settled has its whole pot in escrow",
        "select 'game ' || g.game_id || ': pot ' || 2 * g.stake_minor || ', escrow ' || coalesce(sum(e.amount_minor), 0)
        from game g left join entry e on e.account_kind = 'escrow' and e.holder_id = g.game_id
        where g.settled_at is null group by g.game_id, g.stake_minor
        having coalesce(sum(e.amount_minor), 0) <> 2 * g.stake_minor",
    ),
    (
        "a game is settled exactly when it has a settlement of its outcome",
        "select 'game ' || g.game_id || ': settled ' || coalesce(g.settled_at::text, 'no') || ', settlement '
            || coalesce(s.outcome, 'none')
        from game g left join settlement s on s.subject_kind = 'game' and s.subject_id = g.game_id
        where (g.settled_at is null) <> (s.outcome is null) or s.outcome <> g.outcome",
    ),
    (
        // the time is the server's, the payment's instant the database's: their clocks may differ by so much
        "a pot that is looked at is paid by a ruling, or when its time is over",
        "select 'game ' || g.game_id || ': settled ' || g.settled_at || ', held until ' || r.until
        from game_review r join game g using (game_id)
        where g.settled_at < r.until - interval '1 minute' and r.ruled_at is null and g.outcome <> 'void'",
    ),
    (
        "a review is of an ended game with a stake, and ends as its ruling says",
        "select 'game ' || r.game_id || ': ' || coalesce(g.outcome, 'not ended') || ', ruling ' || coalesce(r.ruling, 'none')
        from game_review r left join game g using (game_id)
        where g.outcome is null or g.stake_minor = 0 or r.ruling = 'void' and g.outcome <> 'void'",
    ),
    (
        "the house takes its fee on decisive games alone, floor(pot x basis points / 10000)",
        "select 'game ' || g.game_id || ': fee ' || coalesce(sum(t.amount_minor), 0)
        from game g left join transfer t on t.subject_kind = 'game' and t.subject_id = g.game_id and t.leg = 'fee'
        where g.settled_at is not null group by g.game_id, g.outcome, g.stake_minor, g.fee_basis_points
        having coalesce(sum(t.amount_minor), 0) <> case when g.outcome in ('white', 'black')
            then 2 * g.stake_minor::numeric * g.fee_basis_points / 10000 - mod(2 * g.stake_minor::numeric * g.fee_basis_points, 10000) / 10000
            else 0 end",
    ),
    (
        "every game's terms come from a configuration that was accepted",
        "select 'game ' || g.game_id || ': ' || g.config_hash from game g left join config_version c using (config_hash)
        where c.config_hash is null",
    ),
    (
        "every game has its events without a gap, and has ended exactly when its last one says so",
        "select 'game ' || g.game_id from game g left join game_event e using (game_id)
        group by g.game_id, g.ended_at
        having count(e.*) = 0 or max(e.version) <> count(e.*)
            or (g.ended_at is not null) <> coalesce(max(e.version) = max(e.version) filter (where e.kind = 8), false)",
    ),
];

impl Database {
    /// Proves the whole books.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn check_ledger(&self) -> Result<LedgerReport, StoreError> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query("set transaction isolation level repeatable read, read only")
            .execute(&mut *transaction)
            .await?;
        // the whole books take longer than a call may
        sqlx::query("set local statement_timeout = 0").execute(&mut *transaction).await?;
        let mut report = sums(&mut transaction).await?;
        for (rule, query) in RULES {
            let sql =
                format!("select * from ({query}) as offending (text) where text is not null limit {SHOWN}");
            let rows: Vec<String> =
                sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *transaction).await?;
            if !rows.is_empty() {
                report.wrong.push((rule.to_owned(), rows));
            }
        }
        transaction.rollback().await?;
        Ok(report)
    }
}

async fn sums(connection: &mut PgConnection) -> Result<LedgerReport, StoreError> {
    let counts = sqlx::query(
        "select (select count(*) from transfer) as transfers, (select count(*) from entry) as entries,
            (select count(*) from settlement) as settlements",
    )
    .fetch_one(&mut *connection)
    .await?;
    let sums = sqlx::query_as(
        "select k.kind, coalesce(sum(e.amount_minor), 0)::bigint
        from (values ('wallet'), ('escrow'), ('house'), ('world')) as k (kind)
        left join entry e on e.account_kind = k.kind group by k.kind order by k.kind",
    )
    .fetch_all(connection)
    .await?;
    Ok(LedgerReport {
        transfers: counts.try_get("transfers")?,
        entries: counts.try_get("entries")?,
        settlements: counts.try_get("settlements")?,
        sums,
        wrong: Vec::new(),
    })
}
