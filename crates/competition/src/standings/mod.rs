//! Who stands where: a pure function of what happened. Places, and so money, are by points alone and equals share;
//! tie-breaks decide titles and the odd unit. Knows no money.

mod crosstable;
mod knockout;

use crate::Tournament;
use crate::tie_break::rank;
use crate::tournament::Format;
use ids::EntryId;

/// One row of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Whose.
    pub entry: EntryId,
    /// His number among the players.
    pub player: usize,
    /// The first of the places that he shares, from 1.
    pub place: u32,
    /// Half points: 2 a win, 1 a draw. In a knockout the rounds that he came through, byes and walkovers too.
    pub half_points: u32,
    /// The values of the tie-breaks of the terms; empty in a knockout.
    pub tie_breaks: Vec<u32>,
}

/// The standings, best first, without who was removed and, in a round robin, who was annulled.
#[must_use]
pub fn standings(tournament: &Tournament) -> Vec<Standing> {
    let mut rows = match tournament.terms().format {
        Format::Knockout { .. } => return knockout::standings(tournament),
        Format::Arena { .. } => arena(tournament),
        Format::Swiss { .. } | Format::RoundRobin { .. } => by_points(tournament),
    };
    give_places(&mut rows, |one, other| one.half_points == other.half_points);
    rows
}

/// Rows in order get their places: equals the same, the first of theirs.
fn give_places(rows: &mut [Standing], equal: impl Fn(&Standing, &Standing) -> bool) {
    let mut place = 1;
    for group in rows.chunk_by_mut(equal) {
        for row in group.iter_mut() {
            row.place = place;
        }
        place += u32::try_from(group.len()).unwrap_or(u32::MAX);
    }
}

fn by_points(tournament: &Tournament) -> Vec<Standing> {
    let (table, players) = crosstable::of(tournament);
    rank(&table, &tournament.terms().tie_breaks)
        .into_iter()
        .map(|ranked| {
            let player = players[ranked.row];
            Standing {
                entry: tournament.players()[player].entry,
                player,
                place: 0,
                half_points: ranked.half_points,
                tie_breaks: ranked.values,
            }
        })
        .collect()
}

/// By points, then wins, then seed: an arena has as many rounds as it has waves.
fn arena(tournament: &Tournament) -> Vec<Standing> {
    let scores = crosstable::arena_scores(tournament);
    let counts = |player: &&usize| !tournament.players()[**player].is_removed();
    let mut rows: Vec<Standing> = tournament
        .seeds()
        .iter()
        .filter(counts)
        .map(|player| Standing {
            entry: tournament.players()[*player].entry,
            player: *player,
            place: 0,
            half_points: scores[*player].0,
            tie_breaks: vec![scores[*player].1],
        })
        .collect();
    // stable: who is equal stays in the order of seeding
    rows.sort_by_key(|row| std::cmp::Reverse((row.half_points, row.tie_breaks[0])));
    rows
}
