//! How a room tells its followers: players at once, spectators after the operator's delay, everybody in order.

use super::{Follower, GameRoom, Hold, RING};
use crate::made_once::MadeOnce;
use crate::notice::{Answer, Notice, Publication, Sink};
use crate::ports::Stamped;
use crate::refusal::Refusal;
use crate::view::{Presence, Seat, Snapshot, frame_of, legal_of, moves_of};
use draughts::Side;
use game::{Game, GameEvent};
use ids::{CommandId, Moment, Version};
use std::sync::Arc;
use tracing::error;

impl GameRoom {
    /// Publishes recorded events; the clock of the side whose turn they make starts here.
    pub(super) fn publish(&mut self, after: Version, events: Vec<Stamped>, cause: Option<(Side, CommandId)>) {
        let now = self.now();
        let makes_turn = events.iter().any(|stamped| matches!(stamped.event, GameEvent::Moved { .. }));
        if makes_turn && self.hold.is_none() {
            self.begin_turn(now);
        }
        let frame = Arc::new(frame_of(&self.game, &self.legal, self.hold.is_some(), now));
        let publication = Arc::new(Publication {
            game: self.info.game,
            info: Arc::clone(&self.info),
            first: after.plus(1),
            events,
            frame,
            cause,
            at: now,
            watched: MadeOnce::default(),
        });
        self.keep(Arc::clone(&publication), now);
        if self.told != after {
            // rows were found that nobody has been told of: a snapshot comes
            return;
        }
        self.told = self.game.version();
        self.tell_all_later(|seat| Notice::Events(Arc::clone(&publication), seat));
    }

    /// Keeps a publication for those who come back, and for as long as spectators have not seen it.
    pub(super) fn keep(&mut self, publication: Arc<Publication>, now: Moment) {
        let delay = self.spectator_delay();
        while self.ring.len() >= RING && self.ring.front().is_some_and(|oldest| oldest.at.plus(delay) <= now)
        {
            let Some(oldest) = self.ring.pop_front() else { break };
            if let Some(behind) = &mut self.behind {
                show(behind, &oldest);
            }
        }
        self.ring.push_back(publication);
    }

    /// Keeps recorded events from those who watch until their delay is over; they count as published now.
    pub(super) fn hide(&mut self, after: Version, events: Vec<Stamped>) {
        let now = self.now();
        let publication = Publication {
            game: self.info.game,
            info: Arc::clone(&self.info),
            first: after.plus(1),
            events,
            frame: Arc::new(frame_of(&self.game, &self.legal, true, now)),
            cause: None,
            at: now,
            watched: MadeOnce::default(),
        };
        self.keep(Arc::new(publication), now);
    }

    /// The newest version that the ring has, or that was told of.
    pub(super) fn newest_kept(&self) -> Version {
        self.ring.back().map_or(self.told, |newest| newest.last().max(self.told))
    }

    /// Where those who follow the game are told.
    pub(crate) fn take_followers(&mut self) -> Vec<Sink> {
        self.followers.drain(..).map(|follower| follower.sink).collect()
    }

    /// Tells every follower: players now, spectators after the delay.
    pub(super) fn tell_all(&mut self, notice: &Notice) {
        self.tell_all_later(|_| notice.clone());
    }

    fn tell_all_later(&mut self, notice: impl Fn(Option<Side>) -> Notice) {
        let delay = self.spectator_delay();
        self.followers.retain(|follower| {
            if follower.seat.is_none() && delay.0 > 0 {
                return !follower.sink.is_closed();
            }
            follower.sink.push(notice(follower.seat))
        });
        // also when nobody watches yet: who comes within the delay sees what happened from there on
        if delay.0 > 0 && self.is_staked() {
            self.delayed.push_back((self.now().plus(delay), notice(None)));
        }
        self.note_absence();
    }

    /// Sends spectators what their delay has released.
    pub(super) fn send_delayed(&mut self, now: Moment) {
        while self.delayed.front().is_some_and(|(at, _)| now >= *at) {
            let Some((_, notice)) = self.delayed.pop_front() else { return };
            self.followers.retain(|follower| follower.seat.is_some() || follower.sink.push(notice.clone()));
        }
    }

    pub(super) fn follow(&mut self, sink: Sink, seat: Option<Side>, from: Option<Version>) {
        if sink.is_closed() {
            return self.leave(sink.number());
        }
        self.followers.retain(|follower| follower.sink.number() != sink.number());
        if seat.is_none() {
            let spectators = self.followers.iter().filter(|follower| follower.seat.is_none()).count();
            if spectators >= self.services.spectators {
                let full = Answer {
                    game: Some(self.info.game),
                    of: None,
                    id: CommandId(0),
                    ply: None,
                    result: Err(Refusal::TooManySpectators),
                };
                sink.push(Notice::Answer(full));
                return;
            }
        }
        let now = self.now();
        self.last_activity = now;
        let missed = from.and_then(|version| self.missed_since(version, seat));
        match missed {
            Some(missed) => {
                for publication in missed {
                    sink.push(Notice::Events(publication, seat));
                }
            }
            None => {
                sink.push(Notice::Snapshot(Arc::new(self.snapshot(seat, now)), seat));
            }
        }
        if let Some(side) = seat {
            let of_the_pot = match &self.settled {
                Some(settlement) => Some(Notice::Settled(Arc::clone(settlement), side)),
                None => self.held.map(Notice::PaymentHeld),
            };
            if let Some(said) = of_the_pot {
                sink.push(said);
            }
        }
        self.followers.push(Follower { sink, seat });
        if let Some(side) = seat {
            self.set_presence(side, Presence::Here);
            self.release_when_both_are_here();
            self.begin_awaited_turn(side);
        }
    }

    pub(super) fn leave(&mut self, socket: u64) {
        self.followers.retain(|follower| follower.sink.number() != socket);
        self.note_absence();
    }

    /// Marks as away each player none of whose sockets is here any more.
    fn note_absence(&mut self) {
        for side in [Side::White, Side::Black] {
            let here = matches!(self.info.seats[side], Seat::Bot(_))
                || self.followers.iter().any(|follower| follower.seat == Some(side));
            if !here && self.presence[side] == Presence::Here {
                self.set_presence(side, Presence::Away(Some(self.now())));
            }
        }
    }

    fn set_presence(&mut self, side: Side, presence: Presence) {
        if self.presence[side] == presence {
            return;
        }
        self.presence[side] = presence;
        let game = self.info.game;
        for follower in &self.followers {
            if follower.seat.is_some() || self.spectator_delay().0 == 0 {
                follower.sink.push(Notice::Presence { game, side, presence });
            }
        }
    }

    /// The publications after `version`, if the ring still has them all and there are any.
    fn missed_since(&self, version: Version, seat: Option<Side>) -> Option<Vec<Arc<Publication>>> {
        if seat.is_none() && self.spectator_delay().0 > 0 {
            return None;
        }
        let missed: Vec<_> =
            self.ring.iter().filter(|publication| publication.first > version).map(Arc::clone).collect();
        let complete = missed.first().is_some_and(|first| first.first == version.plus(1));
        complete.then_some(missed)
    }

    /// The whole game as a viewer may see it: a spectator sees it as it stood before the delay.
    fn snapshot(&self, seat: Option<Side>, now: Moment) -> Snapshot {
        let delay = self.spectator_delay();
        let earlier = (seat.is_none() && delay.0 > 0)
            .then(|| self.game_before(Moment(now.0.saturating_sub(delay.as_micros()))))
            .flatten();
        let (game, legal) = match &earlier {
            Some(game) => (game, legal_of(game)),
            None => (&self.game, Arc::clone(&self.legal)),
        };
        Snapshot {
            info: Arc::clone(&self.info),
            frame: Arc::new(frame_of(game, &legal, self.hold.is_some(), now)),
            moves: moves_of(game),
            ended: game.ended().cloned(),
            rematch: self.rematch.view(now),
            presence: self.presence,
        }
    }

    /// The game without what was published after `instant`; `None` when nothing was.
    fn game_before(&self, instant: Moment) -> Option<Game> {
        let hidden = self.ring.iter().position(|publication| publication.at > instant)?;
        let mut shown = self.behind.as_deref()?.clone();
        for publication in self.ring.iter().take(hidden) {
            show(&mut shown, publication);
        }
        Some(shown)
    }

    /// Sends everybody the whole game anew, as after a reload.
    pub(super) fn send_snapshots(&mut self) {
        self.told = self.game.version();
        let whole = Arc::new(self.snapshot(Some(Side::White), self.now()));
        self.tell_all_later(|seat| Notice::Snapshot(Arc::clone(&whole), seat));
    }

    /// The clock that was held runs from now on.
    pub(super) fn release(&mut self) {
        if self.hold.take().is_none() || self.game.ended().is_some() {
            return;
        }
        let now = self.now();
        self.begin_turn(now);
        self.tell_released(now);
    }

    /// Tells everybody that a clock, or a window, runs now.
    pub(super) fn tell_released(&mut self, now: Moment) {
        let frame = Arc::new(frame_of(&self.game, &self.legal, false, now));
        self.tell_all(&Notice::Released { game: self.info.game, frame });
    }

    pub(super) fn release_when_both_are_here(&mut self) {
        let both = [Side::White, Side::Black].into_iter().all(|side| self.presence[side] == Presence::Here);
        if both && matches!(self.hold, Some(Hold::ForPlayers { .. })) {
            self.release();
        }
    }
}

/// Brings the game that who watches may see on by what was published. What does not fit is a mistake of ours, which shows him
/// an old position and does not stop those who play.
fn show(shown: &mut Game, publication: &Publication) {
    for stamped in &publication.events {
        if let Err(misfit) = shown.apply(&stamped.event) {
            error!(game.id = %publication.game, "who watches game {} sees an old one: {misfit}", publication.game);
            return;
        }
    }
}
