//! A game's row in memory: its events, and what the director is told of its end. Knows no money.

use draughts::{Position, Side};
use game::{GameEvent, PerSide};
use ids::Millis;
use rooms::{EndedGame, NewGame, Stamped, StoredGame};

/// A game as it stands in the rows.
#[derive(Clone, Debug)]
pub(in crate::season) struct GameRow {
    pub(super) stored: StoredGame,
}

impl GameRow {
    /// A game that was just made.
    pub(super) fn new(new: &NewGame) -> Self {
        let started = Stamped { event: GameEvent::Started, received_at: None, decided_at: new.at };
        Self {
            stored: StoredGame {
                game: new.game,
                start: Position::initial(new.terms.variant),
                terms: new.terms.clone(),
                players: new.players.clone(),
                events: vec![started],
                ended: None,
                settled: false,
                rematch_of: new.rematch_of,
                rematch: None,
                watchable: new.watchable,
                started_at: new.at,
                last_event_at: new.at,
            },
        }
    }

    /// What the director is told once it has ended.
    pub(super) fn ended(&self) -> Option<EndedGame> {
        let stored = &self.stored;
        let (thinking, left) = self.times();
        let plies = stored.events.iter().filter(|one| matches!(one.event, GameEvent::Moved { .. })).count();
        Some(EndedGame {
            game: stored.game,
            event: stored.terms.event?.event,
            players: PerSide { white: stored.players.white.account, black: stored.players.black.account },
            ending: stored.ended?,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            thinking,
            left,
            at: stored.last_event_at,
        })
    }

    /// Each side's thinking time, and what its clock had left.
    fn times(&self) -> (PerSide<Millis>, PerSide<Millis>) {
        let initial = self.stored.terms.time_control.initial;
        let carried = self.stored.terms.event.and_then(|event| event.carried);
        let mut left = carried.unwrap_or(PerSide { white: initial, black: initial });
        let mut thinking: PerSide<Millis> = PerSide::default();
        for stamped in &self.stored.events {
            match &stamped.event {
                GameEvent::Moved { side, elapsed, left_after, .. } => {
                    thinking[*side] = thinking[*side].saturating_add(*elapsed);
                    left[*side] = left_after.unwrap_or(left[*side]);
                }
                GameEvent::Ended { left: Some(now), .. } => {
                    for side in Side::BOTH {
                        thinking[side] = thinking[side].saturating_add(left[side].saturating_sub(now[side]));
                    }
                    left = *now;
                }
                _ => {}
            }
        }
        (thinking, left)
    }
}
