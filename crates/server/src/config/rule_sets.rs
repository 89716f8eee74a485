//! Sets of draw rules of the operator's own, beside those that the program has. Counts nothing.

use super::error::Problem;
use draughts::{DrawRule, RuleSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One set's rules. The section's name is the set's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSetConfig {
    /// How many times the same position, with the same side to move, draws. Missing: it never does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<u8>,
    /// How many plies in a row of kings without a capture draw. A ply is one player's move.
    pub quiet_plies: u16,
    /// Rules that count from a balance of material: `KK v K, KM v K: 10, anew at crowning`.
    #[serde(default)]
    pub balances: Vec<String>,
}

impl RuleSetConfig {
    /// The set, if its rules make one.
    ///
    /// # Errors
    /// The key under the set's section, what is wrong with it, and what is right.
    pub fn rule_set(&self, name: &str) -> Result<RuleSet, Problem> {
        let at = |key: &str| format!("rule_sets.{name}{key}");
        let mut rules: Vec<DrawRule> =
            self.repetition.map(|times| DrawRule::Repetition { times }).into_iter().collect();
        rules.push(DrawRule::Quiet { plies: self.quiet_plies });
        for (number, text) in self.balances.iter().enumerate() {
            let Ok(rule @ DrawRule::Balance(_)) = text.parse() else {
                let key = at(&format!(".balances[{number}]"));
                return Err(Problem::new(key, format!("is \"{text}\""), BALANCES));
            };
            rules.push(rule);
        }
        RuleSet::define(name, rules)
            .map_err(|error| Problem::new(at(""), "makes no rule set", error.to_string()))
    }
}

/// How a balance is written.
const BALANCES: &str = "KK v K, KM v K: 10, anew at crowning; 3 pieces v K: 32; 3-12 kings v K: 30, anew at change; \
                        3 pieces v K on the main road: 10; kings on both, 4-5 pieces: 60";

pub(super) fn check(sets: &BTreeMap<String, RuleSetConfig>, problems: &mut Vec<Problem>) {
    problems.extend(sets.iter().filter_map(|(name, set)| set.rule_set(name).err()));
}
