//! Pages of tables and of standings: as many rows as a frame takes. Knows no viewer.

use super::{head, row};
use competition::tournament::Round;
use ids::{AccountId, CommandId, Version, WallTime};
use protocol::{TournamentPage, TournamentRound, TournamentStandings};
use rooms::TournamentView;
use serde::Serialize;

/// The most rows of a page.
const ROWS: usize = 32;
/// The most bytes that the rows of a page take, so that its frame stays below what a frame may be.
const BYTES: usize = 12 * 1024;

/// Rows until a page is full, at least one, and whether there are more.
pub(super) fn filled<Row: Serialize>(rows: impl Iterator<Item = Row>) -> (Vec<Row>, bool) {
    let (mut page, mut bytes) = (Vec::new(), 0);
    for row in rows {
        bytes += serde_json::to_string(&row).map_or(0, |text| text.len() + 1);
        if !page.is_empty() && (bytes > BYTES || page.len() == ROWS) {
            return (page, true);
        }
        page.push(row);
    }
    (page, false)
}

/// A page of a round's tables; `None` for a round that was not paired.
pub(super) fn tables(
    view: &TournamentView,
    round: u16,
    from: u16,
    id: Option<CommandId>,
) -> Option<TournamentRound> {
    let round = view.state.rounds().get(usize::from(round).checked_sub(1)?)?;
    Some(tables_of(view, round, from, id))
}

pub(super) fn tables_of(
    view: &TournamentView,
    round: &Round,
    from: u16,
    id: Option<CommandId>,
) -> TournamentRound {
    let from = usize::from(from.max(1)) - 1;
    let rows = round.tables.iter().skip(from).map(|table| row::table(view, table));
    let (tables, more) = filled(rows);
    let next = u16::try_from(from + tables.len() + 1).ok().filter(|_| more);
    TournamentRound {
        of: view.state.id(),
        v: Version(view.state.version()),
        id,
        round: round.number,
        paired_at: round.paired_at.unix_millis(),
        count: u16::try_from(round.tables.len()).unwrap_or(u16::MAX),
        bye: round.bye.and_then(|number| row::player(view, number)),
        tables,
        next,
    }
}

/// A page of the standings.
pub(super) fn standings(view: &TournamentView, from: u32, id: Option<CommandId>) -> TournamentStandings {
    let from = from.max(1) as usize - 1;
    let count = row::rows(view);
    let (rows, more) = filled((from..count).filter_map(|at| row::standing(view, at)));
    let next = u32::try_from(from + rows.len() + 1).ok().filter(|_| more);
    TournamentStandings {
        of: view.state.id(),
        v: Version(view.state.version()),
        id,
        count: u32::try_from(count).unwrap_or(u32::MAX),
        rows,
        next,
    }
}

/// What a page shows first.
pub(crate) fn page(view: &TournamentView, viewer: Option<AccountId>, now: WallTime) -> TournamentPage {
    TournamentPage {
        head: head::head(view, viewer, now),
        round: view.state.rounds().last().map(|round| tables_of(view, round, 1, None)),
        standings: standings(view, 1, None),
    }
}
