//! A move that was played, and how a game keeps it.

use draughts::{Move, Path};
use ids::Millis;
use std::num::NonZeroU64;

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The path played.
    pub path: Path,
    /// The mover's time left after it; `None` without clocks.
    pub left_after: Option<Millis>,
}

/// The same in little space: a server keeps all moves of some ten thousand games.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    mv: Move,
    /// Where it is not just the start and the end.
    path: Option<Box<Path>>,
    /// One more than the milliseconds.
    left_after: Option<NonZeroU64>,
}

impl From<PlayedMove> for Kept {
    fn from(played: PlayedMove) -> Self {
        let plain = Path::direct(&played.mv) == played.path;
        Self {
            mv: played.mv,
            path: (!plain).then(|| Box::new(played.path)),
            left_after: played.left_after.map(|left| NonZeroU64::MIN.saturating_add(left.0)),
        }
    }
}

impl From<&Kept> for PlayedMove {
    fn from(kept: &Kept) -> Self {
        Self {
            mv: kept.mv,
            path: kept.path.as_deref().copied().unwrap_or_else(|| Path::direct(&kept.mv)),
            left_after: kept.left_after.map(|more| Millis(more.get() - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Fen, Position};

    #[test]
    fn what_is_kept_is_what_was_played() {
        // a man that takes two pieces, with a landing square between; and a plain move
        let fens = ["W:Wc3:Bd4,f6", "W:Wc3:Bh8"];
        for fen in fens {
            let position = Position::from_setup(fen.parse::<Fen>().unwrap().setup()).unwrap();
            for mv in position.legal_moves() {
                for path in position.paths(&mv) {
                    for left_after in [None, Some(Millis(0)), Some(Millis(180_000))] {
                        let played = PlayedMove { mv, path, left_after };
                        assert_eq!(PlayedMove::from(&Kept::from(played.clone())), played);
                    }
                }
            }
        }
        assert_eq!(size_of::<Kept>(), 32);
    }
}
