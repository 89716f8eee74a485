//! An ended game as PDN 3.0, for its players.

use super::Caller;
use crate::app::App;
use crate::error::ApiError;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use draughts::pdn::{self, PdnGame, PdnResult};
use draughts::{Move, Side};
use game::{EndReason, Ending, GameEvent, Outcome};
use ids::{GameId, WallTime};
use rooms::StoredGame;
use std::sync::Arc;
use time::OffsetDateTime;

/// `GET /api/game/{id}/pdn`: the game as its players may keep it, once it has ended.
///
/// # Errors
/// [`ApiError::NotFound`] for no such game, one that is not the caller's, and one that still runs.
pub(super) async fn export(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(game): Path<String>,
) -> Result<Response, ApiError> {
    let account = caller.signed()?.account;
    let game: GameId = game.parse().map_err(|_no_id| ApiError::NotFound)?;
    let stored = app.placement.load(game).await.map_err(ApiError::of_store)?.ok_or(ApiError::NotFound)?;
    if stored.players.white.account != account && stored.players.black.account != account {
        return Err(ApiError::NotFound);
    }
    let ending = stored.ended.ok_or(ApiError::NotFound)?;
    let text = write(&stored, &ending);
    let kind = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{game}.pdn\"")),
    ];
    Ok((kind, text).into_response())
}

fn write(stored: &StoredGame, ending: &Ending) -> String {
    let moves = moves_of(stored);
    let control = stored.terms.time_control;
    let tags = [
        ("Event", "Damas".to_owned()),
        ("Date", date(stored.started_at)),
        ("Round", "-".to_owned()),
        ("White", stored.players.white.name.clone()),
        ("Black", stored.players.black.name.clone()),
        ("TimeControl", format!("{}+{}", seconds(control.initial), seconds(control.increment))),
        ("Termination", termination(ending.reason).to_owned()),
        ("PlyCount", moves.len().to_string()),
    ];
    let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    pdn::write(&PdnGame::of(&stored.start, &moves, result_of(ending.outcome), tags))
}

/// The moves that were played, each legal where it stood.
fn moves_of(stored: &StoredGame) -> Vec<(Move, draughts::Path)> {
    let mut position = stored.start;
    let mut moves = Vec::new();
    for stamped in &stored.events {
        let GameEvent::Moved { from, to, captured, path, .. } = &stamped.event else { continue };
        let Ok(mv) = position.find_parts(*from, *to, *captured) else {
            tracing::error!(game.id = %stored.game, "the rows of game {} hold a move that is not legal", stored.game);
            break;
        };
        moves.push((mv, *path));
        position = position.play(&mv);
    }
    moves
}

/// The result as PDN knows it; a void game has none.
const fn result_of(outcome: Outcome) -> PdnResult {
    match outcome {
        Outcome::Won(Side::White) => PdnResult::WhiteWins,
        Outcome::Won(Side::Black) => PdnResult::BlackWins,
        Outcome::Draw => PdnResult::Draw,
        Outcome::Void => PdnResult::Unknown,
    }
}

/// The words that PDN's readers know.
const fn termination(reason: EndReason) -> &'static str {
    match reason {
        EndReason::NoPieces
        | EndReason::Blocked
        | EndReason::Resignation
        | EndReason::Agreement
        | EndReason::Repetition
        | EndReason::QuietPlies
        | EndReason::Balance => "Normal",
        EndReason::Flag => "Time forfeit",
        EndReason::Aborted | EndReason::Voided => "Abandoned",
        EndReason::Forfeit => "Forfeit",
    }
}

/// Milliseconds as seconds, with a fraction only where there is one.
fn seconds(millis: ids::Millis) -> String {
    match (millis.0 / 1000, millis.0 % 1000) {
        (whole, 0) => whole.to_string(),
        (whole, rest) => format!("{whole}.{rest:03}"),
    }
}

fn date(at: WallTime) -> String {
    let day = OffsetDateTime::from_unix_timestamp(at.unix_millis().div_euclid(1000))
        .unwrap_or(OffsetDateTime::UNIX_EPOCH);
    format!("{:04}.{:02}.{:02}", day.year(), u8::from(day.month()), day.day())
}
