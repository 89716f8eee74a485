//! What players are told of an event: its rows have what its events tell, each notice once, and no other. Knows no rule of whom to tell.

use super::{Auditor, Found, Known, away};
use crate::season::world::{NoticeRow, SeasonPorts};
use competition::{EventNotice, NoticeOf};
use ids::{AccountId, WallTime};
use std::collections::{BTreeMap, HashMap};

/// What an event tells a player once at most: its part and its kind.
type Key = (AccountId, u32, &'static str);

/// The notices of each event, by its log alone.
#[derive(Default)]
pub(super) struct Told(HashMap<NoticeOf, BTreeMap<Key, NoticeRow>>);

/// What the events of a step tell.
#[derive(Default)]
pub(super) struct Telling(Vec<EventNotice>);

impl Telling {
    pub(super) fn add(&mut self, notices: Vec<EventNotice>) {
        self.0.extend(notices);
    }
}

const fn key_of(row: &NoticeRow) -> Key {
    (row.account, row.part, row.body.kind())
}

fn named(of: NoticeOf, (account, part, kind): Key) -> String {
    let of = match of {
        NoticeOf::Match(of) => format!("match {of}"),
        NoticeOf::Tournament(of) => format!("tournament {of}"),
    };
    format!("the notice \"{kind}\" {part} of {of} to {account}")
}

impl Auditor {
    /// After a step that was decided at `since`, or later: what its events tell has come into the rows, and nothing else has.
    pub(super) async fn check_told(
        &self,
        ports: &SeasonPorts,
        of: NoticeOf,
        telling: Telling,
        since: WallTime,
    ) -> Found {
        let (total, rows) = ports.audit.notices(of, since).await.map_err(away)?;
        let rows = once(of, rows)?;
        let mut known = self.known();
        let Known { told, report, .. } = &mut *known;
        let told = told.0.entry(of).or_default();
        for notice in telling.0 {
            let notice = NoticeRow::from(notice);
            let key = key_of(&notice);
            match rows.get(&key) {
                None => return Err(format!("{} is lost", named(of, key))),
                Some(row) if *row != notice => {
                    return Err(format!("{} says {row:?}, its event {notice:?}", named(of, key)));
                }
                Some(_) => {}
            }
            report.notices += 1;
            if told.insert(key, notice).is_some() {
                return Err(format!("{} is told by two events, and written once", named(of, key)));
            }
        }
        compare(of, told, &rows, total)
    }

    /// At the end, all of them anew.
    pub(super) async fn check_all_told(&self, ports: &SeasonPorts) -> Found {
        let events: Vec<NoticeOf> = self.known().told.0.keys().copied().collect();
        for of in events {
            let (total, rows) = ports.audit.notices(of, WallTime(i64::MIN)).await.map_err(away)?;
            let rows = once(of, rows)?;
            let known = self.known();
            let told = &known.told.0[&of];
            if let Some(lost) = told.keys().find(|key| !rows.contains_key(*key)) {
                return Err(format!("{} is lost", named(of, *lost)));
            }
            compare(of, told, &rows, total)?;
        }
        Ok(())
    }
}

/// These rows by their keys, of which each is one's own.
fn once(of: NoticeOf, rows: Vec<NoticeRow>) -> Result<BTreeMap<Key, NoticeRow>, String> {
    let mut found = BTreeMap::new();
    for row in rows {
        let key = key_of(&row);
        if found.insert(key, row).is_some() {
            return Err(format!("{} is there twice", named(of, key)));
        }
    }
    Ok(found)
}

/// There are no rows but those that events tell.
fn compare(
    of: NoticeOf,
    told: &BTreeMap<Key, NoticeRow>,
    rows: &BTreeMap<Key, NoticeRow>,
    total: u64,
) -> Found {
    if let Some((key, _)) = rows.iter().find(|(key, row)| told.get(*key) != Some(*row)) {
        return Err(format!("{} is told by no event", named(of, *key)));
    }
    if total != told.len() as u64 {
        return Err(format!("{of:?} has {total} notices, its events tell {}", told.len()));
    }
    Ok(())
}
