//! What the operator offers: stakes, clocks and rule sets of each game. Knows nothing of files: the server reads those.

use crate::event_game::Funding;
use crate::ports::StakedTerms;
use crate::refusal::Refusal;
use competition::{
    Clock, LadderLimits, LevelRule, MatchTerms, RivalsLimits, Schedule, ScheduleTerms, StakeMode, StartAt,
    TournamentTerms,
};
use draughts::{RuleSet, Variant};
use game::TimeControl;
use ids::{Amount, BasisPoints, Millis, WallTime};

/// What is offered for one kind of draughts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOffer {
    /// The kind of draughts.
    pub variant: Variant,
    /// Whether it may be played for stakes; practice is open in any case.
    pub staked: bool,
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

/// A tournament that a schedule announces again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledTournament {
    /// The schedule's name: with a start's local minute it is the key of a tournament.
    pub name: String,
    /// When tournaments start.
    pub schedule: Schedule,
    /// How long before that they are announced, and their check-in opens.
    pub ahead: ScheduleTerms,
    /// How long before that registration opens; at once for one that is announced later.
    pub registration_ahead: Millis,
    /// The terms of each, but for its instants.
    pub terms: TournamentTerms,
}

impl ScheduledTournament {
    /// The terms of the tournament that starts then.
    #[must_use]
    pub fn terms_at(&self, start: WallTime) -> TournamentTerms {
        TournamentTerms {
            registration_at: start.minus(self.registration_ahead),
            check_in_at: start.minus(self.ahead.check_in_ahead),
            starts_at: start,
            ..self.terms.clone()
        }
    }
}

/// All offers in force.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    /// One offer a kind of draughts.
    pub games: Vec<GameOffer>,
    /// The numbers of Rivals in force.
    pub rivals: RivalsLimits,
    /// What bounds ladder seasons.
    pub ladders: LadderLimits,
    /// Tournaments that are announced again and again.
    pub schedules: Vec<ScheduledTournament>,
}

/// What a challenger chooses for a Rivals match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchChoice {
    /// The kind of draughts.
    pub variant: Variant,
    /// The rule set.
    pub rule_set: RuleSet,
    /// The clock of each game.
    pub time_control: TimeControl,
    /// How many games.
    pub games: u8,
    /// What a stake is put up for.
    pub stake_mode: StakeMode,
    /// One player's stake for that.
    pub stake: Amount,
    /// When it starts.
    pub start: StartAt,
    /// What a level match means.
    pub level: LevelRule,
    /// Whether anybody may watch.
    pub watchable: bool,
    /// The hash of the terms that the player saw.
    pub hash: String,
}

impl Catalogue {
    /// The hash of the whole configuration; empty where no game is offered.
    #[must_use]
    pub fn hash(&self) -> &str {
        self.games.first().map_or("", |offer| &offer.hash)
    }

    /// The offer for a kind of draughts.
    #[must_use]
    pub fn find(&self, variant: Variant) -> Option<&GameOffer> {
        self.games.iter().find(|offer| offer.variant == variant)
    }

    /// The offer for a kind of draughts that somebody wants to play.
    ///
    /// # Errors
    /// [`Refusal::OutOfRange`] with those that are offered.
    pub fn offered(&self, variant: Variant) -> Result<&GameOffer, Refusal> {
        self.find(variant).ok_or_else(|| {
            let names: Vec<String> = self.games.iter().map(|offer| offer.variant.to_string()).collect();
            Refusal::OutOfRange { what: format!("{variant} is not offered here"), allowed: names.join(", ") }
        })
    }

    /// The terms of a game with these choices, as they stand in force now.
    ///
    /// # Errors
    /// [`Refusal::TermsChanged`] when `hash` is not that of the terms in force; [`Refusal::StakesRefused`] for a game that
    /// is open for practice alone; [`Refusal::OutOfRange`] for a choice that is not offered.
    pub fn terms(
        &self,
        variant: Variant,
        rule_set: RuleSet,
        time_control: TimeControl,
        stake: Amount,
        hash: &str,
    ) -> Result<StakedTerms, Refusal> {
        let out = |what: String, allowed: String| Err(Refusal::OutOfRange { what, allowed });
        let offer = self.offered(variant)?;
        if !offer.staked {
            let reason = format!("{variant} is open for practice alone here");
            return Err(Refusal::StakesRefused { reason });
        }
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
            first_move_window: Some(offer.first_move_window),
            max_draw_offers: offer.max_draw_offers,
            stake,
            funding: Funding::Stakes,
            event: None,
            fee: offer.fee,
            config_hash: offer.hash.clone(),
        })
    }
}

impl Catalogue {
    /// The terms of a Rivals match with these choices, as they stand in force now.
    ///
    /// # Errors
    /// As [`Catalogue::terms`].
    pub fn match_terms(&self, choice: &MatchChoice) -> Result<MatchTerms, Refusal> {
        let MatchChoice { variant, rule_set, time_control, stake, .. } = *choice;
        let terms = self.terms(variant, rule_set, time_control, stake, &choice.hash)?;
        Ok(MatchTerms {
            profile: crate::director::profile(variant, rule_set),
            clock: Clock { initial: time_control.initial, increment: time_control.increment },
            games: choice.games,
            stake_mode: choice.stake_mode,
            stake,
            fee: terms.fee,
            start: choice.start,
            level: choice.level,
            watchable: choice.watchable,
            config_version: 0,
            config_hash: terms.config_hash,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCK: TimeControl = TimeControl { initial: Millis(300_000), increment: Millis(3_000) };

    fn offer(variant: Variant, staked: bool, rule_set: RuleSet) -> GameOffer {
        GameOffer {
            variant,
            staked,
            stake_min: Amount(100),
            stake_max: Amount(1_000),
            fee: BasisPoints(500),
            clocks: vec![CLOCK],
            rule_sets: vec![rule_set],
            first_move_window: Millis(30_000),
            max_draw_offers: 3,
            hash: "h".to_owned(),
        }
    }

    #[test]
    fn each_game_is_made_with_its_own_terms_and_what_is_not_offered_says_what_is() {
        let catalogue = Catalogue {
            games: vec![
                offer(Variant::Brazilian, true, RuleSet::Dream),
                offer(Variant::American, true, RuleSet::American),
                offer(Variant::Russian, false, RuleSet::Dream),
            ],
            ..Catalogue::default()
        };
        let terms = |variant, rule_set| catalogue.terms(variant, rule_set, CLOCK, Amount(500), "h");
        assert_eq!(terms(Variant::American, RuleSet::American).unwrap().variant, Variant::American);
        assert!(matches!(terms(Variant::American, RuleSet::Dream), Err(Refusal::OutOfRange { .. })));
        let refused = terms(Variant::International, RuleSet::Dream).unwrap_err().to_string();
        assert_eq!(refused, "international is not offered here; allowed: brazilian, american, russian");
        let closed = terms(Variant::Russian, RuleSet::Dream).unwrap_err();
        assert!(matches!(closed, Refusal::StakesRefused { .. }), "{closed}");
        assert!(catalogue.offered(Variant::Russian).is_ok(), "practice is open");
    }
}
