//! What is to be done about the occurrences of a schedule: announce them, or record that they were missed. Knows no
//! tournament and no row.

use super::{
    local::LocalDateTime,
    zoned::{Occurrence, Schedule},
};
use ids::{Millis, WallTime};
use serde::{Deserialize, Serialize};

/// When occurrences are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ScheduleTerms {
    /// So long before its start an occurrence is announced.
    pub announce_ahead: Millis,
    /// So long before its start its check-in opens: from then on it is too late to announce it.
    pub check_in_ahead: Millis,
    /// At most so many are planned at once; the rest by asking again.
    pub most: usize,
}

impl Default for ScheduleTerms {
    fn default() -> Self {
        Self { announce_ahead: Millis(24 * 3_600_000), check_in_ahead: Millis(15 * 60_000), most: 100 }
    }
}

/// Terms under which nothing would ever be announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "announced {announce:?} ahead, check-in opens {check_in:?} ahead: the first must be more, and one planned at least"
)]
pub struct AheadError {
    /// As given.
    pub announce: Millis,
    /// As given.
    pub check_in: Millis,
}

/// What becomes of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Planned {
    /// Its check-in is ahead: it is announced.
    Announce(Occurrence),
    /// It was missed: a row says so.
    Skipped(Occurrence),
}

impl Planned {
    /// Which.
    #[must_use]
    pub const fn occurrence(&self) -> Occurrence {
        match *self {
            Self::Announce(occurrence) | Self::Skipped(occurrence) => occurrence,
        }
    }
}

impl ScheduleTerms {
    /// Whether anything can be announced.
    ///
    /// # Errors
    /// [`AheadError`] if not.
    pub const fn check(&self) -> Result<(), AheadError> {
        if self.announce_ahead.0 <= self.check_in_ahead.0 || self.most == 0 {
            return Err(AheadError { announce: self.announce_ahead, check_in: self.check_in_ahead });
        }
        Ok(())
    }

    /// What becomes of an occurrence whose announcement is due, at `now`.
    #[must_use]
    pub fn judge(&self, occurrence: Occurrence, now: WallTime) -> Planned {
        if occurrence.at.minus(self.check_in_ahead) > now {
            Planned::Announce(occurrence)
        } else {
            Planned::Skipped(occurrence)
        }
    }
}

impl Schedule {
    /// What is to be done at `now` about the occurrences after `last`: the last that was planned, or, of a new schedule,
    /// [`Schedule::local`] of when it was put in force. In order, each once, at most [`ScheduleTerms::most`]; what was
    /// missed while nobody asked is among them. A clock that was set back plans nothing again.
    #[must_use]
    pub fn planned(&self, terms: &ScheduleTerms, last: LocalDateTime, now: WallTime) -> Vec<Planned> {
        let after = |occurrence: &Occurrence| self.next_local(occurrence.local);
        std::iter::successors(self.next_local(last), after)
            .take_while(|occurrence| occurrence.at.minus(terms.announce_ahead) <= now)
            .take(terms.most)
            .map(|occurrence| terms.judge(occurrence, now))
            .collect()
    }

    /// When [`Schedule::planned`] has something next; it may be past. `None` at the end of the calendar.
    #[must_use]
    pub fn due(&self, terms: &ScheduleTerms, last: LocalDateTime) -> Option<WallTime> {
        self.next_local(last).map(|occurrence| occurrence.at.minus(terms.announce_ahead))
    }
}
