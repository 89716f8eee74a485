//! The named sets of draw rules. Knows no position.

use crate::OwnRuleSet;
use crate::draw_rule::{Anew, Balance, BalanceRule, DrawRule, Material};
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// When a game is drawn by rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RuleSet {
    /// The third repetition, or 50 quiet plies (25 moves of each).
    #[default]
    Dream,
    /// 40 plies without progress: no capture and no man's move.
    Evolution,
    /// 20 plies of kings only, without a capture or a man's move.
    Online,
    /// The Brazilian confederation's.
    Cbd,
    /// The world federation's for 64 squares, articles 7.2.3 to 7.2.8.
    Fmjd64,
    /// The world federation's for 100 squares.
    International,
    /// American checkers.
    American,
    /// One that an operator defined: [`RuleSet::define`].
    Own(&'static OwnRuleSet),
}

/// Most rules of a set that count from a balance of material.
pub(crate) const MOST_BALANCES: usize = 5;

const THIRD: DrawRule = DrawRule::Repetition { times: 3 };

const fn quiet(plies: u16) -> DrawRule {
    DrawRule::Quiet { plies }
}

const fn balance(balance: Balance, plies: u16, anew: Anew) -> DrawRule {
    DrawRule::Balance(BalanceRule { balance, plies, anew })
}

const fn kings(kings: u8) -> Material {
    Material { kings, men: 0 }
}

const KING_AND_MAN: Material = Material { kings: 1, men: 1 };

static DREAM: [DrawRule; 2] = [THIRD, quiet(50)];
static EVOLUTION: [DrawRule; 1] = [quiet(40)];
static ONLINE: [DrawRule; 1] = [quiet(20)];
/// The third repetition; 20 king moves of each; five moves of each from the ply that made one of the listed balances.
static CBD: [DrawRule; 3] = [
    THIRD,
    quiet(40),
    balance(
        Balance::Listed(Cow::Borrowed(&[
            [kings(2), kings(2)],
            [kings(2), kings(1)],
            [kings(2), KING_AND_MAN],
            [kings(1), kings(1)],
            [kings(1), KING_AND_MAN],
        ])),
        10,
        // a change between listed balances starts it anew
        Anew::Change,
    ),
];
static FMJD64: [DrawRule; 7] = [
    // 7.2.3
    THIRD,
    // 7.2.4: three kings or more, kings only, against a king alone: 15 moves of each
    balance(Balance::AgainstKing { pieces: 3..=12, kings_only: true }, 30, Anew::Change),
    // 7.2.5: 15 king moves of each
    quiet(30),
    // 7.2.6: kings on both sides and an unchanged balance; all pieces on the board count
    balance(Balance::KingsOnBoth { pieces: 4..=5 }, 60, Anew::Change),
    balance(Balance::KingsOnBoth { pieces: 6..=7 }, 120, Anew::Change),
    // 7.2.7: three pieces against a king alone on the main road: five moves of each on the road
    balance(Balance::AgainstKingOnMainRoad { pieces: 3..=3 }, 10, Anew::Never),
    // 7.2.8: only a crowning starts it anew
    balance(
        Balance::Listed(Cow::Borrowed(&[
            [kings(2), kings(1)],
            [KING_AND_MAN, kings(1)],
            [kings(1), kings(1)],
        ])),
        10,
        Anew::Crowning,
    ),
];
/// The third repetition; 25 king moves of each; 16 of each with three pieces, five with two or one, against a king alone.
static INTERNATIONAL: [DrawRule; 4] = [
    THIRD,
    quiet(50),
    balance(Balance::AgainstKing { pieces: 3..=3, kings_only: false }, 32, Anew::Never),
    balance(Balance::AgainstKing { pieces: 1..=2, kings_only: false }, 10, Anew::Never),
];
static AMERICAN: [DrawRule; 2] = [THIRD, quiet(80)];

impl RuleSet {
    /// Every rule set of the program's own.
    pub const ALL: [Self; 7] = [
        Self::Dream,
        Self::Evolution,
        Self::Online,
        Self::Cbd,
        Self::Fmjd64,
        Self::International,
        Self::American,
    ];

    /// Its rules; where several draw by the same ply the first is the reason.
    #[must_use]
    pub fn rules(self) -> &'static [DrawRule] {
        match self {
            Self::Dream => &DREAM,
            Self::Evolution => &EVOLUTION,
            Self::Online => &ONLINE,
            Self::Cbd => &CBD,
            Self::Fmjd64 => &FMJD64,
            Self::International => &INTERNATIONAL,
            Self::American => &AMERICAN,
            Self::Own(own) => own.rules(),
        }
    }

    /// Its rules that count from a balance of material.
    pub(crate) fn balances(self) -> impl Iterator<Item = &'static BalanceRule> {
        self.rules().iter().filter_map(|rule| match rule {
            DrawRule::Balance(rule) => Some(rule),
            DrawRule::Repetition { .. } | DrawRule::Quiet { .. } => None,
        })
    }

    /// At which quiet run the game is drawn; `None` without such a rule.
    #[must_use]
    pub fn quiet_limit(self) -> Option<u16> {
        self.rules().iter().find_map(|rule| match rule {
            DrawRule::Quiet { plies } => Some(*plies),
            DrawRule::Repetition { .. } | DrawRule::Balance(_) => None,
        })
    }

    /// At which time that the same position stands, with the same side to move, the game is drawn; `None` without such
    /// a rule.
    #[must_use]
    pub fn repetition_limit(self) -> Option<u8> {
        self.rules().iter().find_map(|rule| match rule {
            DrawRule::Repetition { times } => Some(*times),
            DrawRule::Quiet { .. } | DrawRule::Balance(_) => None,
        })
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Dream => "dream",
            Self::Evolution => "evolution",
            Self::Online => "online",
            Self::Cbd => "cbd",
            Self::Fmjd64 => "fmjd64",
            Self::International => "international",
            Self::American => "american",
            Self::Own(own) => own.name(),
        })
    }
}

/// The text names no rule set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no rule set is called {text:?}; there are dream, evolution, online, cbd, fmjd64, international, american"
)]
pub struct ParseRuleSetError {
    /// What was read.
    pub text: String,
}

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<Self, ParseRuleSetError> {
        Self::ALL
            .into_iter()
            .find(|rule_set| rule_set.to_string() == text)
            .ok_or_else(|| ParseRuleSetError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_set_has_more_balances_than_are_counted() {
        for rule_set in RuleSet::ALL {
            assert!(rule_set.balances().count() <= MOST_BALANCES, "{rule_set}");
            assert_eq!(rule_set.to_string().parse(), Ok(rule_set));
        }
    }
}
