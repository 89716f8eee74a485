//! The games on offer and the terms that their stakes are made with.

use super::error::{Problem, within};
use draughts::Variant;
use ids::{Amount, BasisPoints, Millis};
use serde::{Deserialize, Serialize};

/// The games on offer: what has no section here is not offered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GamesConfig {
    /// Brazilian draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brazilian: Option<GameConfig>,
    /// American checkers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub american: Option<GameConfig>,
    /// International draughts, on 10x10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub international: Option<GameConfig>,
    /// Russian draughts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub russian: Option<GameConfig>,
}

impl GamesConfig {
    /// The terms of a variant; `None` when it is not on offer.
    #[must_use]
    pub const fn find(&self, variant: Variant) -> Option<&GameConfig> {
        match variant {
            Variant::Brazilian => self.brazilian.as_ref(),
            Variant::American => self.american.as_ref(),
            Variant::International => self.international.as_ref(),
            Variant::Russian => self.russian.as_ref(),
        }
    }

    /// The games on offer with their terms, in the order in which they are shown.
    pub fn offered(&self) -> impl Iterator<Item = (Variant, &GameConfig)> {
        Variant::ALL.into_iter().filter_map(|variant| Some((variant, self.find(variant)?)))
    }

    /// `rule_sets`: the names of those that there are.
    pub(super) fn check(&self, rule_sets: &[String], problems: &mut Vec<Problem>) {
        if self.offered().next().is_none() {
            let sections: Vec<String> =
                Variant::ALL.iter().map(|variant| format!("[games.{variant}]")).collect();
            problems.push(Problem::new(
                "games",
                "offers no game",
                format!("one or more of {}", sections.join(", ")),
            ));
        }
        for (variant, game) in self.offered() {
            game.check(&format!("games.{variant}"), rule_sets, problems);
        }
    }
}

/// A clock on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockConfig {
    /// Time at the start, in milliseconds.
    pub initial_ms: u64,
    /// Time that each move made in time adds, in milliseconds.
    #[serde(default)]
    pub increment_ms: u64,
}

/// One game's terms: fixed for a game when it is made, shown to players before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameConfig {
    /// Whether it may be played for stakes. Practice is open in any case.
    pub staked: bool,
    /// The smallest stake, in minor units.
    pub stake_min: Amount,
    /// The largest stake, in minor units.
    pub stake_max: Amount,
    /// Stakes offered for choosing, inside the range, rising.
    pub stake_choices: Vec<Amount>,
    /// The commission on a decisive game, in hundredths of a percent of the pot. A draw pays none.
    pub fee_basis_points: BasisPoints,
    /// The clocks that may be chosen; the first is the default.
    pub clocks: Vec<ClockConfig>,
    /// The rule sets for draws that may be chosen; the first is the default.
    pub rule_sets: Vec<String>,
    /// How long each player has for his first move, in milliseconds; nobody's clock runs until then.
    pub first_move_window_ms: u64,
    /// How many draw offers each player may make in a game.
    pub max_draw_offers: u8,
}

impl GameConfig {
    /// The window for each player's first move.
    #[must_use]
    pub fn first_move_window(&self) -> Millis {
        Millis(self.first_move_window_ms)
    }

    fn check(&self, section: &str, rule_sets: &[String], problems: &mut Vec<Problem>) {
        let key = |name: &str| format!("{section}.{name}");
        // A pot is two stakes; it must be a number that JSON carries exactly.
        let largest = Amount(Amount::MAX.0 / 2);
        within(problems, &key("stake_max"), self.stake_max, Amount(1)..=largest);
        within(problems, &key("stake_min"), self.stake_min, Amount(1)..=largest);
        if self.stake_min > self.stake_max {
            problems.push(Problem::new(
                key("stake_min"),
                format!("is {}, more than stake_max, {}", self.stake_min, self.stake_max),
                format!("1 to {}", self.stake_max),
            ));
        }
        for (at, choice) in self.stake_choices.iter().enumerate() {
            if *choice < self.stake_min || *choice > self.stake_max {
                problems.push(Problem::new(
                    key(&format!("stake_choices[{at}]")),
                    format!("is {choice}, outside the stake range"),
                    format!("{} to {}", self.stake_min, self.stake_max),
                ));
            }
        }
        if self.stake_choices.is_empty() || !self.stake_choices.is_sorted_by(|a, b| a < b) {
            problems.push(Problem::new(
                key("stake_choices"),
                "is empty or does not rise",
                "one or more stakes, each larger than the one before",
            ));
        }
        within(problems, &key("fee_basis_points"), self.fee_basis_points.0, 0..=BasisPoints::WHOLE.0);
        within(problems, &key("first_move_window_ms"), self.first_move_window_ms, 100..=3_600_000);
        within(problems, &key("max_draw_offers"), self.max_draw_offers, 0..=100);
        self.check_clocks(section, problems);
        self.check_rule_sets(section, rule_sets, problems);
    }

    fn check_clocks(&self, section: &str, problems: &mut Vec<Problem>) {
        if self.clocks.is_empty() {
            problems.push(Problem::new(format!("{section}.clocks"), "is empty", "one or more clocks"));
        }
        for (at, clock) in self.clocks.iter().enumerate() {
            within(
                problems,
                &format!("{section}.clocks[{at}].initial_ms"),
                clock.initial_ms,
                100..=86_400_000,
            );
            within(
                problems,
                &format!("{section}.clocks[{at}].increment_ms"),
                clock.increment_ms,
                0..=600_000,
            );
            if self.clocks[..at].contains(clock) {
                problems.push(Problem::new(
                    format!("{section}.clocks[{at}]"),
                    "stands in the list twice",
                    "each clock once",
                ));
            }
        }
    }

    fn check_rule_sets(&self, section: &str, known: &[String], problems: &mut Vec<Problem>) {
        let (key, all) = (format!("{section}.rule_sets"), known.join(", "));
        if self.rule_sets.is_empty() {
            problems.push(Problem::new(&key, "is empty", &all));
        }
        for (at, name) in self.rule_sets.iter().enumerate() {
            if !known.contains(name) {
                problems.push(Problem::new(format!("{key}[{at}]"), format!("is \"{name}\""), &all));
            }
            if self.rule_sets[..at].contains(name) {
                problems.push(Problem::new(
                    format!("{key}[{at}]"),
                    "stands in the list twice",
                    "each rule set once",
                ));
            }
        }
    }
}
