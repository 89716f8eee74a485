//! Sets of draw rules that an operator defines from the same building blocks. Knows no configuration and no row: a set is its
//! name and its rules, and its text says both.

use crate::draw_rule::{Balance, DrawRule};
use crate::draw_rule_text::ParseDrawRuleError;
use crate::rule_set::MOST_BALANCES;
use crate::{ParseRuleSetError, RuleSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};

/// Most letters of a name.
const LONGEST_NAME: usize = 24;
/// How often a position may have to stand.
const TIMES: RangeInclusive<u8> = 2..=9;
/// How many plies a rule may count to.
const PLIES: RangeInclusive<u16> = 2..=500;
/// Most pairs of material that one rule lists.
const MOST_PAIRS: usize = 12;
/// Most pieces that a side has, on any board.
const MOST_PIECES: u8 = 20;

/// A set that an operator has defined.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnRuleSet {
    name: String,
    rules: Vec<DrawRule>,
}

/// Why rules make no set. Each says what is right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleSetError {
    /// The name.
    #[error(
        "{name:?} is no name; a small letter first, then small letters, digits, - or _, at most {LONGEST_NAME}"
    )]
    Name {
        /// What was given.
        name: String,
    },
    /// The name is that of a set that there is.
    #[error("{name} is a rule set that there is already; another name is needed")]
    Taken {
        /// The name.
        name: String,
    },
    /// One quiet rule is needed.
    #[error("{found} rules for quiet plies; one is needed, for without it a game may never end")]
    Quiet {
        /// How many there are.
        found: usize,
    },
    /// At most one repetition.
    #[error("{found} rules for a repetition; one at most")]
    Repetition {
        /// How many there are.
        found: usize,
    },
    /// More balances than are counted.
    #[error("{found} rules that count from a balance; at most {MOST_BALANCES}")]
    Balances {
        /// How many there are.
        found: usize,
    },
    /// A figure that is out of its range.
    #[error("\"{rule}\": {what} is {least} to {most}")]
    Figure {
        /// The rule.
        rule: String,
        /// Which figure.
        what: &'static str,
        /// The smallest that it may be.
        least: u16,
        /// The largest.
        most: u16,
    },
}

/// A stored set is no set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDefinitionError {
    /// The name of none.
    #[error(transparent)]
    Name(#[from] ParseRuleSetError),
    /// One of its rules is no rule.
    #[error(transparent)]
    Rule(#[from] ParseDrawRuleError),
    /// Its rules make no set.
    #[error(transparent)]
    Set(#[from] RuleSetError),
}

impl OwnRuleSet {
    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its rules.
    #[must_use]
    pub fn rules(&self) -> &[DrawRule] {
        &self.rules
    }
}

/// Name and rules: `club: repetition 3; quiet 60; KK v K: 10`.
impl fmt::Display for OwnRuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (at, rule) in self.rules.iter().enumerate() {
            write!(f, "{} {rule}", if at == 0 { ':' } else { ';' })?;
        }
        Ok(())
    }
}

impl RuleSet {
    /// The set of that name and these rules.
    ///
    /// # Errors
    /// [`RuleSetError`] with the first thing that cannot be.
    pub fn define(name: &str, rules: Vec<DrawRule>) -> Result<Self, RuleSetError> {
        check_name(name)?;
        check_rules(&rules)?;
        Ok(Self::Own(kept(OwnRuleSet { name: name.to_owned(), rules })))
    }

    /// All that a game has to keep of its rule set to be replayed under exactly the same rules: the name of one of the
    /// program's own, name and rules of an operator's. [`RuleSet::from_definition`] reads it.
    #[must_use]
    pub fn definition(self) -> String {
        match self {
            Self::Own(own) => own.to_string(),
            named => named.to_string(),
        }
    }

    /// The set that a definition means.
    ///
    /// # Errors
    /// [`ParseDefinitionError`].
    pub fn from_definition(text: &str) -> Result<Self, ParseDefinitionError> {
        let Some((name, rules)) = text.split_once(": ") else { return Ok(text.parse()?) };
        let rules: Result<Vec<DrawRule>, _> = rules.split(';').map(str::parse).collect();
        Ok(Self::define(name, rules?)?)
    }
}

/// The one kept set that is equal to it. An operator's sets are few and stay for the process's life, so that a rule set is
/// as cheap to copy as a name.
fn kept(set: OwnRuleSet) -> &'static OwnRuleSet {
    static KEPT: Mutex<Vec<&'static OwnRuleSet>> = Mutex::new(Vec::new());
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = all.iter().find(|known| ***known == set) {
        return known;
    }
    let new: &'static OwnRuleSet = Box::leak(Box::new(set));
    all.push(new);
    new
}

fn check_name(name: &str) -> Result<(), RuleSetError> {
    let letter =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    let formed = name.len() <= LONGEST_NAME && name.bytes().all(letter);
    if !formed || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
        return Err(RuleSetError::Name { name: name.chars().take(LONGEST_NAME).collect() });
    }
    if name.parse::<RuleSet>().is_ok() {
        return Err(RuleSetError::Taken { name: name.to_owned() });
    }
    Ok(())
}

fn check_rules(rules: &[DrawRule]) -> Result<(), RuleSetError> {
    let count = |of: fn(&DrawRule) -> bool| rules.iter().filter(|rule| of(rule)).count();
    let quiet = count(|rule| matches!(rule, DrawRule::Quiet { .. }));
    let repetition = count(|rule| matches!(rule, DrawRule::Repetition { .. }));
    let balances = rules.len() - quiet - repetition;
    if quiet != 1 {
        return Err(RuleSetError::Quiet { found: quiet });
    }
    if repetition > 1 {
        return Err(RuleSetError::Repetition { found: repetition });
    }
    if balances > MOST_BALANCES {
        return Err(RuleSetError::Balances { found: balances });
    }
    rules.iter().try_for_each(check_figures)
}

fn check_figures(rule: &DrawRule) -> Result<(), RuleSetError> {
    let (plies_least, plies_most) = (*PLIES.start(), *PLIES.end());
    let within = |what, value: u16, least: u16, most: u16| {
        let out = || RuleSetError::Figure { rule: rule.to_string(), what, least, most };
        if (least..=most).contains(&value) { Ok(()) } else { Err(out()) }
    };
    let range = |pieces: &RangeInclusive<u8>, least: u8, most: u8| {
        let (start, end) = (u16::from(*pieces.start()), u16::from(*pieces.end()));
        within("the number of pieces", start, u16::from(least), u16::from(most))?;
        within("the larger number of pieces", end, start, u16::from(most))
    };
    match rule {
        DrawRule::Repetition { times } => within(
            "the number of times",
            u16::from(*times),
            u16::from(*TIMES.start()),
            u16::from(*TIMES.end()),
        ),
        DrawRule::Quiet { plies } => within("the number of plies", *plies, plies_least, plies_most),
        DrawRule::Balance(rule) => {
            within("the number of plies", rule.plies, plies_least, plies_most)?;
            match &rule.balance {
                Balance::Listed(pairs) => {
                    let pairs_listed = u16::try_from(pairs.len()).unwrap_or(u16::MAX);
                    within("the number of pairs", pairs_listed, 1, MOST_PAIRS as u16)?;
                    pairs.iter().flatten().try_for_each(|material| {
                        let pieces = u16::from(material.kings) + u16::from(material.men);
                        within("a side's number of pieces", pieces, 1, u16::from(MOST_PIECES))
                    })
                }
                Balance::AgainstKing { pieces, .. } | Balance::AgainstKingOnMainRoad { pieces } => {
                    range(pieces, 1, MOST_PIECES)
                }
                Balance::KingsOnBoth { pieces } => range(pieces, 2, 2 * MOST_PIECES),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawCounters, DrawReason, Fen, Position};

    fn rules(texts: &[&str]) -> Vec<DrawRule> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn a_definition_says_all_of_a_set_and_is_read_back() {
        let club =
            RuleSet::define("club", rules(&["repetition 4", "quiet 6", "KK v K: 10, anew at crowning"]));
        let club = club.unwrap();
        assert_eq!(club.to_string(), "club");
        assert_eq!(club.definition(), "club: repetition 4; quiet 6; KK v K: 10, anew at crowning");
        assert_eq!(RuleSet::from_definition(&club.definition()), Ok(club));
        assert_eq!((club.quiet_limit(), club.repetition_limit()), (Some(6), Some(4)));
        for named in RuleSet::ALL {
            assert_eq!(RuleSet::from_definition(&named.definition()), Ok(named));
        }
        let other = RuleSet::define("club", rules(&["quiet 8"])).unwrap();
        assert_ne!(other, club, "another definition under the same name is another set");
        for text in ["club", "club: ", "club: quiet 60; quiet 40", "dream: quiet 60", "club: nonsense"] {
            assert!(RuleSet::from_definition(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_is_drawn_by_the_operator_s_own_rules() {
        let set = RuleSet::define("short", rules(&["quiet 3"])).unwrap();
        let mut position = Position::from_setup("W:WKa1,a3:BKb8,h6".parse::<Fen>().unwrap().setup()).unwrap();
        let mut counters = DrawCounters::new(set, &position);
        for (text, left) in [("a1-b2", 2), ("b8-a7", 1), ("b2-a1", 0)] {
            assert_eq!(counters.verdict(), None);
            let (mv, _) = position.find_move(&text.parse().unwrap()).unwrap();
            let after = position.play(&mv);
            counters.after(&position, &mv, &after);
            position = after;
            assert_eq!(counters.draw_in(), Some(left));
        }
        assert_eq!(counters.verdict(), Some(DrawReason::QuietPlies));
    }

    #[test]
    fn what_can_be_no_set_is_refused_with_what_is_right() {
        let refused =
            |name: &str, texts: &[&str]| RuleSet::define(name, rules(texts)).unwrap_err().to_string();
        for (name, texts, says) in [
            ("Club", &["quiet 60"][..], "small letter"),
            ("1st", &["quiet 60"], "small letter"),
            ("dream", &["quiet 60"], "another name"),
            ("club", &["repetition 3"], "one is needed"),
            ("club", &["quiet 60", "repetition 3", "repetition 4"], "one at most"),
            ("club", &["quiet 1"], "2 to 500"),
            ("club", &["quiet 60", "repetition 1"], "the number of times is 2 to 9"),
            ("club", &["quiet 60", "3-2 pieces v K: 10"], "the larger number of pieces is 3 to 20"),
            ("club", &["quiet 60", "kings on both, 1 pieces: 10"], "2 to 40"),
            ("club", &["quiet 60", "K v K: 1000"], "2 to 500"),
        ] {
            let said = refused(name, texts);
            assert!(said.contains(says), "{name} {texts:?}: {said}");
        }
        let many = [&["quiet 60"][..], &["K v K: 10"; 6]].concat();
        assert!(refused("club", &many).contains("at most 5"));
    }
}
