//! How a game ended. Knows nothing of what that is worth.

use draughts::Side;

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// That side.
    Won(Side),
    /// Nobody.
    Draw,
    /// It does not count: aborted or voided, or neither came.
    Void,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The loser has no piece left.
    NoPieces,
    /// The loser has pieces but no legal move.
    Blocked,
    /// The loser resigned.
    Resignation,
    /// The loser's time ran out.
    Flag,
    /// Both agreed.
    Agreement,
    /// The same position stood for the third time.
    Repetition,
    /// Too many quiet plies.
    QuietPlies,
    /// Too many plies with the same balance of material.
    Balance,
    /// A first move was not made.
    Aborted,
    /// A first move of an event's game was not made: who is blamed has lost, or both have where nobody came.
    Forfeit,
    /// Voided by the operator or a long outage.
    Voided,
}

/// An ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// Who won.
    pub outcome: Outcome,
    /// Why.
    pub reason: EndReason,
    /// Who let his first-move window run out, or resigned before his first move.
    pub blame: Option<Side>,
}
