//! Notices in rows: written with the step that they tell of, shown, read, and forgotten after a while. Knows no mail.

use crate::Database;
use crate::error::StoreError;
use crate::event_step::{Failed, json};
use crate::instant::{from_row, to_row};
use competition::{ByMail, NoticeOf};
use ids::{AccountId, MatchId, NoticeId, TournamentId, WallTime};
use rooms::{NewNotice, PlayerNotice};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row as _};
use time::OffsetDateTime;
use uuid::Uuid;

/// Writes the notices of a step, all in one statement. A subject, a kind and an account have one at most: another one of them is
/// left out. Whether one goes by mail is decided here: its player has an address that is verified and wants the topic.
pub(crate) async fn insert_notices(
    connection: &mut PgConnection,
    notices: &[&NewNotice],
) -> Result<(), Failed> {
    if notices.is_empty() {
        return Ok(());
    }
    let columns = Columns::of(notices)?;
    sqlx::query(
        "insert into notice (notice_id, account_id, subject_kind, subject_id, part, kind, other_account_id, title, body,
            created_at, mail_until, mail_state)
        select n.id, n.account, n.subject_kind, n.subject_id, n.part, n.kind, n.other, n.title, n.body::jsonb, n.at, n.mail_until,
            case when n.by_mail and m.account_id is not null then 'due' else 'none' end
        from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int8[], $6::text[], $7::uuid[], $8::text[], $9::text[],
                $10::timestamptz[], $11::timestamptz[], $12::bool[], $13::text[])
            as n (id, account, subject_kind, subject_id, part, kind, other, title, body, at, mail_until, by_mail, topic)
        left join account_mail m
            on m.account_id = n.account and m.verified_at is not null and n.topic <> all (m.off)
        on conflict do nothing",
    )
    .bind(columns.id)
    .bind(columns.account)
    .bind(columns.subject_kind)
    .bind(columns.subject)
    .bind(columns.part)
    .bind(columns.kind)
    .bind(columns.other)
    .bind(columns.title)
    .bind(columns.body)
    .bind(columns.at)
    .bind(columns.mail_until)
    .bind(columns.by_mail)
    .bind(columns.topic)
    .execute(connection)
    .await?;
    Ok(())
}

/// Rows of `notice`, one array a column.
#[derive(Default)]
struct Columns {
    id: Vec<Uuid>,
    account: Vec<Uuid>,
    subject_kind: Vec<&'static str>,
    subject: Vec<Uuid>,
    part: Vec<i64>,
    kind: Vec<&'static str>,
    other: Vec<Option<Uuid>>,
    title: Vec<Option<String>>,
    body: Vec<String>,
    at: Vec<OffsetDateTime>,
    mail_until: Vec<Option<OffsetDateTime>>,
    by_mail: Vec<bool>,
    topic: Vec<&'static str>,
}

impl Columns {
    fn of(notices: &[&NewNotice]) -> Result<Self, Failed> {
        let mut columns = Self::default();
        for new in notices {
            let notice = &new.notice;
            let (kind, subject) = match notice.of {
                NoticeOf::Match(of) => ("match", of.0),
                NoticeOf::Tournament(of) => ("tournament", of.0),
            };
            columns.id.push(new.id.0);
            columns.account.push(notice.account.0);
            columns.subject_kind.push(kind);
            columns.subject.push(subject);
            columns.part.push(i64::from(notice.part));
            columns.kind.push(notice.body.kind());
            columns.other.push(notice.other.map(|other| other.0));
            columns.title.push(notice.title.clone());
            columns.body.push(json(&notice.body)?);
            columns.at.push(to_row(new.at));
            columns.mail_until.push(match notice.by_mail {
                ByMail::Until(until) => Some(to_row(until)),
                ByMail::Never | ByMail::Always => None,
            });
            columns.by_mail.push(notice.by_mail != ByMail::Never);
            columns.topic.push(notice.body.topic().word());
        }
        Ok(columns)
    }
}

/// The columns of a notice as it is read, of `n`, with the other player's name.
pub(crate) const READ: &str = "n.notice_id, n.account_id, n.subject_kind, n.subject_id, n.title, n.body::text as body, \
    n.created_at, n.read_at, o.name as other_name";

pub(crate) fn player_notice(row: &PgRow) -> Result<PlayerNotice, StoreError> {
    let subject: Uuid = row.try_get("subject_id")?;
    let read: Option<OffsetDateTime> = row.try_get("read_at")?;
    Ok(PlayerNotice {
        id: NoticeId(row.try_get("notice_id")?),
        account: AccountId(row.try_get("account_id")?),
        at: from_row(row.try_get("created_at")?),
        of: match row.try_get("subject_kind")? {
            "match" => NoticeOf::Match(MatchId(subject)),
            "tournament" => NoticeOf::Tournament(TournamentId(subject)),
            other => return Err(StoreError::rows(format!("a notice is about the unknown {other:?}"))),
        },
        title: row.try_get("title")?,
        other: row.try_get("other_name")?,
        body: serde_json::from_str(row.try_get("body")?).map_err(StoreError::rows)?,
        read: read.is_some(),
    })
}

impl Database {
    /// The newest notices of an account, or those before one of them.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn notices(
        &self,
        account: AccountId,
        before: Option<NoticeId>,
        limit: u32,
    ) -> Result<Vec<PlayerNotice>, StoreError> {
        let sql = format!(
            "select {READ} from notice n left join account o on o.account_id = n.other_account_id
            where n.account_id = $1 and n.notice_id < coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
            order by n.notice_id desc limit $3"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(account.0)
            .bind(before.map(|before| before.0))
            .bind(i64::from(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(player_notice).collect()
    }

    /// How many notices of an account are unread.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn unread_notices(&self, account: AccountId) -> Result<u32, StoreError> {
        let sql = "select count(*) from notice where account_id = $1 and read_at is null";
        let count: i64 = sqlx::query_scalar(sql).bind(account.0).fetch_one(&self.pool).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// That notice of the account and all older ones are read; how many still are not.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn read_notices(
        &self,
        account: AccountId,
        up_to: NoticeId,
        at: WallTime,
    ) -> Result<u32, StoreError> {
        sqlx::query(
            "update notice set read_at = $3 where account_id = $1 and notice_id <= $2 and read_at is null",
        )
        .bind(account.0)
        .bind(up_to.0)
        .bind(to_row(at))
        .execute(&self.pool)
        .await?;
        self.unread_notices(account).await
    }

    /// Forgets notices that were read before `read`, and those that happened before `unread` whether read or not; at most `limit`
    /// of them, the oldest. How many those were.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn forget_notices(
        &self,
        read: WallTime,
        unread: WallTime,
        limit: u32,
    ) -> Result<u64, StoreError> {
        let done = sqlx::query(
            "delete from notice where notice_id in (
                select notice_id from notice
                where mail_state <> 'due' and (created_at < $2 or created_at < $1 and read_at < $1)
                order by notice_id limit $3)",
        )
        .bind(to_row(read))
        .bind(to_row(unread))
        .bind(i64::from(limit))
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected())
    }
}
