//! The scale of scores. Knows no position.
//!
//! A score is what a position is worth to the side to move, in hundredths of a man.

/// A game won now; one won later is worth one less for each ply.
pub(crate) const WON: i32 = 30_000;
/// A won endgame of the tables; one that is reached later is worth one less for each ply.
pub(crate) const TABLE_WON: i32 = 20_000;
/// The most plies from a root to a leaf.
pub(crate) const LONGEST: usize = 120;
/// The highest judgement of a board that is not proven.
pub(crate) const JUDGED: i32 = 10_000;
/// From this score on a win is proven, by search or by the tables.
pub(crate) const PROVEN: i32 = TABLE_WON - LONGEST as i32;
/// The score as the table of positions keeps it: a proven one counts from the position, not from the root.
pub(crate) const fn from_here(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= PROVEN => score + ply as i32,
        _ if score <= -PROVEN => score - ply as i32,
        _ => score,
    }
}

/// The reverse of [`from_here`].
pub(crate) const fn from_root(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= PROVEN => score - ply as i32,
        _ if score <= -PROVEN => score + ply as i32,
        _ => score,
    }
}
