//! Two engines play each other from openings made by chance, each opening twice with colours changed. Knows no weight.

use crate::Engine;
use crate::learn::game::{Recipe, opening, think};
use crate::random::Random;
use draughts::Side;
use std::fmt;

/// What one side made of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// Counts other games in.
    pub fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }

    /// The points of all games, of one each.
    #[must_use]
    pub fn share(self) -> f64 {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / games
    }

    /// How much stronger the side is in Elo, and the error at 95 %; infinite where it won or lost all.
    #[must_use]
    pub fn elo(self) -> (f64, f64) {
        let games = f64::from((self.won + self.drawn + self.lost).max(1));
        let share = self.share();
        let spread = |result: f64, number: u32| f64::from(number) * (result - share).powi(2);
        let variance = (spread(1.0, self.won) + spread(0.5, self.drawn) + spread(0.0, self.lost)) / games;
        let error = 1.96 * (variance / games).sqrt();
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(1e-9, 1.0 - 1e-9) - 1.0).log10();
        (elo(share), (elo(share + error) - elo(share - error)) / 2.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, error) = self.elo();
        let Self { won, drawn, lost } = self;
        write!(f, "+{won} ={drawn} -{lost}: {:.1} %, Elo {elo:+.0} ± {error:.0}", 100.0 * self.share())
    }
}

/// Plays opening `number` of the recipe twice, and adds what the first engine made of it.
pub fn play_pair(engines: [&mut Engine; 2], recipe: &Recipe, number: u64, score: &mut Score) {
    let [first, second] = engines;
    let mut random = Random::new(recipe.seed ^ number << 20);
    let (start, counters) = opening(first, recipe, &mut random);
    for side in Side::BOTH {
        first.forget();
        second.forget();
        let (mut position, mut counters) = (start, counters.clone());
        let winner = loop {
            if position.legal_moves().is_empty() {
                break Some(position.side_to_move().other());
            }
            if counters.verdict().is_some() {
                break None;
            }
            let engine = if position.side_to_move() == side { &mut *first } else { &mut *second };
            let Some((_, mv)) = think(engine, &position, &counters, recipe.nodes, number) else {
                break Some(position.side_to_move().other());
            };
            let after = position.play(&mv);
            counters.after(&position, &mv, &after);
            position = after;
        };
        match winner {
            None => score.drawn += 1,
            Some(winner) if winner == side => score.won += 1,
            Some(_) => score.lost += 1,
        }
    }
}
