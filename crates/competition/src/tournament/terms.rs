//! What a tournament announces, and whether it can be kept. Frozen from the first registration on. Knows no player.

use super::TournamentLimits;
use crate::{Clock, PrizePlan, TermsHash, TieBreak, TieBreakEdition};
use ids::{Amount, Millis, WallTime};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What the names of terms begin with.
const NAMES: Uuid = Uuid::from_u128(0x8c1d_52f0_6e3b_5b8a_b0d7_94f3_21ce_6a58);

/// The most players a knockout, Swiss or arena may have.
pub const MAX_PLAYERS: u32 = 4096;
/// The most players of a round robin. F1.
pub const MAX_ROUND_ROBIN: u32 = 16;
/// The most rounds of a Swiss.
pub const MAX_ROUNDS: u16 = 32;
/// The longest name, in characters.
pub const MAX_NAME: usize = 80;
/// The longest protest window. F14.
pub const MAX_PROTEST: Millis = Millis(24 * 3_600_000);

/// How who meets whom is found. F1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// Who loses a tie is out.
    Knockout {
        /// Whether the losers of the semifinals play for place 3.
        third_place: bool,
    },
    /// The FIDE Dutch system.
    Swiss {
        /// How many rounds.
        rounds: u16,
    },
    /// All play all, by Berger tables.
    RoundRobin {
        /// Whether twice, with both colours.
        double: bool,
    },
    /// Whoever is free meets whoever else is free, until the time is over. Never for money.
    Arena {
        /// How long players are paired.
        length: Millis,
        /// How often who is free is paired.
        wave: Millis,
    },
}

/// What an abort after the first complete round does. F13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CancellationRule {
    /// The pool is divided by what was played.
    #[default]
    RollForward,
    /// Everything goes back as paid.
    RollBack,
}

/// Whose rating may enter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RatingConditions {
    /// The lowest rating.
    pub at_least: Option<i32>,
    /// The highest rating.
    pub at_most: Option<i32>,
}

/// The terms of a tournament. F2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TournamentTerms {
    /// Its name, as shown.
    pub name: String,
    /// How who meets whom is found.
    pub format: Format,
    /// The clock of a game.
    pub clock: Clock,
    /// The name of the rules of a game; nothing here looks into it.
    pub profile: String,
    /// What each entry adds to the pool.
    pub contribution: Amount,
    /// What each entry pays the house beside it.
    pub fee: Amount,
    /// The least pool; what the contributions do not cover comes from the operator's purse.
    pub guarantee: Amount,
    /// How the pool is divided; empty in an event without money.
    pub prizes: PrizePlan,
    /// The fewest players checked in with whom it starts.
    pub min_players: u32,
    /// The most entries.
    pub max_players: u32,
    /// When registration opens.
    pub registration_at: WallTime,
    /// When registration closes and check-in opens.
    pub check_in_at: WallTime,
    /// When it starts.
    pub starts_at: WallTime,
    /// Whether one may enter after the start.
    pub late_entry: bool,
    /// What decides between players of equal points, for titles and the odd unit of money.
    pub tie_breaks: Vec<TieBreak>,
    /// The text that says what unplayed rounds are worth in them.
    pub edition: TieBreakEdition,
    /// How long after a game's start who is not there loses it. F8.
    pub grace: Millis,
    /// What an abort does.
    pub cancellation: CancellationRule,
    /// Whose rating may enter.
    pub rating: RatingConditions,
    /// The countries whose players may enter; empty for all. Judged where a player's country is known.
    pub countries: Vec<String>,
    /// The window for protests between the last round and the payout. F14.
    pub protest: Millis,
    /// How much later spectators see a move.
    pub spectators_delay: Millis,
    /// The hash of the configuration in force at the announcement.
    pub config_hash: String,
    /// The numbers behind the rules.
    pub limits: TournamentLimits,
}

impl TournamentTerms {
    /// What an entry costs: contribution and fee.
    #[must_use]
    pub const fn buy_in(&self) -> Amount {
        Amount(self.contribution.0.saturating_add(self.fee.0))
    }

    /// The name of exactly these terms: whoever enters says which he saw. It is in no row, so that a later version of this program may
    /// call the same terms otherwise.
    #[must_use]
    pub fn hash(&self) -> TermsHash {
        TermsHash(Uuid::new_v5(&NAMES, format!("{self:?}").as_bytes()))
    }

    /// The last round in which one may still enter, 0 for none.
    #[must_use]
    pub fn late_entry_until(&self) -> u16 {
        match self.format {
            Format::Swiss { rounds } if self.late_entry => rounds / 2,
            Format::Arena { .. } if self.late_entry => u16::MAX,
            _ => 0,
        }
    }
}
