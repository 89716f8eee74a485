//! Which notices go by mail, to whom, and how far they are. A sender claims a few for a while, so that another one leaves them alone;
//! if it dies meanwhile they are due again. Knows no letter.

use crate::Database;
use crate::error::StoreError;
use crate::notice::{READ, player_notice};
use ids::{Millis, NoticeId};
use rooms::PlayerNotice;
use sqlx::Row as _;

/// A notice that a sender has claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueMail {
    /// What is told.
    pub notice: PlayerNotice,
    /// Where it goes.
    pub address: String,
    /// In which language, as the account chose it.
    pub language: String,
    /// How often it was tried, this time included.
    pub tries: u32,
}

/// What became of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailEnd {
    /// It was handed over.
    Sent,
    /// It will never be.
    Failed,
    /// It is tried again after that time.
    Again(Millis),
}

impl Database {
    /// Claims at most `limit` notices that are due, for `claim`. Those whose time is over, or that are older than `oldest`, are put
    /// aside, and so are those whose address is not verified any more.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn claim_mail(
        &self,
        limit: u32,
        claim: Millis,
        oldest: Millis,
    ) -> Result<Vec<DueMail>, StoreError> {
        let sql = format!(
            "with found as (
                select n.notice_id, m.address, m.language,
                    coalesce(n.mail_until, 'infinity') < now() or n.created_at < now() - $3 * interval '1 millisecond' as late
                from notice n left join account_mail m on m.account_id = n.account_id and m.verified_at is not null
                where n.mail_state = 'due' and n.mail_next_at <= now()
                order by n.mail_next_at limit $1
                for no key update of n skip locked
            ), claimed as (
                update notice n set
                    mail_tries = n.mail_tries + 1,
                    mail_next_at = now() + $2 * interval '1 millisecond',
                    mail_state = case when f.late then 'late' when f.address is null then 'none' else 'due' end
                from found f where n.notice_id = f.notice_id
                returning n.*, f.address, f.language
            )
            select {READ}, n.address, n.language, n.mail_tries
            from claimed n left join account o on o.account_id = n.other_account_id
            where n.mail_state = 'due' order by n.notice_id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(i64::from(limit))
            .bind(millis(claim))
            .bind(millis(oldest))
            .fetch_all(&self.pool)
            .await?;
        let due = rows.iter().map(|row| {
            let tries: i32 = row.try_get("mail_tries")?;
            Ok(DueMail {
                notice: player_notice(row)?,
                address: row.try_get("address")?,
                language: row.try_get("language")?,
                tries: u32::try_from(tries).unwrap_or(0),
            })
        });
        due.collect()
    }

    /// Writes down what became of a letter that was claimed.
    ///
    /// # Errors
    /// [`StoreError`]; it is due again when its claim ends.
    pub async fn end_mail(&self, notice: NoticeId, end: MailEnd) -> Result<(), StoreError> {
        let (state, wait) = match end {
            MailEnd::Sent => ("sent", Millis::ZERO),
            MailEnd::Failed => ("failed", Millis::ZERO),
            MailEnd::Again(wait) => ("due", wait),
        };
        sqlx::query(
            "update notice set mail_state = $2, mail_next_at = now() + $3 * interval '1 millisecond'
            where notice_id = $1 and mail_state = 'due'",
        )
        .bind(notice.0)
        .bind(state)
        .bind(millis(wait))
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

#[expect(clippy::cast_precision_loss, reason = "an interval of a few days is exact to the millisecond")]
const fn millis(millis: Millis) -> f64 {
    millis.0 as f64
}
