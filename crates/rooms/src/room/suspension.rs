//! A game whose event is suspended: its clock stands, and nothing can be played. Knows no event.

use super::{GameRoom, Hold};
use crate::handle::Control;
use crate::refusal::Refusal;
use game::{GameCommand, ResumeCause};
use std::time::Duration;

/// For how long the event's word holds: who gave it says it again every second while it lasts.
const HOLDS: Duration = Duration::from_secs(10);

/// What ended a suspension.
enum Over {
    /// The event goes on, or says nothing any more.
    GoesOn,
    /// The game does not count.
    Void,
    /// The room ends.
    Stopped,
}

impl GameRoom {
    /// The event is suspended: the game stands still for as long as that is said again and again, then goes on; time down is nobody's.
    pub(super) async fn suspend(&mut self) {
        if !self.is_staked() || self.game.ended().is_some() || self.stopping {
            return;
        }
        let began = self.now();
        let Ok(events) = self.game.decide(&GameCommand::Pause, began) else { return };
        self.hold = Some(Hold::Suspended);
        if self.commit(events, None, None).await.is_err() {
            // it went through an outage, and goes on from its rows until the event's next word
            return;
        }
        match self.wait_suspended().await {
            Over::GoesOn => {
                let down = self.now().since(began);
                self.resume(ResumeCause::Outage, down).await;
            }
            Over::Void => self.ends_for_event(&GameCommand::Void).await,
            Over::Stopped => {}
        }
    }

    /// Waits for the event's next word, answering commands with `paused`.
    async fn wait_suspended(&mut self) -> Over {
        let end = tokio::time::sleep(HOLDS);
        tokio::pin!(end);
        loop {
            tokio::select! {
                () = &mut end => return Over::GoesOn,
                () = self.inbox.ready() => {}
            }
            for (_, command) in self.inbox.take_commands() {
                command.answer(self.info.game, Err(Refusal::Paused));
            }
            while let Some(message) = self.inbox.next_control() {
                match message {
                    Control::Suspend => end.as_mut().reset(tokio::time::Instant::now() + HOLDS),
                    Control::GoOn => return Over::GoesOn,
                    Control::Void => return Over::Void,
                    Control::Follow { sink, seat, from } => self.follow(sink, seat, from),
                    Control::Leave { socket } => self.leave(socket),
                    Control::Settled(settlement) => self.on_settled(settlement),
                    Control::Held(held) => self.on_held(held),
                    Control::Stop { done } => {
                        // the pause is recorded: the next start resumes from it
                        self.finish();
                        let _gone = done.send(());
                        return Over::Stopped;
                    }
                    Control::Resign { side } => {
                        self.ends_for_event(&GameCommand::Resign { side }).await;
                        return Over::Stopped;
                    }
                    Control::BotMove { .. }
                    | Control::Hint { .. }
                    | Control::RematchMade { .. }
                    | Control::DatabaseAway => {}
                }
            }
        }
    }
}
