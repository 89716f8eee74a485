//! Notices of events on their way from a step to their players. Knows no words, no SQL and no mail.

use crate::house::House;
use crate::notice::Notice;
use competition::{EventNotice, NoticeBody, NoticeOf};
use ids::{AccountId, NoticeId, WallTime};
use std::sync::Arc;
use uuid::Uuid;

/// Never to be changed: a repeat of a step has to make the same notices.
const NAMESPACE: Uuid = Uuid::from_u128(0x52d1_9c0e_6a47_5be3_9f08_2b7d_c4e1_3a96);

/// A notice that a step records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNotice {
    /// Its key: begins with the time, and the rest follows from subject, kind and account.
    pub id: NoticeId,
    /// When what it tells of was decided.
    pub at: WallTime,
    /// What is told to whom.
    pub notice: EventNotice,
    /// The other player's name.
    pub other: Option<String>,
}

/// A notice as its player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerNotice {
    /// Its key.
    pub id: NoticeId,
    /// Whose it is.
    pub account: AccountId,
    /// When it happened.
    pub at: WallTime,
    /// What it is about.
    pub of: NoticeOf,
    /// The tournament's name.
    pub title: Option<String>,
    /// The other player's name.
    pub other: Option<String>,
    /// What is told.
    pub body: NoticeBody,
    /// Whether it was read.
    pub read: bool,
}

impl NewNotice {
    /// The notice, decided at `at`.
    #[must_use]
    pub fn new(notice: EventNotice, other: Option<String>, at: WallTime) -> Self {
        let of = match notice.of {
            NoticeOf::Match(of) => of.0,
            NoticeOf::Tournament(of) => of.0,
        };
        let name = format!("{of} {} {} {}", notice.part, notice.body.kind(), notice.account);
        let derived = Uuid::new_v5(&NAMESPACE, name.as_bytes());
        let mut last = [0; 10];
        last.copy_from_slice(&derived.as_bytes()[6..]);
        let millis = u64::try_from(at.unix_millis()).unwrap_or(0);
        let id = uuid::Builder::from_unix_timestamp_millis(millis, &last).into_uuid();
        Self { id: NoticeId(id), at, notice, other }
    }

    /// As its player sees it, unread.
    #[must_use]
    pub fn shown(&self) -> PlayerNotice {
        let EventNotice { of, account, title, body, .. } = &self.notice;
        PlayerNotice {
            id: self.id,
            account: *account,
            at: self.at,
            of: *of,
            title: title.clone(),
            other: self.other.clone(),
            body: *body,
            read: false,
        }
    }
}

/// These notices with the names of the other players.
pub(crate) fn named(
    notices: Vec<EventNotice>,
    at: WallTime,
    name: impl Fn(AccountId) -> Option<String>,
) -> Vec<NewNotice> {
    let named = notices.into_iter().map(|notice| {
        let other = notice.other.and_then(&name);
        NewNotice::new(notice, other, at)
    });
    named.collect()
}

/// Tells the sockets of the players; who has none finds his notices later.
pub(crate) fn tell(house: &House, notices: &[NewNotice]) {
    for notice in notices {
        let account = notice.notice.account;
        if house.people().sockets(account) > 0 {
            house.people().tell(account, &Notice::Notified(Arc::new(notice.shown())));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use competition::ByMail;
    use ids::MatchId;

    #[test]
    fn a_notice_made_again_is_the_same_and_a_later_one_is_greater() {
        let account = AccountId(Uuid::from_u128(7));
        let notice = EventNotice {
            of: NoticeOf::Match(MatchId(Uuid::from_u128(9))),
            part: 0,
            account,
            other: None,
            title: None,
            by_mail: ByMail::Never,
            body: NoticeBody::Declined,
        };
        let made = |part, at| NewNotice::new(EventNotice { part, ..notice.clone() }, None, WallTime(at)).id;
        let at = 1_764_504_000_000_000;
        assert_eq!(made(0, at), made(0, at));
        assert_ne!(made(0, at), made(1, at));
        assert!(made(0, at + 1_000) > made(1, at));
    }
}
