//! What numbers of Rivals can be: each inside its bounds, in the order that they need, and together what matches can be played by.

use super::error::{Problem, within};
use super::{GamesConfig, MiniConfig, RivalsConfig};
use competition::RivalsLimitsError;

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

impl RivalsConfig {
    pub(super) fn check(&self, games: &GamesConfig, problems: &mut Vec<Problem>) {
        self.check_bounds(problems);
        self.check_order(problems);
        self.mini.check("rivals.mini", problems);
        // what can't be is said where it stands, also of the games on offer
        if problems.is_empty()
            && let Err(error) = self.limits(games, &super::ReviewConfig::default()).validate()
        {
            problems.push(problem(&error));
        }
    }

    fn check_bounds(&self, problems: &mut Vec<Problem>) {
        if self.games.is_empty() || self.games.iter().any(|games| !(1..=20).contains(games)) {
            problems.push(Problem::new(
                "rivals.games",
                format!("is {:?}", self.games),
                "one or more numbers of games, each 1 to 20",
            ));
        }
        for (name, value, allowed) in [
            ("min_lead_s", self.min_lead_s, 60..=30 * DAY),
            ("max_lead_s", self.max_lead_s, 60..=366 * DAY),
            ("expiry_s", self.expiry_s, 60..=30 * DAY),
            ("expiry_before_start_s", self.expiry_before_start_s, 0..=30 * DAY),
            ("now_expiry_s", self.now_expiry_s, 1..=DAY),
            ("check_in_before_s", self.check_in_before_s, 0..=DAY),
            ("grace_s", self.grace_s, 180..=900),
            ("busy_wait_s", self.busy_wait_s, 180..=DAY),
            ("outage_s", self.outage_s, 31..=HOUR),
            ("free_cancel_s", self.free_cancel_s, 0..=30 * DAY),
            ("late_cancels_within_s", self.late_cancels_within_s, 1..=366 * DAY),
            ("late_cancel_bar_s", self.late_cancel_bar_s, 0..=366 * DAY),
            ("reconfirm_within_s", self.reconfirm_within_s, 60..=30 * DAY),
            ("break_s", self.break_s, 1..=DAY),
            ("extension_s", self.extension_s, 0..=DAY),
            ("absence_per_game_s", self.absence_per_game_s, 1..=HOUR),
            ("absence_per_match_s", self.absence_per_match_s, 1..=DAY),
            ("first_move_window_ms", self.first_move_window_ms, 1_000..=3_600_000),
            ("game_at_most_s", self.game_at_most_s, HOUR..=30 * DAY),
            ("dispute_window_s", self.dispute_window_s, 0..=7 * DAY),
            ("review_deadline_s", self.review_deadline_s, HOUR..=30 * DAY),
            ("rematch_s", self.rematch_s, 1..=DAY),
        ] {
            within(problems, &format!("rivals.{name}"), value, allowed);
        }
        within(problems, "rivals.counters", self.counters, 0..=5);
        within(problems, "rivals.outgoing", self.outgoing, 1..=100);
        within(problems, "rivals.late_cancels", self.late_cancels, 1..=1_000);
        within(problems, "rivals.extensions", self.extensions, 0..=10);
        within(problems, "rivals.absences_in_a_row", self.absences_in_a_row, 1..=8);
        within(problems, "rivals.replays", self.replays, 0..=3);
        within(problems, "rivals.length_moves", self.length_moves, 1..=1_000);
    }

    fn check_order(&self, problems: &mut Vec<Problem>) {
        for (low, low_value, high, high_value) in [
            ("min_lead_s", self.min_lead_s, "max_lead_s", self.max_lead_s),
            ("grace_s", self.grace_s, "busy_wait_s", self.busy_wait_s),
            ("absence_per_game_s", self.absence_per_game_s, "absence_per_match_s", self.absence_per_match_s),
            ("now_expiry_s", self.now_expiry_s, "expiry_s", self.expiry_s),
        ] {
            if low_value > high_value {
                problems.push(Problem::new(
                    format!("rivals.{low}"),
                    format!("is {low_value}, more than {high}, {high_value}"),
                    format!("at most {high_value}"),
                ));
            }
        }
    }
}

/// A refusal by the rules themselves, for what the bounds above let pass.
fn problem(error: &RivalsLimitsError) -> Problem {
    let key = match error {
        RivalsLimitsError::Games | RivalsLimitsError::Stakes { .. } => "rivals.games",
        RivalsLimitsError::Order { .. }
        | RivalsLimitsError::Bounds { .. }
        | RivalsLimitsError::MiniAbsences => "rivals",
    };
    Problem::new(key, format!("makes no matches: {error}"), "what config/damas.toml shows")
}

impl MiniConfig {
    /// `section`: where it stands.
    pub(super) fn check(&self, section: &str, problems: &mut Vec<Problem>) {
        let key = |name: &str| format!("{section}.{name}");
        for (name, clock) in [("half_at_least", self.half_at_least), ("blitz_at_most", self.blitz_at_most)] {
            within(problems, &key(&format!("{name}.initial_ms")), clock.initial_ms, 1_000..=86_400_000);
            within(problems, &key(&format!("{name}.increment_ms")), clock.increment_ms, 0..=600_000);
        }
        within(problems, &key("sudden_death_ms"), self.sudden_death_ms, 1_000..=86_400_000);
        within(problems, &key("sudden_death_games"), self.sudden_death_games, 1..=100);
        within(problems, &key("equal_within_ms"), self.equal_within_ms, 0..=60_000);
        within(problems, &key("length_moves"), self.length_moves, 1..=1_000);
        within(problems, &key("replays"), self.replays, 0..=3);
    }
}
