//! One's own record against another player. Nobody else sees it.

use super::Caller;
use super::rating::pace_of;
use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{Path, State};
use competition::{PairRecord, Run, Seat};
use protocol::{PaceRecord, RivalRecord, Tally, WinningRun};
use std::sync::Arc;

/// Matches that a record is made of, the newest.
const MATCHES: u32 = 500;

/// `GET /api/players/{name}/record`: what one has to show against that player.
///
/// # Errors
/// [`ApiError::NotSignedIn`]; [`ApiError::NotFound`] when nobody has that name, or it is one's own.
pub(super) async fn against(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(name): Path<String>,
) -> Result<Json<RivalRecord>, ApiError> {
    let own = caller.signed()?.account;
    let found = app.database.find_account_by_name(&name).await.map_err(ApiError::of_store)?;
    let rival = found.filter(|found| found.account != own).ok_or(ApiError::NotFound)?;
    let classes = app.config.ratings.rules().classes;
    let matches = app.database.finished_matches(own, rival.account, &classes, MATCHES).await;
    let record = PairRecord::of(&matches.map_err(ApiError::of_store)?);
    // the pair's first player is the one with the lesser id
    let seat = if own <= rival.account { Seat::First } else { Seat::Second };
    let run = |run: Run| WinningRun { own: run.of == seat, length: run.length };
    let games = record.games.iter().map(|(class, games)| PaceRecord {
        pace: pace_of(*class),
        white: tally(seat, if seat == Seat::First { games.white } else { games.black }),
        black: tally(seat, if seat == Seat::First { games.black } else { games.white }),
    });
    Ok(Json(RivalRecord {
        rival: rival.name,
        matches: tally(seat, record.matches),
        walkovers: tally(seat, record.walkovers),
        games: games.collect(),
        own_forfeits: record.forfeits[seat],
        rival_forfeits: record.forfeits[seat.other()],
        current: record.current.map(run),
        longest: record.longest.map(run),
        net: record.net[seat],
    }))
}

/// A tally of the pair's first player, as its own by that seat.
const fn tally(seat: Seat, tally: competition::Tally) -> Tally {
    match seat {
        Seat::First => Tally { wins: tally.wins, draws: tally.draws, losses: tally.losses },
        Seat::Second => Tally { wins: tally.losses, draws: tally.draws, losses: tally.wins },
    }
}
