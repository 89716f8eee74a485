//! What the house does for events: their games' rooms, and the way to the director. Knows no rule of an event.

use super::House;
use crate::director::{MatchAct, Message};
use crate::lobby::Actor;
use crate::notice::{Notice, Sink};
use crate::ports::{NewGame, Player};
use competition::MatchTerms;
use draughts::Side;
use ids::{AccountId, CommandId, MatchId};
use std::sync::atomic::Ordering;

impl House {
    /// Whether the director may decide: this node owns its games, the database answers, the server does not stop.
    pub(crate) fn directs(&self) -> bool {
        !self.stopping.load(Ordering::Acquire)
            && *self.services.database.borrow()
            && self.services.placement.is_owner()
    }

    /// Whether an account plays a game that belongs to no event.
    pub(crate) fn plays_in_the_lobby(&self, account: AccountId) -> bool {
        self.services.registry.playing(account).into_iter().any(|game| {
            let room = self.services.registry.find(game);
            room.is_some_and(|room| room.info().staked().is_some_and(|terms| terms.event.is_none()))
        })
    }

    /// Opens the room of an event's game that was just recorded, and tells both players.
    pub(crate) fn open_event_game(&self, new: NewGame) {
        let NewGame { game, terms, players, watchable, .. } = new;
        self.open_staked(game, terms, &players, None, watchable);
        for side in [Side::White, Side::Black] {
            self.lobby.playing(players[side].account);
            let started = Notice::GameStarted { game, side, cause: None };
            self.people.tell(players[side].account, &started);
        }
    }

    /// A player challenges another, or anybody, to a match; the answer comes through the sink.
    pub fn challenge(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        challenged: Option<Player>,
        terms: MatchTerms,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        let of = MatchId(self.uuid());
        let message = Message::Propose { actor, id, of, challenged, terms: Box::new(terms) };
        self.director.put(message, Some((id, sink)));
    }

    /// A player asks something of a match; the answer comes through the sink.
    pub fn act_in_match(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        of: MatchId,
        act: MatchAct,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        self.director.put(Message::Act { actor, id, of, act }, Some((id, sink)));
    }

    /// Shows a player his matches, each as a notice.
    pub fn show_matches(&self, account: AccountId, sink: Sink) {
        self.director.put(Message::Watch { account, sink }, None);
    }

    /// Shows one match, over or not.
    pub fn show_match(&self, of: MatchId, sink: Sink, id: CommandId) {
        self.director.put(Message::Find { of, sink: sink.clone(), id }, Some((id, sink)));
    }
}
