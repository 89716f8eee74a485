//! Chooses a move by iterative deepening. Knows the root, not how a position below it is judged.

use crate::Level;
use crate::search::{PROVEN, Search, WON};
use crate::table::hash;
use draughts::{DrawCounters, Move, Position};
use std::sync::atomic::AtomicBool;

/// The bot's move in the position, always a legal one; `None` only where there is none.
///
/// The same arguments give the same move, unless `stop` is set meanwhile: then the best move found so far comes back
/// at once. `counters` are the game's at this position, so that the bot sees a draw by rule coming.
#[must_use]
pub fn choose(
    position: &Position,
    counters: &DrawCounters,
    level: Level,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Move> {
    let sight = level.sight();
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    // Between moves that it thinks equal the seed decides.
    moves.sort_by_cached_key(|mv| hash(&(seed, mv)));
    if moves.len() < 2 {
        return moves.first().copied();
    }
    let mut search = Search::new(sight, seed, counters, stop);
    for depth in 1..=sight.depth {
        let mut best = (-WON, 0);
        let mut whole = true;
        for (n, mv) in moves.iter().enumerate() {
            match search.root_move(position, mv, depth, best.0) {
                Ok(score) if score > best.0 => best = (score, n),
                Ok(_) => {}
                Err(_) => {
                    whole = false;
                    break;
                }
            }
        }
        // The best of the last depth is searched first, so that what an unfinished depth found is no worse.
        moves[..=best.1].rotate_right(1);
        if !whole || best.0.abs() >= PROVEN {
            break;
        }
    }
    moves.first().copied()
}
