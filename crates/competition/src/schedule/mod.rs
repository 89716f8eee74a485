//! Recurring schedules: when the next tournament of a kind begins. Knows no tournament; a map of its parts.

mod cron;
mod field;
mod local;
mod planned;
mod zoned;

pub use cron::{Cron, CronError};
pub use field::CronField;
pub use local::{LocalDateTime, LocalDateTimeError};
pub use planned::{AheadError, Planned, ScheduleTerms};
pub use zoned::{Occurrence, Schedule, ScheduleError, instant_of, is_time_zone, utc_text};
