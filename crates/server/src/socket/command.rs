//! What a frame asks for, before anybody acts on it: its game, its number, and how a refusal of it is said.

use ids::{CommandId, GameId};
use protocol::{ClientMsg, Code, Rejected, ServerMsg};

/// What a refusal of a command has to name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) game: Option<GameId>,
    pub(super) id: Option<CommandId>,
    pub(super) ply: Option<u16>,
}

impl Subject {
    /// What a refusal of `message` has to name.
    pub(super) const fn of(message: &ClientMsg) -> Self {
        let (game, id, ply) = match message {
            ClientMsg::Hello { .. } | ClientMsg::Ping { .. } | ClientMsg::Lobby { .. } => (None, None, None),
            ClientMsg::Watch { game } | ClientMsg::Unwatch { game } | ClientMsg::Resume { game, .. } => {
                (Some(*game), None, None)
            }
            ClientMsg::Seek { id, .. }
            | ClientMsg::CancelSeek { id, .. }
            | ClientMsg::Join { id, .. }
            | ClientMsg::PracticeBot { id, .. }
            | ClientMsg::PracticeLink { id, .. }
            | ClientMsg::PracticeJoin { id, .. }
            | ClientMsg::MatchPropose { id, .. }
            | ClientMsg::MatchAct { id, .. }
            | ClientMsg::MatchWatch { id }
            | ClientMsg::MatchFind { id, .. }
            | ClientMsg::NoticesShow { id, .. }
            | ClientMsg::NoticesRead { id, .. } => (None, Some(*id), None),
            ClientMsg::Move { game, id, ply, .. } => (Some(*game), Some(*id), Some(*ply)),
            ClientMsg::OfferDraw { game, id }
            | ClientMsg::AcceptDraw { game, id, .. }
            | ClientMsg::DeclineDraw { game, id, .. }
            | ClientMsg::Resign { game, id }
            | ClientMsg::Rematch { game, id, .. }
            | ClientMsg::DeclineRematch { game, id }
            | ClientMsg::PracticeSeat { game, id, .. } => (Some(*game), Some(*id), None),
        };
        Self { game, id, ply }
    }

    /// A refusal of it.
    pub(super) fn rejected(self, code: Code, message: impl Into<String>) -> ServerMsg {
        let (game, id, ply) = (self.game, self.id, self.ply);
        ServerMsg::Rejected(Rejected { game, id, ply, code, message: message.into(), paths: Vec::new() })
    }

    /// A refusal by an owner.
    pub(super) fn refused(self, refusal: &rooms::Refusal) -> ServerMsg {
        self.rejected(crate::error::refusal_code(refusal), refusal.to_string())
    }
}

/// Reads a frame's text.
///
/// # Errors
/// What is wrong with it, in English; it never repeats the frame.
pub(super) fn parse(text: &str) -> Result<ClientMsg, String> {
    serde_json::from_str(text).map_err(|error| {
        let place = format!("column {}", error.column());
        match error.classify() {
            serde_json::error::Category::Data => {
                format!("a frame is {{\"t\": …, \"d\": {{…}}}} as docs/protocol.md shows; wrong at {place}")
            }
            _ => format!("the frame is not JSON; wrong at {place}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_that_is_none_is_refused_without_being_repeated() {
        for text in ["", "{", "[]", "{\"t\":\"secret\"}", "{\"t\":\"watch\",\"d\":{\"game\":\"secret\"}}"] {
            let said = parse(text).unwrap_err();
            assert!(said.contains("column") && !said.contains("secret"), "{text}: {said}");
        }
        assert_eq!(parse("{\"t\":\"hello\",\"d\":{\"protocol\":1}}"), Ok(ClientMsg::Hello { protocol: 1 }));
    }

    #[test]
    fn a_move_that_is_refused_is_named_by_game_number_and_ply() {
        let game = GameId(uuid::Uuid::from_u128(7));
        let message = ClientMsg::Move { game, id: CommandId(4), ply: 16, path: "c3-d4".into() };
        let subject = Subject::of(&message);
        assert_eq!(subject, Subject { game: Some(game), id: Some(CommandId(4)), ply: Some(16) });
    }
}
