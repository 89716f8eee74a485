//! Who may challenge, and who is busy (R2, R5, *Busy players*): predicates over what the caller has counted. Knows no row.

use super::limits::RivalsLimits;
use super::state::{Match, MatchState};
use super::terms::StartAt;
use crate::Clock;
use ids::{Millis, WallTime};

/// What is known of a player as he challenges another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChallengeFacts {
    /// Challenges of his that are open.
    pub outgoing: u32,
    /// Whether one of them is to the same player.
    pub open_to_same: bool,
    /// Whether either has blocked the other, or the other is excluded.
    pub unavailable: bool,
    /// When he cancelled late.
    pub late_cancels: Vec<WallTime>,
    /// Whether he plays in an event.
    pub in_event: bool,
    /// Whether an event of his starts before such a match would be over.
    pub starts_soon: bool,
}

/// Why a challenge is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeError {
    /// Blocked or excluded: which, is not told.
    #[error("the player can't be challenged")]
    Unavailable,
    /// One open challenge for each ordered pair.
    #[error("a challenge to that player is open already")]
    OpenAlready,
    /// Too many are open.
    #[error("all {allowed} challenges that may be open at once are")]
    TooMany {
        /// How many may be.
        allowed: u32,
    },
    /// He cancelled late too often.
    #[error("no scheduled matches until {until:?}")]
    Barred {
        /// When that ends.
        until: WallTime,
    },
    /// He plays in an event.
    #[error("in_event")]
    InEvent,
    /// An event of his starts soon.
    #[error("starts_soon")]
    StartsSoon,
}

impl RivalsLimits {
    /// Whether a player may challenge another to a match that starts then. Asked of the challenged player too, at
    /// acceptance, without the counts of open challenges.
    ///
    /// # Errors
    /// [`ChallengeError`] says the first reason why not.
    pub fn may_challenge(
        &self,
        facts: &ChallengeFacts,
        start: StartAt,
        at: WallTime,
    ) -> Result<(), ChallengeError> {
        if facts.unavailable {
            return Err(ChallengeError::Unavailable);
        }
        if facts.open_to_same {
            return Err(ChallengeError::OpenAlready);
        }
        if facts.outgoing >= self.outgoing {
            return Err(ChallengeError::TooMany { allowed: self.outgoing });
        }
        match start {
            StartAt::At(_) => match self.barred_until(&facts.late_cancels) {
                Some(until) if at < until => Err(ChallengeError::Barred { until }),
                _ => Ok(()),
            },
            StartAt::Now if facts.in_event => Err(ChallengeError::InEvent),
            StartAt::Now if facts.starts_soon => Err(ChallengeError::StartsSoon),
            StartAt::Now => Ok(()),
        }
    }

    /// Until when late cancels bar from scheduled matches: so many within the time, counted from the last of them (R5).
    #[must_use]
    pub fn barred_until(&self, late_cancels: &[WallTime]) -> Option<WallTime> {
        let mut sorted = late_cancels.to_vec();
        sorted.sort_unstable();
        sorted
            .windows(self.late_cancels.max(1))
            .rev()
            .find(|run| run[run.len() - 1].since(run[0]) <= self.late_cancels_within)
            .map(|run| run[run.len() - 1].plus(self.late_cancel_bar))
    }

    /// Whether a game at that clock that starts at `at` may pass a start of the player's own: twice its usual length does.
    #[must_use]
    pub fn starts_soon(&self, clock: Clock, own_start: WallTime, at: WallTime) -> bool {
        let twice = Millis(clock.length(self.length_moves).0.saturating_mul(2));
        own_start >= at && at.plus(twice) > own_start
    }
}

impl Match {
    /// Whether its players are in an event: from check-in to its decision. Seats, seeks, challenges to play now and
    /// rematches are refused to them, and check-in to another event.
    #[must_use]
    pub fn holds_players(&self) -> bool {
        matches!(
            self.state(),
            MatchState::CheckIn | MatchState::Playing | MatchState::Break | MatchState::MiniMatch
        )
    }

    /// Whether that player is in this match as an event: once he has checked in.
    #[must_use]
    pub fn in_event(&self, player: ids::AccountId) -> bool {
        self.holds_players() && self.seat_of(player).is_some_and(|seat| self.checked_in[seat])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;

    fn day(day: u64) -> WallTime {
        WallTime(0).plus(Millis(day * DAY))
    }

    #[test]
    fn the_third_late_cancel_in_thirty_days_bars_from_scheduled_matches_for_fourteen() {
        let limits = RivalsLimits::default();
        for (late_cancels, until) in [
            (vec![], None),
            (vec![1, 2], None),
            (vec![1, 2, 31], Some(45)),
            (vec![1, 2, 32], None),
            (vec![31, 2, 1], Some(45)),
            (vec![1, 20, 30, 70], Some(44)),
            (vec![1, 20, 30, 40], Some(54)),
        ] {
            let late_cancels: Vec<WallTime> = late_cancels.into_iter().map(day).collect();
            assert_eq!(limits.barred_until(&late_cancels), until.map(day), "{late_cancels:?}");
        }
        let facts = ChallengeFacts { late_cancels: vec![day(1), day(2), day(3)], ..Default::default() };
        let scheduled = StartAt::At(day(6));
        let barred = Err(ChallengeError::Barred { until: day(17) });
        assert_eq!(limits.may_challenge(&facts, scheduled, day(5)), barred);
        assert_eq!(limits.may_challenge(&facts, scheduled, day(17)), Ok(()));
        assert_eq!(limits.may_challenge(&facts, StartAt::Now, day(5)), Ok(()));
    }

    #[test]
    fn a_challenge_is_refused_for_the_first_reason_that_there_is() {
        let limits = RivalsLimits::default();
        let facts = ChallengeFacts::default;
        for (facts, start, expected) in [
            (facts(), StartAt::Now, Ok(())),
            (ChallengeFacts { outgoing: 9, ..facts() }, StartAt::Now, Ok(())),
            (
                ChallengeFacts { outgoing: 10, ..facts() },
                StartAt::Now,
                Err(ChallengeError::TooMany { allowed: 10 }),
            ),
            (
                ChallengeFacts { open_to_same: true, outgoing: 10, ..facts() },
                StartAt::Now,
                Err(ChallengeError::OpenAlready),
            ),
            (
                ChallengeFacts { unavailable: true, open_to_same: true, ..facts() },
                StartAt::Now,
                Err(ChallengeError::Unavailable),
            ),
            (ChallengeFacts { in_event: true, ..facts() }, StartAt::Now, Err(ChallengeError::InEvent)),
            (ChallengeFacts { in_event: true, starts_soon: true, ..facts() }, StartAt::At(day(2)), Ok(())),
            (ChallengeFacts { starts_soon: true, ..facts() }, StartAt::Now, Err(ChallengeError::StartsSoon)),
        ] {
            assert_eq!(limits.may_challenge(&facts, start, day(1)), expected, "{facts:?}");
        }
    }

    #[test]
    fn a_start_is_soon_when_twice_the_usual_length_of_a_game_passes_it() {
        let limits = RivalsLimits::default();
        let clock = Clock { initial: Millis(300_000), increment: Millis(3_000) };
        let twice = 2 * (300_000 + 60 * 3_000);
        let at = day(1);
        assert!(limits.starts_soon(clock, at.plus(Millis(twice - 1)), at));
        assert!(!limits.starts_soon(clock, at.plus(Millis(twice)), at));
        assert!(!limits.starts_soon(clock, at.minus(Millis(1)), at), "that start is past");
    }
}
