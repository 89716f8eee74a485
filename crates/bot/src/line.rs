//! The line from the game's last irreversible ply through the tree to the present position, with its draw counters. Knows no
//! score.

use draughts::{DrawCounters, Move, Position, RuleSet, Tally};

/// Within so many plies of a draw by rule what is found about a position holds for that distance alone.
const NEAR: u16 = 24;

/// One position of the line.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    tally: Tally,
}

/// The line.
pub(crate) struct Line {
    rule_set: RuleSet,
    steps: Vec<Step>,
}

impl Line {
    /// The line of a game up to its present position.
    pub(crate) fn new(counters: &DrawCounters) -> Self {
        let tally = counters.tally();
        let steps = counters.run().iter().map(|stood| Step { key: stood.key(), tally }).collect();
        Self { rule_set: counters.rule_set(), steps }
    }

    /// Goes one ply on; [`Line::back`] undoes it.
    pub(crate) fn forward(&mut self, mv: &Move, after: &Position) {
        let tally = self.tally().after(self.rule_set, mv, after);
        self.steps.push(Step { key: after.key(), tally });
    }

    pub(crate) fn back(&mut self) {
        self.steps.pop();
    }

    fn tally(&self) -> Tally {
        self.present().tally
    }

    fn present(&self) -> Step {
        *self.steps.last().expect("a line begins with the game's present position, which is never taken back")
    }

    /// Whether the last ply made a draw. A second time is taken for one already: who could do better would have, and a
    /// circle brings nobody forward.
    pub(crate) fn is_draw(&self) -> bool {
        let Step { key, tally } = self.present();
        if tally.is_draw(self.rule_set) {
            return true;
        }
        let quiet = usize::from(tally.quiet());
        // the same side to move comes every second ply, and a circle takes four
        quiet >= 4 && self.steps.iter().rev().take(quiet + 1).skip(4).step_by(2).any(|stood| stood.key == key)
    }

    /// The key under which the present position is remembered: far from a draw by rule the position's own.
    pub(crate) fn key(&self, position: &Position) -> u64 {
        let Step { key, tally } = self.present();
        match tally.draw_in(self.rule_set, position) {
            Some(left) if left <= NEAR => key ^ u64::from(left + 1).wrapping_mul(0xd6e8_feb8_6659_fd93),
            _ => key,
        }
    }

    /// In how many plies the game is drawn by rule if nothing irreversible happens; `None` when no such rule counts.
    pub(crate) fn draw_in(&self, position: &Position) -> Option<u16> {
        self.tally().draw_in(self.rule_set, position)
    }
}
