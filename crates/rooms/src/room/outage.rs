//! How a room goes on after a fault: it stands still, loads its rows, resumes from them. Time down is nobody's.

use super::{GameRoom, Hold};
use crate::handle::Control;
use crate::notice::Notice;
use crate::ports::{Append, AppendError, Stamped, StoredGame};
use crate::refusal::Refusal;
use crate::view::{frame_of, legal_of};
use game::{Game, GameCommand, ResumeCause};
use ids::Millis;
use std::sync::Arc;
use std::time::Duration;
use tracing::{info, warn};

/// The first wait between two tries to load the rows; it doubles.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// How often the rows are loaded anew after an append that was fenced, while this node owns its games.
const FENCED_TRIES: u32 = 100;
/// The longest such wait.
const LONGEST_WAIT: Duration = Duration::from_secs(2);

impl GameRoom {
    /// Events could not be recorded, or the database is away: nothing decided since the last durable event counts. The
    /// game stands still until its rows can be read, then goes on from them.
    pub(super) async fn outage(&mut self) {
        if !self.is_staked() || self.game.ended().is_some() || self.stopping {
            return;
        }
        let began = self.now();
        let frame = Arc::new(frame_of(&self.game, &self.legal, true, began));
        self.tell_all(&Notice::Held { game: self.info.game, frame });
        let mut wait = FIRST_WAIT;
        let mut fenced = 0;
        loop {
            if self.wait_paused(wait).await {
                return;
            }
            wait = (wait * 2).min(LONGEST_WAIT);
            let stored = match self.services.placement.load(self.info.game).await {
                Ok(Some(stored)) => stored,
                Ok(None) => return self.lose("its rows are gone"),
                Err(_) => continue,
            };
            if !self.rebuild(stored) {
                return;
            }
            if self.game.ended().is_some() {
                // the lost answer was the commit of the end
                self.send_snapshots();
                self.after_publishing();
                return;
            }
            let down = self.now().since(began);
            match self.record_resume(ResumeCause::Outage, down).await {
                Ok(()) => return,
                Err(AppendError::Unavailable) => {}
                // once more an answer was lost, or somebody else has written: the rows tell
                Err(AppendError::Fenced) if self.services.placement.is_owner() && fenced < FENCED_TRIES => {
                    fenced += 1;
                }
                Err(AppendError::Fenced) => return self.lose("another owner writes this game"),
            }
        }
    }

    /// Waits, answering commands with `paused`; true when the room was told to stop.
    async fn wait_paused(&mut self, wait: Duration) -> bool {
        let end = tokio::time::sleep(wait);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return false,
                () = self.inbox.ready() => {}
            }
            for (_, command) in self.inbox.take_commands() {
                command.answer(self.info.game, Err(Refusal::Paused));
            }
            while let Some(message) = self.inbox.next_control() {
                match message {
                    Control::Follow { sink, seat, from } => self.follow(sink, seat, from),
                    Control::Leave { socket } => self.leave(socket),
                    Control::Stop { done } => {
                        // nothing can be recorded now; the rows tell how it stood
                        self.finish();
                        let _gone = done.send(());
                        return true;
                    }
                    Control::Settled(settlement) => self.on_settled(settlement),
                    Control::Held(held) => self.on_held(held),
                    Control::BotMove { .. }
                    | Control::Hint { .. }
                    | Control::RematchMade { .. }
                    | Control::Resign { .. }
                    | Control::Void
                    | Control::Suspend
                    | Control::GoOn
                    | Control::DatabaseAway => {}
                }
            }
        }
    }

    /// Takes the game from its rows; false when they make no game (the room then ends).
    fn rebuild(&mut self, stored: StoredGame) -> bool {
        let events = stored.events.iter().map(|stamped| stamped.event.clone());
        match Game::replay(self.info.terms.clone(), stored.start, events) {
            Ok(game) => {
                self.legal = legal_of(&game);
                self.game = game;
                self.keep_unpublished(&stored.events);
                true
            }
            Err(broken) => {
                self.lose(&format!("its rows make no game: {broken}"));
                false
            }
        }
    }

    /// Events whose commit's answer was lost stand in the rows and were never published: players get them with a snapshot,
    /// spectators after their delay, and both count as published now.
    fn keep_unpublished(&mut self, rows: &[Stamped]) {
        // what an earlier try found is kept already
        let published = self.newest_kept();
        let events = rows.get(published.0 as usize..).unwrap_or_default().to_vec();
        if !events.is_empty() && self.spectator_delay().0 > 0 {
            self.hide(published, events);
        }
    }

    /// A game found in its rows: it resumes, or is voided when it stood still too long.
    pub(super) async fn resume(&mut self, cause: ResumeCause, down: Millis) {
        match self.record_resume(cause, down).await {
            Ok(()) => {}
            Err(refused) => {
                warn!(game.id = %self.info.game, "the resumption was not recorded: {refused}");
                self.outage().await;
            }
        }
    }

    async fn record_resume(&mut self, cause: ResumeCause, down: Millis) -> Result<(), AppendError> {
        let command = if down > self.services.void_after {
            GameCommand::Void
        } else {
            GameCommand::Resume { cause, down }
        };
        let events = match self.game.decide(&command, self.now()) {
            Ok(events) => events,
            Err(refused) => {
                self.lose(&format!("it can't resume: {refused}"));
                return Ok(());
            }
        };
        let decided_at = self.services.clock.wall();
        let after = self.game.version();
        let events: Vec<Stamped> =
            events.into_iter().map(|event| Stamped { event, received_at: None, decided_at }).collect();
        let append =
            Append { game: self.info.game, variant: self.info.terms.variant, after, events: events.clone() };
        self.services.journal.append(append).await?;
        info!(game.id = %self.info.game, down_ms = down.0, "game {} goes on", self.info.game);
        self.stood_still = self.stood_still.saturating_add(down);
        self.hold = Some(Hold::ForPlayers { until: self.now().plus(self.services.resume_wait) });
        self.apply_all(&events);
        self.publish(after, events, None);
        self.send_snapshots();
        self.after_publishing();
        self.release_when_both_are_here();
        Ok(())
    }

    /// This room can't go on: its clients are told to come again, and its rows are left as they are.
    fn lose(&mut self, why: &str) {
        self.log_lost(why);
        metrics::counter!("damas_rooms_lost_total").increment(1);
        self.finished = true;
        self.tell_all(&Notice::Gone { game: self.info.game });
    }
}
