//! The pairing of an arena: who is free and there meets who is nearest in points. Without money. Knows no clock.

use super::command::Facts;
use super::state::Tournament;
use super::table::TableOutcome;

/// What a player has done so far.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    half_points: u32,
    whites: u32,
    games: u32,
    last: Option<usize>,
    last_white: bool,
}

impl Tournament {
    /// Who may be paired: active and at no table that is still open.
    pub(super) fn free_in_arena(&self) -> impl Iterator<Item = usize> {
        let mut busy = vec![false; self.players.len()];
        for table in self.tables().filter(|table| table.outcome.is_none()) {
            for player in [table.seats.first, table.seats.second].into_iter().flatten() {
                busy[player] = true;
            }
        }
        let active = self.players.iter().enumerate().filter(|(_, player)| player.is_active());
        active.map(|(number, _)| number).filter(move |number| !busy[*number])
    }

    /// White and Black of each game: neighbours in points, not the same two again while another is free. White is who
    /// had it less, then who had Black last, then the better placed.
    pub(super) fn pair_arena(&self, facts: &Facts) -> Vec<(usize, usize)> {
        let records = self.records();
        let mut free: Vec<usize> = self
            .free_in_arena()
            .filter(|player| facts.present.contains(&self.players[*player].account))
            .collect();
        free.sort_by_key(|player| {
            (std::cmp::Reverse(records[*player].half_points), self.players[*player].seeding())
        });
        if free.len() % 2 == 1 {
            // who has played most waits, the worst placed of those: else the last of all would wait for ever
            let most = (0..free.len()).max_by_key(|at| (records[free[*at]].games, *at));
            most.map(|at| free.remove(at));
        }
        let mut pairs = Vec::new();
        while free.len() >= 2 {
            let one = free.remove(0);
            let fresh = free.iter().position(|other| records[one].last != Some(*other));
            let other = free.remove(fresh.unwrap_or(0));
            let (a, b) = (records[one], records[other]);
            let surplus = |record: Record| 2 * record.whites as i64 - record.games as i64;
            let first = match surplus(a).cmp(&surplus(b)) {
                std::cmp::Ordering::Less => true,
                std::cmp::Ordering::Greater => false,
                std::cmp::Ordering::Equal => !a.last_white || b.last_white,
            };
            pairs.push(if first { (one, other) } else { (other, one) });
        }
        pairs
    }

    fn records(&self) -> Vec<Record> {
        let mut records = vec![Record::default(); self.players.len()];
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            for seat in crate::Seat::BOTH {
                let Some(player) = table.seats[seat] else { continue };
                let white = seat == crate::Seat::First;
                let record = &mut records[player];
                record.games += 1;
                record.whites += u32::from(white);
                record.last = table.seats[seat.other()];
                record.last_white = white;
                record.half_points += match table.outcome {
                    Some(TableOutcome::Won { seat: winner, .. }) if winner == seat => 2,
                    Some(TableOutcome::Level) => 1,
                    _ => 0,
                };
            }
        }
        records
    }
}
