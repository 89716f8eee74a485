//! The counters towards a draw by rule. Knows no offer, no clock, and not who has won: a ply that leaves the opponent
//! without a move wins before any counter is asked.

use crate::{Move, Position, RuleSet, Tally};

/// Why a game is drawn by rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The same position with the same side to move stood too often.
    Repetition,
    /// Too many plies in a row were king moves without a capture.
    QuietPlies,
    /// Too many plies were played with the same balance of material.
    Balance,
}

/// The counters of one game, judged after each ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawCounters {
    rule_set: RuleSet,
    ply: u16,
    /// The positions of the quiet run, the present one last. What stood before a capture or a man's move never comes
    /// back, so the run is all that a repetition can need.
    run: Vec<Position>,
    tally: Tally,
}

impl DrawCounters {
    /// Counters of a game that begins in that position.
    #[must_use]
    pub fn new(rule_set: RuleSet, start: &Position) -> Self {
        Self { rule_set, ply: 0, run: vec![*start], tally: Tally::new(rule_set, start) }
    }

    /// Counts one ply: `mv` was played in `before` and led to `after`.
    pub fn after(&mut self, before: &Position, mv: &Move, after: &Position) {
        debug_assert_eq!(self.run.last(), Some(before), "a ply is counted once, in its turn");
        if mv.is_capture() || mv.is_man_move() {
            self.run.clear();
        }
        self.run.push(*after);
        self.tally = self.tally.after(self.rule_set, mv, after);
        self.ply = self.ply.saturating_add(1);
    }

    /// Gives back memory that only a longer game would need.
    pub fn shrink(&mut self) {
        self.run.shrink_to_fit();
    }

    /// The rule set that is counted for.
    #[must_use]
    pub const fn rule_set(&self) -> RuleSet {
        self.rule_set
    }

    /// How many plies in a row, up to now, were king moves without a capture.
    #[must_use]
    pub fn quiet(&self) -> u16 {
        self.tally.quiet()
    }

    /// At which quiet run the game is drawn.
    #[must_use]
    pub fn quiet_limit(&self) -> Option<u16> {
        self.rule_set.quiet_limit()
    }

    /// How many times the present position has stood with the same side to move, this time included.
    #[must_use]
    pub fn repetition(&self) -> u8 {
        u8::try_from(self.times(self.present())).unwrap_or(u8::MAX)
    }

    /// At which time that the same position stands the game is drawn.
    #[must_use]
    pub fn repetition_limit(&self) -> Option<u8> {
        self.rule_set.repetition_limit()
    }

    /// What is counted besides repetitions.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The positions since the last capture or man's move, the one that it made included, the present one last.
    #[must_use]
    pub fn run(&self) -> &[Position] {
        &self.run
    }

    /// How many times a position has stood since the last capture or man's move.
    #[must_use]
    pub fn times(&self, position: &Position) -> usize {
        self.run.iter().filter(|stood| *stood == position).count()
    }

    /// In how many more plies the game is drawn, if none of them is a capture or a man's move; `None` when no such rule counts.
    #[must_use]
    pub fn draw_in(&self) -> Option<u16> {
        self.tally.draw_in(self.rule_set, self.present())
    }

    /// The draw that the last ply made, if it made one. A win by the same ply comes first and is the caller's to see.
    #[must_use]
    pub fn verdict(&self) -> Option<DrawReason> {
        self.tally.verdict(self.rule_set, || self.repetition())
    }

    /// The plies after which the present position stood, the present one last; 0 is the start.
    #[must_use]
    pub fn repeated_at(&self) -> Vec<u16> {
        let first = self.ply.saturating_sub(self.quiet());
        self.run
            .iter()
            .zip(first..=u16::MAX)
            .filter(|(stood, _)| *stood == self.present())
            .map(|(_, ply)| ply)
            .collect()
    }

    fn present(&self) -> &Position {
        self.run.last().expect("the run begins with a position and only grows after it is cleared")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fen;

    fn play(rule_set: RuleSet, fen: &str, moves: &[&str]) -> (Position, DrawCounters) {
        let fen: Fen = fen.parse().unwrap();
        let mut position = Position::from_setup(fen.setup()).unwrap();
        let mut counters = DrawCounters::new(rule_set, &position);
        for text in moves {
            let (mv, _) = position.find_move(&text.parse().unwrap()).unwrap();
            let next = position.play(&mv);
            counters.after(&position, &mv, &next);
            position = next;
        }
        (position, counters)
    }

    const SHUFFLE: [&str; 4] = ["a1-b2", "b8-a7", "b2-a1", "a7-b8"];

    #[test]
    fn the_third_time_a_position_stands_is_a_draw_under_dream_alone() {
        let fen = "W:WKa1,a3:BKb8,h6";
        let (_, once) = play(RuleSet::Dream, fen, &SHUFFLE);
        assert_eq!((once.repetition(), once.verdict()), (2, None));
        let twice = SHUFFLE.repeat(2);
        let (_, counters) = play(RuleSet::Dream, fen, &twice);
        assert_eq!(counters.repetition(), 3);
        assert_eq!(counters.verdict(), Some(DrawReason::Repetition));
        assert_eq!(counters.repeated_at(), [0, 4, 8]);
        let (_, counters) = play(RuleSet::Online, fen, &twice);
        assert_eq!((counters.repetition(), counters.verdict()), (3, None));
    }

    #[test]
    fn the_quiet_run_draws_at_the_limit_of_the_rule_set_and_not_before() {
        for (rule_set, limit) in [(RuleSet::Evolution, 40), (RuleSet::Online, 20)] {
            let moves = SHUFFLE.repeat(limit / 4);
            let (_, before) = play(rule_set, "W:WKa1,a3:BKb8,h6", &moves[..limit - 1]);
            assert_eq!((before.draw_in(), before.verdict()), (Some(1), None));
            let (_, at) = play(rule_set, "W:WKa1,a3:BKb8,h6", &moves);
            assert_eq!((at.draw_in(), at.verdict()), (Some(0), Some(DrawReason::QuietPlies)));
        }
    }

    #[test]
    fn a_mans_move_and_a_capture_set_the_quiet_run_to_zero() {
        let (_, counters) = play(RuleSet::Dream, "W:WKa1,a3:BKb8,h6", &["a1-b2", "b8-a7", "a3-b4"]);
        assert_eq!((counters.quiet(), counters.repetition(), counters.draw_in()), (0, 1, Some(50)));
        let (_, counters) = play(RuleSet::Dream, "W:WKa1:BKh6,g7", &["a1xh8"]);
        assert_eq!(counters.quiet(), 0);
    }

    #[test]
    fn a_position_with_the_other_side_to_move_is_another_one() {
        // White loses a tempo by the triangle c1-b2-a1-... so the same placement comes with Black to move.
        let triangle = ["a1-c3", "b8-a7", "c3-b2", "a7-b8", "b2-a1"];
        let (position, counters) = play(RuleSet::Dream, "W:WKa1,a3:BKb8,h6", &triangle);
        assert_eq!(position.fen().to_string(), "B:Wa3,Ka1:BKb8,h6");
        assert_eq!(counters.repetition(), 1);
    }
}
