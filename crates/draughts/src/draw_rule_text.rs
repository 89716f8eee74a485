//! Draw rules as text, read and written: `repetition 3`, `quiet 60`, `KK v K, KM v K: 10, anew at crowning`. Counts nothing.

use crate::draw_rule::{Anew, Balance, BalanceRule, DrawRule, Material};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The text is no draw rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{text:?} is no draw rule; they are written \"repetition 3\", \"quiet 60\", \"KK v K, KM v K: 10, anew at crowning\", \
     \"3 pieces v K: 32\", \"3-12 kings v K: 30, anew at change\", \"3 pieces v K on the main road: 10\", \
     \"kings on both, 4-5 pieces: 60, anew at change\""
)]
pub struct ParseDrawRuleError {
    /// What was read, cut short.
    pub text: String,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repetition { times } => write!(f, "repetition {times}"),
            Self::Quiet { plies } => write!(f, "quiet {plies}"),
            Self::Balance(rule) => {
                write!(f, "{}: {}", rule.balance, rule.plies)?;
                match rule.anew {
                    Anew::Never => Ok(()),
                    Anew::Crowning => f.write_str(", anew at crowning"),
                    Anew::Change => f.write_str(", anew at change"),
                }
            }
        }
    }
}

impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = |pieces: &RangeInclusive<u8>| match (pieces.start(), pieces.end()) {
            (least, most) if least == most => least.to_string(),
            (least, most) => format!("{least}-{most}"),
        };
        match self {
            Self::Listed(pairs) => {
                for (at, [one, other]) in pairs.iter().enumerate() {
                    write!(f, "{}{one} v {other}", if at > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
            Self::AgainstKing { pieces, kings_only } => {
                write!(f, "{} {} v K", range(pieces), if *kings_only { "kings" } else { "pieces" })
            }
            Self::AgainstKingOnMainRoad { pieces } => {
                write!(f, "{} pieces v K on the main road", range(pieces))
            }
            Self::KingsOnBoth { pieces } => write!(f, "kings on both, {} pieces", range(pieces)),
        }
    }
}

/// `KKM`: two kings and a man.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "K".repeat(usize::from(self.kings)), "M".repeat(usize::from(self.men)))
    }
}

impl FromStr for DrawRule {
    type Err = ParseDrawRuleError;

    fn from_str(text: &str) -> Result<Self, ParseDrawRuleError> {
        read(text.trim()).ok_or_else(|| ParseDrawRuleError { text: text.chars().take(80).collect() })
    }
}

fn read(text: &str) -> Option<DrawRule> {
    if let Some(times) = text.strip_prefix("repetition ") {
        return Some(DrawRule::Repetition { times: times.parse().ok()? });
    }
    if let Some(plies) = text.strip_prefix("quiet ") {
        return Some(DrawRule::Quiet { plies: plies.parse().ok()? });
    }
    let (balance, count) = text.split_once(':')?;
    let (plies, anew) = match count.split_once(',') {
        None => (count, Anew::Never),
        Some((plies, anew)) => match anew.trim() {
            "anew at crowning" => (plies, Anew::Crowning),
            "anew at change" => (plies, Anew::Change),
            _ => return None,
        },
    };
    let plies = plies.trim().parse().ok()?;
    Some(DrawRule::Balance(BalanceRule { balance: read_balance(balance.trim())?, plies, anew }))
}

fn read_balance(text: &str) -> Option<Balance> {
    if let Some(pieces) = text.strip_prefix("kings on both,") {
        let pieces = read_range(pieces.trim().strip_suffix("pieces")?)?;
        return Some(Balance::KingsOnBoth { pieces });
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let (pieces, rest) = text.split_once(' ')?;
        let pieces = read_range(pieces)?;
        return match rest {
            "pieces v K" => Some(Balance::AgainstKing { pieces, kings_only: false }),
            "kings v K" => Some(Balance::AgainstKing { pieces, kings_only: true }),
            "pieces v K on the main road" => Some(Balance::AgainstKingOnMainRoad { pieces }),
            _ => None,
        };
    }
    let pair = |text: &str| {
        let (one, other) = text.trim().split_once(" v ")?;
        Some([read_material(one)?, read_material(other)?])
    };
    let pairs: Option<Vec<_>> = text.split(',').map(pair).collect();
    Some(Balance::Listed(pairs?.into()))
}

/// `3`, `3-12`.
fn read_range(text: &str) -> Option<RangeInclusive<u8>> {
    let (least, most) = text.trim().split_once('-').unwrap_or((text.trim(), text.trim()));
    Some(least.parse().ok()?..=most.parse().ok()?)
}

fn read_material(text: &str) -> Option<Material> {
    let kings = text.bytes().take_while(|letter| *letter == b'K').count();
    let men = text.bytes().skip(kings).take_while(|letter| *letter == b'M').count();
    let whole = !text.is_empty() && kings + men == text.len();
    whole.then_some(Material { kings: u8::try_from(kings).ok()?, men: u8::try_from(men).ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleSet;

    #[test]
    fn every_rule_of_every_set_is_read_back_from_its_text() {
        for rule_set in RuleSet::ALL {
            for rule in rule_set.rules() {
                assert_eq!(rule.to_string().parse().as_ref(), Ok(rule), "{rule}");
            }
        }
        let said = RuleSet::Fmjd64.rules().iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(said[1], "3-12 kings v K: 30, anew at change");
        assert_eq!(said[6], "KK v K, KM v K, K v K: 10, anew at crowning");
    }

    #[test]
    fn what_is_no_rule_is_refused_with_what_is_one() {
        for text in [
            "",
            "repetition",
            "repetition three",
            "repetition 300",
            "quiet -1",
            "KK v K",
            "KK v K: ten",
            "KK v K: 10, anew at a whim",
            "KK: 10",
            "QQ v K: 10",
            "MK v K: 10",
            "3 kings v KK: 10",
            "3 kings v K on the main road: 10",
            "kings on both: 10",
            "KK v K,: 10",
        ] {
            let error = text.parse::<DrawRule>().unwrap_err();
            assert!(error.to_string().contains("3 pieces v K: 32"), "{text}: {error}");
        }
    }
}
