//! What a quiet board is worth. Looks no ply ahead.

mod features;
mod view;
mod weights;

pub(crate) use features::{Layout, features};
pub(crate) use view::{Shape, View};
pub(crate) use weights::{PART, Weight};
pub use weights::{Weights, WeightsError};

use crate::score::JUDGED;
use draughts::{Position, Variant};

/// The board's worth to the side to move, in hundredths of a man.
pub(crate) fn evaluate(position: &Position, weights: &Weights) -> i32 {
    match position.variant() {
        Variant::International => on::<10>(position, weights),
        Variant::Brazilian | Variant::American | Variant::Russian => on::<8>(position, weights),
    }
}

/// The width is a constant, so that the loops over regions are unrolled.
fn on<const WIDTH: u32>(position: &Position, weights: &Weights) -> i32 {
    let layout = const { &Layout::of(Shape { columns: WIDTH / 2, rows: WIDTH }) };
    let view = View::of(position);
    let (mut full, mut empty) = (0, 0);
    features(layout, view, |feature, times| {
        let weight = weights.get(feature);
        full += times * i32::from(weight.full);
        empty += times * i32::from(weight.empty);
    });
    let pieces = (view.own_men | view.other_men | view.own_kings | view.other_kings).count_ones() as i32;
    let most = 2 * i32::from(position.variant().pieces_a_side());
    let score = (full * pieces + empty * (most - pieces)) / (most * PART);
    damped(position.variant(), view, score).clamp(-JUDGED, JUDGED)
}

/// A king holds against few pieces where kings fly: what the weights hope for is mostly a draw there.
fn damped(variant: Variant, view: View, score: i32) -> i32 {
    if variant == Variant::American {
        return score;
    }
    let (own_men, other_men) = (view.own_men.count_ones(), view.other_men.count_ones());
    let (own_kings, other_kings) = (view.own_kings.count_ones(), view.other_kings.count_ones());
    let most = if variant == Variant::International { 3 } else { 2 };
    let holds = |strong: u32, weak_kings: u32| weak_kings > 0 && strong <= most;
    let held = if score > 0 {
        holds(own_men + own_kings, other_kings)
    } else {
        holds(other_men + other_kings, own_kings)
    };
    if held { score / 8 } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Fen;

    fn of(fen: &str) -> i32 {
        let position = Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap();
        evaluate(&position, Weights::learned(Variant::Brazilian))
    }

    #[test]
    fn a_man_more_is_better_and_a_king_better_than_two_men() {
        assert!(of("W:Wa1,c1,g1:Bb8,f8") > 50);
        assert!(of("B:Wa1,c1,g1:Bb8,f8") < -50);
        assert!(of("W:WKa1,c1:Bb8,d8,f8") > 0);
    }
}
