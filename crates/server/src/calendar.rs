//! One date as an iCalendar file (RFC 5545): lines end with CRLF, are folded after 75 bytes, and their text is escaped. Knows no event.

use ids::{Millis, WallTime};
use time::OffsetDateTime;

/// The longest line, in bytes, without its end (RFC 5545, 3.1).
const LINE: usize = 75;

/// A date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CalendarDate {
    /// Names it for ever: a later file of the same date replaces an earlier one.
    pub(crate) uid: String,
    /// Grows with each change.
    pub(crate) sequence: u32,
    /// When the file was made.
    pub(crate) made_at: WallTime,
    /// When it begins.
    pub(crate) starts_at: WallTime,
    /// How long it lasts, about.
    pub(crate) length: Millis,
    /// What it is.
    pub(crate) summary: String,
    /// Where one finds it.
    pub(crate) url: String,
    /// Whether it was called off.
    pub(crate) cancelled: bool,
}

impl CalendarDate {
    /// The file.
    pub(crate) fn file(&self) -> String {
        let minutes = self.length.0.div_ceil(60_000).max(1);
        let lines = [
            "BEGIN:VCALENDAR".to_owned(),
            "VERSION:2.0".to_owned(),
            "PRODID:-//Damas//Damas//EN".to_owned(),
            "CALSCALE:GREGORIAN".to_owned(),
            "METHOD:PUBLISH".to_owned(),
            "BEGIN:VEVENT".to_owned(),
            format!("UID:{}", escaped(&self.uid)),
            format!("SEQUENCE:{}", self.sequence),
            format!("DTSTAMP:{}", utc(self.made_at)),
            format!("DTSTART:{}", utc(self.starts_at)),
            format!("DURATION:PT{minutes}M"),
            format!("SUMMARY:{}", escaped(&self.summary)),
            format!("URL:{}", self.url),
            format!("STATUS:{}", if self.cancelled { "CANCELLED" } else { "CONFIRMED" }),
            "END:VEVENT".to_owned(),
            "END:VCALENDAR".to_owned(),
        ];
        let mut file = String::new();
        lines.iter().for_each(|line| fold(line, &mut file));
        file
    }
}

/// Text as a property has it (RFC 5545, 3.3.11); control characters have no place in it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for each in text.chars() {
        match each {
            '\\' | ';' | ',' => escaped.extend(['\\', each]),
            '\n' => escaped.push_str("\\n"),
            each if each.is_control() => {}
            each => escaped.push(each),
        }
    }
    escaped
}

/// Writes a line: what does not fit goes on after a line break and a space, and no character is cut.
fn fold(line: &str, file: &mut String) {
    let mut used = 0;
    for each in line.chars() {
        if used + each.len_utf8() > LINE {
            file.push_str("\r\n ");
            used = 1;
        }
        file.push(each);
        used += each.len_utf8();
    }
    file.push_str("\r\n");
}

fn utc(at: WallTime) -> String {
    let at = OffsetDateTime::from_unix_timestamp(at.unix_millis().div_euclid(1_000))
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (date, time) = (at.date(), at.time());
    format!(
        "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use icalendar::{Calendar, CalendarComponent, Component as _};

    fn date() -> CalendarDate {
        CalendarDate {
            uid: "0193b0a0-0000-7000-8000-000000000004@damas.example".to_owned(),
            sequence: 9,
            made_at: WallTime(1_796_083_200_000_000),
            starts_at: WallTime(1_796_169_600_000_000),
            length: Millis(5_400_001),
            summary: "Copa de São João; décima edição, \\ com prêmios, abraços e tudo o que há\nde bom"
                .to_owned(),
            url: "https://damas.example/t/0193b0a0-0000-7000-8000-000000000004".to_owned(),
            cancelled: false,
        }
    }

    #[test]
    fn a_file_is_read_by_a_calendar_as_it_was_meant() {
        for cancelled in [false, true] {
            let date = CalendarDate { cancelled, ..date() };
            let read: Calendar = date.file().parse().unwrap();
            let [CalendarComponent::Event(event)] = read.components.as_slice() else { panic!("one event") };
            let value = |name: &str| event.property_value(name).unwrap().to_owned();
            assert_eq!((value("UID"), value("SEQUENCE")), (date.uid, "9".to_owned()));
            assert_eq!(value("DTSTAMP"), "20261201T000000Z");
            assert_eq!(
                (value("DTSTART"), value("DURATION")),
                ("20261202T000000Z".to_owned(), "PT91M".to_owned())
            );
            assert_eq!(value("STATUS"), if cancelled { "CANCELLED" } else { "CONFIRMED" });
            assert_eq!(value("URL"), date.url);
        }
    }

    #[test]
    fn lines_end_with_crlf_are_folded_within_75_bytes_and_their_text_is_escaped() {
        let file = date().file();
        assert_eq!(file.matches('\n').count(), file.matches("\r\n").count());
        for line in file.split("\r\n") {
            assert!(line.len() <= LINE, "{line}");
        }
        let unfolded = file.replace("\r\n ", "");
        let summary = "SUMMARY:Copa de São João\\; décima edição\\, \\\\ com prêmios\\, abraços e tudo o que há\\nde bom\r\n";
        assert!(unfolded.contains(summary), "{unfolded}");
        assert_ne!(unfolded, file, "it was folded");
    }
}
