//! Numbers, boards and games by chance, the same from the same seed everywhere. Knows no expectation.

#![allow(dead_code, reason = "each test file uses a part")]
#![allow(clippy::unwrap_used, reason = "a test's help: what is missing fails it")]

use draughts::{Piece, Position, Role, Setup, Side, Square, Variant};

/// splitmix64.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ x >> 31) % bound as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// A board with up to as many pieces a side as it begins with, `kings` in a hundred of them kings; men that would stand
/// on their far row are kings too.
pub(crate) fn board(variant: Variant, kings: usize, random: &mut Random) -> Position {
    let mut numbers: Vec<u8> = (1..=variant.squares()).collect();
    let mut pieces = Vec::new();
    let most = usize::from(variant.pieces_a_side());
    let edge = if variant.squares() == 32 { 4 } else { 5 };
    for side in Side::BOTH {
        for _ in 0..=random.below(most) {
            let number = numbers.swap_remove(random.below(numbers.len()));
            let far = match side {
                Side::White => number <= edge,
                Side::Black => number > variant.squares() - edge,
            };
            let role = if far || random.below(100) < kings { Role::King } else { Role::Man };
            pieces.push((Square::from_number(variant, number).unwrap(), Piece { side, role }));
        }
    }
    let side_to_move = Side::BOTH[random.below(2)];
    Position::from_setup(&Setup { variant, side_to_move, pieces }).unwrap()
}

/// The positions of a game of chance from the start, at most so many.
pub(crate) fn game(variant: Variant, most: usize, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![Position::initial(variant)];
    while positions.len() < most {
        let position = positions[positions.len() - 1];
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        positions.push(position.play(&legal[random.below(legal.len())]));
    }
    positions
}
