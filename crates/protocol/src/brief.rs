//! As little of a message as a program that plays many games needs, read without a copy of the rest.

use crate::{Code, Side};
use ids::{CommandId, GameId, SeekId};
use serde::Deserialize;

/// What such a program acts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brief<'a> {
    /// `seek_opened`
    SeekOpened(BriefSeek),
    /// `game_started`
    GameStarted(BriefStart),
    /// `snapshot`
    Snapshot(BriefState<'a>),
    /// `moved`
    Moved(BriefMoved<'a>),
    /// `ended`
    Ended(BriefGame),
    /// `settled`
    Settled(BriefGame),
    /// `rejected`
    Rejected(BriefRejected),
    /// `goodbye`
    Goodbye,
    /// Everything else.
    Other,
}

/// An opened seek.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefSeek {
    /// The command that opened it.
    pub id: CommandId,
    /// The seek.
    pub seek: SeekId,
}

/// A game that has started.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefStart {
    /// The game.
    pub game: GameId,
    /// The player's side.
    pub side: Side,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefGame {
    /// The game.
    pub game: GameId,
}

/// A legal move, by its paths.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefMove<'a> {
    /// Its paths.
    #[serde(borrow)]
    pub paths: Vec<&'a str>,
}

/// A game's state, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BriefState<'a> {
    /// The game.
    pub game: GameId,
    /// The number of its next move.
    pub ply: u16,
    /// The legal moves, to the side to move.
    pub legal: Vec<BriefMove<'a>>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefMoved<'a> {
    /// The game.
    pub game: GameId,
    /// The move's number.
    pub ply: u16,
    /// The legal moves after it, to the side to move.
    #[serde(borrow)]
    pub legal: Vec<BriefMove<'a>>,
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct BriefRejected {
    /// Its code.
    pub code: Code,
    /// It in English.
    pub message: String,
}

#[derive(Deserialize)]
struct Content<T> {
    d: T,
}

#[derive(Deserialize)]
struct Snapshot<'a> {
    game: GameId,
    #[serde(borrow)]
    state: State<'a>,
}

#[derive(Deserialize)]
struct State<'a> {
    ply: u16,
    #[serde(borrow)]
    legal: Vec<BriefMove<'a>>,
}

impl<'a> Brief<'a> {
    /// Reads a frame of the server.
    ///
    /// # Errors
    /// When it is none of this protocol's.
    pub fn read(frame: &'a str) -> Result<Self, serde_json::Error> {
        fn content<'a, T: Deserialize<'a>>(frame: &'a str) -> Result<T, serde_json::Error> {
            serde_json::from_str::<Content<T>>(frame).map(|content| content.d)
        }
        let name =
            frame.strip_prefix("{\"t\":\"").and_then(|rest| rest.split('"').next()).unwrap_or_default();
        Ok(match name {
            "moved" => Self::Moved(content(frame)?),
            "ended" => Self::Ended(content(frame)?),
            "settled" => Self::Settled(content(frame)?),
            "seek_opened" => Self::SeekOpened(content(frame)?),
            "game_started" => Self::GameStarted(content(frame)?),
            "rejected" => Self::Rejected(content(frame)?),
            "snapshot" => {
                let Snapshot { game, state: State { ply, legal } } = content(frame)?;
                Self::Snapshot(BriefState { game, ply, legal })
            }
            "goodbye" => Self::Goodbye,
            _ => Self::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ServerMsg;

    #[test]
    fn each_example_is_read_in_brief_as_in_full() {
        let mut seen = 0;
        for text in crate::examples::lines("```json server\n") {
            let message: ServerMsg = serde_json::from_str(&text).unwrap();
            let brief = Brief::read(&text).unwrap();
            match (&message, brief) {
                (ServerMsg::Moved(full), Brief::Moved(brief)) => {
                    assert_eq!(
                        (full.game, full.ply, full.legal.len()),
                        (brief.game, brief.ply, brief.legal.len())
                    );
                }
                (ServerMsg::Snapshot(full), Brief::Snapshot(brief)) => {
                    assert_eq!((full.game, full.state.ply), (brief.game, brief.ply));
                    let paths: Vec<&crate::SquareText> =
                        full.state.legal.iter().flat_map(|mv| &mv.paths).collect();
                    let brief: Vec<&str> = brief.legal.iter().flat_map(|mv| mv.paths.clone()).collect();
                    assert_eq!(paths, brief);
                }
                (ServerMsg::Ended(full), Brief::Ended(brief)) => assert_eq!(full.game, brief.game),
                (ServerMsg::Settled(full), Brief::Settled(brief)) => assert_eq!(full.game, brief.game),
                (ServerMsg::GameStarted { game, .. }, Brief::GameStarted(brief)) => {
                    assert_eq!(*game, brief.game)
                }
                (ServerMsg::SeekOpened { seek, .. }, Brief::SeekOpened(brief)) => {
                    assert_eq!(*seek, brief.seek)
                }
                (ServerMsg::Rejected(full), Brief::Rejected(brief)) => assert_eq!(full.code, brief.code),
                (ServerMsg::Goodbye { .. }, Brief::Goodbye) => {}
                (_, Brief::Other) => continue,
                (message, brief) => panic!("{message:?} read as {brief:?}"),
            }
            seen += 1;
        }
        assert!(seen >= 8, "{seen} kinds");
    }
}
