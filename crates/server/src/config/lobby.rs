//! Seeks, aborts, rematches, and games that a restart interrupted.

use super::error::{Problem, within};
use serde::{Deserialize, Serialize};

/// Seeks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LobbyConfig {
    /// How long a seek stays open, in seconds.
    pub seek_lifetime_s: u64,
    /// How long a seek outlives its owner's last socket, in seconds.
    pub owner_gone_s: u64,
    /// Open seeks in all.
    pub seeks: u32,
    /// Open seeks of one player.
    pub seeks_per_player: u32,
    /// Staked games that one player may have at once.
    pub staked_games_per_player: u32,
}

impl Default for LobbyConfig {
    fn default() -> Self {
        Self {
            seek_lifetime_s: 900,
            owner_gone_s: 20,
            seeks: 2_000,
            seeks_per_player: 3,
            staked_games_per_player: 1,
        }
    }
}

impl LobbyConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "lobby.seek_lifetime_s", self.seek_lifetime_s, 1..=86_400);
        within(problems, "lobby.owner_gone_s", self.owner_gone_s, 0..=3_600);
        within(problems, "lobby.seeks", self.seeks, 1..=10_000);
        within(problems, "lobby.seeks_per_player", self.seeks_per_player, 1..=100);
        within(problems, "lobby.staked_games_per_player", self.staked_games_per_player, 1..=100);
    }
}

/// Players who do not begin their games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AbortConfig {
    /// So many games that ended because of one player's first move bar him from staked seeks. 0: nobody is barred.
    pub bar_after: u32,
    /// Within how long, in seconds.
    pub within_s: u64,
    /// For how long after the last of them, in seconds.
    pub barred_s: u64,
}

impl Default for AbortConfig {
    fn default() -> Self {
        Self { bar_after: 3, within_s: 3_600, barred_s: 900 }
    }
}

impl AbortConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "aborts.bar_after", self.bar_after, 0..=1_000);
        within(problems, "aborts.within_s", self.within_s, 1..=604_800);
        within(problems, "aborts.barred_s", self.barred_s, 1..=604_800);
    }
}

/// How much and how often two players may stake against each other, through every door together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PairConfig {
    /// What one has won from the other, net, and the next stake are together at most this many of the range's highest stake.
    pub stakes: u32,
    /// How long what one has won from the other counts, in seconds.
    pub stakes_within_s: u64,
    /// Staked games of the two …
    pub games: u32,
    /// … within this time, in seconds.
    pub games_within_s: u64,
}

impl Default for PairConfig {
    fn default() -> Self {
        Self { stakes: 10, stakes_within_s: 604_800, games: 20, games_within_s: 86_400 }
    }
}

impl PairConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "pairs.stakes", self.stakes, 1..=1_000_000_000);
        within(problems, "pairs.stakes_within_s", self.stakes_within_s, 1..=31_536_000);
        within(problems, "pairs.games", self.games, 1..=1_000_000_000);
        within(problems, "pairs.games_within_s", self.games_within_s, 1..=31_536_000);
    }
}

/// Rematches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RematchConfig {
    /// For how long after a game's end a rematch may be asked for and agreed to, in seconds.
    pub window_s: u64,
}

impl Default for RematchConfig {
    fn default() -> Self {
        Self { window_s: 60 }
    }
}

impl RematchConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "rematch.window_s", self.window_s, 1..=3_600);
    }
}

/// What happens to games that a restart interrupted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecoveryConfig {
    /// How long a resumed game waits for both players before its clock runs, in milliseconds.
    pub wait_for_players_ms: u64,
    /// After being away for longer than this, in seconds, the server voids its games: both stakes go back whole.
    pub void_after_s: u64,
}

impl Default for RecoveryConfig {
    fn default() -> Self {
        Self { wait_for_players_ms: 30_000, void_after_s: 1_800 }
    }
}

impl RecoveryConfig {
    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "recovery.wait_for_players_ms", self.wait_for_players_ms, 0..=600_000);
        within(problems, "recovery.void_after_s", self.void_after_s, 1..=604_800);
    }
}
