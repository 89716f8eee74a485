//! What a check needs beside the tables: a search to the end of the game, positions turned round, chance from a seed. Knows no
//! table.

use super::placement;
use super::value::Outcome;
use draughts::{Position, Side, SquareSet};

/// Alpha-beta that knows nothing but the end of the game: a win or a loss is proven, a draw means that the end was not seen.
pub(crate) fn searched(position: &Position, depth: u32, mut alpha: Outcome, beta: Outcome) -> Outcome {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Outcome::Loss;
    }
    if depth == 0 {
        return Outcome::Draw;
    }
    let mut best = Outcome::Loss;
    for mv in &moves {
        let outcome = searched(&position.play(mv), depth - 1, beta.reversed(), alpha.reversed()).reversed();
        best = best.max(outcome);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// The same position with the sides exchanged and Black to move.
pub(crate) fn turned(position: &Position) -> Position {
    let squares = u32::from(position.variant().squares());
    let kings = position.kings().bits();
    let sets = |side: Side| {
        let all = position.squares_of(side).bits();
        let set = |bits| SquareSet::from_bits(placement::turned(bits, squares));
        (set(all & !kings), set(all & kings))
    };
    let ((white_men, white_kings), (black_men, black_kings)) = (sets(Side::Black), sets(Side::White));
    Position::from_sets(position.variant(), Side::Black, [white_men, black_men], [white_kings, black_kings])
        .expect("a position turned round is a position")
}

/// Numbers by chance from a seed (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        ((u128::from(x) * u128::from(bound)) >> 64) as u64
    }
}
