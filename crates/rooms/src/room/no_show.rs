//! A game of an event whose players have not all come: whose window waits for him, and when the event waits no longer. Knows no
//! event.

use super::GameRoom;
use crate::view::Presence;
use draughts::Side;
use game::{GameCommand, PerSide, Unstarted};
use ids::Moment;
use tracing::warn;

impl GameRoom {
    /// The turn that was just published begins: at once, or, in an event, when the player is there for his first move.
    pub(super) fn begin_turn(&mut self, now: Moment) {
        if !self.awaits(self.game.position().side_to_move()) {
            self.game.turn_published(now);
        }
    }

    /// The player has come whose turn has waited for him.
    pub(super) fn begin_awaited_turn(&mut self, side: Side) {
        let waits = self.is_event()
            && self.hold.is_none()
            && self.game.ended().is_none()
            && self.game.position().side_to_move() == side
            && self.game.turn_started().is_none();
        if waits {
            let now = self.now();
            self.game.turn_published(now);
            self.tell_released(now);
        }
    }

    fn is_event(&self) -> bool {
        self.game.terms().unstarted == Unstarted::Forfeits
    }

    /// Whether the event's game waits for that player, who has a window for his first move.
    fn awaits(&self, side: Side) -> bool {
        self.is_event()
            && self.game.terms().first_move_window.is_some()
            && !self.game.has_moved(side)
            && self.presence[side] != Presence::Here
    }

    /// When the event waits no longer for who has his first move before him; `None` while nobody is missing.
    pub(super) fn no_show_due(&self) -> Option<Moment> {
        let event = self.info.staked()?.event?;
        let mover = self.game.position().side_to_move();
        if self.game.ended().is_some() || self.game.paused() || self.came(mover) {
            return None;
        }
        let until = event.waits_until(mover, self.came(mover.other()))?.plus(self.stood_still);
        Some(self.now().plus(until.since(self.services.clock.wall())))
    }

    fn came(&self, side: Side) -> bool {
        self.presence[side] == Presence::Here || self.game.has_moved(side)
    }

    /// The event ends its game: a player has left it, or it does not count any more.
    pub(super) async fn ends_for_event(&mut self, command: &GameCommand) {
        if let Ok(events) = self.game.decide(command, self.now()) {
            let _recorded = self.commit(events, None, None).await;
        }
    }

    /// The event waits no longer.
    pub(super) async fn decide_no_show(&mut self) {
        let present = PerSide { white: self.came(Side::White), black: self.came(Side::Black) };
        match self.game.decide(&GameCommand::NoShow { present }, self.now()) {
            Ok(events) => {
                let _recorded = self.commit(events, None, None).await;
            }
            Err(refused) => warn!(game.id = %self.info.game, "the absence was not decided: {refused}"),
        }
    }
}
