//! Every number of Rivals, with the published rule as its default. Knows no match.

use crate::{Clock, MiniLimits, ReviewTerms};
use ids::{Amount, Millis};
use serde::{Deserialize, Serialize};

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// What a player who does not come to his match loses (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum NoShowMoney {
    /// Nothing: everybody gets everything back.
    RefundAll,
    /// One stake, if both have confirmed the match anew shortly before; else nothing.
    ForfeitStake,
}

/// The numbers of Rivals in force when a match is proposed; a match keeps them to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RivalsLimits {
    /// How many games a match may have (R1).
    pub games: Vec<u8>,
    /// The lowest stake, in minor units.
    pub stake_min: Amount,
    /// The highest stake, in minor units.
    pub stake_max: Amount,
    /// The shortest clock.
    pub clock_min: Clock,
    /// The longest clock.
    pub clock_max: Clock,
    /// A scheduled start is at least this far ahead (R1).
    pub min_lead: Millis,
    /// And at most this far.
    pub max_lead: Millis,
    /// How long a challenge to a scheduled match may wait for its answer (R2).
    pub expiry: Millis,
    /// It expires this long before the start, or after half of the lead if that is less.
    pub expiry_before_start: Millis,
    /// How long a challenge to play now may wait.
    pub now_expiry: Millis,
    /// Counter-offers of each side (R2).
    pub counters: u8,
    /// Challenges that a player may have open at once (R2).
    pub outgoing: u32,
    /// Check-in opens this long before the start (R6).
    pub check_in_before: Millis,
    /// Check-in closes this long after the start: 3 to 15 minutes.
    pub grace: Millis,
    /// How long a start waits for the end of a lobby game of a player.
    pub busy_wait: Millis,
    /// A check-in's timer that fires later than this shows that the server was away: check-in is open for its grace again.
    pub outage: Millis,
    /// Until this long before the start a player may cancel alone without a mark (R5).
    pub free_cancel: Millis,
    /// So many late cancels …
    pub late_cancels: usize,
    /// … within this time …
    pub late_cancels_within: Millis,
    /// … bar from scheduled matches for this long.
    pub late_cancel_bar: Millis,
    /// What a no-show loses (R6).
    pub no_show: NoShowMoney,
    /// A new confirmation counts for this long before the start (R6).
    pub reconfirm_within: Millis,
    /// The break between games (R8).
    pub game_break: Millis,
    /// By how much a player may extend a break.
    pub extension: Millis,
    /// How often each player may do so in a match.
    pub extensions: u8,
    /// How late a player may come to a game after the first one (R11).
    pub absence_per_game: Millis,
    /// And to all games of a match together.
    pub absence_per_match: Millis,
    /// So many games in a row lost by forfeit lose the match.
    pub absences_in_a_row: u8,
    /// The window for a present player's first move.
    pub first_move_window: Millis,
    /// How often a voided game is played again; after that it is unplayed.
    pub replays: u8,
    /// A game that has not ended after this long is shown to the operator.
    pub game_at_most: Millis,
    /// The mini-match. Absences are counted by the match, not by it.
    pub mini: MiniLimits,
    /// How long a decided match waits for a dispute before it is settled.
    pub dispute_window: Millis,
    /// When a pot is held before it is settled (R16).
    pub review: ReviewTerms,
    /// How long a dispute may be open; then the result stands.
    pub review_deadline: Millis,
    /// How long after a match a rematch may be agreed (R12).
    pub rematch: Millis,
    /// How many moves a game's length is estimated by, for what starts soon.
    pub length_moves: u32,
}

impl Default for RivalsLimits {
    fn default() -> Self {
        Self {
            games: vec![1, 2, 4, 6, 8],
            stake_min: Amount(1),
            stake_max: Amount(100_000),
            clock_min: Clock { initial: Millis(MINUTE), increment: Millis::ZERO },
            clock_max: Clock { initial: Millis(60 * MINUTE), increment: Millis(MINUTE) },
            min_lead: Millis(15 * MINUTE),
            max_lead: Millis(30 * DAY),
            expiry: Millis(24 * HOUR),
            expiry_before_start: Millis(30 * MINUTE),
            now_expiry: Millis(2 * MINUTE),
            counters: 1,
            outgoing: 10,
            check_in_before: Millis(15 * MINUTE),
            grace: Millis(5 * MINUTE),
            busy_wait: Millis(15 * MINUTE),
            outage: Millis(MINUTE),
            free_cancel: Millis(6 * HOUR),
            late_cancels: 3,
            late_cancels_within: Millis(30 * DAY),
            late_cancel_bar: Millis(14 * DAY),
            no_show: NoShowMoney::RefundAll,
            reconfirm_within: Millis(24 * HOUR),
            game_break: Millis(MINUTE),
            extension: Millis(2 * MINUTE),
            extensions: 1,
            absence_per_game: Millis(MINUTE),
            absence_per_match: Millis(2 * MINUTE),
            absences_in_a_row: 2,
            first_move_window: Millis(30_000),
            replays: 1,
            game_at_most: Millis(12 * HOUR),
            mini: MiniLimits { forfeits_lose: None, absent_both_out: None, ..MiniLimits::default() },
            dispute_window: Millis::ZERO,
            review: ReviewTerms::default(),
            review_deadline: Millis(72 * HOUR),
            rematch: Millis(2 * MINUTE),
            length_moves: 60,
        }
    }
}

/// Limits that can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RivalsLimitsError {
    /// Matches need a number of games.
    #[error("games is empty: name at least one number of games, each at least 1")]
    Games,
    /// The lowest stake is at least 1 and not above the highest, of which both pots must fit.
    #[error("stakes from {min} to {max} are no range: 1 ≤ stake_min ≤ stake_max ≤ {most}")]
    Stakes {
        /// The lowest.
        min: Amount,
        /// The highest.
        max: Amount,
        /// What the highest may be with that many games.
        most: Amount,
    },
    /// One bound is above the other.
    #[error("{low} is {low_ms} ms, which is more than the {high_ms} ms of {high}")]
    Order {
        /// The name of the one that must be less.
        low: &'static str,
        /// Its value, in milliseconds.
        low_ms: u64,
        /// The name of the one that must be more.
        high: &'static str,
        /// Its value, in milliseconds.
        high_ms: u64,
    },
    /// A value is outside its own bounds.
    #[error("{name} is {given}, it has to be {min} to {max}")]
    Bounds {
        /// Its name.
        name: &'static str,
        /// Its value; milliseconds for a time.
        given: u64,
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// The match counts absences, not its mini-match.
    #[error("mini.forfeits_lose and mini.absent_both_out must be left out: R11 counts a match's absences")]
    MiniAbsences,
}

impl RivalsLimits {
    /// Whether these numbers can be played by.
    ///
    /// # Errors
    /// [`RivalsLimitsError`] names the first number that can't.
    pub fn validate(&self) -> Result<(), RivalsLimitsError> {
        let most_games = self.games.iter().copied().max().unwrap_or(0);
        if most_games == 0 || self.games.contains(&0) {
            return Err(RivalsLimitsError::Games);
        }
        let most = Amount(Amount::MAX.0 / 2 / i64::from(most_games));
        if self.stake_min < Amount(1) || self.stake_min > self.stake_max || self.stake_max > most {
            return Err(RivalsLimitsError::Stakes { min: self.stake_min, max: self.stake_max, most });
        }
        self.validate_order()?;
        self.validate_bounds()?;
        if self.mini.forfeits_lose.is_some() || self.mini.absent_both_out.is_some() {
            return Err(RivalsLimitsError::MiniAbsences);
        }
        Ok(())
    }

    fn validate_order(&self) -> Result<(), RivalsLimitsError> {
        for (low, low_value, high, high_value) in [
            ("min_lead", self.min_lead, "max_lead", self.max_lead),
            ("clock_min.initial", self.clock_min.initial, "clock_max.initial", self.clock_max.initial),
            (
                "clock_min.increment",
                self.clock_min.increment,
                "clock_max.increment",
                self.clock_max.increment,
            ),
            ("grace", self.grace, "busy_wait", self.busy_wait),
            ("absence_per_game", self.absence_per_game, "absence_per_match", self.absence_per_match),
            ("now_expiry", self.now_expiry, "expiry", self.expiry),
        ] {
            if low_value > high_value {
                return Err(RivalsLimitsError::Order {
                    low,
                    low_ms: low_value.0,
                    high,
                    high_ms: high_value.0,
                });
            }
        }
        Ok(())
    }

    fn validate_bounds(&self) -> Result<(), RivalsLimitsError> {
        for (name, given, min, max) in [
            ("min_lead", self.min_lead.0, MINUTE, 30 * DAY),
            ("max_lead", self.max_lead.0, MINUTE, 366 * DAY),
            ("clock_min.initial", self.clock_min.initial.0, 1_000, DAY),
            ("clock_max.initial", self.clock_max.initial.0, 1_000, DAY),
            ("expiry", self.expiry.0, MINUTE, 30 * DAY),
            ("now_expiry", self.now_expiry.0, 1_000, DAY),
            ("grace", self.grace.0, 3 * MINUTE, 15 * MINUTE),
            ("outage", self.outage.0, 31_000, HOUR),
            ("game_break", self.game_break.0, 1_000, DAY),
            ("first_move_window", self.first_move_window.0, 1_000, HOUR),
            ("game_at_most", self.game_at_most.0, HOUR, 30 * DAY),
            ("review.hold", self.review.hold.0, MINUTE, 30 * DAY),
            ("review_deadline", self.review_deadline.0, HOUR, 30 * DAY),
            ("dispute_window", self.dispute_window.0, 0, 7 * DAY),
            ("rematch", self.rematch.0, 1_000, DAY),
            ("absences_in_a_row", u64::from(self.absences_in_a_row), 1, 8),
            ("replays", u64::from(self.replays), 0, 3),
            ("counters", u64::from(self.counters), 0, 5),
            ("mini.sudden_death_games", u64::from(self.mini.sudden_death_games), 1, 100),
            ("mini.sudden_death", self.mini.sudden_death.0, 1_000, DAY),
            ("mini.replays", u64::from(self.mini.replays), 0, 3),
        ] {
            if !(min..=max).contains(&given) {
                return Err(RivalsLimitsError::Bounds { name, given, min, max });
            }
        }
        Ok(())
    }
}
