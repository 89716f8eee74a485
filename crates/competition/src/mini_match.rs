//! The mini-match that breaks a level match or tie: two games at half the clock, two of blitz, a series of sudden death,
//! then less thinking time. Knows no money, no account and no game's id.

use crate::{
    Clock, Finish, GameOver, GameResult, MiniGame, MiniKey, MiniLimits, MiniStep, PerSeat, Seat, Stage,
};
use ids::Millis;
use serde::{Deserialize, Serialize};

/// A game that is not the one to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MiniError {
    /// There is none left.
    #[error("the mini-match is over")]
    Over,
    /// It is another one's turn.
    #[error("{given:?} is not the game to be played, that is {expected:?}")]
    NotNext {
        /// The game given.
        given: MiniKey,
        /// The one to be played.
        expected: MiniKey,
    },
}

/// A mini-match at a point of its life: the fold of its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MiniMatch {
    base: Clock,
    limits: MiniLimits,
    key: MiniKey,
    /// Who has White in the game of `key`.
    white: Seat,
    /// Points of the present stage: 2 a win, 1 a level game.
    points: PerSeat<u16>,
    forfeits: PerSeat<u8>,
    absent_both: u8,
    /// Own thinking time in the games that counted, the full ones left out.
    thinking: PerSeat<Millis>,
    /// What each has left for the sudden death.
    left: PerSeat<Millis>,
    end: Option<MiniEnd>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum MiniEnd {
    Won(Seat),
    Level,
    BothOut,
}

impl MiniMatch {
    /// A mini-match after level games at the clock `base`, in the last of which `last_black` had Black: he has White first.
    #[must_use]
    pub fn new(base: Clock, last_black: Seat, limits: MiniLimits) -> Self {
        Self::from_stage(Stage::Half, base, last_black, limits)
    }

    /// A knockout tie: two games at the clock `base`, in the first of which `white` has White, and if they are level the
    /// mini-match.
    #[must_use]
    pub fn tie(base: Clock, white: Seat, limits: MiniLimits) -> Self {
        Self::from_stage(Stage::Full, base, white, limits)
    }

    fn from_stage(stage: Stage, base: Clock, white: Seat, limits: MiniLimits) -> Self {
        Self {
            base,
            limits,
            key: MiniKey { stage, leg: 1, replay: 0 },
            white,
            points: PerSeat::default(),
            forfeits: PerSeat::default(),
            absent_both: 0,
            thinking: PerSeat::default(),
            left: PerSeat { first: limits.sudden_death, second: limits.sudden_death },
            end: None,
        }
    }

    /// What comes next. The same until a game is recorded.
    #[must_use]
    pub fn next(&self) -> MiniStep {
        match self.end {
            Some(MiniEnd::Won(seat)) => MiniStep::Decided(seat),
            Some(MiniEnd::Level) => MiniStep::Level,
            Some(MiniEnd::BothOut) => MiniStep::BothOut,
            None => MiniStep::Game(self.game()),
        }
    }

    /// Points of the present stage, or of the last one: 2 a win, 1 a level game.
    #[must_use]
    pub const fn points(&self) -> PerSeat<u16> {
        self.points
    }

    /// Own thinking time so far, the full games left out.
    #[must_use]
    pub const fn thinking(&self) -> PerSeat<Millis> {
        self.thinking
    }

    /// Folds the end of the game that [`next`](Self::next) gave.
    ///
    /// # Errors
    /// [`MiniError`] when `key` is not that game's; nothing is changed, so that the same end told twice counts once.
    pub fn record(&mut self, key: MiniKey, over: &GameOver) -> Result<(), MiniError> {
        if self.end.is_some() {
            return Err(MiniError::Over);
        }
        if key != self.key {
            return Err(MiniError::NotNext { given: key, expected: self.key });
        }
        let void = over.result == GameResult::Void;
        if void && key.replay < self.limits.replays {
            self.key.replay += 1;
            return Ok(());
        }
        if !void {
            self.count_time(over);
            self.count_absence(over);
        }
        let winner = winner(over.result, self.white);
        match winner {
            Some(winner) => self.points[winner] += 2,
            None if over.result == GameResult::Neither => {}
            None => {
                self.points.first += 1;
                self.points.second += 1;
            }
        }
        self.end = self.ended_by_absence().or_else(|| self.ended_by_play(winner));
        if self.end.is_none() {
            self.advance();
        }
        Ok(())
    }

    fn game(&self) -> MiniGame {
        let stage = self.key.stage;
        let (left, increment) = match stage {
            Stage::SuddenDeath => (self.left, Millis::ZERO),
            _ => {
                let clock = self.limits.clock(stage, self.base);
                (PerSeat { first: clock.initial, second: clock.initial }, clock.increment)
            }
        };
        MiniGame {
            key: self.key,
            white: self.white,
            clocks: left.by_colour(self.white),
            increment,
            first_move_window: stage != Stage::SuddenDeath,
            rated: stage == Stage::Full,
        }
    }

    fn count_time(&mut self, over: &GameOver) {
        if self.key.stage != Stage::Full {
            let thinking = PerSeat::from_colours(over.thinking, self.white);
            for seat in Seat::BOTH {
                self.thinking[seat] = self.thinking[seat].saturating_add(thinking[seat]);
            }
        }
        if self.key.stage == Stage::SuddenDeath {
            let left = PerSeat::from_colours(over.left, self.white);
            for seat in Seat::BOTH {
                // nobody comes out of a game without increment with more than he went in with
                self.left[seat] = self.left[seat].min(left[seat]);
            }
        }
    }

    fn count_absence(&mut self, over: &GameOver) {
        if over.result == GameResult::Neither {
            self.absent_both = self.absent_both.saturating_add(1);
            self.forfeits.first = self.forfeits.first.saturating_add(1);
            self.forfeits.second = self.forfeits.second.saturating_add(1);
        } else if over.finish == Finish::Forfeit
            && let Some(winner) = winner(over.result, self.white)
        {
            let loser = winner.other();
            self.forfeits[loser] = self.forfeits[loser].saturating_add(1);
        }
    }

    fn ended_by_absence(&self) -> Option<MiniEnd> {
        if self.limits.absent_both_out.is_some_and(|most| self.absent_both >= most) {
            return Some(MiniEnd::BothOut);
        }
        let most = self.limits.forfeits_lose?;
        match (self.forfeits.first >= most, self.forfeits.second >= most) {
            (true, true) => Some(MiniEnd::BothOut),
            (true, false) => Some(MiniEnd::Won(Seat::Second)),
            (false, true) => Some(MiniEnd::Won(Seat::First)),
            (false, false) => None,
        }
    }

    /// The end that the game just counted makes on the board.
    fn ended_by_play(&self, winner: Option<Seat>) -> Option<MiniEnd> {
        if self.key.stage == Stage::SuddenDeath {
            return match winner {
                Some(winner) => Some(MiniEnd::Won(winner)),
                None => (self.key.leg >= self.limits.sudden_death_games).then(|| self.ended_by_time()),
            };
        }
        if self.key.leg < 2 || self.points.first == self.points.second {
            return None;
        }
        let leads = if self.points.first > self.points.second { Seat::First } else { Seat::Second };
        Some(MiniEnd::Won(leads))
    }

    fn ended_by_time(&self) -> MiniEnd {
        let PerSeat { first, second } = self.thinking;
        if first.0.abs_diff(second.0) <= self.limits.equal_within.0 {
            MiniEnd::Level
        } else {
            MiniEnd::Won(if first < second { Seat::First } else { Seat::Second })
        }
    }

    /// To the next game. Whoever had Black has White in it, within a stage and into the next one alike.
    fn advance(&mut self) {
        self.white = self.white.other();
        self.key.replay = 0;
        let next = match self.key.stage {
            Stage::SuddenDeath => None,
            _ if self.key.leg < 2 => None,
            Stage::Full => Some(Stage::Half),
            Stage::Half => Some(Stage::Blitz),
            Stage::Blitz => Some(Stage::SuddenDeath),
        };
        match next {
            None => self.key.leg += 1,
            Some(stage) => {
                self.key.stage = stage;
                self.key.leg = 1;
                self.points = PerSeat::default();
            }
        }
    }
}

/// Who won, where `white` had White.
fn winner(result: GameResult, white: Seat) -> Option<Seat> {
    match result {
        GameResult::White => Some(white),
        GameResult::Black => Some(white.other()),
        GameResult::Draw | GameResult::Neither | GameResult::Void => None,
    }
}
