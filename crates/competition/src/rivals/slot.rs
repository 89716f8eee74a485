//! Which game of a match, and the id that it therefore has. Knows no result.

use crate::{MiniKey, Stage};
use ids::{GameId, MatchId};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Never to be changed: a retry has to find its own games.
const NAMESPACE: Uuid = Uuid::from_u128(0x8e41_2d6b_07c3_5f19_b6a4_90d7_5e2c_13fa);

/// A game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameSlot {
    /// One of the N games.
    Regular {
        /// Its number, from 1.
        number: u8,
        /// 0, or which time a voided game is played again.
        replay: u8,
    },
    /// One of the mini-match.
    Mini(MiniKey),
}

impl GameSlot {
    /// The id of that game of that match: the same for every try to make it.
    #[must_use]
    pub fn game_id(self, of: MatchId) -> GameId {
        let name = match self {
            Self::Regular { number, replay } => format!("rivals {of} game {number} replay {replay}"),
            Self::Mini(MiniKey { stage, leg, replay }) => {
                let stage = match stage {
                    Stage::Full => "full",
                    Stage::Half => "half",
                    Stage::Blitz => "blitz",
                    Stage::SuddenDeath => "sudden_death",
                };
                format!("rivals {of} mini {stage} leg {leg} replay {replay}")
            }
        };
        GameId(Uuid::new_v5(&NAMESPACE, name.as_bytes()))
    }
}

/// The id of the one rematch that a match can have (R12).
#[must_use]
pub fn rematch_id(of: MatchId) -> MatchId {
    MatchId(Uuid::new_v5(&NAMESPACE, format!("rivals {of} rematch").as_bytes()))
}
