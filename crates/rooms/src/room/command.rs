//! How a room answers its seats' commands: in the order of their receipt, each once, a repeat the same way again.

use super::{FLAG_GRACE, GameRoom, Remembered};
use crate::handle::{Control, SeatAct, SeatCommand, index};
use crate::notice::Notice;
use crate::ports::{Append, AppendError, Stamped};
use crate::refusal::Refusal;
use crate::rematch::{Asked, Rematch};
use crate::view::{Kind, legal_of};
use draughts::Side;
use game::{GameCommand, GameEvent};
use ids::{CommandId, GameId, WallTime};
use std::collections::VecDeque;
use std::sync::Arc;
use tracing::{error, info, warn};

/// How many answers a seat's repeats are checked against.
const REMEMBERED: usize = 16;

/// How a command that was not refused is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Carried {
    /// By the event that it led to.
    ByEvent,
    /// By saying that it is done (a repeat, or something without an event).
    Done,
}

impl GameRoom {
    /// What was read and waits, in order.
    pub(super) async fn handle_waiting(&mut self) {
        let waiting = self.inbox.take_commands();
        if !waiting.is_empty() {
            self.handle_in_order(waiting).await;
        }
    }

    /// What comes when the room has ended is answered too: its sender tries again after he has resumed.
    pub(super) fn refuse_rest(&mut self) {
        for (_, command) in self.inbox.close() {
            command.answer(self.info.game, Err(Refusal::Paused));
        }
    }

    async fn handle_in_order(&mut self, mut waiting: Vec<(Side, SeatCommand)>) {
        waiting.sort_by_key(|(_, command)| command.received);
        for (side, command) in waiting {
            self.last_activity = self.now();
            if self.finished {
                command.answer(self.info.game, Err(Refusal::Paused));
                continue;
            }
            self.handle_command(side, command).await;
        }
    }

    /// The flag fell, or a first-move window ran out. What was read before it goes first; then it is announced.
    pub(super) async fn decide_flag(&mut self) {
        for wait in [false, true] {
            if wait {
                tokio::time::sleep(FLAG_GRACE).await;
            }
            self.handle_waiting().await;
            let now = self.now();
            if self.finished || self.hold.is_some() || self.game.due().is_none_or(|due| now < due) {
                return;
            }
        }
        match self.game.decide(&GameCommand::Flag, self.now()) {
            Ok(events) if events.is_empty() => {}
            Ok(events) => {
                let _recorded = self.commit(events, None, None).await;
            }
            Err(refused) => warn!(game.id = %self.info.game, "the flag was not decided: {refused}"),
        }
    }

    async fn handle_command(&mut self, side: Side, command: SeatCommand) {
        let remembered =
            self.remembered[index(side)].iter().find(|old| old.id == command.id && old.act == command.act);
        if let Some(old) = remembered {
            command.answer(self.info.game, old.result.clone());
            return;
        }
        if let SeatAct::Rematch { terms } = &command.act {
            let result = self.ask_rematch(side, terms.as_deref(), &command);
            if let Some(result) = result {
                command.answer(self.info.game, result);
            }
            return;
        }
        let carried = self.carry_out(side, &command).await;
        let event_answers = carried == Ok(Carried::ByEvent);
        let result = carried.map(|_| ());
        if !event_answers {
            command.answer(self.info.game, result.clone());
        }
        // a move that was played stands in the game: a repeat of it is known from there
        let known = matches!(command.act, SeatAct::Move { .. }) && result.is_ok();
        if !known && !matches!(result, Err(Refusal::Paused | Refusal::Unavailable)) {
            self.remember(side, command, result);
        }
    }

    fn remember(&mut self, side: Side, command: SeatCommand, result: Result<(), Refusal>) {
        let memory = &mut self.remembered[index(side)];
        if memory.len() == REMEMBERED {
            memory.pop_front();
        }
        memory.push_back(Remembered { id: command.id, act: command.act, result });
    }

    async fn carry_out(&mut self, side: Side, command: &SeatCommand) -> Result<Carried, Refusal> {
        let decision = match &command.act {
            SeatAct::Move { ply, text } => {
                if *ply < self.game.ply() && self.was_played(side, *ply, text) {
                    return Ok(Carried::Done);
                }
                GameCommand::Move { side, ply: *ply, text: text.clone() }
            }
            SeatAct::OfferDraw if matches!(self.info.kind, Kind::Bot { .. }) => {
                return Err(Refusal::BotDeclines);
            }
            SeatAct::OfferDraw => GameCommand::OfferDraw { side },
            SeatAct::AcceptDraw { offer } => GameCommand::AcceptDraw { side, offer: *offer },
            SeatAct::DeclineDraw { offer } => GameCommand::DeclineDraw { side, offer: *offer },
            SeatAct::Resign => GameCommand::Resign { side },
            SeatAct::DeclineRematch => {
                let declined = self.rematch.decline();
                self.tell_rematch();
                return if declined { Ok(Carried::Done) } else { Err(Refusal::NoRematch) };
            }
            SeatAct::Rematch { .. } => return Err(Refusal::NoRematch),
            SeatAct::Hint => return self.ask_hint(side, command).map(|()| Carried::ByEvent),
            SeatAct::TakeBack => return self.take_back(side).map(|()| Carried::Done),
        };
        let events = self.game.decide(&decision, command.received).inspect_err(|refused| {
            if let game::GameError::TooLate { received, due } = refused {
                info!(
                    game.id = %self.info.game,
                    received_us = received.0,
                    due_us = due.0,
                    "a command came too late"
                );
            }
        })?;
        let recorded = self.commit(events, Some((side, command.id)), Some(command.received_at)).await;
        match (recorded, &command.act) {
            (Ok(()), _) => Ok(Carried::ByEvent),
            // only the commit's answer was lost: the rows have it
            (Err(_), SeatAct::Move { ply, text }) if self.was_played(side, *ply, text) => Ok(Carried::Done),
            (Err(refused), _) => Err(refused),
        }
    }

    /// Whether `side` played that move at that ply: then a repeat of it is answered as played.
    fn was_played(&self, side: Side, ply: u16, text: &draughts::MoveText) -> bool {
        let mut position = *self.game.start_position();
        for (at, played) in self.game.moves().enumerate() {
            if at == usize::from(ply) {
                return position.side_to_move() == side
                    && position.find_move(text).is_ok_and(|(mv, _)| mv == played.mv);
            }
            position = position.play(&played.mv);
        }
        false
    }

    /// Records the events, applies them and publishes them, in this order. When they can't be recorded nothing is
    /// shown: the game pauses and is loaded from its rows.
    pub(super) async fn commit(
        &mut self,
        events: Vec<GameEvent>,
        cause: Option<(Side, CommandId)>,
        received_at: Option<WallTime>,
    ) -> Result<(), Refusal> {
        if events.is_empty() {
            return Ok(());
        }
        let decided_at = self.services.clock.wall();
        let after = self.game.version();
        let stamped: Vec<Stamped> =
            events.into_iter().map(|event| Stamped { event, received_at, decided_at }).collect();
        if self.is_staked() {
            let append = Append {
                game: self.info.game,
                variant: self.info.terms.variant,
                after,
                events: stamped.clone(),
            };
            if let Err(refused) = self.services.journal.append(append).await {
                self.on_append_error(&refused).await;
                return Err(Refusal::Paused);
            }
        }
        self.apply_all(&stamped);
        self.publish(after, stamped, cause);
        self.after_publishing();
        Ok(())
    }

    async fn on_append_error(&mut self, refused: &AppendError) {
        warn!(game.id = %self.info.game, version = self.game.version().0, "events not recorded: {refused}");
        Box::pin(self.outage()).await;
    }

    /// Folds recorded events into the game. They were decided by it, so they fit; if not, that is our mistake.
    pub(super) fn apply_all(&mut self, events: &[Stamped]) {
        for stamped in events {
            let applied = self.game.apply(&stamped.event);
            assert!(applied.is_ok(), "game {} does not take its own event: {applied:?}", self.info.game);
            if matches!(stamped.event, GameEvent::Moved { .. } | GameEvent::Ended { .. }) {
                self.legal = legal_of(&self.game);
            }
        }
    }

    /// What follows from an event once everybody has it.
    pub(super) fn after_publishing(&mut self) {
        let now = self.now();
        if self.game.ended().is_some() {
            if self.ended_at.is_none() {
                self.ended_at = Some(now);
                let event = self.info.staked().is_some_and(|terms| terms.event.is_some());
                self.rematch = match event {
                    // what comes after it is the event's to say
                    true => Rematch::over(None),
                    false => Rematch::open(now, self.services.rematch_window),
                };
                if self.place.as_mut().is_some_and(|place| !place.linger()) {
                    self.finished = true;
                }
                self.services.registry.ended(self.info.game, &self.info.accounts());
                self.services.in_play.ended(self.info.game);
                if event {
                    self.services.event_ended.notify_one();
                    self.services.rate.notify_one();
                } else if self.is_staked() {
                    self.services.settle.notify_one();
                }
                self.tell_rematch();
                self.keep_less();
            }
            return;
        }
        if self.is_staked() {
            self.services.in_play.stands(self.info.game, self.game.ply(), self.game.position());
        }
        self.ask_bot();
    }

    /// What an ended game's room is still needed for, for a minute, needs less than a game that runs; there are as many of
    /// them as of those.
    fn keep_less(&mut self) {
        if self.is_staked() && self.spectator_delay().0 == 0 {
            self.ring = VecDeque::new();
        }
        for memory in &mut self.remembered {
            memory.shrink_to_fit();
        }
        self.game.shrink();
    }

    /// Answers at once with a result, or `None` when the answer comes with the new game.
    fn ask_rematch(
        &mut self,
        side: Side,
        terms: Option<&str>,
        command: &SeatCommand,
    ) -> Option<Result<(), Refusal>> {
        if self.game.ended().is_none() {
            return Some(Err(Refusal::NoRematch));
        }
        if let Err(refused) = self.desk.check_rematch(&self.info, side, terms) {
            return Some(Err(refused));
        }
        let now = self.now();
        if let Kind::Bot { side: bot, .. } = self.info.kind {
            // the bot always agrees
            let _waits = self.rematch.ask(bot, now);
        }
        match self.rematch.ask(side, now) {
            Asked::No => Some(Err(Refusal::NoRematch)),
            Asked::Waits => {
                self.tell_rematch();
                Some(Ok(()))
            }
            Asked::Agreed => {
                self.rematch_asker = Some(command.clone());
                let (desk, info, handle) =
                    (Arc::clone(&self.desk), Arc::clone(&self.info), self.handle.clone());
                tokio::spawn(async move {
                    let made = desk.make_rematch(&info, side).await;
                    let (game, refusal) = match made {
                        Ok(game) => (Some(game), None),
                        Err(refusal) => (None, Some(refusal)),
                    };
                    handle.control(Control::RematchMade { game, refusal })
                });
                None
            }
        }
    }

    pub(super) fn on_rematch_made(&mut self, made: Option<GameId>, refusal: Option<Refusal>) {
        self.rematch.finish(made);
        if let Some(command) = self.rematch_asker.take() {
            command.answer(self.info.game, refusal.map_or(Ok(()), Err));
        }
        self.tell_rematch();
    }

    pub(super) fn tell_rematch(&self) {
        let rematch = self.rematch.view(self.now());
        for follower in self.followers.iter().filter(|follower| follower.seat.is_some()) {
            follower.sink.push(Notice::Rematch { game: self.info.game, rematch });
        }
    }

    /// Says once in the log that this game can't go on here.
    pub(super) fn log_lost(&self, why: &str) {
        error!(game.id = %self.info.game, "the room ends: {why}");
    }
}
