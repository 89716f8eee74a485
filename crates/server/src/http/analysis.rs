//! The house's engine beside a game that is over: what it thinks of a position. Keeps nothing.

use super::Caller;
use super::body::Body;
use super::position::{legal_move, start_of};
use crate::address::household;
use crate::app::App;
use crate::config::Config;
use crate::error::ApiError;
use crate::wire;
use axum::Json;
use axum::extract::State;
use draughts::{Position, Variant};
use protocol::{AnalysedLine, AnalysisOf, PositionAnalysis};
use rooms::{ANALYSED_LINES, AnalysisRequest};
use std::net::IpAddr;
use std::sync::Arc;

/// Moves that a line may have.
const MOVES: usize = 1_000;

/// `POST /api/analysis`: what the engine thinks of the position after a line of play.
///
/// # Errors
/// [`ApiError::BadRequest`] with the first thing that is wrong; the refusals of [`rooms::House::analyse`].
pub(super) async fn analyse(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<AnalysisOf>,
) -> Result<Json<PositionAnalysis>, ApiError> {
    let (variant, request) =
        request_of(&app.config, &asked, household(caller.address)).map_err(ApiError::BadRequest)?;
    let turn = after(&request).side_to_move();
    let found = app.house.analyse(request, caller.account()).await?;
    let lines = found.lines.iter().map(|line| AnalysedLine {
        score: line.score,
        won_by: line.won_by.map(wire::side),
        plies: line.plies,
        moves: line.moves.iter().map(|path| wire::path(path, variant)).collect(),
    });
    Ok(Json(PositionAnalysis { turn: wire::side(turn), depth: found.depth, lines: lines.collect() }))
}

fn request_of(
    config: &Config,
    asked: &AnalysisOf,
    address: IpAddr,
) -> Result<(Variant, AnalysisRequest), String> {
    if asked.moves.len() > MOVES {
        return Err(format!("{} moves; at most {MOVES} are played", asked.moves.len()));
    }
    if !(1..=ANALYSED_LINES).contains(&usize::from(asked.lines)) {
        return Err(format!("{} lines; 1 to {ANALYSED_LINES} are shown", asked.lines));
    }
    let (rule_set, start) = start_of(config, &asked.variant, asked.rules.as_deref(), asked.fen.as_deref())?;
    let (mut position, mut moves) = (start, Vec::with_capacity(asked.moves.len()));
    for (ply, text) in asked.moves.iter().enumerate() {
        let mv = legal_move(&position, text).map_err(|wrong| format!("ply {ply}: {wrong}"))?;
        position = position.play(&mv);
        moves.push(mv);
    }
    Ok((
        start.variant(),
        AnalysisRequest { start, moves, rule_set, lines: usize::from(asked.lines), address },
    ))
}

/// The position that is asked about.
fn after(request: &AnalysisRequest) -> Position {
    request.moves.iter().fold(request.start, |position, mv| position.play(mv))
}
