//! What the operator offers: stakes, clocks and rule sets of each game. Knows nothing of files: the server reads those.

use crate::ports::StakedTerms;
use crate::refusal::Refusal;
use draughts::{RuleSet, Variant};
use game::TimeControl;
use ids::{Amount, BasisPoints, Millis};

/// What is offered for one kind of draughts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOffer {
    /// The kind of draughts.
    pub variant: Variant,
    /// The smallest stake.
    pub stake_min: Amount,
    /// The largest stake.
    pub stake_max: Amount,
    /// The commission on a decisive game.
    pub fee: BasisPoints,
    /// The clocks that may be chosen.
    pub clocks: Vec<TimeControl>,
    /// The rule sets that may be chosen.
    pub rule_sets: Vec<RuleSet>,
    /// The window for each player's first move.
    pub first_move_window: Millis,
    /// Draw offers that each player has.
    pub max_draw_offers: u8,
    /// The hash of the configuration that this comes from.
    pub hash: String,
}

/// All offers in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// One offer a kind of draughts.
    pub games: Vec<GameOffer>,
}

impl Catalogue {
    /// The offer for a kind of draughts.
    #[must_use]
    pub fn find(&self, variant: Variant) -> Option<&GameOffer> {
        self.games.iter().find(|offer| offer.variant == variant)
    }

    /// The terms of a game with these choices, as they stand in force now.
    ///
    /// # Errors
    /// [`Refusal::TermsChanged`] when `hash` is not that of the terms in force; [`Refusal::OutOfRange`] for a choice
    /// that is not offered.
    pub fn terms(
        &self,
        variant: Variant,
        rule_set: RuleSet,
        time_control: TimeControl,
        stake: Amount,
        hash: &str,
    ) -> Result<StakedTerms, Refusal> {
        let out = |what: String, allowed: String| Err(Refusal::OutOfRange { what, allowed });
        let Some(offer) = self.find(variant) else {
            let names: Vec<String> = self.games.iter().map(|offer| offer.variant.to_string()).collect();
            return out(format!("{variant} is not offered"), names.join(", "));
        };
        if hash != offer.hash {
            return Err(Refusal::TermsChanged { now: offer.hash.clone() });
        }
        if stake < offer.stake_min || stake > offer.stake_max {
            return out(format!("a stake of {stake}"), format!("{} to {}", offer.stake_min, offer.stake_max));
        }
        if !offer.clocks.contains(&time_control) {
            let clocks: Vec<String> = offer
                .clocks
                .iter()
                .map(|clock| format!("{} ms + {} ms", clock.initial.0, clock.increment.0))
                .collect();
            let asked = format!("{} ms + {} ms", time_control.initial.0, time_control.increment.0);
            return out(format!("a clock of {asked}"), clocks.join(", "));
        }
        if !offer.rule_sets.contains(&rule_set) {
            let sets: Vec<String> = offer.rule_sets.iter().map(ToString::to_string).collect();
            return out(format!("the rule set {rule_set}"), sets.join(", "));
        }
        Ok(StakedTerms {
            variant,
            rule_set,
            time_control,
            first_move_window: offer.first_move_window,
            max_draw_offers: offer.max_draw_offers,
            stake,
            fee: offer.fee,
            config_hash: offer.hash.clone(),
        })
    }
}
