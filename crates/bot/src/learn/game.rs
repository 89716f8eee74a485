//! Games of the bot against itself, from openings made by chance. Knows no weight.

use crate::evaluate::View;
use crate::random::Random;
use crate::{Engine, Limits, Question, Sight, no_clock};
use draughts::{DrawCounters, Position, RuleSet, Side, Variant};
use std::sync::atomic::AtomicBool;

/// How games for learning are played.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// The variant.
    pub variant: Variant,
    /// The set of draw rules.
    pub rule_set: RuleSet,
    /// Positions looked at for each move.
    pub nodes: u64,
    /// The first game's seed; each game has its own.
    pub seed: u64,
}

/// A board of a game, what the search said of it, and how the game ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) view: View,
    /// In hundredths of a man for the side to move.
    pub(crate) score: i16,
    /// 1, 0 or -1 for the side to move.
    pub(crate) result: i8,
}

/// An opening that is worse than that for one side is not played.
const FAIR: i32 = 150;
/// A game is won by whoever is better by so much for [`CLEARLY`] plies.
const WON_ENOUGH: i32 = 900;
const CLEARLY: u32 = 8;
/// A game that goes on for so many plies is drawn.
const LONG: u32 = 240;

/// A position some random plies from the start that neither side has ruined.
pub(crate) fn opening(engine: &mut Engine, recipe: &Recipe, random: &mut Random) -> (Position, DrawCounters) {
    loop {
        let plies =
            if recipe.variant == Variant::International { 4 + random.below(12) } else { 3 + random.below(8) };
        let mut position = Position::initial(recipe.variant);
        let mut counters = DrawCounters::new(recipe.rule_set, &position);
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let after = position.play(&mv);
            counters.after(&position, &mv, &after);
            position = after;
        }
        let score =
            think(engine, &position, &counters, recipe.nodes, 0).map_or(i32::MAX, |(score, _)| score.abs());
        if score <= FAIR {
            return (position, counters);
        }
    }
}

/// The best move in so many positions, and its score.
pub(crate) fn think(
    engine: &mut Engine,
    position: &Position,
    counters: &DrawCounters,
    nodes: u64,
    seed: u64,
) -> Option<(i32, draughts::Move)> {
    let answer = engine.answer(
        &Question {
            position,
            counters,
            limits: Limits::nodes(nodes),
            sight: Sight::FULL,
            book: false,
            seed,
            lines: 1,
            clock: &no_clock,
            stop: &AtomicBool::new(false),
        },
        &mut |_| (),
    );
    Some((answer.variations.first()?.score, answer.best()?))
}

/// Plays game `number` of the recipe and gives its quiet boards.
pub(crate) fn play(engine: &mut Engine, recipe: &Recipe, number: u64) -> Vec<Sample> {
    engine.forget();
    let mut random = Random::new(recipe.seed ^ number << 20);
    let (mut position, mut counters) = opening(engine, recipe, &mut random);
    let mut seen: Vec<(Side, Sample)> = Vec::new();
    let mut clearly = (None, 0);
    let winner = loop {
        let side = position.side_to_move();
        let Some((score, mv)) = think(engine, &position, &counters, recipe.nodes, random.next()) else {
            break Some(side.other());
        };
        if counters.verdict().is_some() || seen.len() as u32 >= LONG {
            break None;
        }
        let ahead = (score.abs() >= WON_ENOUGH).then_some(if score > 0 { side } else { side.other() });
        clearly = if ahead == clearly.0 { (ahead, clearly.1 + 1) } else { (ahead, 1) };
        if ahead.is_some() && clearly.1 >= CLEARLY {
            break ahead;
        }
        if !mv.is_capture() {
            let score = score.clamp(-2_000, 2_000) as i16;
            seen.push((side, Sample { view: View::of(&position), score, result: 0 }));
        }
        let after = position.play(&mv);
        counters.after(&position, &mv, &after);
        position = after;
    };
    let result = |side| match winner {
        None => 0,
        Some(winner) if winner == side => 1,
        Some(_) => -1,
    };
    seen.into_iter().map(|(side, sample)| Sample { result: result(side), ..sample }).collect()
}
