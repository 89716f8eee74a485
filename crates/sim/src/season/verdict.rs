//! What a season has found, and how much of it there was. Knows no port.

use super::rows::Counts;
use ids::WallTime;
use std::collections::BTreeMap;
use std::fmt;

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// What.
    pub what: String,
    /// At which step of the season.
    pub step: u64,
    /// When, by the season's wall clock.
    pub at: WallTime,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}, at {}: {}", self.step, self.at.unix_millis(), self.what)
    }
}

/// What there was in a season.
#[derive(Clone, Debug, Default)]
pub struct SeasonReport {
    /// The seed that repeats it.
    pub seed: u64,
    /// Steps of matches and tournaments.
    pub steps: u64,
    /// Matches that are over.
    pub matches: u64,
    /// Of them those in which a game was played.
    pub series: u64,
    /// Tournaments that are over, by format; those that started.
    pub tournaments: BTreeMap<&'static str, u64>,
    /// Of them those of more than 64 players.
    pub large: BTreeMap<&'static str, u64>,
    /// Tournaments that were called off.
    pub cancelled: u64,
    /// Tournaments that were aborted, which are not among those by format.
    pub aborted: u64,
    /// The operator's orders, by what became of them.
    pub orders: BTreeMap<&'static str, u64>,
    /// Games that events made.
    pub games: u64,
    /// Games that people sat down to in the lobby.
    pub seats: u64,
    /// Notices to players.
    pub notices: u64,
    /// How often the process was killed, or an answer lost, and where.
    pub crashes: BTreeMap<&'static str, u64>,
    /// What was asked and refused, by the first words of the reason.
    pub refused: BTreeMap<String, u64>,
    /// How often each row of the state tables was taken.
    pub rows: Counts,
    /// How much of the season's time has passed, in milliseconds.
    pub passed_ms: u64,
    /// A digest of all that happened: the same seed gives the same.
    pub digest: u64,
    /// Whether the planted fault was met.
    pub planted: bool,
    /// The first promise that was broken.
    pub broken: Option<Broken>,
}

impl SeasonReport {
    /// Whether everything held.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.broken.is_none()
    }

    /// Adds another season's figures to these.
    pub fn add(&mut self, other: &Self) {
        self.steps += other.steps;
        self.matches += other.matches;
        self.series += other.series;
        self.cancelled += other.cancelled;
        self.aborted += other.aborted;
        self.games += other.games;
        self.seats += other.seats;
        self.notices += other.notices;
        self.passed_ms += other.passed_ms;
        for (of, to) in [
            (&other.tournaments, &mut self.tournaments),
            (&other.large, &mut self.large),
            (&other.crashes, &mut self.crashes),
            (&other.orders, &mut self.orders),
        ] {
            of.iter().for_each(|(name, count)| *to.entry(name).or_default() += count);
        }
        for (of, to) in [(&other.refused, &mut self.refused), (&other.rows, &mut self.rows)] {
            of.iter().for_each(|(name, count)| *to.entry(name.clone()).or_default() += count);
        }
        if self.broken.is_none() {
            self.broken.clone_from(&other.broken);
        }
    }
}

impl fmt::Display for SeasonReport {
    /// One line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tournaments: u64 = self.tournaments.values().sum();
        let crashes: u64 = self.crashes.values().sum();
        let orders: u64 = self.orders.values().sum();
        write!(
            f,
            "seed {}: {} steps, {tournaments} tournaments, {} called off and {} aborted, {} matches ({} played), {} games and {} in the lobby, \
             {} notices, {orders} orders, {crashes} crashes, {} hours, digest {:016x}: ",
            self.seed,
            self.steps,
            self.cancelled,
            self.aborted,
            self.matches,
            self.series,
            self.games,
            self.seats,
            self.notices,
            self.passed_ms / 3_600_000,
            self.digest,
        )?;
        match &self.broken {
            None => write!(f, "all held"),
            Some(broken) => write!(f, "BROKEN: {broken}"),
        }
    }
}
