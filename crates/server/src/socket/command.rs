//! What a frame asks for, before anybody acts on it: its game, its number, and how a refusal of it is said.

use ids::{CommandId, GameId, MatchId, TournamentId};
use protocol::{ClientMsg, Code, Rejected, ServerMsg};
use rooms::EventId;

/// What a refusal of a command has to name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Subject {
    pub(super) game: Option<GameId>,
    pub(super) event: Option<EventId>,
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
            | ClientMsg::PlayNow { id, .. }
            | ClientMsg::PlayNowWider { id }
            | ClientMsg::PlayNowCancel { id }
            | ClientMsg::PracticeBot { id, .. }
            | ClientMsg::PracticeLink { id, .. }
            | ClientMsg::PracticeJoin { id, .. }
            | ClientMsg::MatchPropose { id, .. }
            | ClientMsg::LadderAct { id, .. }
            | ClientMsg::LadderWatch { id, .. }
            | ClientMsg::NoticesShow { id, .. }
            | ClientMsg::NoticesRead { id, .. }
            | ClientMsg::MatchWatch { id } => (None, Some(*id), None),
            ClientMsg::MatchAct { id, of, .. } | ClientMsg::MatchFind { id, of } => {
                return Self { event: Some(EventId::Match(*of)), id: Some(*id), game: None, ply: None };
            }
            ClientMsg::TournamentAct { id, of, .. }
            | ClientMsg::TournamentWatch { id, of }
            | ClientMsg::TournamentRound { id, of, .. }
            | ClientMsg::TournamentStandings { id, of, .. } => {
                return Self { event: Some(EventId::Tournament(*of)), id: Some(*id), game: None, ply: None };
            }
            ClientMsg::TournamentUnwatch { of } => {
                return Self { event: Some(EventId::Tournament(*of)), id: None, game: None, ply: None };
            }
            ClientMsg::Move { game, id, ply, .. } => (Some(*game), Some(*id), Some(*ply)),
            ClientMsg::OfferDraw { game, id }
            | ClientMsg::AcceptDraw { game, id, .. }
            | ClientMsg::DeclineDraw { game, id, .. }
            | ClientMsg::Resign { game, id }
            | ClientMsg::Hint { game, id }
            | ClientMsg::TakeBack { game, id }
            | ClientMsg::Rematch { game, id, .. }
            | ClientMsg::DeclineRematch { game, id }
            | ClientMsg::PracticeSeat { game, id, .. } => (Some(*game), Some(*id), None),
        };
        Self { game, event: None, id, ply }
    }

    /// A refusal of it.
    pub(super) fn rejected(self, code: Code, message: impl Into<String>) -> ServerMsg {
        ServerMsg::Rejected(Rejected {
            game: self.game,
            of_match: match_of(self.event),
            tournament: tournament_of(self.event),
            id: self.id,
            ply: self.ply,
            code,
            message: message.into(),
            paths: Vec::new(),
        })
    }

    /// A refusal by an owner.
    pub(super) fn refused(self, refusal: &rooms::Refusal) -> ServerMsg {
        self.rejected(crate::error::refusal_code(refusal), refusal.to_string())
    }
}

/// The match among the events.
pub(super) const fn match_of(event: Option<EventId>) -> Option<MatchId> {
    match event {
        Some(EventId::Match(of)) => Some(of),
        _ => None,
    }
}

/// The tournament among them.
pub(super) const fn tournament_of(event: Option<EventId>) -> Option<TournamentId> {
    match event {
        Some(EventId::Tournament(of)) => Some(of),
        _ => None,
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
        assert_eq!(subject, Subject { game: Some(game), event: None, id: Some(CommandId(4)), ply: Some(16) });
    }
}
