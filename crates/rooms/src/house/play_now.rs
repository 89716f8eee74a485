//! What the outer ring asks of play now, and of who is kept apart. The owner of those who wait answers.

use super::House;
use crate::lobby::Actor;
use crate::notice::Sink;
use crate::play_now::PlayNowRequest;
use ids::{AccountId, CommandId, GameId};

impl House {
    /// Begins to wait for an opponent; the answer, and later the game, come through the sink.
    pub fn play_now(&self, account: AccountId, name: String, sink: Sink, request: PlayNowRequest) {
        self.play_now.join(Actor { account, name, sink }, request);
    }

    /// Says yes to an opponent of any rating; the answer comes through the sink.
    pub fn play_now_wider(&self, account: AccountId, name: String, sink: Sink, id: CommandId) {
        self.play_now.wider(Actor { account, name, sink }, id);
    }

    /// Waits no longer; the answer comes through the sink.
    pub fn cancel_play_now(&self, account: AccountId, name: String, sink: Sink, id: CommandId) {
        self.play_now.cancel(Actor { account, name, sink }, id);
    }

    /// Somebody has blocked another, or unblocked him: the row stands already, and those who wait are paired by it.
    pub fn keep_apart(&self, one: AccountId, other: AccountId, apart: bool) {
        self.play_now.apart([one, other], apart);
    }

    /// An id for a new game.
    pub(crate) fn new_game(&self) -> GameId {
        GameId(self.uuid())
    }
}
