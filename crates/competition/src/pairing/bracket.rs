//! The seeding of a knockout. Knows no results and no names: players are ranks from 0.

/// The games of the first round in the order of the bracket: the winners of games 2k and 2k + 1 meet in game k of the
/// next round, whatever the round. `None` is a bye: the top seeds have them, so that the second round is a power of two.
/// Were every game won by the better seed, each round would pair its best with its worst, and the first two meet last.
pub fn first_round(players: usize) -> Vec<(usize, Option<usize>)> {
    if players == 0 {
        return Vec::new();
    }
    let mut order = vec![0];
    while order.len() * 2 < players {
        let size = order.len() * 2;
        order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
    }
    let size = order.len() * 2;
    order.into_iter().map(|seed| (seed, Some(size - 1 - seed).filter(|&other| other < players))).collect()
}

#[cfg(test)]
mod tests {
    use super::first_round;

    fn check(players: usize, games: &str) {
        let shown: Vec<String> = first_round(players)
            .into_iter()
            .map(|(seed, other)| match other {
                Some(other) => format!("{}-{}", seed + 1, other + 1),
                None => format!("{}", seed + 1),
            })
            .collect();
        assert_eq!(shown.join(" "), games, "{players} players");
    }

    #[test]
    fn the_best_meet_the_worst_and_the_top_two_are_in_different_halves() {
        check(2, "1-2");
        check(4, "1-4 2-3");
        check(8, "1-8 4-5 2-7 3-6");
        check(16, "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11");
    }

    #[test]
    fn byes_go_to_the_top_seeds_until_the_second_round_is_a_power_of_two() {
        check(1, "1");
        check(3, "1 2-3");
        check(5, "1 4-5 2 3");
        check(6, "1 4-5 2 3-6");
        check(11, "1 8-9 4 5 2 7-10 3 6-11");
        for players in 2..=300 {
            let games = first_round(players);
            assert!(games.len().is_power_of_two() && games.len() < players);
            let byes: Vec<usize> = games.iter().filter(|game| game.1.is_none()).map(|game| game.0).collect();
            assert!(byes.iter().all(|&seed| seed < byes.len()), "{players}: {byes:?}");
        }
    }

    #[test]
    fn when_the_better_seed_always_wins_each_round_pairs_its_best_with_its_worst() {
        let mut seeds: Vec<usize> = first_round(64).into_iter().map(|game| game.0).collect();
        while seeds.len() > 1 {
            let size = seeds.len();
            assert!(seeds.chunks(2).all(|game| game[0] + game[1] == size - 1), "{seeds:?}");
            seeds = seeds.chunks(2).map(|game| game[0].min(game[1])).collect();
        }
    }

    #[test]
    fn nobody_has_no_bracket() {
        assert!(first_round(0).is_empty());
    }
}
