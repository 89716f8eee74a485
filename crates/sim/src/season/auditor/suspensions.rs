//! No clock runs while a tournament is suspended: neither a game's, nor that of who has not come. Knows no order.

use super::{Auditor, Found, Known, away};
use crate::season::world::SeasonPorts;
use competition::TournamentEvent;
use competition::tournament::Change;
use draughts::Side;
use game::{EndReason, GameEvent, PerSide};
use ids::{GameId, Millis, TournamentId, WallTime};
use rooms::{EventId, StoredGame};

/// How long after its tournament a game may stand still, or go on.
const TOLD: Millis = Millis(3_000);

/// When a tournament was suspended, and until when, if it is not still.
pub(super) type Suspension = (WallTime, Option<WallTime>);

impl Known {
    /// Takes note of a suspension, and of its end.
    pub(super) fn suspensions(&mut self, of: TournamentId, event: &TournamentEvent) {
        let all = self.suspended.entry(of).or_default();
        let last = all.last_mut().filter(|(_, until)| until.is_none());
        match (&event.change, last) {
            (Change::Suspended(_), None) => all.push((event.at, None)),
            (Change::Resumed | Change::Aborted(_), Some((_, until))) => *until = Some(event.at),
            _ => {}
        }
    }

    /// For how long of the time between these instants an event was suspended.
    pub(super) fn stood(&self, event: Option<EventId>, from: WallTime, to: WallTime) -> Millis {
        let Some(EventId::Tournament(of)) = event else { return Millis::ZERO };
        self.suspended.get(&of).map_or(Millis::ZERO, |all| stood(all, from, to))
    }
}

fn stood(all: &[Suspension], from: WallTime, to: WallTime) -> Millis {
    let parts = all.iter().map(|(began, until)| until.unwrap_or(to).min(to).since((*began).max(from)).0);
    Millis(parts.sum())
}

impl Auditor {
    /// After the end of a game.
    pub(in crate::season) async fn check_clocks(&self, ports: &SeasonPorts, game: GameId) -> Found {
        let all = {
            let known = self.known();
            let Some(EventId::Tournament(of)) = known.games.get(&game).and_then(|made| made.event) else {
                return Ok(());
            };
            known.suspended.get(&of).cloned().unwrap_or_default()
        };
        if all.is_empty() {
            return Ok(());
        }
        let stored = ports.placement.load(game).await.map_err(away)?;
        stored.map_or(Ok(()), |stored| check_game(&stored, &all))
    }
}

fn check_game(stored: &StoredGame, all: &[Suspension]) -> Found {
    let game = stored.game;
    let slack = Millis(TOLD.0 * (1 + all.len() as u64));
    let initial = stored.terms.time_control.initial;
    let mut left = stored
        .terms
        .event
        .and_then(|event| event.carried)
        .unwrap_or(PerSide { white: initial, black: initial });
    let (mut since, mut mover) = (stored.started_at, Side::White);
    for stamped in &stored.events {
        let at = stamped.decided_at;
        let ran = Millis(at.since(since).0.saturating_sub(stood(all, since, at).0)).saturating_add(slack);
        let inside =
            all.iter().any(|(began, until)| at > began.plus(TOLD) && until.is_none_or(|until| at < until));
        match &stamped.event {
            GameEvent::Moved { .. } if inside => {
                return Err(format!("game {game} is played at {at:?}, its event is suspended"));
            }
            GameEvent::Moved { side, elapsed, left_after, .. } => {
                if *elapsed > ran {
                    return Err(format!(
                        "game {game}: {elapsed:?} are taken off a clock that ran for {ran:?} at most"
                    ));
                }
                left[*side] = left_after.unwrap_or(left[*side]);
                (since, mover) = (at, side.other());
            }
            GameEvent::Ended { ending, .. } => match ending.reason {
                EndReason::Flag | EndReason::Forfeit if inside => {
                    return Err(format!("time ends game {game} at {at:?}, its event is suspended"));
                }
                EndReason::Flag if left[mover] > ran => {
                    return Err(format!("game {game}: {:?} ran out within {ran:?}", left[mover]));
                }
                EndReason::Forfeit if !may_be_absent(stored, all, since, at, slack) => {
                    return Err(format!("game {game}: a suspension counts against who has not come"));
                }
                _ => {}
            },
            _ => {}
        }
    }
    Ok(())
}

/// Whether who had the turn since `since` could be absent at `at`: his window for a first move is over, or the event waits no longer.
fn may_be_absent(
    stored: &StoredGame,
    all: &[Suspension],
    since: WallTime,
    at: WallTime,
    slack: Millis,
) -> bool {
    let window = stored.terms.first_move_window.unwrap_or(Millis::ZERO);
    let until = stored.terms.event.and_then(|event| event.absent_at);
    let waits = until.map_or(at, |until| until.white.min(until.black));
    let late = at.plus(slack);
    late >= since.plus(window).plus(stood(all, since, at))
        || late >= waits.plus(stood(all, stored.started_at, at))
}
