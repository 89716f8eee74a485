//! The numbers of a tournament that are no choice of its announcement. Knows no event.

use crate::MiniLimits;
use ids::Millis;
use serde::{Deserialize, Serialize};

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// The numbers behind the rules. The default is the published one of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TournamentLimits {
    /// How much later the start is tried once more when too few have checked in. F4.
    pub start_extension: Millis,
    /// Between a round's end and the next pairing.
    pub round_break: Millis,
    /// Between two games of a tie, and before a voided game is played again.
    pub leg_break: Millis,
    /// How many forfeits withdraw a player. F8.
    pub forfeits_withdraw: u8,
    /// How often a voided game is played again before it is a draw.
    pub replays: u8,
    /// In a Swiss, how many rounds ago two must have met who meet again where nothing else can be paired.
    pub rematch_age: u16,
    /// The longest suspension; then the event is aborted. F13.
    pub suspension: Millis,
    /// How long an open case may hold up the payout; then the result stands.
    pub review: Millis,
    /// The most cases of an event.
    pub cases: u32,
    /// From the payout to the archive.
    pub archive: Millis,
    /// How long a first move may take once its player is there; the grace ends it at the latest.
    pub first_move_window: Millis,
    /// The first ply at which a draw may be offered.
    pub draw_offers_from_ply: u16,
    /// A game that is not over when both sides could have made this many moves is voided: a fault.
    pub overdue_moves: u32,
    /// A guarantee is at most this many times the contributions of the minimum of players.
    pub guarantee_times: u32,
    /// The mini-match of a level tie, and what forfeits cost in it.
    pub mini: MiniLimits,
}

impl Default for TournamentLimits {
    fn default() -> Self {
        Self {
            start_extension: Millis(10 * MINUTE),
            round_break: Millis(MINUTE),
            leg_break: Millis(MINUTE),
            forfeits_withdraw: 2,
            replays: 1,
            rematch_age: 3,
            suspension: Millis(30 * MINUTE),
            review: Millis(72 * HOUR),
            cases: 1000,
            archive: Millis(90 * DAY),
            first_move_window: Millis(30 * SECOND),
            draw_offers_from_ply: 30,
            overdue_moves: 500,
            guarantee_times: 2,
            mini: MiniLimits::default(),
        }
    }
}
