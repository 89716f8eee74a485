//! Weights from samples, by logistic regression. Knows no game.

use crate::evaluate::{Layout, PART, Shape, Weight, Weights, features};
use crate::learn::game::Sample;
use crate::random::Random;
use draughts::Variant;

/// Hundredths of a man of one unit of log odds.
const SCALE: f32 = 100.0;
/// How much of the target is the game's result; the rest is what the search said.
const RESULT: f32 = 0.6;
const RATE: f32 = 0.08;
/// How strongly weights that are seldom seen are held near nothing.
const SHRINK: f32 = 2e-6;

/// One weight while it is learned: worth on the full and on the empty board, and the squares of the steps so far (Adagrad).
#[derive(Clone, Copy, Default)]
struct Fitted {
    worth: [f32; 2],
    squares: [f32; 2],
}

/// Learns weights from samples, starting from `from`.
pub(crate) fn fit(
    variant: Variant,
    from: &Weights,
    samples: &mut [Sample],
    epochs: u32,
    seed: u64,
    progress: &mut dyn FnMut(u32, f32),
) -> Weights {
    let layout = Layout::of(Shape::of(variant));
    let unit = SCALE * PART as f32;
    let mut fitted: Vec<Fitted> = (0..layout.len)
        .map(|feature| {
            let Weight { full, empty } = from.get(feature);
            Fitted { worth: [f32::from(full) / unit, f32::from(empty) / unit], squares: [1e-3; 2] }
        })
        .collect();
    let most = 2.0 * f32::from(variant.pieces_a_side());
    let mut random = Random::new(seed);
    let mut seen = Vec::new();
    for epoch in 0..epochs {
        random.shuffle(samples);
        let mut loss = 0.0;
        let rate = RATE * (1.0 - epoch as f32 / epochs as f32).max(0.1);
        for sample in samples.iter() {
            loss += step(&layout, &mut fitted, sample, most, rate, &mut seen);
        }
        progress(epoch, loss / samples.len().max(1) as f32);
    }
    let rounded = |worth: f32| (worth * unit).round().clamp(-32_000.0, 32_000.0) as i16;
    let weight = |fitted: &Fitted| Weight { full: rounded(fitted.worth[0]), empty: rounded(fitted.worth[1]) };
    Weights::from_values(fitted.iter().map(weight).collect())
}

/// Takes one step towards the sample's target; gives the loss before it.
fn step(
    layout: &Layout,
    fitted: &mut [Fitted],
    sample: &Sample,
    most: f32,
    rate: f32,
    seen: &mut Vec<(usize, f32)>,
) -> f32 {
    let view = sample.view;
    let pieces = (view.own_men | view.other_men | view.own_kings | view.other_kings).count_ones() as f32;
    let phase = [pieces / most, 1.0 - pieces / most];
    seen.clear();
    let mut odds = 0.0;
    features(layout, view, |feature, times| {
        let [full, empty] = fitted[feature].worth;
        odds += times as f32 * (full * phase[0] + empty * phase[1]);
        seen.push((feature, times as f32));
    });
    let result = 0.5 + 0.5 * f32::from(sample.result);
    let target = RESULT * result + (1.0 - RESULT) * sigmoid(f32::from(sample.score) / SCALE);
    let chance = sigmoid(odds);
    let slope = chance - target;
    for &(feature, times) in seen.iter() {
        let Fitted { worth, squares } = &mut fitted[feature];
        for n in 0..2 {
            let slope = slope * times * phase[n] + SHRINK * worth[n];
            squares[n] += slope * slope;
            worth[n] -= rate * slope / squares[n].sqrt();
        }
    }
    -(target * chance.max(1e-6).ln() + (1.0 - target) * (1.0 - chance).max(1e-6).ln())
}

fn sigmoid(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
