//! Buchholz and Sonneborn-Berger, and what a round that was not played is worth in them. Knows no order.
//!
//! FIDE C.07 from 1 March 2026, art. 16 (Swiss) and 15.2 (round robin). Half points throughout.

use super::{Crosstable, RoundOf, ScoreOf};

/// What the points of all players are worth to others, counted once for a whole table.
pub(super) struct Scores<'a> {
    table: &'a Crosstable,
    own: Vec<u32>,
    adjusted: Vec<u32>,
}

/// One element of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    /// The opponent's half points, or the dummy's.
    opponent: u32,
    /// Half points made against him.
    made: u32,
    voluntary_unplayed: bool,
}

impl<'a> Scores<'a> {
    pub(super) fn of(table: &'a Crosstable) -> Self {
        let own: Vec<u32> = (0..table.rows.len()).map(|row| table.half_points(row)).collect();
        let adjusted = if table.round_robin {
            own.clone()
        } else {
            table.rows.iter().map(|rounds| adjusted(rounds)).collect()
        };
        Self { table, own, adjusted }
    }

    pub(super) fn points(&self, row: usize) -> u32 {
        self.own[row]
    }

    /// Art. 8.1.
    pub(super) fn buchholz(&self, row: usize) -> u32 {
        self.elements(row).iter().map(|element| element.opponent).sum()
    }

    /// Art. 14.1.1: without the least value; art. 16.5.1: of who has rounds unplayed of his own will the least of
    /// those is cut, which can't be lower than the least of all.
    pub(super) fn buchholz_cut_1(&self, row: usize) -> u32 {
        let elements = self.elements(row);
        let least = |voluntary: bool| {
            let some = elements.iter().filter(|element| element.voluntary_unplayed || !voluntary);
            some.map(|element| element.opponent).min()
        };
        let cut = least(true).or_else(|| least(false)).unwrap_or(0);
        self.buchholz(row) - cut
    }

    /// Art. 9.1, in quarter points.
    pub(super) fn sonneborn_berger(&self, row: usize) -> u32 {
        self.elements(row).iter().map(|element| element.opponent * element.made).sum()
    }

    fn elements(&self, row: usize) -> Vec<Element> {
        let rounds = &self.table.rows[row];
        let count = u32::try_from(rounds.len()).unwrap_or(u32::MAX);
        let element = |round: &RoundOf| {
            let opponent = match *round {
                RoundOf::Free => return None,
                RoundOf::Against { opponent, score: ScoreOf::Played { .. } } => self.adjusted[opponent],
                // 15.2: with pairings fixed beforehand a forfeit is a game
                RoundOf::Against { opponent, .. } if self.table.round_robin => self.own[opponent],
                // 16.4.1: a dummy with his own points, but no more than the scheduled opponent's
                RoundOf::Against { opponent, .. } => self.own[row].min(self.adjusted[opponent]),
                RoundOf::Bye { .. } | RoundOf::Requested { .. } if self.table.round_robin => return None,
                // 16.4.2: and no more than a draw in each round
                RoundOf::Bye { .. } | RoundOf::Requested { .. } => self.own[row].min(count),
            };
            Some(Element {
                opponent,
                made: round.half_points(),
                voluntary_unplayed: !self.table.round_robin && round.is_voluntary_unplayed(),
            })
        };
        rounds.iter().filter_map(element).collect()
    }
}

/// A player's points as his opponents' tie-breaks see them. Art. 16.3: requested byes that only rounds unplayed of
/// his own will follow (category 16.2.5, so all of a withdrawal) count as draws, all else as given.
fn adjusted(rounds: &[RoundOf]) -> u32 {
    let tail = rounds.iter().rev().take_while(|round| round.is_voluntary_unplayed()).count();
    let (before, after) = rounds.split_at(rounds.len() - tail);
    let given: u32 = before.iter().map(|round| round.half_points()).sum();
    let last = |round: &RoundOf| match round {
        RoundOf::Requested { .. } => 1,
        _ => round.half_points(),
    };
    given + after.iter().map(last).sum::<u32>()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tie_break::TieBreak;

    /// A table as people write it: a cell a round. `w3=` is a game with White against row 3 (from 1) drawn, `+`/`-`
    /// are wins and losses by forfeit, `U` a bye of the pairing, `H` and `Z` requested byes of half a point and none,
    /// `.` no round at all.
    pub(in crate::tie_break) fn table(round_robin: bool, rows: &[&str]) -> Crosstable {
        let cell = |text: &str| match text {
            "U" => RoundOf::Bye { half_points: 2 },
            "H" => RoundOf::Requested { half_points: 1 },
            "Z" => RoundOf::Requested { half_points: 0 },
            "." => RoundOf::Free,
            _ => {
                let (colour, rest) = text.split_at(1);
                let (opponent, result) = rest.split_at(rest.len() - 1);
                let white = colour == "w";
                let score = match result {
                    "1" => ScoreOf::Played { half_points: 2, white },
                    "=" => ScoreOf::Played { half_points: 1, white },
                    "0" => ScoreOf::Played { half_points: 0, white },
                    "+" => ScoreOf::Forfeit { half_points: 2 },
                    "-" => ScoreOf::Forfeit { half_points: 0 },
                    other => panic!("no result {other}"),
                };
                RoundOf::Against { opponent: opponent.parse::<usize>().unwrap() - 1, score }
            }
        };
        let rows: Vec<Vec<RoundOf>> =
            rows.iter().map(|row| row.split_whitespace().map(cell).collect()).collect();
        for (row, rounds) in rows.iter().enumerate() {
            for round in rounds {
                let RoundOf::Against { opponent, score: ScoreOf::Played { half_points, white } } = round
                else {
                    continue;
                };
                let score = ScoreOf::Played { half_points: 2 - half_points, white: !white };
                let mirror = RoundOf::Against { opponent: row, score };
                assert!(rows[*opponent].contains(&mirror), "row {row} has {round:?}, the other has not");
            }
        }
        Crosstable { round_robin, rows }
    }

    fn check(table: &Crosstable, tie_break: TieBreak, expected: &[u32]) {
        let scores = Scores::of(table);
        let value = |row| match tie_break {
            TieBreak::Buchholz => scores.buchholz(row),
            TieBreak::BuchholzCut1 => scores.buchholz_cut_1(row),
            TieBreak::SonnebornBerger => scores.sonneborn_berger(row),
            TieBreak::Wins => table.wins(row),
            TieBreak::WinsWithBlack => table.wins_with_black(row),
            TieBreak::DirectEncounter => panic!("not a sum"),
        };
        let values: Vec<u32> = (0..table.rows.len()).map(value).collect();
        assert_eq!(values, expected, "{tie_break:?}");
    }

    /// Four players, three rounds, all played: points 2, 2½, 1½ and 0.
    #[test]
    fn played_rounds_count_the_opponents_points() {
        let all = table(
            false,
            &[
                "w3= b2= w41", // 1: 2
                "w41 w1= b31", // 2: 2½
                "b1= w41 w20", // 3: 1½
                "b20 b30 b10", // 4: 0
            ],
        );
        check(&all, TieBreak::Buchholz, &[8, 7, 9, 12]);
        check(&all, TieBreak::BuchholzCut1, &[8, 7, 9, 9]);
        // 1: draw with 3 (1×3) and with 2 (1×5), beat 4 (2×0)
        check(&all, TieBreak::SonnebornBerger, &[8, 10, 4, 0]);
        check(&all, TieBreak::Wins, &[1, 2, 1, 0]);
        check(&all, TieBreak::WinsWithBlack, &[0, 1, 0, 0]);
    }

    /// Art. 16.4.2: a bye is a game against a dummy with one's own points, but no more than a draw a round.
    #[test]
    fn a_bye_of_the_pairing_is_worth_at_most_a_draw_a_round() {
        let three = table(
            false,
            &[
                "U w31 b21", // 1: 3, its dummy is capped at 1½
                "w31 U w10", // 2: 2, capped at 1½
                "b20 b10 U", // 3: 1, not capped
            ],
        );
        // 1: 3 + 2 + 4; 2: 2 + 3 + 6; 3: 4 + 6 + 2
        check(&three, TieBreak::Buchholz, &[9, 11, 12]);
        // a bye of the pairing is not voluntary: the least of all is cut
        check(&three, TieBreak::BuchholzCut1, &[7, 9, 10]);
        // 1: bye 2×3, 2×2, 2×4; 2: 2×2, bye 2×3, 0; 3: bye 2×2
        check(&three, TieBreak::SonnebornBerger, &[18, 10, 4]);
        check(&three, TieBreak::Wins, &[3, 2, 1]);
    }

    /// Art. 16.4.1: the dummy of a forfeit has no more than the scheduled opponent; art. 16.5.1: a loss by forfeit is
    /// cut first.
    #[test]
    fn a_forfeit_is_worth_at_most_the_scheduled_opponent_and_a_lost_one_is_cut_first() {
        let two = table(
            false,
            &[
                "w2+ w31", // 1: 2
                "b1- w41", // 2: 1
                "w41 b10", // 3: 1
                "b30 b20", // 4: 0
            ],
        );
        // 1: min(4, 2) + 2; 2: min(2, 4) + 0; 3: 0 + 4; 4: 2 + 2
        check(&two, TieBreak::Buchholz, &[4, 2, 4, 4]);
        // 2 loses its dummy of 1 point although 4 has less
        check(&two, TieBreak::BuchholzCut1, &[2, 0, 4, 2]);
        check(&two, TieBreak::SonnebornBerger, &[8, 0, 0, 0]);
        check(&two, TieBreak::Wins, &[2, 1, 1, 0]);
    }

    /// Art. 16.3.2: rounds after a withdrawal count as draws for the opponents; a bye before a game as given.
    #[test]
    fn a_withdrawal_counts_as_draws_for_the_opponents_alone() {
        let three = table(
            false,
            &[
                "w41 w2= b31", // 1: 2½
                "Z b1= w4+",   // 2: 1½: the zero-point bye stands (16.2.3)
                "H U w10",     // 3: 1½
                "b10 Z b2-",   // 4: 0: a requested bye, then a loss by forfeit: ½ for others
            ],
        );
        // 1: adjusted 4 (0 + ½) = 1, 2 = 3, 3 = 3
        // 2: Z dummy min(3, 3) = 3; 1 = 5; forfeit min(3, 1) = 1
        // 3: H 3, U 3, 1 = 5
        // 4: 1 = 5; Z min(0, 3) = 0; forfeit min(0, 3) = 0
        check(&three, TieBreak::Buchholz, &[7, 9, 11, 5]);
        // 2: its only voluntary round is the zero-point bye, worth 3; 3: the half-point bye, 3
        check(&three, TieBreak::BuchholzCut1, &[6, 6, 8, 5]);
        // 1: 2×1 + 1×3 + 2×3; 2: 0×3 + 1×5 + 2×1; 3: 1×3 + 2×3 + 0×5
        check(&three, TieBreak::SonnebornBerger, &[11, 7, 9, 0]);
    }

    /// The example of the FIDE Arbiters' Manual of 2026 to C.07: seven points of ten, a zero-point bye in round 4,
    /// opponents with 5 5 6½ (bye) 4½ 6 5 6½ 5½ 6. The rules of 2024, which did not cap the dummy, gave 57 for
    /// Buchholz.
    #[test]
    fn the_published_example_of_march_2026_holds() {
        let met = [(10, 2), (10, 2), (13, 0), (9, 2), (12, 1), (10, 2), (13, 1), (11, 2), (12, 2)];
        let mut own: Vec<RoundOf> = (1..)
            .zip(met)
            .map(|(opponent, (_, half_points))| RoundOf::Against {
                opponent,
                score: ScoreOf::Played { half_points, white: true },
            })
            .collect();
        own.insert(3, RoundOf::Requested { half_points: 0 });
        let mut rows = vec![own];
        rows.extend(met.map(|(half_points, _)| vec![RoundOf::Bye { half_points }]));
        let table = Crosstable { round_robin: false, rows };
        let scores = Scores::of(&table);
        assert_eq!(scores.points(0), 14);
        assert_eq!(scores.buchholz(0), 110, "55: the dummy has a draw for each of ten rounds");
        assert_eq!(scores.buchholz_cut_1(0), 100, "50: the bye is cut, not the opponent with 4½");
        assert_eq!(scores.sonneborn_berger(0), 149, "37¼");
    }

    /// Art. 15.2 and 9.1: in a round robin a forfeit is a game, and the free round is nothing.
    #[test]
    fn in_a_round_robin_forfeits_are_games_and_the_free_round_is_nothing() {
        let three = table(
            true,
            &[
                ". w31 b2=", // 1: 1½
                "w3+ . w1=", // 2: 1½
                "b2- b10 .", // 3: 0
            ],
        );
        check(&three, TieBreak::SonnebornBerger, &[3, 3, 0]);
        check(&three, TieBreak::Wins, &[1, 1, 0]);
    }
}
