//! What is counted towards a draw besides repetitions: small enough to be copied at every ply of a search. Knows no
//! position that stood before.

use crate::draw_rule::DrawRule;
use crate::rule_set::MOST_BALANCES;
use crate::{DrawReason, Move, Position, RuleSet};

/// The quiet run and the counters of balances after a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    quiet: u16,
    /// The plies counted by each of the set's rules that count from a balance of material, while it lasts.
    balances: [Option<u16>; MOST_BALANCES],
}

impl Tally {
    /// The tally of a game that begins in that position.
    #[must_use]
    pub fn new(rule_set: RuleSet, start: &Position) -> Self {
        let mut balances = [None; MOST_BALANCES];
        for (count, rule) in balances.iter_mut().zip(rule_set.balances()) {
            *count = rule.begin(start);
        }
        Self { quiet: 0, balances }
    }

    /// The tally after one ply more: `mv` led to `after`.
    #[must_use]
    pub fn after(mut self, rule_set: RuleSet, mv: &Move, after: &Position) -> Self {
        self.quiet = if mv.is_capture() || mv.is_man_move() { 0 } else { self.quiet.saturating_add(1) };
        for (count, rule) in self.balances.iter_mut().zip(rule_set.balances()) {
            *count = rule.after(*count, mv, after);
        }
        self
    }

    /// How many plies in a row, up to now, were king moves without a capture.
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// In how many more plies the game is drawn, if none of them is a capture or a man's move; `None` when no such rule counts.
    #[must_use]
    pub fn draw_in(&self, rule_set: RuleSet, present: &Position) -> Option<u16> {
        let quiet = rule_set.quiet_limit().map(|limit| limit.saturating_sub(self.quiet));
        let balances = self.balances.iter().zip(rule_set.balances());
        quiet.into_iter().chain(balances.filter_map(|(count, rule)| rule.left(*count, present))).min()
    }

    /// The draw that the last ply made, if it made one; `repetition` says how many times the present position has stood. The
    /// first of the set's rules that is met is the reason.
    pub(crate) fn verdict(&self, rule_set: RuleSet, repetition: impl Fn() -> u8) -> Option<DrawReason> {
        let mut balances = self.balances.iter();
        rule_set.rules().iter().find_map(|rule| {
            let (met, reason) = match rule {
                DrawRule::Repetition { times } => (repetition() >= *times, DrawReason::Repetition),
                DrawRule::Quiet { plies } => (self.quiet >= *plies, DrawReason::QuietPlies),
                DrawRule::Balance(rule) => {
                    let count = balances.next().copied().flatten();
                    (count.is_some_and(|count| count >= rule.plies), DrawReason::Balance)
                }
            };
            met.then_some(reason)
        })
    }

    /// Whether the last ply made a draw by another rule than repetition.
    #[must_use]
    pub fn is_draw(&self, rule_set: RuleSet) -> bool {
        self.verdict(rule_set, || 0).is_some()
    }
}
