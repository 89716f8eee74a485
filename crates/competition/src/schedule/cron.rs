//! Five cron fields: which local minutes they name. Knows no zone and no present.

use super::field::CronField;
use jiff::civil::{Date, DateTime, Time};
use serde::{Deserialize, Serialize};

/// Days after which a search ends: 29 February on a given weekday may be 40 years off (over the year 2100).
const MOST_DAYS: u32 = 41 * 366;

/// A cron expression: minute, hour, day of month, month and day of week, each `*`, a value, a range `a-b`, either of `*`
/// and a range with a step `/n`, or a list of such with commas. Months and weekdays may be named (`feb`, `fri`); 0 and 7
/// are Sunday.
///
/// A day is named when the fields of the day of month and of the week both name it; when neither begins with `*`, one
/// of the two is enough (crontab(5)).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Cron {
    text: String,
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    weekdays: u64,
    either_day: bool,
}

/// Why a text is no cron expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CronError {
    /// Not five fields.
    #[error("a schedule has 5 fields (minute, hour, day of month, month, day of week), this one has {0}")]
    Fields(usize),
    /// A value that is none, or out of its field's range.
    #[error("'{text}' is no {field}: it must be {}", field.values())]
    Value {
        /// Which field.
        field: CronField,
        /// What was there.
        text: String,
    },
    /// A range that ends before it begins.
    #[error("the {field} range '{text}' ends before it begins")]
    Backward {
        /// Which field.
        field: CronField,
        /// The range.
        text: String,
    },
    /// A step that is none.
    #[error("'{text}' is no step of the {field}: it must be * or a range, then / and a number from 1 to 59")]
    Step {
        /// Which field.
        field: CronField,
        /// The step with what it steps through.
        text: String,
    },
    /// No calendar has such a day.
    #[error("'{0}' names no day that exists")]
    Never(String),
}

impl std::str::FromStr for Cron {
    type Err = CronError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fields: Vec<_> = text.split_whitespace().collect();
        let &[minute, hour, day, month, weekday] = fields.as_slice() else {
            return Err(CronError::Fields(fields.len()));
        };
        let weekdays = CronField::DayOfWeek.bits(weekday)?;
        let cron = Self {
            text: fields.join(" "),
            minutes: CronField::Minute.bits(minute)?,
            hours: CronField::Hour.bits(hour)?,
            days: CronField::DayOfMonth.bits(day)?,
            months: CronField::Month.bits(month)?,
            weekdays: weekdays | weekdays >> 7, // 7 is Sunday too
            either_day: !day.starts_with('*') && !weekday.starts_with('*'),
        };
        match cron.first_day(Date::constant(2000, 1, 1)) {
            Some(_) => Ok(cron),
            None => Err(CronError::Never(cron.text)),
        }
    }
}

impl Cron {
    /// The expression, its fields with one space between.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The first minute that is named after `local`.
    pub(super) fn next_after(&self, local: DateTime) -> Option<DateTime> {
        if self.names_day(local.date())
            && let Some(time) = self.first_time(Some(local.time()))
        {
            return Some(local.date().to_datetime(time));
        }
        let day = self.first_day(local.date().tomorrow().ok()?)?;
        Some(day.to_datetime(self.first_time(None)?))
    }

    fn names_day(&self, date: Date) -> bool {
        let day = self.days >> date.day() & 1 == 1;
        let weekday = self.weekdays >> date.weekday().to_sunday_zero_offset() & 1 == 1;
        let named = if self.either_day { day || weekday } else { day && weekday };
        named && self.months >> date.month() & 1 == 1
    }

    fn first_day(&self, from: Date) -> Option<Date> {
        let mut date = from;
        for _ in 0..MOST_DAYS {
            if self.names_day(date) {
                return Some(date);
            }
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// The first time of a day, or the first after `after`.
    fn first_time(&self, after: Option<Time>) -> Option<Time> {
        let from = after.map_or(0, |time| i32::from(time.hour()) * 60 + i32::from(time.minute()) + 1);
        let named =
            |minute: &i32| self.hours >> (minute / 60) & 1 == 1 && self.minutes >> (minute % 60) & 1 == 1;
        let minute = (from..24 * 60).find(named)?;
        Time::new((minute / 60) as i8, (minute % 60) as i8, 0, 0).ok()
    }
}

impl From<Cron> for String {
    fn from(cron: Cron) -> Self {
        cron.text
    }
}

impl TryFrom<String> for Cron {
    type Error = CronError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first minutes that an expression names after midnight of 2026-01-01, a Thursday.
    fn minutes(text: &str, count: usize) -> Vec<String> {
        let cron: Cron = text.parse().unwrap();
        let mut at = DateTime::constant(2026, 1, 1, 0, 0, 0, 0);
        let mut next = || {
            at = cron.next_after(at).unwrap();
            at.strftime("%Y-%m-%d %H:%M").to_string()
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn fields_are_values_ranges_steps_lists_and_names() {
        let cases: &[(&str, &[&str])] = &[
            ("* * * * *", &["2026-01-01 00:01", "2026-01-01 00:02"]),
            ("0 20 * * *", &["2026-01-01 20:00", "2026-01-02 20:00"]),
            ("0 0 * * *", &["2026-01-02 00:00", "2026-01-03 00:00"]),
            (
                "*/25 3 * * *",
                &["2026-01-01 03:00", "2026-01-01 03:25", "2026-01-01 03:50", "2026-01-02 03:00"],
            ),
            ("5-15/10,30 6,18 * * *", &["2026-01-01 06:05", "2026-01-01 06:15", "2026-01-01 06:30"]),
            ("0 19 * * MON-fri", &["2026-01-01 19:00", "2026-01-02 19:00", "2026-01-05 19:00"]),
            ("0 19 * * fri-sun", &["2026-01-02 19:00", "2026-01-03 19:00", "2026-01-04 19:00"]),
            ("0 19 * * 7", &["2026-01-04 19:00"]),
            ("0 19 * * 0", &["2026-01-04 19:00"]),
            ("0 12 1 feb,Dec *", &["2026-02-01 12:00", "2026-12-01 12:00", "2027-02-01 12:00"]),
            ("0 12 31 * *", &["2026-01-31 12:00", "2026-03-31 12:00", "2026-05-31 12:00"]),
            ("0 12 29 2 *", &["2028-02-29 12:00", "2032-02-29 12:00"]),
            ("0 12 13 * 5", &["2026-01-02 12:00", "2026-01-09 12:00", "2026-01-13 12:00"]), // either
            ("0 12 */2 * 5", &["2026-01-09 12:00", "2026-01-23 12:00"]),                    // both
        ];
        for (text, expected) in cases {
            assert_eq!(minutes(text, expected.len()), *expected, "{text}");
        }
    }

    #[test]
    fn the_leap_day_is_found_over_the_century_that_has_none() {
        let cron: Cron = "30 4 29 2 *".parse().unwrap();
        let next = cron.next_after(DateTime::constant(2096, 2, 29, 4, 30, 0, 0));
        assert_eq!(next, Some(DateTime::constant(2104, 2, 29, 4, 30, 0, 0)));
        let sundays: Cron = "0 0 29 2 */7".parse().unwrap();
        let next = sundays.next_after(DateTime::constant(2088, 3, 1, 0, 0, 0, 0));
        assert_eq!(next, Some(DateTime::constant(2128, 2, 29, 0, 0, 0, 0)));
    }

    #[test]
    fn what_is_wrong_and_what_would_be_right_is_said() {
        let cases = [
            (
                "0 20 * *",
                "a schedule has 5 fields (minute, hour, day of month, month, day of week), this one has 4",
            ),
            ("60 * * * *", "'60' is no minute: it must be 0 to 59"),
            ("0 24 * * *", "'24' is no hour: it must be 0 to 23"),
            ("0 0 0 * *", "'0' is no day of month: it must be 1 to 31"),
            ("0 0 * 13 *", "'13' is no month: it must be 1 to 12 or jan to dec"),
            ("0 0 * * 8", "'8' is no day of week: it must be 0 to 7 or sun to sat"),
            ("0 0 * mon *", "'mon' is no month: it must be 1 to 12 or jan to dec"),
            ("0,,5 0 * * *", "'' is no minute: it must be 0 to 59"),
            ("+5 0 * * *", "'+5' is no minute: it must be 0 to 59"),
            ("999 0 * * *", "'999' is no minute: it must be 0 to 59"),
            ("0 9-5 * * *", "the hour range '9-5' ends before it begins"),
            (
                "*/0 * * * *",
                "'*/0' is no step of the minute: it must be * or a range, then / and a number from 1 to 59",
            ),
            (
                "5/10 * * * *",
                "'5/10' is no step of the minute: it must be * or a range, then / and a number from 1 to 59",
            ),
            ("0 0 31 2,4,6 *", "'0 0 31 2,4,6 *' names no day that exists"),
            ("0 0 30 feb *", "'0 0 30 feb *' names no day that exists"),
        ];
        for (text, message) in cases {
            assert_eq!(text.parse::<Cron>().unwrap_err().to_string(), message, "{text}");
        }
    }
}
