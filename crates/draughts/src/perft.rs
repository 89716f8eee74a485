//! Leaf counts. Knows no draw rule: a line ends where a side has no move.

use crate::Position;

/// How many sequences of that many plies there are from the position; a move is what it takes.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
}
