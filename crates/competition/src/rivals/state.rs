//! A match at a version: its state, and what can be read of it. What changes it stands in `decide` and `fold`.

use super::event::{CancelCause, MatchOutcome, ReviewCause, StopCause};
use super::limits::RivalsLimits;
use super::slot::GameSlot;
use super::terms::{MatchTerms, StakeMode};
use crate::{GameOver, GameResult, MiniMatch, PerSeat, Seat};
use ids::{AccountId, Amount, GameId, MatchId, Millis, Version, WallTime};
use serde::{Deserialize, Serialize};

/// Where a match stands, in the words of the published table. A match that is drafted only is no match yet, and funding is
/// the transaction of the acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MatchState {
    /// The challenged player's answer is awaited.
    Proposed,
    /// The answer to a counter-offer is awaited.
    Countered,
    /// Agreed, and check-in is not open yet.
    Scheduled,
    /// Check-in is open.
    CheckIn,
    /// A game runs.
    Playing,
    /// Between two games.
    Break,
    /// In the mini-match, playing or between two of its games.
    MiniMatch,
    /// Over, not yet settled.
    Decided,
    /// Looked at before it is settled.
    Review,
    /// Paid; a rematch may be agreed.
    Settled,
    /// Terminal: all done.
    Closed,
    /// Terminal: the answer was no.
    Declined,
    /// Terminal: no answer came.
    Expired,
    /// Terminal: taken back.
    Withdrawn,
    /// Terminal: cancelled before it began.
    Cancelled,
    /// Terminal: one did not come.
    NoShowOne,
    /// Terminal: nobody came.
    NoShowBoth,
    /// Terminal: it does not count.
    Voided,
}

impl MatchState {
    /// Whether nothing more can happen.
    #[must_use]
    pub const fn is_terminal(self) -> bool {
        use MatchState::{Cancelled, Closed, Declined, Expired, NoShowBoth, NoShowOne, Voided, Withdrawn};
        matches!(self, Closed | Declined | Expired | Withdrawn | Cancelled | NoShowOne | NoShowBoth | Voided)
    }
}

/// The state with what it needs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase {
    /// An offer of `by` stands.
    Offered {
        by: Seat,
        expires_at: WallTime,
    },
    Scheduled {
        opens_at: WallTime,
    },
    CheckIn {
        closes_at: WallTime,
        delayed_until: Option<WallTime>,
    },
    Playing {
        slot: GameSlot,
        game: GameId,
        white: Seat,
        overdue_at: WallTime,
    },
    /// A game has ended; what follows belongs to the same decision.
    Between {
        at: WallTime,
    },
    Break {
        next: GameSlot,
        until: WallTime,
        ready: PerSeat<bool>,
        stop: PerSeat<bool>,
    },
    Decided {
        outcome: MatchOutcome,
        settles_at: WallTime,
    },
    Review {
        outcome: MatchOutcome,
        cause: ReviewCause,
        deadline: WallTime,
    },
    Settled {
        outcome: MatchOutcome,
        rematch_until: WallTime,
    },
    /// A terminal state, and the outcome if there is one.
    Ended {
        state: MatchState,
        outcome: Option<MatchOutcome>,
        present: Option<Seat>,
    },
}

/// A game of the match that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// Which.
    pub slot: GameSlot,
    /// Its id.
    pub game: GameId,
    /// The seat that had White.
    pub white: Seat,
    /// How it ended.
    pub over: GameOver,
}

impl MatchGame {
    /// The seat that won it; `None` for a draw, a void, or a game to which neither came.
    #[must_use]
    pub const fn winner(&self) -> Option<Seat> {
        match self.over.result {
            GameResult::White => Some(self.white),
            GameResult::Black => Some(self.white.other()),
            GameResult::Draw | GameResult::Neither | GameResult::Void => None,
        }
    }
}

/// A rematch, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rematch {
    pub(super) by: Seat,
    pub(super) child: Option<MatchId>,
}

/// A match at a version: the fold of its events.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    pub(super) id: MatchId,
    pub(super) limits: RivalsLimits,
    pub(super) version: u32,
    pub(super) first: AccountId,
    pub(super) second: Option<AccountId>,
    pub(super) terms: MatchTerms,
    pub(super) phase: Phase,
    pub(super) counters: PerSeat<u8>,
    /// Who has White first: fixed by a rematch, or at acceptance.
    pub(super) first_white: Option<Seat>,
    pub(super) starts_at: Option<WallTime>,
    /// Whose acceptance made the match.
    pub(super) accepted_by: Option<Seat>,
    pub(super) reconfirmed: PerSeat<Option<WallTime>>,
    pub(super) cancel: PerSeat<bool>,
    pub(super) checked_in: PerSeat<bool>,
    pub(super) games: Vec<MatchGame>,
    pub(super) points: PerSeat<u16>,
    /// Games in a row that each lost by forfeit.
    pub(super) absences: PerSeat<u8>,
    /// How late each was to all games together.
    pub(super) late: PerSeat<Millis>,
    pub(super) extensions: PerSeat<u8>,
    pub(super) play_on: PerSeat<bool>,
    pub(super) stop: Option<StopCause>,
    /// Who could not pay an acceptance of the terms that stand, and was told.
    pub(super) unfunded: PerSeat<bool>,
    pub(super) mini: Option<MiniMatch>,
    pub(super) rematch: Option<Rematch>,
    pub(super) cancelled: Option<CancelCause>,
}

impl Match {
    /// Its id.
    #[must_use]
    pub const fn id(&self) -> MatchId {
        self.id
    }

    /// How many events it has.
    #[must_use]
    pub const fn version(&self) -> Version {
        Version(self.version)
    }

    /// The limits that it is played by.
    #[must_use]
    pub const fn limits(&self) -> &RivalsLimits {
        &self.limits
    }

    /// The terms that stand.
    #[must_use]
    pub const fn terms(&self) -> &MatchTerms {
        &self.terms
    }

    /// Who plays on that seat; `None` while it is open.
    #[must_use]
    pub const fn player(&self, seat: Seat) -> Option<AccountId> {
        match seat {
            Seat::First => Some(self.first),
            Seat::Second => self.second,
        }
    }

    /// The seat of that player.
    #[must_use]
    pub fn seat_of(&self, player: AccountId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.player(*seat) == Some(player))
    }

    /// Where it stands.
    #[must_use]
    pub fn state(&self) -> MatchState {
        let in_game = |slot: &GameSlot, state| match slot {
            GameSlot::Regular { .. } => state,
            GameSlot::Mini(_) => MatchState::MiniMatch,
        };
        match &self.phase {
            Phase::Offered { .. } if self.counters == PerSeat::default() => MatchState::Proposed,
            Phase::Offered { .. } => MatchState::Countered,
            Phase::Scheduled { .. } => MatchState::Scheduled,
            Phase::CheckIn { .. } => MatchState::CheckIn,
            Phase::Playing { slot, .. } => in_game(slot, MatchState::Playing),
            Phase::Break { next, .. } => in_game(next, MatchState::Break),
            Phase::Between { .. } if self.mini.is_some() => MatchState::MiniMatch,
            Phase::Between { .. } => MatchState::Break,
            Phase::Decided { .. } => MatchState::Decided,
            Phase::Review { .. } => MatchState::Review,
            Phase::Settled { .. } => MatchState::Settled,
            Phase::Ended { state, .. } => *state,
        }
    }

    /// When a [`Tick`](super::MatchCommand::Tick) is next worth asking; `None` in a terminal state alone. In check-in also
    /// when a player's presence changes or his lobby game ends.
    #[must_use]
    pub fn due(&self) -> Option<WallTime> {
        match &self.phase {
            Phase::Offered { expires_at, .. } => Some(*expires_at),
            Phase::Scheduled { opens_at } => Some(*opens_at),
            Phase::CheckIn { closes_at, delayed_until } => Some(match (delayed_until, self.starts_at) {
                (Some(until), _) => after(*until),
                (None, Some(starts_at)) if self.checked_in.first && self.checked_in.second => starts_at,
                _ => after(*closes_at),
            }),
            Phase::Playing { overdue_at, .. } => Some(*overdue_at),
            Phase::Between { at } => Some(*at),
            Phase::Break { until, .. } => Some(*until),
            Phase::Decided { settles_at, .. } => Some(*settles_at),
            Phase::Review { deadline, .. } => Some(*deadline),
            Phase::Settled { rematch_until, .. } => Some(*rematch_until),
            Phase::Ended { .. } => None,
        }
    }

    /// When it starts, once it is agreed.
    #[must_use]
    pub const fn starts_at(&self) -> Option<WallTime> {
        self.starts_at
    }

    /// The games that have ended, voided ones too.
    #[must_use]
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// The game that runs.
    #[must_use]
    pub const fn running(&self) -> Option<GameId> {
        match &self.phase {
            Phase::Playing { game, .. } => Some(*game),
            _ => None,
        }
    }

    /// The score of the N games: 2 a win, 1 a draw.
    #[must_use]
    pub const fn points(&self) -> PerSeat<u16> {
        self.points
    }

    /// How it ended, once it is decided.
    #[must_use]
    pub const fn outcome(&self) -> Option<MatchOutcome> {
        match &self.phase {
            Phase::Decided { outcome, .. }
            | Phase::Review { outcome, .. }
            | Phase::Settled { outcome, .. } => Some(*outcome),
            Phase::Ended { outcome, .. } => *outcome,
            _ => None,
        }
    }

    /// Who came, after a no-show of one.
    #[must_use]
    pub const fn walkover(&self) -> Option<Seat> {
        match &self.phase {
            Phase::Ended { present, .. } => *present,
            _ => None,
        }
    }

    /// Why it was cancelled, if it was.
    #[must_use]
    pub const fn cancelled(&self) -> Option<CancelCause> {
        self.cancelled
    }

    /// The rematch that was agreed.
    #[must_use]
    pub fn child(&self) -> Option<MatchId> {
        self.rematch.and_then(|rematch| rematch.child)
    }

    /// What the match's escrow has to hold now, of both players together.
    #[must_use]
    pub fn exposure(&self) -> Amount {
        Amount(self.held().0.saturating_mul(2))
    }

    /// What the match's escrow holds of each player.
    pub(super) fn held(&self) -> Amount {
        let paid_out =
            matches!(self.phase, Phase::Offered { .. } | Phase::Settled { .. } | Phase::Ended { .. });
        let over = matches!(self.phase, Phase::Decided { .. } | Phase::Review { .. });
        match self.terms.stake_mode {
            _ if paid_out => Amount::ZERO,
            StakeMode::PerMatch => self.terms.stake,
            StakeMode::PerGame if over => Amount::ZERO,
            StakeMode::PerGame => Amount(self.terms.stake.0.saturating_mul(i64::from(self.unplayed()))),
        }
    }

    /// How many of the N games have not been played and are not being played.
    fn unplayed(&self) -> u8 {
        let counted = |game: &&MatchGame| {
            matches!(game.slot, GameSlot::Regular { .. }) && game.over.result != GameResult::Void
        };
        let played = self.games.iter().filter(counted).count();
        let running =
            usize::from(matches!(self.phase, Phase::Playing { slot: GameSlot::Regular { .. }, .. }));
        self.terms.games.saturating_sub(u8::try_from(played + running).unwrap_or(u8::MAX))
    }

    /// Who leads in the N games.
    pub(super) fn leader(&self) -> Option<Seat> {
        match self.points.first.cmp(&self.points.second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Who has White in that one of the N games; the seats alternate strictly (R7).
    pub(super) fn white_of(&self, number: u8) -> Seat {
        let first = self.first_white.unwrap_or(Seat::Second);
        if number % 2 == 1 { first } else { first.other() }
    }
}

/// The instant right after the last one of a period.
pub(super) const fn after(last: WallTime) -> WallTime {
    WallTime(last.0.saturating_add(1))
}
