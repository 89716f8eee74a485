//! Every number of tournaments, and those that are announced again and again. Knows no calendar.

use super::{ClockConfig, Config, MiniConfig};
use competition::tournament::{CancellationRule, Format, RatingConditions};
use competition::{
    Clock, MiniLimits, PrizePlan, Schedule, ScheduleTerms, TieBreak, TieBreakEdition, TournamentLimits,
    TournamentTerms,
};
use draughts::Variant;
use ids::{Amount, Millis, WallTime};
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

/// How who meets whom is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormatName {
    /// Who loses a tie is out.
    Knockout,
    /// The FIDE Dutch system.
    Swiss,
    /// All play all.
    RoundRobin,
    /// Whoever is free meets whoever else is free; without money.
    Arena,
}

/// What an abort after the first complete round does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CancellationName {
    /// The pool is divided by what was played.
    #[default]
    RollForward,
    /// Everything goes back as paid.
    RollBack,
}

/// The terms of a tournament but for its instants. What a format has no use for is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentTermsConfig {
    /// Its name, as shown.
    pub name: String,
    /// The game.
    pub variant: String,
    /// The rule set for draws.
    pub rule_set: String,
    /// `knockout`, `swiss`, `round_robin` or `arena`.
    pub format: FormatName,
    /// How many rounds a Swiss has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u16>,
    /// Whether a knockout is played for place 3 too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub third_place: Option<bool>,
    /// Whether a round robin is played twice, with both colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub double: Option<bool>,
    /// How long the players of an arena are paired, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length_s: Option<u64>,
    /// How often those who are free are paired in it, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wave_s: Option<u64>,
    /// The clock of each game.
    pub clock: ClockConfig,
    /// What each entry adds to the pool, in minor units.
    #[serde(default)]
    pub contribution: Amount,
    /// What each entry pays the house beside it, in minor units.
    #[serde(default)]
    pub fee: Amount,
    /// The least pool, in minor units; what the contributions do not cover comes from the operator's purse.
    #[serde(default)]
    pub guarantee: Amount,
    /// The weights by which the pool is divided, from the first place; empty where nothing is won.
    #[serde(default)]
    pub prize_weights: Vec<u32>,
    /// The fewest players checked in with whom it starts.
    pub min_players: u32,
    /// The most entries.
    pub max_players: u32,
    /// Whether one may enter after the start: a Swiss and an arena.
    #[serde(default)]
    pub late_entry: bool,
    /// How long after a game's start who is not there loses it, in seconds.
    pub grace_s: u64,
    /// What an abort after the first complete round does: `roll_forward` or `roll_back`.
    #[serde(default)]
    pub cancellation: CancellationName,
    /// The lowest rating that may enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_min: Option<i32>,
    /// The highest rating that may enter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating_max: Option<i32>,
    /// The countries whose players may enter; empty for all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// The window for protests between the last round and the payout, in seconds.
    #[serde(default)]
    pub protest_s: u64,
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

impl TournamentTermsConfig {
    /// The terms, all instants at 1970, under the hash of the configuration in force.
    ///
    /// # Errors
    /// What is wrong and what is right, in words for the operator. Whether the terms can be kept is another question:
    /// [`TournamentTerms::validate`].
    pub fn terms(&self, config: &Config, hash: &str) -> Result<TournamentTerms, String> {
        let variant: Variant =
            self.variant.parse().map_err(|_| format!("{:?} is no variant", self.variant))?;
        let game = config.games.find(variant).ok_or_else(|| format!("{variant} is not offered here"))?;
        let paid = [self.contribution, self.fee, self.guarantee].iter().any(|amount| *amount != Amount::ZERO);
        if paid && !game.staked {
            return Err(format!(
                "{variant} is not played for money here, contribution, fee and guarantee must be 0"
            ));
        }
        let offered = game.rule_sets.contains(&self.rule_set);
        let rule_set = config.rule_set(&self.rule_set).filter(|_| offered).ok_or_else(|| {
            format!("rule_set {:?} is none of {variant}: {}", self.rule_set, game.rule_sets.join(", "))
        })?;
        let format = self.format()?;
        let prizes = PrizePlan::try_from(self.prize_weights.clone()).map_err(|error| error.to_string())?;
        Ok(TournamentTerms {
            name: self.name.clone(),
            format,
            clock: Clock {
                initial: Millis(self.clock.initial_ms),
                increment: Millis(self.clock.increment_ms),
            },
            profile: format!("{variant} {}", rule_set.definition()),
            contribution: self.contribution,
            fee: self.fee,
            guarantee: self.guarantee,
            prizes,
            min_players: self.min_players,
            max_players: self.max_players,
            registration_at: WallTime(0),
            check_in_at: WallTime(0),
            starts_at: WallTime(0),
            late_entry: self.late_entry,
            tie_breaks: match format {
                Format::Swiss { .. } => TieBreak::SWISS.to_vec(),
                Format::RoundRobin { .. } => TieBreak::ROUND_ROBIN.to_vec(),
                Format::Knockout { .. } | Format::Arena { .. } => Vec::new(),
            },
            edition: TieBreakEdition::default(),
            grace: millis(self.grace_s),
            cancellation: match self.cancellation {
                CancellationName::RollForward => CancellationRule::RollForward,
                CancellationName::RollBack => CancellationRule::RollBack,
            },
            rating: RatingConditions { at_least: self.rating_min, at_most: self.rating_max },
            countries: self.countries.clone(),
            protest: millis(self.protest_s),
            spectators_delay: Millis(config.spectators.delay_ms),
            config_hash: hash.to_owned(),
            limits: config.tournaments.limits(),
        })
    }

    /// The format, with all that it needs and nothing else.
    fn format(&self) -> Result<Format, String> {
        let own: &[&str] = match self.format {
            FormatName::Knockout => &["third_place"],
            FormatName::Swiss => &["rounds"],
            FormatName::RoundRobin => &["double"],
            FormatName::Arena => &["length_s", "wave_s"],
        };
        for (key, given) in [
            ("rounds", self.rounds.is_some()),
            ("third_place", self.third_place.is_some()),
            ("double", self.double.is_some()),
            ("length_s", self.length_s.is_some()),
            ("wave_s", self.wave_s.is_some()),
        ] {
            if given && !own.contains(&key) {
                return Err(format!("{key} is nothing of this format, which has {}", own.join(" and ")));
            }
        }
        let needed = |key: &str| format!("{key} is missing, which this format needs");
        Ok(match self.format {
            FormatName::Knockout => Format::Knockout { third_place: self.third_place.unwrap_or(false) },
            FormatName::Swiss => Format::Swiss { rounds: self.rounds.ok_or_else(|| needed("rounds"))? },
            FormatName::RoundRobin => Format::RoundRobin { double: self.double.unwrap_or(false) },
            FormatName::Arena => Format::Arena {
                length: millis(self.length_s.ok_or_else(|| needed("length_s"))?),
                wave: millis(self.wave_s.ok_or_else(|| needed("wave_s"))?),
            },
        })
    }
}
