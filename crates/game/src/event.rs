//! What happened in a game: the rows of its journal, and all that its state is made of.

use crate::{Ending, PerSide};
use draughts::{Path, Side, Square, SquareSet};
use ids::Millis;

/// Why a game stood still before it resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResumeCause {
    /// The server was stopped and started; the pause was recorded.
    Restart,
    /// The server died; what the mover had when his turn began counts.
    Crash,
    /// The database was away.
    Outage,
    /// The game's owner failed and was started again.
    Fault,
}

/// One event is one row and one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// The game was made.
    Started,
    /// A move was played.
    Moved {
        /// Its number, from 0.
        ply: u16,
        /// Who played it.
        side: Side,
        /// The square left.
        from: Square,
        /// The square where the piece stopped.
        to: Square,
        /// The squares of the pieces taken.
        captured: SquareSet,
        /// The path played.
        path: Path,
        /// Thinking time, from the turn's publication to the move's receipt.
        elapsed: Millis,
        /// The mover's time left before it; `None` without clocks.
        left_before: Option<Millis>,
        /// The mover's time left after it, its increment added; `None` without clocks.
        left_after: Option<Millis>,
        /// The other side's time left, which stood still; `None` without clocks, and in rows of the first form.
        other_left: Option<Millis>,
        /// Time credited for lag: 0 for now.
        lag_credit: Millis,
    },
    /// A draw was offered.
    DrawOffered {
        /// Who offers.
        side: Side,
        /// The offer's number in this game.
        offer: u32,
    },
    /// A draw offer was declined.
    DrawDeclined {
        /// Who declined.
        side: Side,
        /// The offer's number.
        offer: u32,
    },
    /// The server stops; this is what both clocks had.
    Paused {
        /// Time left; `None` without clocks.
        left: Option<PerSide<Millis>>,
    },
    /// The game goes on.
    Resumed {
        /// Time left; `None` without clocks.
        left: Option<PerSide<Millis>>,
        /// Why it stood still.
        cause: ResumeCause,
        /// For how long the server was down.
        down: Millis,
    },
    /// The game was voided; `Ended` follows.
    Voided,
    /// The game ended.
    Ended {
        /// How.
        ending: Ending,
        /// Time left at the end, the mover's last thinking time taken off; `None` without clocks, and in rows of the
        /// first form.
        left: Option<PerSide<Millis>>,
    },
}
