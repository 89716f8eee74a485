//! Rows: a table of a round, a row of the standings, a player. Knows no page.

use super::words;
use competition::Seat;
use competition::tournament::{EntryStatus, Gone, Player, Round, Table};
use ids::{EntryId, WallTime};
use protocol::{EntryState, TableGame, TableGameOn, TournamentPlayer, TournamentStanding, TournamentTable};
use rooms::TournamentView;

/// A player by his number.
pub(super) fn player(view: &TournamentView, number: usize) -> Option<TournamentPlayer> {
    let account = view.state.players().get(number)?.account;
    let name = view.name(account).to_owned();
    Some(TournamentPlayer { account, name, seed: view.seed(number) })
}

/// A table as everybody sees it.
pub(super) fn table(view: &TournamentView, table: &Table) -> TournamentTable {
    let player_at = |seat: Seat| table.seats[seat].and_then(|number| player(view, number));
    TournamentTable {
        table: table.number,
        role: words::role(table.role),
        first: player_at(Seat::First),
        second: player_at(Seat::Second),
        running: table
            .live
            .as_ref()
            .map(|live| TableGameOn { game: live.game.id, white: words::seat(live.white) }),
        next_at: table.next_at.map(WallTime::unix_millis),
        games: table
            .ended
            .iter()
            .map(|game| TableGame {
                game: game.id,
                white: words::seat(game.white),
                result: words::result(game.result, game.white),
                forfeit: game.forfeit,
            })
            .collect(),
        outcome: table.outcome.map(words::outcome),
    }
}

/// What has become of a player.
pub(super) const fn state_of(player: &Player) -> EntryState {
    match player.gone {
        Some(Gone::Removed) => EntryState::Removed,
        Some(Gone::Withdrawn(_)) => EntryState::Withdrawn,
        None if player.out_in.is_some() => EntryState::Out,
        None => EntryState::Playing,
    }
}

/// Whether players have taken their places: from then on there are standings, before there is a list of entries.
pub(super) fn has_started(view: &TournamentView) -> bool {
    !view.state.players().is_empty()
}

/// How many rows there are.
pub(super) fn rows(view: &TournamentView) -> usize {
    if has_started(view) { view.standings().len() } else { view.entrants().len() }
}

/// The row at a place in the list, from 0.
pub(super) fn standing(view: &TournamentView, at: usize) -> Option<TournamentStanding> {
    let row = u32::try_from(at + 1).unwrap_or(u32::MAX);
    if !has_started(view) {
        return entrant(view, *view.entrants().get(at)?, row);
    }
    let standing = view.standings().get(at)?;
    let own = view.state.players().get(standing.player)?;
    let money = !view.state.terms().prizes.weights().is_empty();
    let counts = money && view.state.phase() != competition::tournament::Phase::Aborted;
    Some(TournamentStanding {
        row,
        place: standing.place,
        player: player(view, standing.player)?,
        rating: own.rating,
        state: state_of(own),
        half_points: standing.half_points,
        tie_breaks: standing.tie_breaks.clone(),
        prize: view.prizes().get(at).copied().filter(|_| counts),
    })
}

fn entrant(view: &TournamentView, entry: EntryId, row: u32) -> Option<TournamentStanding> {
    let own = view.state.entries().get(&entry)?;
    let name = view.name(own.account).to_owned();
    let checked_in = own.status == EntryStatus::CheckedIn;
    Some(TournamentStanding {
        row,
        place: 0,
        player: TournamentPlayer { account: own.account, name, seed: row },
        rating: own.rating,
        state: if checked_in { EntryState::CheckedIn } else { EntryState::Registered },
        half_points: 0,
        tie_breaks: Vec::new(),
        prize: None,
    })
}

/// The newest round in which a player has a table or a bye.
pub(super) fn newest_round(view: &TournamentView, number: usize) -> Option<&Round> {
    let has_place = |round: &&Round| round.bye == Some(number) || round.table_of(number).is_some();
    view.state.rounds().iter().rev().find(has_place)
}
