//! Places of a knockout: the round of elimination, then the tie for place 3. Knows no points.

use super::{Standing, give_places};
use crate::Tournament;
use crate::tournament::{Format, Player, TableOutcome, TableRole};

/// What orders players: the greater stands higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Course {
    /// The round that put him out; the largest number for who is still in.
    out_in: u16,
    /// 2 for who won the tie for place 3, 0 for who was in no position to play it, else 1.
    third: u8,
}

pub(super) fn standings(tournament: &Tournament) -> Vec<Standing> {
    let players = tournament.players();
    let (courses, through) = courses(tournament);
    let mut rows: Vec<Standing> = tournament
        .seeds()
        .iter()
        .filter(|player| !players[**player].is_removed())
        .map(|player| Standing {
            entry: players[*player].entry,
            player: *player,
            place: 0,
            half_points: through[*player],
            tie_breaks: Vec::new(),
        })
        .collect();
    // stable: equals stay in the order of seeding, which decides the odd unit
    rows.sort_by_key(|row| std::cmp::Reverse(courses[row.player]));
    give_places(&mut rows, |one, other| courses[one.player] == courses[other.player]);
    rows
}

/// Each player's course, and how many rounds he came through.
fn courses(tournament: &Tournament) -> (Vec<Course>, Vec<u32>) {
    let players = tournament.players();
    let third_place = matches!(tournament.terms().format, Format::Knockout { third_place: true });
    let final_round = tournament.rounds_planned().unwrap_or(0);
    let still = |player: &Player| match player.gone {
        // who left before a round is out in it: his opponent has a walkover
        Some(_) => Course { out_in: 1, third: 1 },
        None => Course { out_in: u16::MAX, third: 1 },
    };
    let mut courses: Vec<Course> = players.iter().map(still).collect();
    let mut through = vec![0; players.len()];
    for round in tournament.rounds() {
        for table in &round.tables {
            let seats = [table.seats.first, table.seats.second];
            for player in seats.into_iter().flatten() {
                let won = table.winner() == Some(player);
                let course = &mut courses[player];
                match (table.role, table.outcome) {
                    (_, Some(TableOutcome::Empty)) => {}
                    // also who has left is in until his table is decided
                    (TableRole::Bracket, None) => course.out_in = u16::MAX,
                    (TableRole::ThirdPlace | TableRole::Points, None) => {}
                    (TableRole::ThirdPlace, _) => course.third = if won { 2 } else { 1 },
                    (_, _) if won => {
                        through[player] += 1;
                        let gone = players[player].gone.is_some() && round.number < final_round;
                        course.out_in = if gone { round.number + 1 } else { u16::MAX };
                    }
                    (_, Some(outcome)) => {
                        course.out_in = round.number;
                        let absent = outcome == TableOutcome::BothLost;
                        if absent && third_place && round.number + 1 == final_round {
                            course.third = 0;
                        }
                    }
                }
            }
        }
    }
    (courses, through)
}
