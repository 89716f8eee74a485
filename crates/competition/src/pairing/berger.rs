//! Round robins by Berger tables (FIDE C.05, annex 1). Knows no scores and no names: players are ranks from 0.

/// The rounds of a round robin of `players`, each a list of (White, Black) in the table's order; who is missing from a
/// round has the bye. A double one plays the table again with colours reversed, and swaps the last two rounds of the first
/// cycle, so that nobody has one colour three times running (the annex's note). Empty for fewer than two players.
pub fn rounds(players: usize, double: bool) -> Vec<Vec<(usize, usize)>> {
    if players < 2 {
        return Vec::new();
    }
    // an odd field plays the table of one more, and who would meet that last number is free
    let mut first = table(players + players % 2);
    for round in &mut first {
        round.retain(|&(white, black)| white < players && black < players);
    }
    if !double {
        return first;
    }
    let second: Vec<Vec<_>> =
        first.iter().map(|round| round.iter().map(|&(white, black)| (black, white)).collect()).collect();
    let last = first.len() - 1;
    if last > 0 {
        first.swap(last - 1, last);
    }
    first.extend(second);
    first
}

/// The table of an even number. From round to round everyone but the last number moves on by half the table among the
/// others; the last number meets the first board and has the colours in turn.
fn table(even: usize) -> Vec<Vec<(usize, usize)>> {
    let (others, last) = (even - 1, even - 1);
    (0..others)
        .map(|round| {
            let moved = |rank: usize| (rank + round * (even / 2)) % others;
            let top = moved(0);
            let first = if round % 2 == 0 { (top, last) } else { (last, top) };
            let below = (1..even / 2).map(|board| (moved(board), moved(others - board)));
            std::iter::once(first).chain(below).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::rounds;
    use std::collections::HashSet;

    fn check(players: usize, table: &str) {
        let wanted: Vec<Vec<(usize, usize)>> = table
            .lines()
            .map(|line| {
                let pair = |text: &str| {
                    let (white, black) = text.split_once('-').unwrap();
                    (white.parse::<usize>().unwrap() - 1, black.parse::<usize>().unwrap() - 1)
                };
                line.split_whitespace().map(pair).collect()
            })
            .collect();
        assert_eq!(rounds(players, false), wanted, "{players} players");
    }

    #[test]
    fn the_tables_of_four_six_and_eight_are_those_of_the_annex() {
        check(4, "1-4 2-3\n4-3 1-2\n2-4 3-1");
        check(6, "1-6 2-5 3-4\n6-4 5-3 1-2\n2-6 3-1 4-5\n6-5 1-4 2-3\n3-6 4-2 5-1");
        check(
            8,
            "1-8 2-7 3-6 4-5\n8-5 6-4 7-3 1-2\n2-8 3-1 4-7 5-6\n8-6 7-5 1-4 2-3\n3-8 4-2 5-1 6-7\n8-7 1-6 2-5 3-4\n4-8 5-3 6-2 7-1",
        );
    }

    #[test]
    fn in_an_odd_field_who_would_meet_the_next_number_is_free() {
        check(3, "2-3\n1-2\n3-1");
        check(5, "2-5 3-4\n5-3 1-2\n3-1 4-5\n1-4 2-3\n4-2 5-1");
    }

    #[test]
    fn everyone_meets_everyone_once_with_colours_as_even_as_can_be() {
        for players in 2..=16 {
            let table = rounds(players, false);
            assert_eq!(table.len(), players - 1 + players % 2);
            let mut met = HashSet::new();
            let mut whites = vec![0_i32; players];
            for round in &table {
                let mut seen = HashSet::new();
                for &(white, black) in round {
                    assert!(seen.insert(white) && seen.insert(black), "twice in a round of {players}");
                    assert!(met.insert((white.min(black), white.max(black))), "twice in {players}");
                    whites[white] += 1;
                    whites[black] -= 1;
                }
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(whites.iter().all(|difference| difference.abs() <= 1), "{players}: {whites:?}");
        }
    }

    #[test]
    fn a_double_round_evens_the_colours_and_gives_none_three_times_running() {
        for players in 3..=16 {
            let table = rounds(players, true);
            let mut colours = vec![String::new(); players];
            let mut met = HashSet::new();
            for &(white, black) in table.iter().flatten() {
                assert!(met.insert((white, black)), "{players}: {white} has White twice against {black}");
                colours[white].push('W');
                colours[black].push('B');
            }
            assert_eq!(met.len(), players * (players - 1));
            for line in colours {
                assert_eq!(line.matches('W').count(), players - 1);
                assert!(!line.contains("WWW") && !line.contains("BBB"), "{players}: {line}");
            }
        }
    }

    #[test]
    fn fewer_than_two_have_nothing_to_play() {
        assert!(rounds(0, true).is_empty() && rounds(1, false).is_empty());
    }
}
