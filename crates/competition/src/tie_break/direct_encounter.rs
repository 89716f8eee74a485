//! The direct encounter of tied players. FIDE C.07 from 1 March 2026, art. 6. Knows no other tie-break.

use super::{Crosstable, RoundOf, ScoreOf};

/// Points are averaged over the meetings of two players (6.1.2): a common multiple of 1 to 4 keeps them whole.
const WHOLE: u32 = 12;

/// What each of `tied` made against the others, in twelfths of a half point a meeting; `None` unless all of them have
/// met (6.2).
pub(super) fn direct_encounter(table: &Crosstable, tied: &[usize]) -> Option<Vec<u32>> {
    tied.iter().map(|row| made_by(table, *row, tied)).collect()
}

fn made_by(table: &Crosstable, row: usize, tied: &[usize]) -> Option<u32> {
    let rounds = &table.rows[row];
    if tied.len() > rounds.len() + 1 {
        return None;
    }
    let mut sum = 0;
    for opponent in tied.iter().filter(|opponent| **opponent != row) {
        let met: Vec<u32> = rounds.iter().filter_map(|round| met(table, *round, *opponent)).collect();
        let meetings = u32::try_from(met.len()).unwrap_or(u32::MAX);
        if meetings == 0 {
            return None;
        }
        sum += met.iter().sum::<u32>() * WHOLE / meetings;
    }
    Some(sum)
}

/// Half points of a round that counts as a meeting. 6.1.1: forfeits do not, unless pairings were fixed beforehand
/// (15.2).
fn met(table: &Crosstable, round: RoundOf, with: usize) -> Option<u32> {
    match round {
        RoundOf::Against { opponent, score } if opponent == with => match score {
            ScoreOf::Forfeit { .. } if !table.round_robin => None,
            _ => Some(score.half_points()),
        },
        _ => None,
    }
}
