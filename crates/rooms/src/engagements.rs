//! Who is in an event, and whose event starts when: what the lobby has to know before it takes somebody in. Written by the director
//! alone. Knows no event.

use crate::ports::StartError;
use game::TimeControl;
use ids::{AccountId, Millis, WallTime};
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// How many moves of each a game's length is estimated by.
const MOVES: u64 = 60;

/// What one player is engaged for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Engagement {
    /// He has checked in to an event that is not over for him.
    pub(crate) in_event: bool,
    /// When his scheduled events start.
    pub(crate) starts: Vec<WallTime>,
}

/// The engagements of all players who have any.
#[derive(Debug, Default)]
pub(crate) struct Engagements(RwLock<HashMap<AccountId, Engagement>>);

impl Engagements {
    /// Puts what the director knows now in the place of what it knew.
    pub(crate) fn replace(&self, all: HashMap<AccountId, Engagement>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = all;
    }

    /// Whether a lobby game with that clock that begins at `at` would keep the player from an event.
    ///
    /// # Errors
    /// [`StartError::Engaged`].
    pub(crate) fn check(
        &self,
        account: AccountId,
        clock: TimeControl,
        at: WallTime,
    ) -> Result<(), StartError> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Some(own) = all.get(&account) else { return Ok(()) };
        if own.in_event {
            return Err(StartError::Engaged { account, soon: false });
        }
        let ends = at.plus(longest(clock));
        if own.starts.iter().any(|start| *start <= ends) {
            return Err(StartError::Engaged { account, soon: true });
        }
        Ok(())
    }
}

/// How long a game may well take: both clocks, with the increments of an estimated number of moves.
const fn longest(clock: TimeControl) -> Millis {
    let each = clock.initial.0.saturating_add(clock.increment.0.saturating_mul(MOVES));
    Millis(each.saturating_mul(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_lobby_game_must_not_run_into_an_event_of_ones_own() {
        let player = |n| AccountId(Uuid::from_u128(n));
        let clock = TimeControl { initial: Millis(60_000), increment: Millis(1_000) };
        let now = WallTime(1_000_000_000);
        let engagements = Engagements::default();
        engagements.replace(HashMap::from([
            (player(1), Engagement { in_event: true, starts: Vec::new() }),
            (player(2), Engagement { in_event: false, starts: vec![now.plus(Millis(240_000))] }),
            (player(3), Engagement { in_event: false, starts: vec![now.plus(Millis(240_001))] }),
        ]));
        assert_eq!(
            engagements.check(player(1), clock, now),
            Err(StartError::Engaged { account: player(1), soon: false })
        );
        // 2 × (60 s + 60 × 1 s) = 240 s
        assert_eq!(
            engagements.check(player(2), clock, now),
            Err(StartError::Engaged { account: player(2), soon: true })
        );
        assert_eq!(engagements.check(player(3), clock, now), Ok(()));
        assert_eq!(engagements.check(player(4), clock, now), Ok(()));
    }
}
