//! Whom each event of a tournament is told, and what. Asked of the tournament as it stood before the event. Knows no words.

use super::command::ReviewOutcome;
use super::entrant::EntryStatus;
use super::event::{CancelledBy, Change, PairedRound, PairedTable, WithdrawnBy};
use super::state::Tournament;
use super::terms::Format;
use crate::{ByMail, CalledOffBy, EventNotice, Holder, NoticeBody, NoticeOf, Seat, standings};
use ids::{AccountId, Amount, EntryId};
use std::collections::BTreeMap;

impl Tournament {
    /// The notices that belong to the transaction of `change`, before which the tournament stood as it does now.
    #[must_use]
    pub fn notices(&self, change: &Change) -> Vec<EventNotice> {
        match change {
            Change::CheckInOpened => {
                let starts_at = self.terms.starts_at;
                let body = NoticeBody::CheckInOpen { starts_at, closes_at: starts_at };
                self.to_entrants(ByMail::Until(starts_at), body)
            }
            Change::Extended { until } => {
                self.to_entrants(ByMail::Until(*until), NoticeBody::StartMoved { until: *until })
            }
            Change::Started { released, .. } => {
                let body = NoticeBody::LeftOut { refund: self.terms.buy_in() };
                let told = released.iter().filter_map(|entry| self.account_of(*entry));
                told.map(|account| self.to(account, 0, ByMail::Always, body)).collect()
            }
            Change::Cancelled { why } => {
                let by = match why {
                    CancelledBy::TooFew => CalledOffBy::TooFew,
                    CancelledBy::Operator => CalledOffBy::House,
                };
                let body = NoticeBody::Cancelled { by, refund: self.terms.buy_in() };
                self.to_entrants(ByMail::Always, body)
            }
            Change::RoundPaired(paired) => self.round_notices(paired),
            Change::WalkedOver { round, table } => self.walkover_notices(*round, *table),
            // that the operator takes an outage's suspension over changes nothing for players
            Change::Suspended(_) if self.suspended_by().is_some() => Vec::new(),
            Change::Suspended(_) => self.to_active(NoticeBody::Suspended),
            Change::Resumed => self.to_active(NoticeBody::Resumed),
            Change::Withdrawn { entry, why: WithdrawnBy::Forfeits } => {
                self.to_entry(*entry, 0, ByMail::Always, NoticeBody::Absent).into_iter().collect()
            }
            Change::Removed(entry) | Change::CaseClosed { outcome: ReviewOutcome::Removed { entry }, .. } => {
                self.to_entry(*entry, 0, ByMail::Always, NoticeBody::Removed).into_iter().collect()
            }
            Change::Aborted(_) => {
                let got = self.credits(change);
                let body = |account| NoticeBody::Aborted { refund: of(&got, account) };
                let players = self.players.iter().map(|player| player.account);
                players.map(|account| self.to(account, 0, ByMail::Always, body(account))).collect()
            }
            Change::Paid(_) => self.place_notices(change),
            _ => Vec::new(),
        }
    }

    /// Whom a round sits at which table, who is free, and whose table is his without a game.
    fn round_notices(&self, paired: &PairedRound) -> Vec<EventNotice> {
        let mut notices = Vec::new();
        for table in &paired.tables {
            notices.extend(self.table_notices(paired.round, table));
        }
        let by_mail = self.round_by_mail(ByMail::Always);
        let bye = NoticeBody::Bye { round: paired.round };
        notices
            .extend(paired.bye.and_then(|entry| self.to_entry(entry, u32::from(paired.round), by_mail, bye)));
        notices
    }

    fn table_notices(&self, round: u16, table: &PairedTable) -> Vec<EventNotice> {
        let part = u32::from(round);
        let Some(game) = &table.game else {
            let body = NoticeBody::Walkover { round, table: table.table };
            let by_mail = self.round_by_mail(ByMail::Always);
            let there = [table.first, table.second].into_iter().flatten().filter(|entry| self.plays(*entry));
            return there.filter_map(|entry| self.to_entry(entry, part, by_mail, body)).collect();
        };
        let by_mail = self.round_by_mail(game.grace_until.map_or(ByMail::Never, ByMail::Until));
        let body = NoticeBody::YourRound { round, table: table.table, game: game.id };
        let pairs = [(game.white, game.black), (game.black, game.white)];
        let told = pairs.into_iter().filter_map(|(entry, other)| {
            let notice = self.to_entry(entry, part, by_mail, body)?;
            Some(EventNotice { other: self.account_of(other), ..notice })
        });
        told.collect()
    }

    /// An arena's rounds follow each other too closely for letters.
    const fn round_by_mail(&self, by_mail: ByMail) -> ByMail {
        match self.terms.format {
            Format::Arena { .. } => ByMail::Never,
            _ => by_mail,
        }
    }

    fn walkover_notices(&self, round: u16, table: u16) -> Vec<EventNotice> {
        let Some(seats) = self.round(round).and_then(|found| found.table(table)).map(|table| table.seats)
        else {
            return Vec::new();
        };
        let there = Seat::BOTH.into_iter().filter_map(|seat| seats[seat]);
        let there = there.map(|number| &self.players[number]).filter(|player| player.gone.is_none());
        let by_mail = self.round_by_mail(ByMail::Always);
        let body = NoticeBody::Walkover { round, table };
        there.map(|player| self.to(player.account, u32::from(round), by_mail, body)).collect()
    }

    fn place_notices(&self, change: &Change) -> Vec<EventNotice> {
        let (table, got) = (standings(self), self.credits(change));
        let players = u32::try_from(table.len()).unwrap_or(u32::MAX);
        let told = table.iter().filter_map(|row| {
            let account = self.account_of(row.entry)?;
            let body = NoticeBody::Placed { place: row.place, players, prize: of(&got, account) };
            Some(self.to(account, 0, ByMail::Always, body))
        });
        told.collect()
    }

    /// What the change brings into each wallet.
    fn credits(&self, change: &Change) -> BTreeMap<AccountId, Amount> {
        let mut got: BTreeMap<AccountId, Amount> = BTreeMap::new();
        for each in self.money(change) {
            if let Holder::Wallet(account) = each.to {
                got.entry(account).or_insert(Amount::ZERO).0 += each.amount.0;
            }
        }
        got
    }

    fn plays(&self, entry: EntryId) -> bool {
        self.number_of(entry).is_some_and(|number| self.players[number].gone.is_none())
    }

    /// To all whose buy-in is held.
    fn to_entrants(&self, by_mail: ByMail, body: NoticeBody) -> Vec<EventNotice> {
        let held = self
            .entries
            .values()
            .filter(|entry| matches!(entry.status, EntryStatus::Registered | EntryStatus::CheckedIn));
        held.map(|entry| self.to(entry.account, 0, by_mail, body)).collect()
    }

    /// To all who still play; it may happen again.
    fn to_active(&self, body: NoticeBody) -> Vec<EventNotice> {
        let active = self.players.iter().filter(|player| player.is_active());
        active.map(|player| self.to(player.account, self.version + 1, ByMail::Always, body)).collect()
    }

    fn to_entry(&self, entry: EntryId, part: u32, by_mail: ByMail, body: NoticeBody) -> Option<EventNotice> {
        Some(self.to(self.account_of(entry)?, part, by_mail, body))
    }

    fn to(&self, account: AccountId, part: u32, by_mail: ByMail, body: NoticeBody) -> EventNotice {
        let (of, title) = (NoticeOf::Tournament(self.id), Some(self.terms.name.clone()));
        EventNotice { of, part, account, other: None, title, by_mail, body }
    }
}

fn of(got: &BTreeMap<AccountId, Amount>, account: AccountId) -> Amount {
    got.get(&account).copied().unwrap_or(Amount::ZERO)
}
