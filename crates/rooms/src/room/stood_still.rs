//! For how long a game has stood still before its room took it up, by its rows: no absence counts that. Knows no event.

use crate::ports::Stamped;
use game::GameEvent;
use ids::{Millis, WallTime};

/// How long a game stood still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoodStill {
    /// Until its last resumption.
    pub(crate) before: Millis,
    /// Since when it stands still, if it was paused.
    pub(crate) since: Option<WallTime>,
}

impl StoodStill {
    /// What the rows tell.
    pub(crate) fn of(events: &[Stamped]) -> Self {
        let mut stood = Self::default();
        for stamped in events {
            match stamped.event {
                GameEvent::Paused { .. } => stood.since = Some(stamped.decided_at),
                GameEvent::Resumed { down, .. } => {
                    stood.before = stood.before.saturating_add(stood.with(down, stamped.decided_at));
                    stood.since = None;
                }
                _ => {}
            }
        }
        stood
    }

    /// For how long it stood still when it goes on at `at`, and the server was down for `down`: a pause may be longer than that, as
    /// where the server died while the game's event was suspended.
    pub(crate) fn with(self, down: Millis, at: WallTime) -> Millis {
        self.since.map_or(down, |since| down.max(at.since(since)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::ResumeCause;

    #[test]
    fn a_pause_counts_whole_and_a_crash_for_as_long_as_the_server_was_down() {
        let at = |event, second: i64| Stamped {
            event,
            received_at: None,
            decided_at: WallTime(second * 1_000_000),
        };
        let paused = GameEvent::Paused { left: None };
        let resumed = |seconds: u64| GameEvent::Resumed {
            left: None,
            cause: ResumeCause::Restart,
            down: Millis(seconds * 1_000),
        };
        let mut rows = vec![at(GameEvent::Started, 0), at(resumed(30), 100)];
        assert_eq!(StoodStill::of(&rows), StoodStill { before: Millis(30_000), since: None });
        rows.extend([at(paused.clone(), 200), at(resumed(30), 800), at(paused, 900)]);
        let stood = StoodStill::of(&rows);
        assert_eq!(stood, StoodStill { before: Millis(630_000), since: Some(WallTime(900_000_000)) });
        assert_eq!(stood.with(Millis(5_000), WallTime(1_000_000_000)), Millis(100_000));
    }
}
