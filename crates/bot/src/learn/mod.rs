//! How the bot learns what a board is worth: it plays itself, and fits the weights to how the games ended. Knows no file and no
//! thread pool.

mod fit;
mod game;
mod trial;

pub use game::Recipe;
pub use trial::{Score, play_pair};

use crate::random::Random;
use crate::{Engine, Weights};
use draughts::{Position, RuleSet, Variant};
use game::Sample;

/// Bytes of a learning engine's memory.
const MEMORY: usize = 1 << 20;

/// Openings made by chance that neither side has ruined, all different.
#[must_use]
pub fn openings(variant: Variant, rule_set: RuleSet, seed: u64, number: usize) -> Vec<Position> {
    let mut engine = Engine::new(MEMORY, 1);
    let recipe = Recipe { variant, rule_set, nodes: 20_000, seed };
    let mut random = Random::new(seed);
    let mut openings: Vec<Position> = Vec::new();
    // There are far more openings than are ever asked for; the bound is for those who ask for millions.
    for _ in 0..number.saturating_mul(20) {
        if openings.len() == number {
            break;
        }
        let (position, _) = game::opening(&mut engine, &recipe, &mut random);
        if !openings.contains(&position) {
            openings.push(position);
        }
    }
    openings
}

/// Quiet boards of games, with their results.
#[derive(Clone, Debug, Default)]
pub struct Samples(Vec<Sample>);

impl Samples {
    /// Plays the games of those numbers; each depends on the recipe and its number alone.
    #[must_use]
    pub fn of_games(recipe: &Recipe, weights: &Weights, numbers: impl Iterator<Item = u64>) -> Self {
        let mut engine = Engine::new(MEMORY, 1).with_weights(weights.clone());
        Self(numbers.flat_map(|number| game::play(&mut engine, recipe, number)).collect())
    }

    /// Adds others.
    pub fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Weights fitted to the samples in so many passes, from those to begin with. `progress` hears of each pass and its mean loss.
    #[must_use]
    pub fn fit(
        &mut self,
        variant: Variant,
        from: &Weights,
        passes: u32,
        seed: u64,
        progress: &mut dyn FnMut(u32, f32),
    ) -> Weights {
        fit::fit(variant, from, &mut self.0, passes, seed, progress)
    }
}
