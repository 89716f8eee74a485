//! The terms of a tournament as an operator writes them down. Knows no instant.

use super::{ClockConfig, Config};
use competition::tournament::{CancellationRule, Format, RatingConditions};
use competition::{Clock, PrizePlan, TieBreak, TieBreakEdition, TournamentTerms};
use draughts::Variant;
use ids::{Amount, Millis, WallTime};
use serde::{Deserialize, Serialize};

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

const fn millis(seconds: u64) -> Millis {
    Millis(seconds.saturating_mul(1000))
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
