//! What can be seen of a match besides its state: what is awaited, until when, and who has said what. Changes nothing.

use super::slot::GameSlot;
use super::state::{Match, Phase};
use crate::Seat;
use ids::{Amount, GameId, WallTime};

impl Match {
    /// Whose offer stands; `None` once it has been answered.
    #[must_use]
    pub const fn offered_by(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Offered { by, .. } => Some(*by),
            _ => None,
        }
    }

    /// When the offer that stands expires.
    #[must_use]
    pub const fn expires_at(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Offered { expires_at, .. } => Some(*expires_at),
            _ => None,
        }
    }

    /// When check-in opens, while that is awaited.
    #[must_use]
    pub const fn check_in_opens_at(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Scheduled { opens_at } => Some(*opens_at),
            _ => None,
        }
    }

    /// The last instant of check-in, while it is open.
    #[must_use]
    pub fn check_in_closes_at(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::CheckIn { closes_at, delayed_until } => {
                Some(delayed_until.map_or(*closes_at, |until| until.max(*closes_at)))
            }
            _ => None,
        }
    }

    /// The game that runs: which it is, its id, and the seat that has White.
    #[must_use]
    pub const fn running_game(&self) -> Option<(GameSlot, GameId, Seat)> {
        match &self.phase {
            Phase::Playing { slot, game, white, .. } => Some((*slot, *game, *white)),
            _ => None,
        }
    }

    /// The game after the break, and when it starts.
    #[must_use]
    pub const fn next_game(&self) -> Option<(GameSlot, WallTime)> {
        match &self.phase {
            Phase::Break { next, until, .. } => Some((*next, *until)),
            _ => None,
        }
    }

    /// Until when a decided match can be disputed.
    #[must_use]
    pub const fn settles_at(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Decided { settles_at, .. } => Some(*settles_at),
            _ => None,
        }
    }

    /// When a result that is looked at stands by itself.
    #[must_use]
    pub const fn review_until(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Review { deadline, .. } => Some(*deadline),
            _ => None,
        }
    }

    /// Until when a rematch may be agreed.
    #[must_use]
    pub const fn rematch_until(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Settled { rematch_until, .. } => Some(*rematch_until),
            _ => None,
        }
    }

    /// Who has offered a rematch.
    #[must_use]
    pub fn rematch_offered_by(&self) -> Option<Seat> {
        self.rematch.map(|rematch| rematch.by)
    }

    /// Whether that player has checked in.
    #[must_use]
    pub fn has_checked_in(&self, seat: Seat) -> bool {
        self.checked_in[seat]
    }

    /// Whether that player has confirmed the match anew.
    #[must_use]
    pub fn has_reconfirmed(&self, seat: Seat) -> bool {
        self.reconfirmed[seat].is_some()
    }

    /// Whether that player would cancel if the other agrees.
    #[must_use]
    pub fn would_cancel(&self, seat: Seat) -> bool {
        self.cancel[seat]
    }

    /// Whether that player is ready for the game after the break.
    #[must_use]
    pub fn is_ready(&self, seat: Seat) -> bool {
        matches!(&self.phase, Phase::Break { ready, .. } if ready[seat])
    }

    /// Whether that player would stop in this break if the other agrees.
    #[must_use]
    pub fn would_stop(&self, seat: Seat) -> bool {
        matches!(&self.phase, Phase::Break { stop, .. } if stop[seat])
    }

    /// Whether that player would play all games.
    #[must_use]
    pub fn would_play_on(&self, seat: Seat) -> bool {
        self.play_on[seat]
    }

    /// Whether that player could not pay an acceptance of the terms that stand; nobody but him is to be told.
    #[must_use]
    pub fn is_unfunded(&self, seat: Seat) -> bool {
        self.unfunded[seat]
    }

    /// How many counter-offers that player has left.
    #[must_use]
    pub fn counters_left(&self, seat: Seat) -> u8 {
        self.limits.counters.saturating_sub(self.counters[seat])
    }

    /// How often that player may still extend a break.
    #[must_use]
    pub fn extensions_left(&self, seat: Seat) -> u8 {
        self.limits.extensions.saturating_sub(self.extensions[seat])
    }

    /// What the match holds of each player now; the stake of a running game is that game's own.
    #[must_use]
    pub fn held_of_each(&self) -> Amount {
        self.held()
    }
}
