//! Play now: who is paired with whom, and how long one waits.

use super::error::{Problem, within};
use competition::{Points, PoolTerms};
use ids::Millis;
use serde::{Deserialize, Serialize};

/// The longest time that anything here takes, in seconds.
const DAY: u64 = 86_400;

/// Play now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchmakingConfig {
    /// How far apart two ratings may be at first, in points.
    pub window: i32,
    /// How much further after each step of waiting.
    pub widen_by: i32,
    /// How long a step is, in seconds.
    pub widen_every_s: u64,
    /// How far at most, unless both players say yes to more.
    pub widest: i32,
    /// A pair within the window that is further apart than this …
    pub even: i32,
    /// … is made when both have waited for so long, in seconds.
    pub even_for_s: u64,
    /// After so long without an opponent a player is asked whether anybody will do, in seconds.
    pub quiet_s: u64,
    /// After so long he waits no longer, in seconds.
    pub longest_s: u64,
    /// Two who met in this many last games of either are a repetition.
    pub repeat_games: usize,
    /// A repetition is not paired while so many others wait in the window of either.
    pub repeat_others: usize,
    /// A repetition that may be paired counts as so many points further apart.
    pub repeat_points: i32,
    /// Each second that somebody has waited counts as so many points nearer.
    pub wait_points: i32,
    /// Nobody's games with White and with Black come to differ by more.
    pub colour_difference: u32,
    /// The round trips that a player may name as his limit, in milliseconds, rising; others see the one that holds his own.
    pub latency_steps_ms: Vec<u64>,
    /// Players who may wait in all.
    pub waiting: usize,
    /// Whether two who are, or have signed in, at one address are never paired.
    pub apart_by_address: bool,
    /// So many addresses of a player are looked at, the newest.
    pub addresses: usize,
    /// How long one waits on after his last socket has gone, in seconds.
    pub owner_gone_s: u64,
    /// Players whom one may have blocked.
    pub blocks_per_player: u32,
}

impl Default for MatchmakingConfig {
    fn default() -> Self {
        Self {
            window: 100,
            widen_by: 25,
            widen_every_s: 5,
            widest: 400,
            even: 107,
            even_for_s: 20,
            quiet_s: 60,
            longest_s: 600,
            repeat_games: 10,
            repeat_others: 4,
            repeat_points: 200,
            wait_points: 2,
            colour_difference: 2,
            latency_steps_ms: vec![50, 100, 200, 400],
            waiting: 2_000,
            apart_by_address: true,
            addresses: 16,
            owner_gone_s: 20,
            blocks_per_player: 500,
        }
    }
}

impl MatchmakingConfig {
    pub(crate) fn terms(&self) -> PoolTerms {
        let seconds = |seconds: u64| Millis(seconds.saturating_mul(1000));
        PoolTerms {
            window: Points::whole(self.window),
            widen_by: Points::whole(self.widen_by),
            widen_every: seconds(self.widen_every_s),
            widest: Points::whole(self.widest),
            even: Points::whole(self.even),
            even_for: seconds(self.even_for_s),
            quiet: seconds(self.quiet_s),
            longest: seconds(self.longest_s),
            repeat_games: self.repeat_games,
            repeat_others: self.repeat_others,
            repeat_points: Points::whole(self.repeat_points),
            wait_points: Points::whole(self.wait_points),
            colour_difference: self.colour_difference,
            latency_steps: self.latency_steps_ms.iter().copied().map(Millis).collect(),
            most_waiting: self.waiting,
            most_origins: self.addresses,
        }
    }

    pub(super) fn check(&self, problems: &mut Vec<Problem>) {
        within(problems, "matchmaking.widest", self.widest, 1..=10_000);
        within(problems, "matchmaking.window", self.window, 1..=self.widest.max(1));
        within(problems, "matchmaking.widen_by", self.widen_by, 0..=10_000);
        within(problems, "matchmaking.widen_every_s", self.widen_every_s, 1..=3_600);
        within(problems, "matchmaking.even", self.even, 0..=10_000);
        within(problems, "matchmaking.even_for_s", self.even_for_s, 0..=DAY);
        within(problems, "matchmaking.quiet_s", self.quiet_s, 1..=DAY);
        within(problems, "matchmaking.longest_s", self.longest_s, self.quiet_s.max(1)..=7 * DAY);
        within(problems, "matchmaking.repeat_games", self.repeat_games, 0..=100);
        within(problems, "matchmaking.repeat_others", self.repeat_others, 1..=1_000);
        within(problems, "matchmaking.repeat_points", self.repeat_points, 0..=10_000);
        within(problems, "matchmaking.wait_points", self.wait_points, 0..=10_000);
        within(problems, "matchmaking.colour_difference", self.colour_difference, 1..=1_000);
        within(problems, "matchmaking.waiting", self.waiting, 2..=20_000);
        within(problems, "matchmaking.addresses", self.addresses, 1..=64);
        within(problems, "matchmaking.owner_gone_s", self.owner_gone_s, 0..=3_600);
        within(problems, "matchmaking.blocks_per_player", self.blocks_per_player, 0..=10_000);
        let steps = &self.latency_steps_ms;
        let rise = steps.is_sorted_by(|a, b| a < b);
        if !rise || steps.len() > 16 || steps.iter().any(|step| !(1..=60_000).contains(step)) {
            problems.push(Problem::new(
                "matchmaking.latency_steps_ms",
                format!("is {steps:?}"),
                "at most 16 steps that rise, each 1 to 60000",
            ));
        }
    }
}
