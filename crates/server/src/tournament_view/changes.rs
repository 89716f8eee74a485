//! What a socket is told of a tournament that it follows: all the first time, then what has changed. Knows no queue.

use super::{head, pages, row};
use competition::tournament::Table;
use ids::{AccountId, CommandId, Version, WallTime};
use protocol::{Code, Rejected, ServerMsg, TournamentTables};
use rooms::{TournamentNotice, TournamentPart, TournamentView};

/// Of so many rounds changed tables are told at once; only waves of an arena are more at a time.
const FRAMES: usize = 8;

/// What `viewer` is told.
pub(crate) fn messages(
    notice: &TournamentNotice,
    viewer: Option<AccountId>,
    now: WallTime,
) -> Vec<ServerMsg> {
    let view = &*notice.view;
    let mut messages = vec![ServerMsg::Tournament(Box::new(head::head(view, viewer, now)))];
    let before = notice.before.as_deref();
    if let Some(before) = before {
        messages.extend(changed_tables(before, view));
    }
    let round = |view: &TournamentView| view.state.rounds().last().map(|round| round.number);
    if let Some(newest) = view.state.rounds().last()
        && before.is_none_or(|before| round(before) != Some(newest.number))
    {
        messages.push(ServerMsg::TournamentRound(Box::new(pages::tables_of(view, newest, 1, None))));
    }
    let standings = pages::standings(view, 1, None);
    let same = before.is_some_and(|before| {
        let before = pages::standings(before, 1, None);
        (before.rows, before.count) == (standings.rows.clone(), standings.count)
    });
    if !same {
        messages.push(ServerMsg::TournamentStandings(Box::new(standings)));
    }
    messages
}

/// The tables of rounds that were told before and have changed since.
fn changed_tables(before: &TournamentView, view: &TournamentView) -> Vec<ServerMsg> {
    // a decided table changes no more while rounds are played, so that only those that were open are compared
    let all = !view.state.phase().is_running();
    let mut frames: Vec<TournamentTables> = Vec::new();
    for (old, round) in before.state.rounds().iter().zip(view.state.rounds()) {
        let changed = |old: &&Table| {
            (all || !old.is_decided()) && round.table(old.number).is_some_and(|table| table != *old)
        };
        let changed = old.tables.iter().filter(changed).filter_map(|old| round.table(old.number));
        let mut rows = changed.map(|table| row::table(view, table)).peekable();
        if rows.peek().is_none() {
            continue;
        }
        if let Some(last) = frames.get_mut(FRAMES - 1) {
            last.more = true;
            break;
        }
        let (tables, more) = pages::filled(rows);
        let (of, v) = (view.state.id(), Version(view.state.version()));
        frames.push(TournamentTables { of, v, round: round.number, tables, more });
    }
    frames.into_iter().map(|frame| ServerMsg::TournamentTables(Box::new(frame))).collect()
}

/// A part that was asked for; a refusal where there is none.
pub(crate) fn part(view: &TournamentView, id: CommandId, part: TournamentPart) -> ServerMsg {
    match part {
        TournamentPart::Standings { from } => {
            ServerMsg::TournamentStandings(Box::new(pages::standings(view, from, Some(id))))
        }
        TournamentPart::Tables { round, from } => match pages::tables(view, round, from, Some(id)) {
            Some(page) => ServerMsg::TournamentRound(Box::new(page)),
            None => ServerMsg::Rejected(Rejected {
                game: None,
                of_match: None,
                tournament: Some(view.state.id()),
                id: Some(id),
                ply: None,
                code: Code::NotYet,
                message: format!("{} rounds are paired, round {round} is not", view.state.rounds().len()),
                paths: Vec::new(),
            }),
        },
    }
}
