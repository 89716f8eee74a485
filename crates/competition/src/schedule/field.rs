//! One field of a cron expression: which of its values a text names. Knows no day.

use super::cron::CronError;

/// A field of a cron expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CronField {
    /// 0 to 59
    Minute,
    /// 0 to 23
    Hour,
    /// 1 to 31
    DayOfMonth,
    /// 1 to 12, or jan to dec
    Month,
    /// 0 to 7, or sun to sat
    DayOfWeek,
}

impl CronField {
    const fn bounds(self) -> (u8, u8) {
        match self {
            Self::Minute => (0, 59),
            Self::Hour => (0, 23),
            Self::DayOfMonth => (1, 31),
            Self::Month => (1, 12),
            Self::DayOfWeek => (0, 7),
        }
    }

    pub(super) const fn values(self) -> &'static str {
        match self {
            Self::Minute => "0 to 59",
            Self::Hour => "0 to 23",
            Self::DayOfMonth => "1 to 31",
            Self::Month => "1 to 12 or jan to dec",
            Self::DayOfWeek => "0 to 7 or sun to sat",
        }
    }

    /// Names, of which the first is the value of the second.
    const fn names(self) -> (&'static [&'static str], u8) {
        match self {
            Self::Month => {
                (&["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"], 1)
            }
            Self::DayOfWeek => (&["sun", "mon", "tue", "wed", "thu", "fri", "sat"], 0),
            Self::Minute | Self::Hour | Self::DayOfMonth => (&[], 0),
        }
    }

    fn value(self, text: &str) -> Result<u8, CronError> {
        let (names, first) = self.names();
        let named = (first..).zip(names).find(|(_, name)| name.eq_ignore_ascii_case(text));
        let (lowest, highest) = self.bounds();
        named
            .map(|(value, _)| value)
            .or_else(|| number(text))
            .filter(|value| (lowest..=highest).contains(value))
            .ok_or_else(|| CronError::Value { field: self, text: text.to_owned() })
    }

    /// The values of a field as bits.
    pub(super) fn bits(self, text: &str) -> Result<u64, CronError> {
        text.split(',').try_fold(0, |bits, part| Ok(bits | self.part(part)?))
    }

    fn part(self, text: &str) -> Result<u64, CronError> {
        let (values, step) = match text.split_once('/') {
            None => (text, 1),
            Some((values, step)) => {
                let step = number(step).filter(|step| (1..=59).contains(step));
                let steps = values == "*" || values.contains('-');
                let wrong = || CronError::Step { field: self, text: text.to_owned() };
                (values, step.filter(|_| steps).ok_or_else(wrong)?)
            }
        };
        let (from, to) = match values.split_once('-') {
            _ if values == "*" => self.bounds(),
            None => {
                let value = self.value(values)?;
                (value, value)
            }
            // fri-sun: a week may end with Sunday
            Some((from, to)) => match (self.value(from)?, self.value(to)?) {
                (from, 0) if self == Self::DayOfWeek && from > 0 => (from, 7),
                range => range,
            },
        };
        if from > to {
            return Err(CronError::Backward { field: self, text: values.to_owned() });
        }
        Ok((from..=to).step_by(step.into()).fold(0, |bits, value| bits | 1 << value))
    }
}

/// Digits only: no sign, no space.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

impl std::fmt::Display for CronField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Minute => "minute",
            Self::Hour => "hour",
            Self::DayOfMonth => "day of month",
            Self::Month => "month",
            Self::DayOfWeek => "day of week",
        })
    }
}
