//! Whether what a server sees of itself is an outage, in which no tournament is played on. Pure; knows no socket and no
//! tournament.

use ids::{BasisPoints, Millis, Moment};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// When a server is out by its own evidence. The default is the published rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutageTerms {
    /// For how long it is not ready.
    pub not_ready: Millis,
    /// The age of the journal's oldest waiting append.
    pub journal: Millis,
    /// The share of the open sockets that is lost …
    pub lost_share: BasisPoints,
    /// … and at least so many …
    pub lost_least: u32,
    /// … within this time.
    pub lost_within: Millis,
    /// So long after the last loss who has not come back is absent, and there is no outage any more.
    pub back_within: Millis,
    /// An outage is over when nothing has shown one for so long.
    pub calm: Millis,
}

impl Default for OutageTerms {
    fn default() -> Self {
        Self {
            not_ready: Millis(5_000),
            journal: Millis(5_000),
            lost_share: BasisPoints(5_000),
            lost_least: 20,
            lost_within: Millis(60_000),
            back_within: Millis(300_000),
            calm: Millis(10_000),
        }
    }
}

/// What a server sees of itself at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vitals {
    /// Whether it can serve; one that starts or stops counts as ready, for that is no outage.
    pub ready: bool,
    /// How long the journal's oldest append has waited.
    pub journal_age: Millis,
    /// Open sockets.
    pub sockets: u32,
    /// Sockets that ended since the start although neither side had closed them.
    pub lost: u64,
}

/// What shows an outage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutageCause {
    /// It is not ready.
    NotReady,
    /// Moves are not recorded.
    JournalStalled,
    /// Many sockets were lost at once.
    SocketsLost,
}

/// Many sockets that were lost at once and are not back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Away {
    /// How many were open before.
    before: u32,
    /// When the loss was last seen.
    last: Moment,
}

/// Watches a server, look by look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutageWatch {
    terms: OutageTerms,
    red_since: Option<Moment>,
    /// The looks of the last `lost_within`, oldest first.
    looks: VecDeque<(Moment, Vitals)>,
    away: Option<Away>,
    /// The last evidence, and when it was seen.
    shown: Option<(Moment, OutageCause)>,
}

impl OutageWatch {
    /// A watch by these terms that has seen nothing yet.
    #[must_use]
    pub const fn new(terms: OutageTerms) -> Self {
        Self { terms, red_since: None, looks: VecDeque::new(), away: None, shown: None }
    }

    /// Takes a look, at an instant not before the last one; once a second is enough. What shows that there is an outage, until
    /// it is over.
    pub fn look(&mut self, vitals: Vitals, at: Moment) -> Option<OutageCause> {
        self.red_since = if vitals.ready { None } else { self.red_since.or(Some(at)) };
        self.look_at_sockets(vitals, at);
        let not_ready = self.red_since.is_some_and(|since| at.since(since) >= self.terms.not_ready);
        let evidence = if not_ready {
            Some(OutageCause::NotReady)
        } else if vitals.journal_age >= self.terms.journal {
            Some(OutageCause::JournalStalled)
        } else {
            self.away.map(|_| OutageCause::SocketsLost)
        };
        match evidence {
            Some(cause) => self.shown = Some((at, cause)),
            None if self.shown.is_some_and(|(last, _)| at.since(last) >= self.terms.calm) => {
                self.shown = None
            }
            None => {}
        }
        self.shown.map(|(_, cause)| cause)
    }

    fn look_at_sockets(&mut self, vitals: Vitals, at: Moment) {
        self.looks.push_back((at, vitals));
        while self.looks.front().is_some_and(|(old, _)| at.since(*old) > self.terms.lost_within) {
            self.looks.pop_front();
        }
        let before = self.looks.iter().map(|(_, look)| look.sockets).max().unwrap_or(0);
        let first = self.looks.front().map_or(vitals.lost, |(_, look)| look.lost);
        let lost = vitals.lost.saturating_sub(first);
        if lost >= u64::from(self.terms.lost_least)
            && self.is_share(lost, before)
            && self.is_gone(vitals, before)
        {
            let before = self.away.map_or(before, |away| away.before.max(before));
            self.away = Some(Away { before, last: at });
        } else if let Some(away) = self.away
            && (!self.is_gone(vitals, away.before) || at.since(away.last) >= self.terms.back_within)
        {
            self.away = None;
        }
    }

    /// Whether as many are gone as an outage takes: who has come back at once was not away.
    fn is_gone(&self, vitals: Vitals, before: u32) -> bool {
        self.is_share(u64::from(before.saturating_sub(vitals.sockets)), before)
    }

    fn is_share(&self, part: u64, whole: u32) -> bool {
        u128::from(part) * u128::from(BasisPoints::WHOLE.0)
            >= u128::from(whole) * u128::from(self.terms.lost_share.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WELL: Vitals = Vitals { ready: true, journal_age: Millis::ZERO, sockets: 100, lost: 0 };

    /// A watch, and the second at which it is.
    struct Story(OutageWatch, u64);

    impl Story {
        fn new() -> Self {
            let mut story = Self(OutageWatch::new(OutageTerms::default()), 1_000);
            assert_eq!(story.sees(WELL, 1), None);
            story
        }

        /// Looks at the same every second, for so long.
        fn sees(&mut self, vitals: Vitals, seconds: u64) -> Option<OutageCause> {
            let mut shown = None;
            for _ in 0..seconds {
                self.1 += 1;
                shown = self.0.look(vitals, Moment(self.1 * 1_000_000));
            }
            shown
        }
    }

    #[test]
    fn a_server_that_is_not_ready_for_five_seconds_is_out_until_it_has_been_well_for_ten() {
        let mut story = Story::new();
        let red = Vitals { ready: false, ..WELL };
        assert_eq!(story.sees(red, 5), None, "a slow moment");
        assert_eq!(story.sees(WELL, 1), None);
        assert_eq!(story.sees(red, 5), None, "it counts from its own beginning");
        assert_eq!(story.sees(red, 1), Some(OutageCause::NotReady));
        assert_eq!(story.sees(red, 3_600), Some(OutageCause::NotReady));
        assert_eq!(story.sees(WELL, 9), Some(OutageCause::NotReady));
        assert_eq!(story.sees(WELL, 1), None);
    }

    #[test]
    fn a_journal_that_takes_nothing_for_five_seconds_is_an_outage() {
        let mut story = Story::new();
        let waits = |ms| Vitals { journal_age: Millis(ms), ..WELL };
        assert_eq!(story.sees(waits(4_999), 60), None);
        assert_eq!(story.sees(waits(5_000), 1), Some(OutageCause::JournalStalled));
        assert_eq!(story.sees(WELL, 10), None);
    }

    #[test]
    fn half_of_all_sockets_lost_within_a_minute_and_at_least_twenty_is_an_outage() {
        let after = |sockets, lost| Vitals { sockets, lost, ..WELL };
        let shown = Some(OutageCause::SocketsLost);
        for (before, left, lost, expected, why) in [
            (100, 50, 50, shown, "half"),
            (100, 51, 49, None, "less than half"),
            (40, 20, 20, shown, "twenty"),
            (38, 19, 19, None, "too few to say anything"),
            (100, 50, 10, None, "most were closed by their people"),
            (100, 90, 60, None, "they were back at once"),
            (100, 0, 100, shown, "all"),
        ] {
            let mut story = Story(OutageWatch::new(OutageTerms::default()), 1_000);
            story.sees(after(before, 0), 5);
            assert_eq!(story.sees(after(left, lost), 1), expected, "{why}");
        }
        let mut story = Story::new();
        for lost in 1..=80 {
            assert_eq!(
                story.sees(after(100 - lost, u64::from(lost)), 4),
                None,
                "people who leave one by one"
            );
        }
    }

    #[test]
    fn lost_sockets_are_an_outage_until_more_than_half_are_back_or_it_is_too_late() {
        let gone = Vitals { sockets: 30, lost: 70, ..WELL };
        let mut story = Story::new();
        assert_eq!(story.sees(gone, 61), Some(OutageCause::SocketsLost), "they are still away");
        assert_eq!(story.sees(Vitals { sockets: 50, ..gone }, 10), Some(OutageCause::SocketsLost));
        assert_eq!(story.sees(Vitals { sockets: 51, ..gone }, 9), Some(OutageCause::SocketsLost));
        assert_eq!(story.sees(Vitals { sockets: 51, ..gone }, 1), None);
        let mut story = Story::new();
        // the loss is last seen at the end of its minute, then it is waited for five
        assert_eq!(story.sees(gone, 360), Some(OutageCause::SocketsLost));
        assert_eq!(story.sees(gone, 15), None, "who has not come back by now is absent");
        assert_eq!(story.sees(gone, 3_600), None);
    }
}
