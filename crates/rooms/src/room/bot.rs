//! How the room of a practice game asks the bot: for its moves, and for the person's hints; and how a move is taken back.

use super::{BOT_REFUSED, BOT_RETRY, GameRoom};
use crate::bot_pool::Job;
use crate::handle::{Control, SeatCommand};
use crate::notice::{Answer as Answered, Notice};
use crate::refusal::Refusal;
use crate::view::{Kind, legal_of};
use bot::Level;
use draughts::{Move, Side};
use game::{GameCommand, GameError};
use ids::CommandId;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl GameRoom {
    /// Asks the bot for its move, when it is the bot's turn.
    pub(super) fn ask_bot(&mut self) {
        let Kind::Bot { side, level } = self.info.kind else { return };
        if self.game.ended().is_some() || self.game.position().side_to_move() != side {
            return;
        }
        if self.bot_may_not() {
            if self.bot_refused.replace(self.game.ply()) != Some(self.game.ply()) {
                self.tell_all(&Notice::Answer(Answered {
                    game: Some(self.info.game),
                    of: None,
                    id: CommandId(0),
                    ply: None,
                    result: Err(Refusal::PositionInPlay),
                }));
            }
            self.bot_retry = Some(self.now().plus(BOT_REFUSED));
            return;
        }
        let ply = self.game.ply();
        let handle = self.handle.clone();
        if !self.think(level, move |mv| handle.control(Control::BotMove { ply, mv })) {
            self.bot_retry = Some(self.now().plus(BOT_RETRY));
        }
    }

    /// Whether the position, or the person, is in a game for a stake.
    fn bot_may_not(&self) -> bool {
        self.services.plays_for_a_stake(self.info.practiser)
            || self.services.in_play.holds(self.game.position())
    }

    /// Has the bot look at the position; false where too many wait for it. After a move was taken back it finds nothing.
    fn think<T>(&self, level: Level, done: impl FnOnce(Option<Move>) -> T + Send + 'static) -> bool {
        let stop = Arc::clone(&self.bot_stop);
        self.services.bots.ask(Job {
            position: *self.game.position(),
            counters: self.game.counters().clone(),
            level,
            seed: self.info.game.0.as_u128() as u64 ^ u64::from(self.game.ply()),
            most: None,
            book: level == Level::Hard,
            lines: 1,
            asked: self.now(),
            stop: Arc::clone(&self.bot_stop),
            done: Box::new(move |answer| {
                let found = answer.filter(|_| !stop.load(Ordering::Relaxed));
                let _told = done(found.and_then(|answer| answer.best()));
            }),
        })
    }

    pub(super) async fn on_bot_move(&mut self, ply: u16, mv: Option<Move>) {
        let (Kind::Bot { side, .. }, Some(mv)) = (&self.info.kind, mv) else { return };
        if self.game.ply() != ply || self.game.ended().is_some() {
            return;
        }
        if self.services.plays_for_a_stake(self.info.practiser) {
            return self.ask_bot();
        }
        let Some(path) = self.game.position().paths(&mv).into_iter().next() else { return };
        let text = path.text(self.game.terms().variant).to_string();
        let Ok(text) = text.parse() else { return };
        let command = GameCommand::Move { side: *side, ply, text };
        if let Ok(events) = self.game.decide(&command, self.now()) {
            let _recorded = self.commit(events, None, None).await;
        }
    }

    /// Asks the bot, at its best, what it would play for the person; the answer comes by [`GameRoom::on_hint`].
    pub(super) fn ask_hint(&self, side: Side, asked: &SeatCommand) -> Result<(), Refusal> {
        if !matches!(self.info.kind, Kind::Bot { .. }) {
            return Err(Refusal::NotAgainstTheBot);
        }
        if self.game.ended().is_some() {
            return Err(GameError::GameOver.into());
        }
        if self.game.position().side_to_move() != side {
            return Err(GameError::NotYourTurn.into());
        }
        if self.bot_may_not() {
            return Err(Refusal::PositionInPlay);
        }
        let (ply, handle, asked) = (self.game.ply(), self.handle.clone(), asked.clone());
        let tell = move |mv| handle.control(Control::Hint { asked, ply, mv });
        if self.think(Level::Hard, tell) { Ok(()) } else { Err(Refusal::Unavailable) }
    }

    /// Tells the hint to who asked for it, if it is still his turn.
    pub(super) fn on_hint(&self, asked: &SeatCommand, ply: u16, mv: Option<Move>) {
        let path = mv.filter(|_| self.game.ply() == ply && self.game.ended().is_none());
        let path = path.and_then(|mv| self.game.position().paths(&mv).into_iter().next());
        let Some(path) = path else {
            return asked.answer(self.info.game, Err(Refusal::Unavailable));
        };
        let variant = self.game.terms().variant;
        asked.sink.push(Notice::Hint { game: self.info.game, id: asked.id, ply, path, variant });
    }

    /// Takes the last move of `side` back, and what the bot has answered. Everybody who follows sees the game anew.
    pub(super) fn take_back(&mut self, side: Side) -> Result<(), Refusal> {
        if !matches!(self.info.kind, Kind::Bot { .. }) {
            return Err(Refusal::NotAgainstTheBot);
        }
        if self.game.ended().is_some() {
            return Err(GameError::GameOver.into());
        }
        let back = if self.game.position().side_to_move() == side { 2 } else { 1 };
        let Some(ply) = self.game.ply().checked_sub(back) else {
            return Err(Refusal::NothingToTakeBack);
        };
        // what the bot still thinks about is a position that is gone
        self.bot_stop.store(true, Ordering::Relaxed);
        self.bot_stop = Arc::new(AtomicBool::new(false));
        (self.bot_retry, self.bot_refused) = (None, None);
        self.game = self.game.taken_back_to(ply);
        self.legal = legal_of(&self.game);
        self.ring.clear();
        if let Some(behind) = &mut self.behind {
            **behind = self.game.clone();
        }
        let now = self.now();
        self.begin_turn(now);
        self.send_snapshots();
        Ok(())
    }
}
