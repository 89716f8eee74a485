//! Practice games and those who watch.

use super::error::{Problem, within};
use draughts::Variant;
use ids::Millis;
use rooms::BotLimits;
use serde::{Deserialize, Serialize};

/// Practice games: no account, no stake, not a row. None survives a restart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PracticeConfig {
    /// Practice games at once from one address.
    pub games_per_address: u32,
    /// Practice games at once in all.
    pub games: u32,
    /// How long a link waits for a friend, in seconds.
    pub link_lifetime_s: u64,
    /// After this long without a move a practice game is dropped, in seconds.
    pub idle_s: u64,
    /// Threads that the bot may think on.
    pub bot_threads: usize,
    /// How long the bot thinks for a move at its best, in milliseconds; less where many games wait.
    pub bot_think_ms: u64,
    /// How long it looks at a position that is analysed, in milliseconds; less where many wait.
    pub analysis_think_ms: u64,
    /// Memory of each of the bot's threads for positions, in MiB.
    pub bot_memory_mib: usize,
    /// The bot's endgame tables hold positions of so many pieces on 8x8, one less on 10x10; what is missing is made in the background. 0 for
    /// none.
    pub bot_table_pieces: u32,
}

/// Positions that the bot looks at for a move at most; a second's time ends a search long before.
const BOT_NODES: u64 = 100_000_000;

impl Default for PracticeConfig {
    fn default() -> Self {
        Self {
            games_per_address: 5,
            games: 2_000,
            link_lifetime_s: 1_800,
            idle_s: 1_800,
            bot_threads: 1,
            bot_think_ms: 1_000,
            analysis_think_ms: 250,
            bot_memory_mib: 32,
            bot_table_pieces: 4,
        }
    }
}

impl PracticeConfig {
    /// The tables that the bot wants for a kind of draughts; `None` where two pieces are the most.
    pub(crate) fn tables(&self, variant: Variant) -> Option<(Variant, u32)> {
        let fewer = u32::from(variant == Variant::International);
        let pieces = self.bot_table_pieces.saturating_sub(fewer);
        (pieces >= 2).then_some((variant, pieces))
    }

    /// The bot's bounds; every practice game may wait for it at once.
    pub(crate) fn bot(&self) -> BotLimits {
        BotLimits {
            threads: self.bot_threads,
            waiting: self.games as usize,
            think: Millis(self.bot_think_ms),
            nodes: BOT_NODES,
            memory: self.bot_memory_mib << 20,
        }
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "practice.games", self.games, 0..=1_000_000);
        within(problems, "practice.games_per_address", self.games_per_address, 0..=1_000_000);
        within(problems, "practice.link_lifetime_s", self.link_lifetime_s, 1..=86_400);
        within(problems, "practice.idle_s", self.idle_s, 1..=86_400);
        within(problems, "practice.bot_threads", self.bot_threads, 1..=256);
        within(problems, "practice.bot_think_ms", self.bot_think_ms, 10..=60_000);
        within(problems, "practice.analysis_think_ms", self.analysis_think_ms, 10..=10_000);
        within(problems, "practice.bot_table_pieces", self.bot_table_pieces, 0..=6);
        within(problems, "practice.bot_memory_mib", self.bot_memory_mib, 1..=4_096);
    }
}

/// Those who watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SpectatorConfig {
    /// How much later than the players they see everything, the result too, in milliseconds.
    pub delay_ms: u64,
    /// How many may watch one game.
    pub per_game: usize,
}

impl Default for SpectatorConfig {
    fn default() -> Self {
        Self { delay_ms: 0, per_game: 1_000 }
    }
}

impl SpectatorConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "spectators.delay_ms", self.delay_ms, 0..=600_000);
        within(problems, "spectators.per_game", self.per_game, 0..=100_000);
    }
}
