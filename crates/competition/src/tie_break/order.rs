//! The order of a table: by points, then by the tie-break list for each group still tied. Knows no formula.

use super::direct_encounter::direct_encounter;
use super::unplayed::Scores;
use super::{Crosstable, TieBreak};

/// One row of the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The row in the table.
    pub row: usize,
    /// Half points.
    pub half_points: u32,
    /// The value of each tie-break of the list: half points; Sonneborn-Berger in quarter points; a direct encounter
    /// in twelfths of half a point among those whom it was asked of, 0 where it was not.
    pub values: Vec<u32>,
}

/// The rows in order, best first. FIDE C.07 art. 4.2: the list is gone through for each group of players still tied;
/// who is tied to its end stands in the order of seeding.
#[must_use]
pub fn rank(table: &Crosstable, list: &[TieBreak]) -> Vec<Ranked> {
    let scores = Scores::of(table);
    let value = |row: usize, tie_break: &TieBreak| match tie_break {
        TieBreak::DirectEncounter => 0,
        TieBreak::BuchholzCut1 => scores.buchholz_cut_1(row),
        TieBreak::Buchholz => scores.buchholz(row),
        TieBreak::SonnebornBerger => scores.sonneborn_berger(row),
        TieBreak::Wins => table.wins(row),
        TieBreak::WinsWithBlack => table.wins_with_black(row),
    };
    let mut ranked: Vec<Ranked> = (0..table.rows.len())
        .map(|row| Ranked {
            row,
            half_points: scores.points(row),
            values: list.iter().map(|tie_break| value(row, tie_break)).collect(),
        })
        .collect();
    // stable, so that equals stay in the order of seeding
    ranked.sort_by_key(|one| std::cmp::Reverse(one.half_points));
    for tied in ranked.chunk_by_mut(|one, other| one.half_points == other.half_points) {
        break_tie(table, list, 0, tied);
    }
    ranked
}

fn break_tie(table: &Crosstable, list: &[TieBreak], at: usize, tied: &mut [Ranked]) {
    let Some(tie_break) = list.get(at) else { return };
    if tied.len() < 2 {
        return;
    }
    if *tie_break == TieBreak::DirectEncounter {
        return break_by_encounter(table, list, at, tied);
    }
    tied.sort_by_key(|one| std::cmp::Reverse(one.values[at]));
    for still in tied.chunk_by_mut(|one, other| one.values[at] == other.values[at]) {
        break_tie(table, list, at + 1, still);
    }
}

/// Art. 6.2: the groups that remain are asked again until none is broken any more.
fn break_by_encounter(table: &Crosstable, list: &[TieBreak], at: usize, tied: &mut [Ranked]) {
    let rows: Vec<usize> = tied.iter().map(|one| one.row).collect();
    let Some(made) = direct_encounter(table, &rows) else {
        return break_tie(table, list, at + 1, tied);
    };
    for (one, made) in tied.iter_mut().zip(made) {
        one.values[at] = made;
    }
    tied.sort_by_key(|one| std::cmp::Reverse(one.values[at]));
    let size = tied.len();
    for still in tied.chunk_by_mut(|one, other| one.values[at] == other.values[at]) {
        let next = if still.len() < size { at } else { at + 1 };
        break_tie(table, list, next, still);
    }
}

#[cfg(test)]
mod tests {
    use super::super::unplayed::tests::table;
    use super::*;

    fn order(table: &Crosstable, list: &[TieBreak]) -> Vec<usize> {
        rank(table, list).iter().map(|one| one.row + 1).collect()
    }

    #[test]
    fn the_direct_encounter_counts_only_if_all_tied_have_met() {
        let two = table(false, &["w20 w41", "b11 w30", "w41 b21", "b30 b10"]);
        assert_eq!(order(&two, &[TieBreak::DirectEncounter]), [3, 2, 1, 4], "2 beat 1");
        // 2 beat 1, but neither has met 3, who has as many points
        let rows = ["w20 w41", "b11 w50", "w41 b60", "b30 b10", "w6= b21", "b5= w31"];
        assert_eq!(order(&table(false, &rows), &[TieBreak::DirectEncounter]), [5, 6, 1, 2, 3, 4]);
    }

    #[test]
    fn three_that_beat_one_another_in_a_ring_go_to_the_next_tie_break() {
        let ring = table(true, &["w21 b30 w41", "b10 w31 b41", "w11 b20 w4=", "b10 w20 b3="]);
        assert_eq!(order(&ring, &TieBreak::ROUND_ROBIN), [1, 2, 3, 4], "1 beat 2");
        let ring = table(true, &["w21 b30 w41", "b10 w31 b41", "w11 b20 w41", "b10 w20 b30"]);
        let ranked = rank(&ring, &TieBreak::ROUND_ROBIN);
        assert_eq!(ranked[0].values, [24, 8, 2]);
        assert_eq!(order(&ring, &TieBreak::ROUND_ROBIN), [1, 2, 3, 4], "equal in all: the order of seeding");
    }

    #[test]
    fn a_forfeit_is_no_meeting_in_a_swiss_but_one_in_a_round_robin() {
        let rows = ["w2- w31", "b1+ b40", "w4= b10", "b3= w21"];
        assert_eq!(order(&table(false, &rows), &[TieBreak::DirectEncounter]), [4, 1, 2, 3]);
        assert_eq!(order(&table(true, &rows), &[TieBreak::DirectEncounter]), [4, 2, 1, 3]);
    }

    #[test]
    fn what_remains_of_a_broken_tie_is_asked_again() {
        // 1 to 4 have 2½ points; among them 4 made 2½, 3 made 1½, 1 and 2 made 1; 2 beat 1
        let rows = [
            "b20 w31 b40 w51 b6=",
            "w11 b30 w40 b51 w6=",
            "b10 w21 w4= b51 w60",
            "w11 b21 b3= w50 b60",
            "b10 w20 w30 b41 w61",
            "w1= b2= b31 w41 b50",
        ];
        assert_eq!(order(&table(true, &rows), &[TieBreak::DirectEncounter]), [6, 4, 3, 2, 1, 5]);
    }

    #[test]
    fn meetings_of_the_same_two_are_averaged() {
        // 1 and 2 met twice: 1 won both, which is as much as one win; 3 beat 1, 2 beat 3
        let rows = ["w21 b21 w30 w4= U", "b10 w10 w31 U U", "b11 b20 U b41 Z", "Z U U b1= w30"];
        let table = table(false, &rows);
        let made = direct_encounter(&table, &[0, 1, 2]);
        assert_eq!(made, Some(vec![24, 24, 24]));
    }
}
