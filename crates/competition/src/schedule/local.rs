//! A date and a time of day as a wall clock shows them. Knows no zone.

use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

/// A local date and time, to the minute. As text `2026-03-08T02:30`: with the schedule, the key of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct LocalDateTime(DateTime);

/// Why a text is no local date and time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no local date and time, as in 2026-03-08T02:30")]
pub struct LocalDateTimeError(String);

impl LocalDateTime {
    /// The minute that `date_time` is in.
    pub(super) fn minute_of(date_time: DateTime) -> Self {
        let minute = date_time.with().second(0).subsec_nanosecond(0).build();
        Self(minute.expect("every minute has a second 0"))
    }

    pub(super) const fn date_time(self) -> DateTime {
        self.0
    }
}

impl std::fmt::Display for LocalDateTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = self.0;
        let (year, month, day, hour, minute) = (at.year(), at.month(), at.day(), at.hour(), at.minute());
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}")
    }
}

impl std::str::FromStr for LocalDateTime {
    type Err = LocalDateTimeError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let local = text.parse::<DateTime>().map(Self::minute_of);
        // one spelling only, as it is a key
        local
            .ok()
            .filter(|local| local.to_string() == text)
            .ok_or_else(|| LocalDateTimeError(text.to_owned()))
    }
}

impl From<LocalDateTime> for String {
    fn from(local: LocalDateTime) -> Self {
        local.to_string()
    }
}

impl TryFrom<String> for LocalDateTime {
    type Error = LocalDateTimeError;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_minute_has_one_spelling() {
        let local: LocalDateTime = "2028-02-29T00:05".parse().unwrap();
        assert_eq!(local.to_string(), "2028-02-29T00:05");
        assert_eq!(serde_json::to_string(&local).unwrap(), "\"2028-02-29T00:05\"");
        assert_eq!(serde_json::from_str::<LocalDateTime>("\"2028-02-29T00:05\"").unwrap(), local);
        for text in ["2027-02-29T00:05", "2028-02-29T00:05:00", "2028-02-29 00:05", "2028-02-29", "", "24:00"]
        {
            assert!(text.parse::<LocalDateTime>().is_err(), "{text}");
        }
    }
}
