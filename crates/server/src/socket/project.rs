//! From what owners say to what one viewer may see. Legal moves go to the side to move alone, money to players alone.

use super::command::{match_of, tournament_of};
use super::ladder_view::ladder_message;
use super::match_view::match_message;
use super::play_now::play_now_message;
use crate::draw_rules::draw_rules;
use crate::error::{fitting_paths, refusal_code};
use crate::{tournament_view, wire};
use compact_str::ToCompactString as _;
use draughts::Side;
use game::{Ending, GameEvent};
use ids::{AccountId, Millis, Moment, Version, WallTime};
use protocol::{
    Ended, GameSnapshot, GameState, LobbySeek, Moved, PlayedMove, PlayerInfo, Rejected, RematchState,
    ServerMsg, Settled, Viewer, WalletState,
};
use rooms::{
    Answer, Frame, GameInfo, LobbyNotice, Notice, OpenSeek, Presence, Publication, RematchView, Seat,
    SeekGone, Settlement, Snapshot,
};

/// Who looks, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Who is signed in at the socket.
    pub(super) viewer: Option<AccountId>,
    /// For what counts in monotonic time.
    pub(super) now: Moment,
    /// For what counts in wall time.
    pub(super) wall: WallTime,
}

/// What a socket's viewer gets to see of a notice: usually one message, of a publication one an event.
pub(super) fn project(notice: &Notice, look: Look) -> Vec<ServerMsg> {
    let message = match notice {
        Notice::Events(publication, seat) => return events(publication, *seat),
        // The session follows the game anew; the client hears of it by a snapshot or by nothing.
        Notice::Gone { .. } => return Vec::new(),
        Notice::Lobby(lobby) => return lobby_messages(lobby, look.now),
        Notice::PlayNow(notice) => play_now_message(notice),
        Notice::Hint { game, id, ply, path, variant } => {
            ServerMsg::Hint { game: *game, id: *id, ply: *ply, path: wire::path(path, *variant) }
        }
        Notice::PaymentHeld(held) => {
            ServerMsg::PaymentHeld { game: held.game, until: held.until.unix_millis() }
        }
        Notice::Ladder(view) => return vec![ladder_message(view, look.viewer, look.wall)],
        Notice::Tournament(notice) => return tournament_view::messages(notice, look.viewer, look.wall),
        Notice::TournamentPart { view, id, part } => tournament_view::part(view, *id, *part),
        Notice::Match(view) => return match_message(view, look.viewer, look.wall).into_iter().collect(),
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
        Notice::Notified(notice) => ServerMsg::Notice(Box::new(crate::notices::view(notice))),
        Notice::Unread(unread) => ServerMsg::NoticesUnread { unread: *unread },
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
            of_match: match_of(answer.of),
            tournament: tournament_of(answer.of),
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
                path: path.text(variant).to_compact_string(),
                captured: wire::squares(*captured, variant),
                crowned: frame.crowned,
                left_before_ms: *left_before,
                left_after_ms: *left_after,
                lag_credit_ms: *lag_credit,
                fen: wire::fen(&frame.position),
                legal: legal_for(frame, seat),
                clocks,
                draw: wire::draw(&frame.draw, seat),
                id: publication.cause.filter(|(side, _)| Some(*side) == seat).map(|(_, id)| id),
            }))
        }
        GameEvent::DrawOffered { .. } | GameEvent::DrawDeclined { .. } if seat.is_none() => {
            ServerMsg::Hidden { game, v }
        }
        GameEvent::DrawOffered { side, offer } => {
            let (by, draw) = (wire::side(*side), wire::draw(&frame.draw, seat));
            ServerMsg::DrawOffered { game, v, by, offer: *offer, draw }
        }
        GameEvent::DrawDeclined { side, offer } => {
            let (by, draw) = (wire::side(*side), wire::draw(&frame.draw, seat));
            ServerMsg::DrawDeclined { game, v, by, offer: *offer, draw }
        }
        // A voided game stands still; its end is the next event.
        GameEvent::Paused { .. } | GameEvent::Voided => ServerMsg::Paused { game, v: Some(v), clocks },
        GameEvent::Resumed { down, .. } => ServerMsg::Resumed { game, v: Some(v), down_ms: *down, clocks },
        GameEvent::Ended { ending, .. } => ServerMsg::Ended(ended(&publication.info, v, frame, ending, seat)),
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
        path: played.path.text(variant).to_compact_string(),
        captured: wire::squares(played.mv.captured(), variant),
        left_after_ms: played.left_after,
        fen: wire::fen(&played.position),
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
        draw_rules: draw_rules(info.terms.rule_set),
        clocked: info.terms.time_control.is_some(),
        white: player(&info.seats.white, snapshot.presence.white),
        black: player(&info.seats.black, snapshot.presence.black),
        start_fen: wire::fen(&info.start),
        state: state(frame, seat),
        moves: moves.collect(),
        ended: snapshot.ended.as_ref().map(|ending| ended(info, frame.version, frame, ending, seat)),
        rematch: (seat.is_some() && snapshot.ended.is_some()).then(|| rematch_state(snapshot.rematch)),
    }
}

fn state(frame: &Frame, seat: Option<Side>) -> GameState {
    GameState {
        v: frame.version,
        fen: wire::fen(&frame.position),
        turn: wire::side(frame.position.side_to_move()),
        ply: frame.ply,
        legal: legal_for(frame, seat),
        clocks: frame.clocks.as_ref().map(wire::clocks),
        draw: wire::draw(&frame.draw, seat),
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

/// How many seeks the first frame of the lobby has; the others follow one by one, so that no frame is larger than a socket's
/// write buffer.
const FIRST_SEEKS: usize = 100;

fn lobby_messages(notice: &LobbyNotice, now: Moment) -> Vec<ServerMsg> {
    match notice {
        LobbyNotice::All(seeks) => {
            let mut seeks = seeks.iter().map(|(seek, side)| lobby_seek(seek, *side, now));
            let first = seeks.by_ref().take(FIRST_SEEKS).collect();
            std::iter::once(ServerMsg::Lobby { seeks: first })
                .chain(seeks.map(ServerMsg::SeekAdded))
                .collect()
        }
        LobbyNotice::Added(seek, side) => vec![ServerMsg::SeekAdded(lobby_seek(seek, *side, now))],
        LobbyNotice::Removed(gone) => gone
            .iter()
            .map(|(seek, reason)| ServerMsg::SeekRemoved { seek: *seek, reason: seek_gone(*reason) })
            .collect(),
        LobbyNotice::Opened { id, seek } => vec![ServerMsg::SeekOpened { id: *id, seek: *seek }],
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
        latency: wire::latency(open.latency),
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

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{DrawCounters, Position, RuleSet, Variant};
    use game::{EndReason, Outcome, PerSide, TimeControl};
    use ids::{AccountId, Amount, BasisPoints, CommandId, GameId, WallTime};
    use rooms::{ClockFrame, DrawFrame, Funding, Kind, StakedTerms, Stamped};
    use std::sync::Arc;
    use uuid::Uuid;

    const NOW: Moment = Moment(9_000_000);
    const LOOK: Look = Look { viewer: None, now: NOW, wall: WallTime(0) };

    fn info() -> Arc<GameInfo> {
        let terms = StakedTerms {
            variant: Variant::Brazilian,
            rule_set: RuleSet::Dream,
            time_control: TimeControl { initial: Millis(60_000), increment: Millis(1_000) },
            first_move_window: Some(Millis(30_000)),
            max_draw_offers: 3,
            stake: Amount(5_000),
            funding: Funding::Stakes,
            event: None,
            fee: BasisPoints(1_000),
            config_hash: "9f2c".to_owned(),
        };
        let player = |number, name: &str| Seat::Player {
            account: AccountId(Uuid::from_u128(number)),
            name: name.to_owned(),
        };
        Arc::new(GameInfo {
            game: GameId(Uuid::from_u128(9)),
            terms: terms.game_terms(),
            kind: Kind::Staked { terms, rematch_of: None, watchable: true },
            start: Position::initial(Variant::Brazilian),
            seats: PerSide { white: player(1, "ana"), black: player(2, "beto") },
            practiser: None,
            address: None,
        })
    }

    /// The position after c3-d4, Black to move.
    fn after_first_move() -> (Frame, GameEvent) {
        let start = Position::initial(Variant::Brazilian);
        let (mv, path) = start.find_move(&"c3-d4".parse().unwrap()).unwrap();
        let position = start.play(&mv);
        let mut counters = DrawCounters::new(RuleSet::Dream, &start);
        counters.after(&start, &mv, &position);
        let legal = position
            .legal_moves()
            .iter()
            .map(|mv| rooms::LegalMove { mv: *mv, paths: position.paths(mv) })
            .collect();
        let left = PerSide { white: Millis(60_000), black: Millis(60_000) };
        let frame = Frame {
            version: Version(2),
            ply: 1,
            position,
            crowned: false,
            legal,
            clocks: Some(ClockFrame { left, running: None, first_move_left: Some(Millis(30_000)), at: NOW }),
            draw: DrawFrame {
                quiet: counters.quiet(),
                quiet_limit: counters.quiet_limit(),
                repetition: counters.repetition(),
                repetition_limit: counters.repetition_limit(),
                draw_in: counters.draw_in(),
                offers_left: PerSide { white: 3, black: 3 },
                offer: None,
            },
            paused: false,
            repeated_at: Vec::new(),
        };
        let event = GameEvent::Moved {
            ply: 0,
            side: Side::White,
            from: mv.from(),
            to: mv.to(),
            captured: mv.captured(),
            path,
            elapsed: Millis(1_200),
            left_before: Some(Millis(60_000)),
            left_after: Some(Millis(60_000)),
            other_left: Some(Millis(60_000)),
            lag_credit: Millis::ZERO,
        };
        (frame, event)
    }

    fn seen_by(seat: Option<Side>, events: Vec<GameEvent>, first: u32) -> Vec<ServerMsg> {
        let (frame, _) = after_first_move();
        let stamp = |event| Stamped { event, received_at: None, decided_at: WallTime(0) };
        let publication = Publication {
            game: info().game,
            info: info(),
            first: Version(first),
            events: events.into_iter().map(stamp).collect(),
            frame: Arc::new(frame),
            cause: Some((Side::White, CommandId(4))),
            at: NOW,
            watched: rooms::MadeOnce::default(),
        };
        project(&Notice::Events(Arc::new(publication), seat), LOOK)
    }

    #[test]
    fn legal_moves_go_to_the_side_to_move_alone_and_a_commands_number_to_its_sender_alone() {
        let (_, event) = after_first_move();
        for (seat, legal, id) in
            [(Some(Side::White), 0, Some(CommandId(4))), (Some(Side::Black), 7, None), (None, 0, None)]
        {
            let messages = seen_by(seat, vec![event.clone()], 2);
            let [ServerMsg::Moved(moved)] = &messages[..] else { panic!("{messages:?}") };
            assert_eq!(
                (moved.legal.len(), moved.id, moved.v, moved.ply),
                (legal, id, Version(2), 0),
                "{seat:?}"
            );
            assert_eq!((moved.path.as_str(), moved.side), ("c3-d4", protocol::Side::White));
        }
    }

    #[test]
    fn each_event_brings_its_own_version_and_money_is_told_to_players_alone() {
        let (_, event) = after_first_move();
        let ending =
            Ending { outcome: Outcome::Won(Side::White), reason: EndReason::Resignation, blame: None };
        for (seat, told) in [(Some(Side::White), true), (Some(Side::Black), true), (None, false)] {
            let messages = seen_by(seat, vec![event.clone(), GameEvent::Ended { ending, left: None }], 2);
            let [ServerMsg::Moved(moved), ServerMsg::Ended(ended)] = &messages[..] else {
                panic!("{messages:?}")
            };
            assert_eq!((moved.v, ended.v), (Version(2), Version(3)));
            let figures = ended.money.map(|money| (money.stake.0, money.pot.0, money.fee.0, money.prize.0));
            assert_eq!(figures, told.then_some((5_000, 10_000, 1_000, 9_000)), "{seat:?}");
        }
    }

    #[test]
    fn who_watches_hears_nothing_of_offers_and_misses_no_version() {
        let offered = GameEvent::DrawOffered { side: Side::White, offer: 1 };
        let declined = GameEvent::DrawDeclined { side: Side::Black, offer: 1 };
        let messages = seen_by(None, vec![offered.clone(), declined], 3);
        let [ServerMsg::Hidden { v: first, .. }, ServerMsg::Hidden { v: second, .. }] = &messages[..] else {
            panic!("{messages:?}")
        };
        assert_eq!((*first, *second), (Version(3), Version(4)));
        assert!(matches!(seen_by(Some(Side::Black), vec![offered], 3)[..], [ServerMsg::DrawOffered { .. }]));
        let (mut frame, event) = after_first_move();
        frame.draw.offer = Some((1, Side::White));
        for (seat, left) in [(None, None), (Some(Side::White), Some(3))] {
            let draw = wire::draw(&frame.draw, seat);
            assert_eq!((draw.white_offers_left, draw.offer.is_some()), (left, seat.is_some()));
        }
        let [ServerMsg::Moved(moved)] = &seen_by(None, vec![event], 2)[..] else { panic!() };
        assert_eq!(moved.draw.black_offers_left, None);
    }

    #[test]
    fn a_lobby_of_thousands_of_seeks_is_many_small_frames() {
        let Kind::Staked { terms, .. } = &info().kind else { panic!() };
        let open = |number: u128| {
            let seek = OpenSeek {
                seek: ids::SeekId(Uuid::from_u128(number)),
                account: AccountId(Uuid::from_u128(number)),
                name: "a name of twenty let".to_owned(),
                terms: terms.clone(),
                times_white: 0,
                opened: NOW,
                latency: rooms::Latency::Unknown,
            };
            (Arc::new(seek), Some(Side::White))
        };
        let all = LobbyNotice::All((0..2_000).map(open).collect());
        let messages = project(&Notice::Lobby(all), LOOK);
        let sizes: Vec<usize> =
            messages.iter().map(|message| serde_json::to_string(message).unwrap().len()).collect();
        assert_eq!(messages.len(), 1_901);
        assert!(sizes.iter().all(|size| *size < 65_536), "{:?}", sizes.iter().max());
    }

    #[test]
    fn a_void_leaves_no_gap_in_the_versions_and_costs_nobody_a_fee() {
        let ending = Ending { outcome: Outcome::Void, reason: EndReason::Voided, blame: None };
        let messages =
            seen_by(Some(Side::Black), vec![GameEvent::Voided, GameEvent::Ended { ending, left: None }], 3);
        let [ServerMsg::Paused { v: Some(paused), .. }, ServerMsg::Ended(ended)] = &messages[..] else {
            panic!("{messages:?}")
        };
        assert_eq!((*paused, ended.v), (Version(3), Version(4)));
        assert_eq!(ended.money.map(|money| (money.fee.0, money.prize.0)), Some((0, 0)));
    }

    #[test]
    fn c3_a_snapshot_says_the_clocks_as_what_is_left_with_the_servers_time() {
        let (frame, _) = after_first_move();
        let snapshot = Snapshot {
            info: info(),
            frame: Arc::new(frame),
            moves: Vec::new(),
            ended: None,
            rematch: RematchView::Closed,
            presence: PerSide { white: Presence::Here, black: Presence::Away(Some(Moment(7_000_000))) },
        };
        let messages = project(&Notice::Snapshot(Arc::new(snapshot), None), LOOK);
        let [ServerMsg::Snapshot(seen)] = &messages[..] else { panic!("{messages:?}") };
        let clocks = seen.state.clocks.unwrap();
        assert_eq!((clocks.white_ms, clocks.server_ms, clocks.running), (Millis(60_000), 9_000, None));
        assert_eq!(clocks.first_move_ms, Some(Millis(30_000)));
        assert_eq!((seen.you, seen.rematch), (Viewer::Spectator, None));
        assert!(seen.state.legal.is_empty());
        assert_eq!((seen.black.connected, seen.black.away_since_ms), (false, Some(7_000)));
    }
}
