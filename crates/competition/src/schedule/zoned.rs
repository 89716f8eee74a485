//! A cron expression in a time zone: which instants it names. Knows no present; the zones are those that are built in,
//! so that the machine's own data changes nothing.

use super::{
    cron::{Cron, CronError},
    local::LocalDateTime,
};
use ids::WallTime;
use jiff::{
    Timestamp,
    tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase},
};
use serde::{Deserialize, Serialize};

/// A recurring schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    cron: Cron,
    zone: TimeZone,
    zone_name: String,
}

/// One time that a schedule names. Several local times in a skipped hour are the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Occurrence {
    /// What the schedule says; with the schedule, its key.
    pub local: LocalDateTime,
    /// When that is.
    pub at: WallTime,
}

/// Why a schedule is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// The expression is wrong.
    #[error(transparent)]
    Cron(#[from] CronError),
    /// There is no such zone.
    #[error("'{0}' is no time zone of the IANA data, as in America/Sao_Paulo")]
    Zone(String),
}

/// An instant as RFC 3339 writes it, in UTC; the count of microseconds for one that no calendar has.
#[must_use]
pub fn utc_text(at: WallTime) -> String {
    Timestamp::from_microsecond(at.0).map_or_else(|_| at.0.to_string(), |at| at.to_string())
}

/// The instant that an RFC 3339 text names; `None` when it is none.
#[must_use]
pub fn instant_of(text: &str) -> Option<WallTime> {
    text.parse::<Timestamp>().ok().map(|at| WallTime(at.as_microsecond()))
}

/// Whether a zone has that IANA name.
#[must_use]
pub fn is_time_zone(name: &str) -> bool {
    named(name).is_some()
}

fn named(name: &str) -> Option<TimeZone> {
    TimeZoneDatabase::bundled().get(name).ok().filter(|found| !found.is_unknown())
}

impl Schedule {
    /// The minutes that `cron` names in the zone of that IANA name.
    ///
    /// # Errors
    /// [`ScheduleError`]: what is wrong with either.
    pub fn new(cron: &str, zone: &str) -> Result<Self, ScheduleError> {
        let cron = cron.parse()?;
        let found = named(zone).ok_or_else(|| ScheduleError::Zone(zone.to_owned()))?;
        let zone_name = found.iana_name().unwrap_or(zone).to_owned();
        Ok(Self { cron, zone: found, zone_name })
    }

    /// The expression.
    #[must_use]
    pub const fn cron(&self) -> &Cron {
        &self.cron
    }

    /// The zone's IANA name.
    #[must_use]
    pub fn zone(&self) -> &str {
        &self.zone_name
    }

    /// What a clock in the zone shows at an instant; `None` for one that no calendar has.
    #[must_use]
    pub fn local(&self, at: WallTime) -> Option<LocalDateTime> {
        let at = Timestamp::from_microsecond(at.0).ok()?;
        Some(LocalDateTime::minute_of(self.zone.to_datetime(at)))
    }

    /// The first occurrence whose local time is after `local`: asked again with its answer, it names each once, also
    /// those that are one instant because the clock skipped them. `None` at the end of the calendar.
    #[must_use]
    pub fn next_local(&self, local: LocalDateTime) -> Option<Occurrence> {
        let local = LocalDateTime::minute_of(self.cron.next_after(local.date_time())?);
        Some(Occurrence { local, at: self.instant(local)? })
    }

    /// The first occurrence after an instant.
    #[must_use]
    pub fn next_after(&self, at: WallTime) -> Option<Occurrence> {
        // Local times up to the present one are not after it. Of the later ones, those that a clock set back shows a
        // second time are not either: they belong to the first time. That is at most a day of minutes.
        let mut next = self.next_local(self.local(at)?)?;
        while next.at <= at {
            next = self.next_local(next.local)?;
        }
        Some(next)
    }

    /// A skipped local time is the first instant after the gap, a repeated one the first of the two.
    fn instant(&self, local: LocalDateTime) -> Option<WallTime> {
        let local = local.date_time();
        let at = match self.zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { offset } => offset.to_timestamp(local).ok()?,
            AmbiguousOffset::Fold { before, .. } => before.to_timestamp(local).ok()?,
            AmbiguousOffset::Gap { after, .. } => {
                // with the offset after the gap, a skipped time comes out before it
                let earlier = after.to_timestamp(local).ok()?;
                self.zone.following(earlier).find(|change| change.offset() == after)?.timestamp()
            }
        };
        Some(WallTime(at.as_microsecond()))
    }
}
