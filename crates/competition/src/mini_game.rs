//! The stages of a mini-match, their clocks, and a game in them. Knows no result.

use crate::{Clock, PerColour, Seat};
use ids::Millis;
use serde::{Deserialize, Serialize};

/// The numbers of the mini-match. The default is the published rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MiniLimits {
    /// The shortest clock of [`Stage::Half`].
    pub half_at_least: Clock,
    /// The longest clock of [`Stage::Blitz`].
    pub blitz_at_most: Clock,
    /// What each side has once, for the whole of [`Stage::SuddenDeath`].
    pub sudden_death: Millis,
    /// The most games of [`Stage::SuddenDeath`].
    pub sudden_death_games: u8,
    /// Thinking times that differ by no more are equal.
    pub equal_within: Millis,
    /// How many moves with their increments a clock's length is measured by, where two clocks are compared.
    pub length_moves: u32,
    /// How often a voided game is played again before it is a level one.
    pub replays: u8,
    /// How many forfeited legs lose the tie; `None` where whoever holds the match counts absences himself.
    pub forfeits_lose: Option<u8>,
    /// How many legs that neither came to put both out; `None` as above.
    pub absent_both_out: Option<u8>,
}

impl Default for MiniLimits {
    fn default() -> Self {
        Self {
            half_at_least: Clock { initial: Millis(60_000), increment: Millis(1_000) },
            blitz_at_most: Clock { initial: Millis(180_000), increment: Millis(2_000) },
            sudden_death: Millis(120_000),
            sudden_death_games: 10,
            equal_within: Millis(2_000),
            length_moves: 60,
            replays: 1,
            forfeits_lose: Some(2),
            absent_both_out: Some(1),
        }
    }
}

impl MiniLimits {
    /// The clock of a stage, where `base` is that of the match.
    #[must_use]
    pub fn clock(&self, stage: Stage, base: Clock) -> Clock {
        match stage {
            Stage::Full => base,
            Stage::Half => {
                let half = |whole: Millis, least: Millis| Millis(whole.0 / 2 / 1000 * 1000).max(least);
                Clock {
                    initial: half(base.initial, self.half_at_least.initial),
                    increment: half(base.increment, self.half_at_least.increment),
                }
            }
            Stage::Blitz => {
                let half = self.clock(Stage::Half, base);
                let most = self.blitz_at_most;
                if half.length(self.length_moves) <= most.length(self.length_moves) { half } else { most }
            }
            Stage::SuddenDeath => Clock { initial: self.sudden_death, increment: Millis::ZERO },
        }
    }
}

/// A part of a mini-match, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Two games at the full clock: the tie itself in a knockout, and the only rated ones. Not part of a Rivals mini-match.
    Full,
    /// A: two games at half the clock.
    Half,
    /// B: two games of blitz.
    Blitz,
    /// C: one clock for all games, alternating colours, the first win decides.
    SuddenDeath,
}

/// Which game of a mini-match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MiniKey {
    /// The part.
    pub stage: Stage,
    /// The game in that part, from 1.
    pub leg: u8,
    /// 0, or which time a voided game is played again.
    pub replay: u8,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MiniGame {
    /// Which.
    pub key: MiniKey,
    /// Who has White.
    pub white: Seat,
    /// What each clock starts with.
    pub clocks: PerColour<Millis>,
    /// What a move adds.
    pub increment: Millis,
    /// Whether first moves have their window; without one they run on the clock, and who stays away is flagged.
    pub first_move_window: bool,
    /// Whether it is rated, if it is played.
    pub rated: bool,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MiniStep {
    /// This game.
    Game(MiniGame),
    /// Nothing: that seat has won.
    Decided(Seat),
    /// Nothing: all is equal, which is a draw in Rivals and the higher seed's in a knockout.
    Level,
    /// Nothing: neither came, and both are out.
    BothOut,
}
