//! What the endgame tables mean for a game with its draw counters. Knows no search.

use crate::root::RootMove;
use crate::score::TABLE_WON;
use crate::tables::{Outcome, Tables};
use draughts::{DrawCounters, Move, Position};

/// No distance of the tables is greater: a win with so many plies left needs no look at the distance.
const FAR: u16 = 64;

/// What the tables say of the root's moves.
pub(crate) enum Ending {
    /// This move wins, in so many plies until the next irreversible one.
    Won(Move, i32),
    /// These moves hold what can be held; which of them is best is the search's to say, without the tables.
    Held(Vec<RootMove>),
}

/// A score for a position of few pieces below the root; `None` where the tables do not decide it. `left` says in how many plies
/// the game is drawn by rule.
pub(crate) fn score(tables: &Tables, position: &Position, ply: usize, left: Option<u16>) -> Option<i32> {
    let outcome = tables.outcome(position)?;
    let wins = TABLE_WON - ply as i32;
    let in_time = || match left {
        Some(left) if left < FAR => tables.distance(position).is_some_and(|(_, distance)| distance <= left),
        _ => true,
    };
    match outcome {
        Outcome::Draw => Some(0),
        // Too late is no draw yet: the opponent may err, or go back to where a new count begins.
        Outcome::Win => in_time().then_some(wins),
        Outcome::Loss => in_time().then_some(-wins),
    }
}

/// What the tables say at the root; `None` where they do not have its moves.
pub(crate) fn root(
    tables: &Tables,
    position: &Position,
    counters: &DrawCounters,
    moves: &[RootMove],
) -> Option<Ending> {
    let left = counters.draw_in().unwrap_or(u16::MAX);
    let fresh = counters.quiet_limit().unwrap_or(u16::MAX);
    let mut values = Vec::with_capacity(moves.len());
    for found in moves {
        let after = position.play(&found.mv);
        let (outcome, distance) = tables.distance(&after)?;
        let reset = found.mv.is_capture() || found.mv.is_man_move();
        // Plies from here to the next irreversible one, and whether the counters let it come.
        let plies = if reset { 1 } else { distance + 1 };
        let in_time = plies <= left && (!reset || distance <= fresh);
        values.push((found, outcome.reversed(), plies, in_time, distance));
    }
    let winning = values.iter().filter(|(_, outcome, _, in_time, _)| *outcome == Outcome::Win && *in_time);
    if let Some((found, _, plies, _, _)) =
        winning.min_by_key(|(_, _, plies, _, distance)| (*plies, *distance))
    {
        return Some(Ending::Won(found.mv, i32::from(*plies)));
    }
    // Nobody's win, or one that the counters end: ours that comes too late, or the opponent's.
    let held = values.iter().filter(|(_, outcome, _, in_time, _)| *outcome != Outcome::Loss || !*in_time);
    let held: Vec<RootMove> = held.map(|(found, ..)| (*found).clone()).collect();
    Some(Ending::Held(if held.is_empty() { moves.to_vec() } else { held }))
}
