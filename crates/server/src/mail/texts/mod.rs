//! What letters say, in the three languages. Each language matches every kind of notice without a catch-all, so that none can be
//! forgotten. Knows no address.

mod en;
mod es;
mod pt;

use competition::NoticeOf;
use ids::{Amount, WallTime};
use rooms::PlayerNotice;
use time::OffsetDateTime;

/// A language of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// English.
    En,
}

impl Language {
    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 3] = [Self::Es, Self::Pt, Self::En];

    /// The one of that word; Spanish where it is none.
    pub(crate) fn of(word: &str) -> Self {
        match word {
            "pt" => Self::Pt,
            "en" => Self::En,
            _ => Self::Es,
        }
    }

    /// Its word.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Es => "es",
            Self::Pt => "pt",
            Self::En => "en",
        }
    }
}

/// What a letter is made of.
pub(crate) struct Facts<'a> {
    /// What is told.
    pub(crate) notice: &'a PlayerNotice,
    /// The currency's code.
    pub(crate) currency: &'a str,
    /// Its decimals.
    pub(crate) exponent: u8,
    /// Where the page is.
    pub(crate) site: &'a str,
}

impl Facts<'_> {
    fn other(&self) -> &str {
        self.notice.other.as_deref().unwrap_or("?")
    }

    fn title(&self) -> &str {
        self.notice.title.as_deref().unwrap_or("?")
    }

    /// Whether it is about a match; else it is about a tournament.
    const fn is_match(&self) -> bool {
        matches!(self.notice.of, NoticeOf::Match(_))
    }

    /// An amount with its currency, decimals behind `separator`.
    fn money(&self, amount: Amount, separator: char) -> String {
        let digits = usize::from(self.exponent);
        if digits == 0 {
            return format!("{} {}", amount.0, self.currency);
        }
        let unit = 10_i64.saturating_pow(u32::from(self.exponent));
        let (whole, rest) = (amount.0 / unit, (amount.0 % unit).abs());
        format!("{whole}{separator}{rest:0digits$} {}", self.currency)
    }

    fn link(&self) -> String {
        match self.notice.of {
            NoticeOf::Match(of) => format!("{}/m/{of}", self.site),
            NoticeOf::Tournament(of) => format!("{}/t/{of}", self.site),
        }
    }
}

/// An instant as letters say it: in UTC, and says so. The page shows it in its reader's own zone.
fn instant(at: WallTime) -> String {
    let seconds = at.unix_millis().div_euclid(1_000);
    let at = OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (date, time) = (at.date(), at.time());
    let (month, day) = (u8::from(date.month()), date.day());
    format!("{}-{month:02}-{day:02} {:02}:{:02} UTC", date.year(), time.hour(), time.minute())
}

/// The subject and the text of the letter of a notice.
pub(crate) fn notice_text(language: Language, facts: &Facts<'_>) -> (String, String) {
    let (subject, sentence, footer) = match language {
        Language::Es => (es::subject(facts), es::sentence(facts), es::FOOTER),
        Language::Pt => (pt::subject(facts), pt::sentence(facts), pt::FOOTER),
        Language::En => (en::subject(facts), en::sentence(facts), en::FOOTER),
    };
    let text = format!("{sentence}\n\n{}\n\n-- \n{footer}\n{}/account\n", facts.link(), facts.site);
    (subject, text)
}

/// The subject and the text of the letter that asks whose an address is.
pub(crate) fn verification(language: Language, name: &str, link: &str) -> (String, String) {
    match language {
        Language::Es => es::verification(name, link),
        Language::Pt => pt::verification(name, link),
        Language::En => en::verification(name, link),
    }
}

#[cfg(test)]
mod tests;
