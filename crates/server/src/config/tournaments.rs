//! Every number of tournaments, and those that are announced again and again. Knows no calendar.

use super::{Config, MiniConfig, TournamentTermsConfig};
use competition::{MiniLimits, Schedule, ScheduleTerms, TournamentLimits};
use ids::Millis;
use rooms::ScheduledTournament;
use serde::{Deserialize, Serialize};

/// The rules of tournaments. A tournament keeps those that were in force when it was announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentsConfig {
    /// How much later the start is tried once more when too few have checked in, in seconds.
    pub start_extension_s: u64,
    /// Between a round's end and the next pairing, in seconds.
    pub round_break_s: u64,
    /// Between two games of a tie, and before a voided game is played again, in seconds.
    pub leg_break_s: u64,
    /// How many forfeits withdraw a player.
    pub forfeits_withdraw: u8,
    /// How often a voided game is played again before it is a draw.
    pub replays: u8,
    /// In a Swiss, how many rounds ago two must have met who meet again where nothing else can be paired.
    pub rematch_age: u16,
    /// The longest suspension, in seconds; then the tournament is aborted.
    pub suspension_s: u64,
    /// How long an open case may hold up the payout, in seconds; then the result stands.
    pub review_s: u64,
    /// The most cases of a tournament.
    pub cases: u32,
    /// From the payout to the archive, in seconds.
    pub archive_s: u64,
    /// How long a first move may take once its player is there, in milliseconds.
    pub first_move_window_ms: u64,
    /// The first ply at which a draw may be offered.
    pub draw_offers_from_ply: u16,
    /// A game that is not over when both sides could have made this many moves is voided.
    pub overdue_moves: u32,
    /// A guarantee is at most this many times the contributions of the minimum of players.
    pub guarantee_times: u32,
    /// The mini-match of a level tie.
    pub mini: MiniConfig,
    /// Tournaments that are announced again and again.
    pub schedules: Vec<ScheduleConfig>,
}

/// Tournaments that are announced again and again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScheduleConfig {
    /// Its key, never to be changed while it goes on: lower-case letters, digits and hyphens.
    pub name: String,
    /// When they start: minute, hour, day of the month, month, day of the week.
    pub cron: String,
    /// The IANA name of the time zone that this is in.
    pub zone: String,
    /// They are announced this long before the start, in seconds.
    pub announce_ahead_s: u64,
    /// Registration opens this long before the start, in seconds.
    pub registration_ahead_s: u64,
    /// Registration closes and check-in opens this long before the start, in seconds.
    pub check_in_ahead_s: u64,
    /// What is announced.
    pub terms: TournamentTermsConfig,
}

const fn seconds(millis: Millis) -> u64 {
    millis.0 / 1000
}

const fn millis(seconds: u64) -> Millis {
    Millis(seconds.saturating_mul(1000))
}

/// The published rules.
impl Default for TournamentsConfig {
    fn default() -> Self {
        let rules = TournamentLimits::default();
        Self {
            start_extension_s: seconds(rules.start_extension),
            round_break_s: seconds(rules.round_break),
            leg_break_s: seconds(rules.leg_break),
            forfeits_withdraw: rules.forfeits_withdraw,
            replays: rules.replays,
            rematch_age: rules.rematch_age,
            suspension_s: seconds(rules.suspension),
            review_s: seconds(rules.review),
            cases: rules.cases,
            archive_s: seconds(rules.archive),
            first_move_window_ms: rules.first_move_window.0,
            draw_offers_from_ply: rules.draw_offers_from_ply,
            overdue_moves: rules.overdue_moves,
            guarantee_times: rules.guarantee_times,
            mini: MiniConfig::default(),
            schedules: Vec::new(),
        }
    }
}

impl TournamentsConfig {
    /// The numbers behind the rules.
    #[must_use]
    pub fn limits(&self) -> TournamentLimits {
        let published = MiniLimits::default();
        TournamentLimits {
            start_extension: millis(self.start_extension_s),
            round_break: millis(self.round_break_s),
            leg_break: millis(self.leg_break_s),
            forfeits_withdraw: self.forfeits_withdraw,
            replays: self.replays,
            rematch_age: self.rematch_age,
            suspension: millis(self.suspension_s),
            review: millis(self.review_s),
            cases: self.cases,
            archive: millis(self.archive_s),
            first_move_window: Millis(self.first_move_window_ms),
            draw_offers_from_ply: self.draw_offers_from_ply,
            overdue_moves: self.overdue_moves,
            guarantee_times: self.guarantee_times,
            mini: MiniLimits {
                forfeits_lose: published.forfeits_lose,
                absent_both_out: published.absent_both_out,
                ..self.mini.limits()
            },
        }
    }
}

impl ScheduleConfig {
    /// What is announced and when, under the hash of the configuration in force.
    ///
    /// # Errors
    /// What is wrong, in words for the operator: the key under the schedule, the reason and what is right.
    pub(super) fn scheduled(
        &self,
        config: &Config,
        hash: &str,
    ) -> Result<ScheduledTournament, (&'static str, String)> {
        let wrong_time = |error: competition::ScheduleError| match error {
            competition::ScheduleError::Cron(error) => ("cron", error.to_string()),
            error @ competition::ScheduleError::Zone(_) => ("zone", error.to_string()),
        };
        let schedule = Schedule::new(&self.cron, &self.zone).map_err(wrong_time)?;
        let ahead = ScheduleTerms {
            announce_ahead: millis(self.announce_ahead_s),
            check_in_ahead: millis(self.check_in_ahead_s),
            ..ScheduleTerms::default()
        };
        ahead.check().map_err(|error| ("announce_ahead_s", error.to_string()))?;
        Ok(ScheduledTournament {
            name: self.name.clone(),
            schedule,
            ahead,
            registration_ahead: millis(self.registration_ahead_s),
            terms: self.terms.terms(config, hash).map_err(|error| ("terms", error))?,
        })
    }
}
