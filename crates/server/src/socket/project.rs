//! From what owners say to what one viewer may see. Legal moves go to the side to move alone, money to players alone.

use crate::error::{fitting_paths, refusal_code};
use crate::wire;
use draughts::Side;
use game::{Ending, GameEvent};
use ids::{Millis, Moment, Version};
use protocol::{
    Ended, GameSnapshot, GameState, LobbySeek, Moved, PlayedMove, PlayerInfo, Rejected, RematchState,
    ServerMsg, Settled, Viewer, WalletState,
};
use rooms::{
    Answer, Frame, GameInfo, LobbyNotice, Notice, OpenSeek, Presence, Publication, RematchView, Seat,
    SeekGone, Settlement, Snapshot,
};

/// What a socket's viewer gets to see of a notice at `now`: usually one message, of a publication one an event.
pub(crate) fn project(notice: &Notice, now: Moment) -> Vec<ServerMsg> {
    let message = match notice {
        Notice::Events(publication, seat) => return events(publication, *seat),
        // The session follows the game anew; the client hears of it by a snapshot or by nothing.
        Notice::Gone { .. } => return Vec::new(),
        Notice::Lobby(lobby) => lobby_message(lobby, now),
        Notice::Snapshot(snapshot, seat) => ServerMsg::Snapshot(Box::new(snapshot_for(snapshot, *seat))),
        Notice::Held { game, frame } => {
            ServerMsg::Paused { game: *game, v: None, clocks: frame.clocks.as_ref().map(wire::clocks) }
        }
        Notice::Released { game, frame } => ServerMsg::Resumed {
            game: *game,
            v: None,
            down_ms: Millis::ZERO,
            clocks: frame.clocks.as_ref().map(wire::clocks),
        },
        Notice::Presence { game, side, presence } => {
            let (connected, away_since_ms) = wire::presence(*presence);
            ServerMsg::Presence { game: *game, side: wire::side(*side), connected, away_since_ms }
        }
        Notice::Rematch { game, rematch } => {
            ServerMsg::Rematch { game: *game, rematch: rematch_state(*rematch) }
        }
        Notice::Settled(settlement, side) => ServerMsg::Settled(settled(settlement, *side)),
        Notice::Answer(answer) => answer_message(answer),
        Notice::Wallet(wallet) => {
            ServerMsg::Wallet(WalletState { balance: wallet.balance, version: wallet.version })
        }
        Notice::GameStarted { game, side, cause } => {
            ServerMsg::GameStarted { game: *game, side: wire::side(*side), id: *cause }
        }
        Notice::PracticeLink { id, code, valid, time_control } => ServerMsg::PracticeLink {
            id: *id,
            code: code.clone(),
            valid_ms: *valid,
            clock: time_control.map(wire::clock_setting),
        },
        Notice::PracticeSeat { id, game, side, secret } => {
            ServerMsg::PracticeSeat { id: *id, game: *game, side: wire::side(*side), secret: secret.clone() }
        }
    };
    vec![message]
}

/// A command carried out, or refused with its code.
pub(crate) fn answer_message(answer: &Answer) -> ServerMsg {
    match &answer.result {
        Ok(()) => ServerMsg::Done { id: answer.id },
        Err(refusal) => ServerMsg::Rejected(Rejected {
            game: answer.game,
            id: Some(answer.id),
            ply: answer.ply,
            code: refusal_code(refusal),
            message: refusal.to_string(),
            paths: fitting_paths(refusal),
        }),
    }
}

fn events(publication: &Publication, seat: Option<Side>) -> Vec<ServerMsg> {
    let versions = (0_u32..).map(|after| publication.first.plus(after));
    publication
        .events
        .iter()
        .zip(versions)
        .filter_map(|(stamped, version)| event(publication, &stamped.event, version, seat))
        .collect()
}

/// One event, as that seat (or a spectator) may see it.
fn event(publication: &Publication, event: &GameEvent, v: Version, seat: Option<Side>) -> Option<ServerMsg> {
    let (game, frame) = (publication.game, &*publication.frame);
    let clocks = frame.clocks.as_ref().map(wire::clocks);
    let message = match event {
        // Clients begin with a snapshot, which has the start in it.
        GameEvent::Started => return None,
        GameEvent::Moved { ply, side, captured, path, left_before, left_after, lag_credit, .. } => {
            let variant = frame.position.variant();
            ServerMsg::Moved(Box::new(Moved {
                game,
                v,
                ply: *ply,
                side: wire::side(*side),
                path: path.text(variant).to_string(),
                captured: wire::squares(*captured, variant),
                crowned: frame.crowned,
                left_before_ms: *left_before,
                left_after_ms: *left_after,
                lag_credit_ms: *lag_credit,
                fen: frame.position.fen().to_string(),
                legal: legal_for(frame, seat),
                clocks,
                draw: wire::draw(&frame.draw),
                id: publication.cause.filter(|(side, _)| Some(*side) == seat).map(|(_, id)| id),
            }))
        }
        GameEvent::DrawOffered { side, offer } => {
            let (by, draw) = (wire::side(*side), wire::draw(&frame.draw));
            ServerMsg::DrawOffered { game, v, by, offer: *offer, draw }
        }
        GameEvent::DrawDeclined { side, offer } => {
            let (by, draw) = (wire::side(*side), wire::draw(&frame.draw));
            ServerMsg::DrawDeclined { game, v, by, offer: *offer, draw }
        }
        // A voided game stands still; its end is the next event.
        GameEvent::Paused { .. } | GameEvent::Voided => ServerMsg::Paused { game, v: Some(v), clocks },
        GameEvent::Resumed { down, .. } => ServerMsg::Resumed { game, v: Some(v), down_ms: *down, clocks },
        GameEvent::Ended { ending } => ServerMsg::Ended(ended(&publication.info, v, frame, ending, seat)),
    };
    Some(message)
}

/// The legal moves, if this viewer is the side to move.
fn legal_for(frame: &Frame, seat: Option<Side>) -> protocol::LegalMoves {
    if seat == Some(frame.position.side_to_move()) {
        wire::legal(&frame.legal, frame.position.variant())
    } else {
        Vec::new()
    }
}

fn ended(info: &GameInfo, v: Version, frame: &Frame, ending: &Ending, seat: Option<Side>) -> Ended {
    Ended {
        game: info.game,
        v,
        outcome: wire::outcome(ending.outcome),
        reason: wire::end_reason(ending.reason),
        clocks: frame.clocks.as_ref().map(wire::clocks),
        repeated_at: frame.repeated_at.clone(),
        money: seat.and_then(|_player| wire::breakdown(info, ending.outcome)),
    }
}

fn snapshot_for(snapshot: &Snapshot, seat: Option<Side>) -> GameSnapshot {
    let (info, frame) = (&*snapshot.info, &*snapshot.frame);
    let variant = info.terms.variant;
    let moves = snapshot.moves.iter().map(|played| PlayedMove {
        path: played.path.text(variant).to_string(),
        captured: wire::squares(played.mv.captured(), variant),
        left_after_ms: played.left_after,
        fen: played.position.fen().to_string(),
    });
    GameSnapshot {
        game: info.game,
        kind: wire::kind(&info.kind),
        you: match seat {
            Some(Side::White) => Viewer::White,
            Some(Side::Black) => Viewer::Black,
            None => Viewer::Spectator,
        },
        terms: wire::terms(info),
        clocked: info.terms.time_control.is_some(),
        white: player(&info.seats.white, snapshot.presence.white),
        black: player(&info.seats.black, snapshot.presence.black),
        start_fen: info.start.fen().to_string(),
        state: state(frame, seat),
        moves: moves.collect(),
        ended: snapshot.ended.as_ref().map(|ending| ended(info, frame.version, frame, ending, seat)),
        rematch: (seat.is_some() && snapshot.ended.is_some()).then(|| rematch_state(snapshot.rematch)),
    }
}

fn state(frame: &Frame, seat: Option<Side>) -> GameState {
    GameState {
        v: frame.version,
        fen: frame.position.fen().to_string(),
        turn: wire::side(frame.position.side_to_move()),
        ply: frame.ply,
        legal: legal_for(frame, seat),
        clocks: frame.clocks.as_ref().map(wire::clocks),
        draw: wire::draw(&frame.draw),
        paused: frame.paused,
    }
}

fn player(seat: &Seat, presence: Presence) -> PlayerInfo {
    let (connected, away_since_ms) = wire::presence(presence);
    match seat {
        Seat::Player { account, name } => PlayerInfo {
            account: Some(*account),
            name: Some(name.clone()),
            bot: None,
            connected,
            away_since_ms,
        },
        Seat::Guest { .. } => PlayerInfo { account: None, name: None, bot: None, connected, away_since_ms },
        Seat::Bot(level) => PlayerInfo {
            account: None,
            name: None,
            bot: Some(wire::level(*level)),
            connected: true,
            away_since_ms: None,
        },
    }
}

const fn rematch_state(rematch: RematchView) -> RematchState {
    match rematch {
        RematchView::Closed => RematchState::Closed,
        RematchView::Open { left } => RematchState::Open { left_ms: left },
        RematchView::Asked { by, left } => RematchState::Asked { by: wire::side(by), left_ms: left },
        RematchView::Made { game } => RematchState::Made { game },
    }
}

fn settled(settlement: &Settlement, side: Side) -> Settled {
    let stake = ids::Amount(settlement.pot.0 / 2);
    Settled {
        game: settlement.game,
        outcome: wire::outcome(settlement.outcome),
        money: wire::figures(stake, settlement.pot, settlement.fee, settlement.outcome),
        received: settlement.received[side],
    }
}

fn lobby_message(notice: &LobbyNotice, now: Moment) -> ServerMsg {
    match notice {
        LobbyNotice::All(seeks) => ServerMsg::Lobby {
            seeks: seeks.iter().map(|(seek, side)| lobby_seek(seek, *side, now)).collect(),
        },
        LobbyNotice::Added(seek, side) => ServerMsg::SeekAdded(lobby_seek(seek, *side, now)),
        LobbyNotice::Removed(seek, reason) => {
            ServerMsg::SeekRemoved { seek: *seek, reason: seek_gone(*reason) }
        }
        LobbyNotice::Opened { id, seek } => ServerMsg::SeekOpened { id: *id, seek: *seek },
    }
}

fn lobby_seek(open: &OpenSeek, side: Option<Side>, now: Moment) -> LobbySeek {
    LobbySeek {
        seek: open.seek,
        account: open.account,
        name: open.name.clone(),
        terms: wire::staked_terms(&open.terms),
        your_side: side.map(wire::side),
        open_for_ms: now.since(open.opened),
    }
}

const fn seek_gone(reason: SeekGone) -> protocol::SeekGone {
    match reason {
        SeekGone::Taken => protocol::SeekGone::Taken,
        SeekGone::Cancelled => protocol::SeekGone::Cancelled,
        SeekGone::Expired => protocol::SeekGone::Expired,
        SeekGone::NotCovered => protocol::SeekGone::NotCovered,
    }
}
