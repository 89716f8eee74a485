//! From a set of draw rules to the wire's shape of it. Counts nothing.

use draughts::RuleSet;
use protocol::{Anew, Balance, DrawRule, DrawRules, Material};

/// A rule set with its rules, said on the wire.
pub(crate) fn draw_rules(rule_set: RuleSet) -> DrawRules {
    DrawRules { name: rule_set.to_string(), rules: rule_set.rules().iter().map(rule).collect() }
}

fn rule(rule: &draughts::DrawRule) -> DrawRule {
    match rule {
        draughts::DrawRule::Repetition { times } => DrawRule::Repetition { times: *times },
        draughts::DrawRule::Quiet { plies } => DrawRule::Quiet { plies: *plies },
        draughts::DrawRule::Balance(rule) => DrawRule::Balance {
            balance: balance(&rule.balance),
            plies: rule.plies,
            anew: match rule.anew {
                draughts::Anew::Never => Anew::Never,
                draughts::Anew::Crowning => Anew::Crowning,
                draughts::Anew::Change => Anew::Change,
            },
        },
    }
}

fn balance(balance: &draughts::Balance) -> Balance {
    let material = |of: draughts::Material| Material { kings: of.kings, men: of.men };
    match balance {
        draughts::Balance::Listed(pairs) => {
            Balance::Listed { pairs: pairs.iter().map(|pair| pair.map(material)).collect() }
        }
        draughts::Balance::AgainstKing { pieces, kings_only } => {
            Balance::AgainstKing { least: *pieces.start(), most: *pieces.end(), kings_only: *kings_only }
        }
        draughts::Balance::AgainstKingOnMainRoad { pieces } => {
            Balance::AgainstKingOnMainRoad { least: *pieces.start(), most: *pieces.end() }
        }
        draughts::Balance::KingsOnBoth { pieces } => {
            Balance::KingsOnBoth { least: *pieces.start(), most: *pieces.end() }
        }
    }
}
