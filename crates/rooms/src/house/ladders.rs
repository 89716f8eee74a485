//! The way to the keeper of the ladders. Knows no rule of one.

use super::House;
use crate::ladders::{LadderAct, Message};
use crate::lobby::Actor;
use crate::notice::Sink;
use ids::{AccountId, CommandId, LadderId};

impl House {
    /// A player asks something of a ladder season; the answer comes through the sink.
    pub fn act_on_ladder(
        &self,
        account: AccountId,
        name: String,
        sink: Sink,
        id: CommandId,
        of: LadderId,
        act: LadderAct,
    ) {
        let actor = Actor { account, name, sink: sink.clone() };
        self.ladders.put(Message::Act { actor, id, of, act }, Some((id, sink)));
    }

    /// Shows a season to a socket, and each change of it from now on.
    pub fn watch_ladder(&self, of: LadderId, sink: Sink, id: CommandId) {
        self.ladders.put(Message::Watch { of, sink: sink.clone(), id }, Some((id, sink)));
    }
}
