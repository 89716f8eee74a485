//! Everything that waits ends by its deadline, whatever was down meanwhile. Asked every few seconds of the season's time.

use super::games::Made;
use super::{Auditor, Found, away};
use crate::season::world::SeasonPorts;
use competition::MatchState;
use game::GameEvent;
use ids::{GameId, Millis, WallTime};
use rooms::EventId;
use std::sync::Arc;

/// By how much the director may be later than what is due: its longest sleep twice.
const LATE: Millis = Millis(65_000);
/// How long an ended game may wait until its event takes note of it.
const NOTED: Millis = Millis(10_000);
/// How long a start may wait for those who have checked in: the grace, a start put off, and the time after an outage.
const CHECK_IN: Millis = Millis(40 * 60_000);
/// How long a game may go on that its event does not wait for.
const REMINDED: Millis = Millis(45_000);
/// How long a room may wait for its players after a restart.
const RESUMED: Millis = Millis(40_000);

impl Auditor {
    /// What should have happened by `now`, where the server has run since `up`; `restarts` of it there were.
    pub(in crate::season) async fn check_deadlines(
        &self,
        ports: &SeasonPorts,
        now: WallTime,
        up: WallTime,
        restarts: u64,
    ) -> Found {
        let late = |due: WallTime, slack: Millis| now > due.max(up).plus(slack);
        self.check_due(&late)?;
        for ended in ports.events.ended_games(1_000).await.map_err(away)? {
            if late(ended.at, NOTED) {
                return Err(format!(
                    "game {} ended at {:?}, its event knows nothing of it",
                    ended.game, ended.at
                ));
            }
        }
        for game in ports.placement.unfinished_ids().await.map_err(away)? {
            let Some(made) = self.known().games.get(&game).cloned() else { continue };
            let down = Millis(restarts.saturating_mul(RESUMED.0));
            let stood = self.known().stood(made.event, made.at, now);
            if late(made.at.plus(made.longest).plus(down).plus(stood), LATE) {
                return Err(format!("game {game}, made at {:?}, does not end", made.at));
            }
            self.check_awaited(game, &made, now, up)?;
            let Some(absent_at) =
                made.absent_at.map(|until| until.plus(stood)).filter(|until| late(*until, RESUMED))
            else {
                continue;
            };
            let Some(stored) = ports.placement.load(game).await.map_err(away)? else { continue };
            let moved = stored.events.iter().any(|one| matches!(one.event, GameEvent::Moved { .. }));
            // what the server was down for counts against nobody
            let down = stored.events.iter().map(|one| match one.event {
                GameEvent::Resumed { down, .. } => down.0,
                _ => 0,
            });
            let until = absent_at.plus(Millis(down.sum()));
            // who has come to his first move has his window for it after the other's
            if !moved && late(until, Millis(RESUMED.0 + 35_000)) {
                return Err(format!("nobody has moved in game {game}, which waits until {absent_at:?}"));
            }
        }
        Ok(())
    }

    /// A game that is on is one that its tournament waits for, and nobody plays on who has left.
    fn check_awaited(&self, game: GameId, made: &Made, now: WallTime, up: WallTime) -> Found {
        let Some(EventId::Tournament(of)) = made.event else { return Ok(()) };
        let mut known = self.known();
        let Some(state) = known.tournaments.get(&of).map(|seen| Arc::clone(&seen.state)) else {
            return Ok(());
        };
        let live = state.live_games().find(|live| live.id == game);
        let gone =
            |entry| state.players().iter().any(|player| player.entry == entry && player.gone.is_some());
        if live.is_some_and(|live| !gone(live.white) && !gone(live.black)) {
            known.unawaited.remove(&game);
            return Ok(());
        }
        let since = *known.unawaited.entry(game).or_insert(now);
        if now > since.max(up).plus(REMINDED) {
            return Err(format!(
                "game {game} of tournament {of} is on, and nobody waits for it since {since:?}"
            ));
        }
        Ok(())
    }

    fn check_due(&self, late: &dyn Fn(WallTime, Millis) -> bool) -> Found {
        let known = self.known();
        for (of, since) in &known.tournaments_since {
            let state = &known.tournaments[of].state;
            let Some(due) = state.due() else { continue };
            if late(due.max(*since), LATE) {
                return Err(format!("tournament {of} in {} was due at {due:?}", state.phase().name()));
            }
        }
        for (of, since) in &known.since {
            let state = &known.matches[of];
            let Some(due) = state.due() else { continue };
            let slack = if state.state() == MatchState::CheckIn { CHECK_IN } else { LATE };
            if late(due.max(*since), slack) {
                return Err(format!("match {of} in {:?} was due at {due:?}", state.state()));
            }
        }
        Ok(())
    }

    /// Whether any event is not over, or an order waits.
    pub(in crate::season) fn anything_open(&self) -> bool {
        if self.an_order_waits() {
            return true;
        }
        let known = self.known();
        !known.since.is_empty() || !known.tournaments_since.is_empty()
    }

    /// The tournaments that are not over.
    pub(in crate::season) fn open_tournaments(&self) -> Vec<ids::TournamentId> {
        self.known().tournaments_since.keys().copied().collect()
    }
}
