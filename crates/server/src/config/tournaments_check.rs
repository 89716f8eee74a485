//! What numbers and schedules of tournaments can be: each inside its bounds, and together what can be announced and kept.

use super::error::{Problem, within};
use super::{Config, ScheduleConfig, TournamentsConfig};
use ids::{Amount, WallTime};

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;
/// The most schedules.
const SCHEDULES: usize = 100;
/// An instant at which the terms of a schedule are tried: any would do.
const SOME_START: WallTime = WallTime(1_800_000_000_000_000);

impl TournamentsConfig {
    pub(super) fn check(&self, config: &Config, problems: &mut Vec<Problem>) {
        for (name, value, allowed) in [
            ("start_extension_s", self.start_extension_s, 0..=HOUR),
            ("round_break_s", self.round_break_s, 1..=DAY),
            ("leg_break_s", self.leg_break_s, 1..=HOUR),
            ("suspension_s", self.suspension_s, 60..=7 * DAY),
            ("review_s", self.review_s, 60..=30 * DAY),
            ("archive_s", self.archive_s, 0..=3_660 * DAY),
        ] {
            within(problems, &format!("tournaments.{name}"), value, allowed);
        }
        within(problems, "tournaments.first_move_window_ms", self.first_move_window_ms, 1_000..=600_000);
        within(problems, "tournaments.forfeits_withdraw", self.forfeits_withdraw, 1..=100);
        within(problems, "tournaments.replays", self.replays, 0..=10);
        within(problems, "tournaments.rematch_age", self.rematch_age, 1..=32);
        within(problems, "tournaments.cases", self.cases, 1..=100_000);
        within(problems, "tournaments.draw_offers_from_ply", self.draw_offers_from_ply, 0..=1_000);
        within(problems, "tournaments.overdue_moves", self.overdue_moves, 100..=10_000);
        within(problems, "tournaments.guarantee_times", self.guarantee_times, 0..=100);
        self.mini.check("tournaments.mini", problems);
        within(problems, "tournaments.schedules", self.schedules.len(), 0..=SCHEDULES);
        for (at, schedule) in self.schedules.iter().enumerate().take(SCHEDULES) {
            let key = |name: &str| format!("tournaments.schedules[{at}].{name}");
            if self.schedules[..at].iter().any(|other| other.name == schedule.name) {
                problems.push(Problem::new(
                    key("name"),
                    format!("is \"{}\", which another has", schedule.name),
                    "each schedule its own",
                ));
            }
            schedule.check(config, &key, problems);
        }
    }
}

impl ScheduleConfig {
    fn check(&self, config: &Config, key: &dyn Fn(&str) -> String, problems: &mut Vec<Problem>) {
        let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if !(1..=40).contains(&self.name.len()) || !self.name.bytes().all(letter) {
            problems.push(Problem::new(
                key("name"),
                format!("is \"{}\"", self.name),
                "1 to 40 lower-case letters, digits and hyphens",
            ));
        }
        for (name, value) in [
            ("announce_ahead_s", self.announce_ahead_s),
            ("registration_ahead_s", self.registration_ahead_s),
            ("check_in_ahead_s", self.check_in_ahead_s),
        ] {
            within(problems, &key(name), value, 1..=366 * DAY);
        }
        match self.scheduled(config, "") {
            Err((name, reason)) => {
                problems.push(Problem::new(key(name), format!("can't be: {reason}"), RIGHT))
            }
            Ok(scheduled) => {
                if let Err(error) = scheduled.terms_at(SOME_START).validate() {
                    problems.push(Problem::new(key("terms"), format!("can't be kept: {error}"), RIGHT));
                }
            }
        }
        let terms = &self.terms;
        let money = [terms.contribution, terms.fee, terms.guarantee];
        if config.is_production() && money.iter().any(|amount| *amount != Amount::ZERO) {
            problems.push(Problem::new(
                key("terms"),
                "asks for money, but production has no payment gateway yet",
                "contribution, fee and guarantee 0 in production",
            ));
        }
    }
}

/// Where it stands what is right.
const RIGHT: &str = "what docs/competition.md says of tournaments and schedules";
