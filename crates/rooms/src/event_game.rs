//! What a game of a Rivals match or a tournament has beside a lobby game's terms. Knows no standing and no bracket.

use game::PerSide;
use ids::{MatchId, Millis, TournamentId, WallTime};

/// What a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventId {
    /// A Rivals match.
    Match(MatchId),
    /// A tournament.
    Tournament(TournamentId),
}

/// Where a game's stakes come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Funding {
    /// Both wallets, at its start; the settler pays it.
    #[default]
    Stakes,
    /// The match's escrow; the settler pays it once the director has taken note of its end.
    Match,
    /// It has none: the event pays.
    None,
}

/// What an event says of its game, frozen with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// The event.
    pub event: EventId,
    /// The round of a tournament; the number of a match's game.
    pub round: u16,
    /// The table of a tournament's round; 0 in a match.
    pub table: u16,
    /// Whether it is rated, if it is played.
    pub rated: bool,
    /// The first ply at which a draw may be offered.
    pub offers_from_ply: u16,
    /// What the clocks begin with where they carry on from another game.
    pub carried: Option<PerSide<Millis>>,
    /// Who has not moved by then, nor is there, has forfeited; `None` where first moves run on the clock.
    pub absent_at: Option<PerSide<WallTime>>,
    /// How much later who watches sees its moves, where that is more than the house's own delay.
    pub spectators_delay: Millis,
}

impl EventGame {
    /// When the event waits no longer for `mover`, who has his first move before him. Where the other has not come either, it
    /// waits for both: their presence is judged together.
    #[must_use]
    pub fn waits_until(&self, mover: draughts::Side, other_came: bool) -> Option<WallTime> {
        let absent_at = self.absent_at?;
        let (own, other) = (absent_at[mover], absent_at[mover.other()]);
        Some(if other_came { own } else { own.max(other) })
    }
}
