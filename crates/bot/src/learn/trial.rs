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
        // The slope of the Elo scale at the share: where all was won or lost both are without bound.
        let slope = 400.0 / (std::f64::consts::LN_10 * share * (1.0 - share));
        let error = if error > 0.0 { slope * error } else { f64::INFINITY };
        (400.0 * (share / (1.0 - share)).log10(), error)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_elo_of_a_score_has_its_error_and_none_is_known_where_all_was_won() {
        let of = |won, drawn, lost| Score { won, drawn, lost }.to_string();
        assert_eq!(of(50, 100, 50), "+50 =100 -50: 50.0 %, Elo +0 ± 34");
        assert_eq!(of(26, 2, 0), "+26 =2 -0: 96.4 %, Elo +573 ± 241");
        assert_eq!(of(4, 0, 0), "+4 =0 -0: 100.0 %, Elo +inf ± inf");
    }
}
