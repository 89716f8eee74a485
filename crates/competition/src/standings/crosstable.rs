//! The table of results of a tournament. Knows no order.

use crate::tournament::{Format, Round, Table, TableOutcome, WonBy};
use crate::{Crosstable, RoundOf, ScoreOf, Seat, Tournament};

/// The table, and the player of each of its rows: in the order of seeding, without who does not count.
pub(super) fn of(tournament: &Tournament) -> (Crosstable, Vec<usize>) {
    let annulled = annulled(tournament);
    let counts = |player: &usize| !annulled[*player] && !tournament.players()[*player].is_removed();
    let players: Vec<usize> = tournament.seeds().iter().copied().filter(counts).collect();
    let mut row = vec![None; annulled.len()];
    for (at, player) in players.iter().enumerate() {
        row[*player] = Some(at);
    }
    let counted = |round: RoundOf| match round {
        RoundOf::Against { opponent, score } => match row[opponent] {
            Some(opponent) => RoundOf::Against { opponent, score },
            None if annulled[opponent] => RoundOf::Free,
            // F12: a full point against who was removed, and nothing of his in a tie-break
            None => RoundOf::Bye { half_points: 2 },
        },
        round => round,
    };
    let rows = players.iter().map(|player| tournament.rounds_of(*player).into_iter().map(counted).collect());
    let round_robin = matches!(tournament.terms().format, Format::RoundRobin { .. });
    (Crosstable { round_robin, rows: rows.collect() }, players)
}

/// F9: whoever left a round robin before half of his games were played is annulled with all of them.
fn annulled(tournament: &Tournament) -> Vec<bool> {
    let players = tournament.players();
    let Format::RoundRobin { double } = tournament.terms().format else { return vec![false; players.len()] };
    let games = players.len().saturating_sub(1) * if double { 2 } else { 1 };
    let played = |player: usize| {
        let rounds = tournament.rounds_of(player);
        let played = |round: &&RoundOf| {
            matches!(round, RoundOf::Against { score: ScoreOf::Played { .. }, .. })
                || matches!(round, RoundOf::Against { score: ScoreOf::Forfeit { half_points: 2 }, .. })
        };
        rounds.iter().filter(played).count()
    };
    let left = |player: usize| players[player].gone.is_some() && !players[player].is_removed();
    (0..players.len()).map(|player| left(player) && 2 * played(player) < games).collect()
}

/// Half points and wins of each player of an arena, by number.
pub(super) fn arena_scores(tournament: &Tournament) -> Vec<(u32, u32)> {
    let players = tournament.players();
    let mut scores = vec![(0, 0); players.len()];
    for table in tournament.rounds().iter().flat_map(|round| &round.tables) {
        for seat in Seat::BOTH {
            let Some(player) = table.seats[seat] else { continue };
            let cheated = table.seats[seat.other()].is_some_and(|other| players[other].is_removed());
            let made = match score(table, seat) {
                Some(_) if cheated => 2,
                Some(score) => score.half_points(),
                None => 0,
            };
            scores[player].0 += made;
            scores[player].1 += u32::from(made == 2);
        }
    }
    scores
}

/// What a player made of a table; `None` while it is open.
fn score(table: &Table, seat: Seat) -> Option<ScoreOf> {
    let white = table.ended.last().map_or(seat == Seat::First, |last| last.white == seat);
    Some(match table.outcome? {
        TableOutcome::Won { seat: winner, by } => {
            let half_points = if winner == seat { 2 } else { 0 };
            match by {
                WonBy::Play => ScoreOf::Played { half_points, white },
                WonBy::Forfeit | WonBy::Walkover => ScoreOf::Forfeit { half_points },
            }
        }
        TableOutcome::Level => ScoreOf::Played { half_points: 1, white },
        TableOutcome::BothLost | TableOutcome::Empty => ScoreOf::Forfeit { half_points: 0 },
    })
}

impl Tournament {
    /// What a player made of each round paired so far; opponents are players' numbers. An open game is no round yet.
    pub(crate) fn rounds_of(&self, player: usize) -> Vec<RoundOf> {
        let swiss = matches!(self.terms().format, Format::Swiss { .. });
        let from = self.players()[player].from_round;
        let round = |round: &Round| {
            if round.bye == Some(player) {
                return RoundOf::Bye { half_points: 2 };
            }
            let Some(table) = round.table_of(player) else {
                return match swiss {
                    // a late entry has half a point for the last round that he missed
                    true if round.number + 1 == from => RoundOf::Requested { half_points: 1 },
                    true => RoundOf::Requested { half_points: 0 },
                    false => RoundOf::Free,
                };
            };
            let seat = table.seat_of(player).unwrap_or(Seat::First);
            match (table.seats[seat.other()], score(table, seat)) {
                (Some(opponent), Some(score)) => RoundOf::Against { opponent, score },
                _ => RoundOf::Free,
            }
        };
        self.rounds().iter().map(round).collect()
    }
}
