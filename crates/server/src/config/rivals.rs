//! Every number of Rivals. The range of stakes and clocks is not here: it is that of the games on offer.

use super::{ClockConfig, GamesConfig};
use competition::{Clock, MiniLimits, NoShowMoney as NoShow, RivalsLimits};
use ids::{Amount, Millis};
use serde::{Deserialize, Serialize};

/// Clocks of Rivals are inside these, whatever is offered beside.
const SHORTEST: Millis = Millis(1_000);

/// What a player who does not come to his match loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoShowMoney {
    /// Nothing: everybody gets everything back.
    RefundAll,
    /// One stake, if both have confirmed the match anew shortly before; else nothing.
    ForfeitStake,
}

/// The rules of Rivals matches. A match keeps those that were in force when it was proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RivalsConfig {
    /// How many games a match may have.
    pub games: Vec<u8>,
    /// A scheduled start is at least this far ahead, in seconds.
    pub min_lead_s: u64,
    /// And at most this far, in seconds.
    pub max_lead_s: u64,
    /// How long a challenge to a scheduled match may wait for its answer, in seconds.
    pub expiry_s: u64,
    /// It expires this long before the start, or after half of the lead if that is less, in seconds.
    pub expiry_before_start_s: u64,
    /// How long a challenge to play now may wait, in seconds.
    pub now_expiry_s: u64,
    /// Counter-offers of each side.
    pub counters: u8,
    /// Challenges that a player may have open at once.
    pub outgoing: u32,
    /// Check-in opens this long before the start, in seconds.
    pub check_in_before_s: u64,
    /// Check-in closes this long after the start, in seconds.
    pub grace_s: u64,
    /// How long a start waits for the end of a lobby game of a player, in seconds.
    pub busy_wait_s: u64,
    /// A check-in's timer that fires later than this shows that the server was away, in seconds: check-in is open anew.
    pub outage_s: u64,
    /// Until this long before the start a player may cancel alone without a mark, in seconds.
    pub free_cancel_s: u64,
    /// So many late cancels …
    pub late_cancels: u32,
    /// … within this time, in seconds, …
    pub late_cancels_within_s: u64,
    /// … bar from scheduled matches for this long, in seconds.
    pub late_cancel_bar_s: u64,
    /// What a no-show loses: `refund_all` (nothing) or `forfeit_stake`.
    pub no_show: NoShowMoney,
    /// A new confirmation counts for this long before the start, in seconds.
    pub reconfirm_within_s: u64,
    /// The break between games, in seconds.
    pub break_s: u64,
    /// By how much a player may extend a break, in seconds.
    pub extension_s: u64,
    /// How often each player may do so in a match.
    pub extensions: u8,
    /// How late a player may come to a game after the first one, in seconds.
    pub absence_per_game_s: u64,
    /// And to all games of a match together, in seconds.
    pub absence_per_match_s: u64,
    /// So many games in a row lost by forfeit lose the match.
    pub absences_in_a_row: u8,
    /// The window for a present player's first move, in milliseconds.
    pub first_move_window_ms: u64,
    /// How often a voided game is played again; after that it is unplayed.
    pub replays: u8,
    /// A game that has not ended after this long is shown to the operator, in seconds.
    pub game_at_most_s: u64,
    /// How long a decided match waits for a dispute before it is settled, in seconds.
    pub dispute_window_s: u64,
    /// How long a dispute may be open, in seconds; then the result stands.
    pub review_deadline_s: u64,
    /// How long after a match a rematch may be agreed, in seconds.
    pub rematch_s: u64,
    /// How many moves a game's length is estimated by, for what starts soon.
    pub length_moves: u32,
    /// The mini-match that decides a level match.
    pub mini: MiniConfig,
}

/// The mini-match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MiniConfig {
    /// The shortest clock of the stage at half the match's clock.
    pub half_at_least: ClockConfig,
    /// The longest clock of the blitz stage.
    pub blitz_at_most: ClockConfig,
    /// What each side has once, for the whole of sudden death, in milliseconds.
    pub sudden_death_ms: u64,
    /// The most games of sudden death.
    pub sudden_death_games: u8,
    /// Thinking times that differ by no more are equal, in milliseconds.
    pub equal_within_ms: u64,
    /// How many moves with their increments a clock's length is measured by.
    pub length_moves: u32,
    /// How often a voided game is played again before it is a level one.
    pub replays: u8,
}

const fn seconds(millis: Millis) -> u64 {
    millis.0 / 1000
}

const fn millis(seconds: u64) -> Millis {
    Millis(seconds.saturating_mul(1000))
}

/// The published rules.
impl Default for RivalsConfig {
    fn default() -> Self {
        let rules = RivalsLimits::default();
        Self {
            min_lead_s: seconds(rules.min_lead),
            max_lead_s: seconds(rules.max_lead),
            expiry_s: seconds(rules.expiry),
            expiry_before_start_s: seconds(rules.expiry_before_start),
            now_expiry_s: seconds(rules.now_expiry),
            counters: rules.counters,
            outgoing: rules.outgoing,
            check_in_before_s: seconds(rules.check_in_before),
            grace_s: seconds(rules.grace),
            busy_wait_s: seconds(rules.busy_wait),
            outage_s: seconds(rules.outage),
            free_cancel_s: seconds(rules.free_cancel),
            late_cancels: u32::try_from(rules.late_cancels).unwrap_or(u32::MAX),
            late_cancels_within_s: seconds(rules.late_cancels_within),
            late_cancel_bar_s: seconds(rules.late_cancel_bar),
            no_show: match rules.no_show {
                NoShow::RefundAll => NoShowMoney::RefundAll,
                NoShow::ForfeitStake => NoShowMoney::ForfeitStake,
            },
            reconfirm_within_s: seconds(rules.reconfirm_within),
            break_s: seconds(rules.game_break),
            extension_s: seconds(rules.extension),
            extensions: rules.extensions,
            absence_per_game_s: seconds(rules.absence_per_game),
            absence_per_match_s: seconds(rules.absence_per_match),
            absences_in_a_row: rules.absences_in_a_row,
            first_move_window_ms: rules.first_move_window.0,
            replays: rules.replays,
            game_at_most_s: seconds(rules.game_at_most),
            dispute_window_s: seconds(rules.dispute_window),
            review_deadline_s: seconds(rules.review_deadline),
            rematch_s: seconds(rules.rematch),
            length_moves: rules.length_moves,
            games: rules.games,
            mini: MiniConfig::default(),
        }
    }
}

impl Default for MiniConfig {
    fn default() -> Self {
        let rules = MiniLimits::default();
        let clock =
            |clock: Clock| ClockConfig { initial_ms: clock.initial.0, increment_ms: clock.increment.0 };
        Self {
            half_at_least: clock(rules.half_at_least),
            blitz_at_most: clock(rules.blitz_at_most),
            sudden_death_ms: rules.sudden_death.0,
            sudden_death_games: rules.sudden_death_games,
            equal_within_ms: rules.equal_within.0,
            length_moves: rules.length_moves,
            replays: rules.replays,
        }
    }
}

impl RivalsConfig {
    /// The limits of matches among the games on offer: from the lowest stake and shortest clock of any to the highest and longest.
    /// What one game offers of that is asked when a match of it is proposed.
    #[must_use]
    pub fn limits(&self, games: &GamesConfig, reviews: &super::ReviewConfig) -> RivalsLimits {
        let most_games = self.games.iter().copied().max().unwrap_or(1).max(1);
        // a match's pot must be a number that JSON carries exactly
        let most = Amount(Amount::MAX.0 / 2 / i64::from(most_games));
        let stakes = || games.offered().map(|(_, game)| (game.stake_min, game.stake_max));
        let clocks = || games.offered().flat_map(|(_, game)| game.clocks.iter());
        let initial = || clocks().map(|clock| Millis(clock.initial_ms).max(SHORTEST));
        let increment = || clocks().map(|clock| Millis(clock.increment_ms));
        let rules = RivalsLimits::default();
        RivalsLimits {
            games: self.games.clone(),
            stake_min: stakes().map(|(least, _)| least).min().unwrap_or(rules.stake_min),
            stake_max: stakes().map(|(_, most)| most).max().unwrap_or(rules.stake_max).min(most),
            clock_min: Clock {
                initial: initial().min().unwrap_or(rules.clock_min.initial),
                increment: increment().min().unwrap_or(rules.clock_min.increment),
            },
            clock_max: Clock {
                initial: initial().max().unwrap_or(rules.clock_max.initial),
                increment: increment().max().unwrap_or(rules.clock_max.increment),
            },
            min_lead: millis(self.min_lead_s),
            max_lead: millis(self.max_lead_s),
            expiry: millis(self.expiry_s),
            expiry_before_start: millis(self.expiry_before_start_s),
            now_expiry: millis(self.now_expiry_s),
            counters: self.counters,
            outgoing: self.outgoing,
            check_in_before: millis(self.check_in_before_s),
            grace: millis(self.grace_s),
            busy_wait: millis(self.busy_wait_s),
            outage: millis(self.outage_s),
            free_cancel: millis(self.free_cancel_s),
            late_cancels: usize::try_from(self.late_cancels).unwrap_or(usize::MAX),
            late_cancels_within: millis(self.late_cancels_within_s),
            late_cancel_bar: millis(self.late_cancel_bar_s),
            no_show: match self.no_show {
                NoShowMoney::RefundAll => NoShow::RefundAll,
                NoShowMoney::ForfeitStake => NoShow::ForfeitStake,
            },
            reconfirm_within: millis(self.reconfirm_within_s),
            game_break: millis(self.break_s),
            extension: millis(self.extension_s),
            extensions: self.extensions,
            absence_per_game: millis(self.absence_per_game_s),
            absence_per_match: millis(self.absence_per_match_s),
            absences_in_a_row: self.absences_in_a_row,
            first_move_window: Millis(self.first_move_window_ms),
            replays: self.replays,
            game_at_most: millis(self.game_at_most_s),
            mini: self.mini.limits(),
            dispute_window: millis(self.dispute_window_s),
            review: reviews.terms(),
            review_deadline: millis(self.review_deadline_s),
            rematch: millis(self.rematch_s),
            length_moves: self.length_moves,
        }
    }
}

impl MiniConfig {
    pub(super) fn limits(&self) -> MiniLimits {
        let clock = |clock: ClockConfig| Clock {
            initial: Millis(clock.initial_ms),
            increment: Millis(clock.increment_ms),
        };
        MiniLimits {
            half_at_least: clock(self.half_at_least),
            blitz_at_most: clock(self.blitz_at_most),
            sudden_death: Millis(self.sudden_death_ms),
            sudden_death_games: self.sudden_death_games,
            equal_within: Millis(self.equal_within_ms),
            length_moves: self.length_moves,
            replays: self.replays,
            // a match counts absences itself, over all its games
            forfeits_lose: None,
            absent_both_out: None,
        }
    }
}
