//! The operator's configuration: read once at the start, checked whole, then never changed. Knows no socket and no database.

mod accounts;
mod currency;
mod database;
mod error;
mod games;
mod limits;
mod lobby;
mod log;
mod mail;
mod matchmaking;
mod notices;
mod outages;
mod practice;
mod ratings;
mod read;
mod reviews;
mod rivals;
mod rivals_check;
mod rule_sets;
mod server;
mod tournament_terms;
mod tournaments;
mod tournaments_check;

pub use accounts::{PasswordConfig, SessionConfig};
pub use currency::CurrencyConfig;
pub use database::DatabaseConfig;
pub use error::{ConfigError, Problem};
pub use games::{ClockConfig, GameConfig, GamesConfig};
pub use limits::LimitConfig;
pub use lobby::{AbortConfig, LobbyConfig, PairConfig, RecoveryConfig, RematchConfig};
pub use log::{LogConfig, LogFormat};
pub use mail::{MailConfig, MailSecurity, MailTransport};
pub use matchmaking::MatchmakingConfig;
pub use notices::NoticeConfig;
pub use outages::OutageConfig;
pub use practice::{PracticeConfig, SpectatorConfig};
pub use ratings::RatingConfig;
pub use reviews::ReviewConfig;
pub use rivals::{MiniConfig, NoShowMoney, RivalsConfig};
pub use rule_sets::RuleSetConfig;
pub use server::{ServerConfig, SocketConfig};
pub use tournament_terms::{CancellationName, FormatName, TournamentTermsConfig};
pub use tournaments::{ScheduleConfig, TournamentsConfig};

use draughts::{RuleSet, Variant};
use rooms::ScheduledTournament;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// What kind of deployment this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    /// For people who build and try: money is play money.
    Development,
    /// For players. A missing `environment` means this.
    #[default]
    Production,
}

/// Who brings money in and out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gateway {
    /// Nobody.
    #[default]
    None,
    /// The development gateway: it confirms every payment at once. Refused in production.
    Development,
}

/// Payments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PaymentConfig {
    /// Who brings money in and out: `none` or `development`.
    pub gateway: Gateway,
}

/// All that an operator decides. `config/damas.toml` names every key, with the same words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// `development` or `production`. Missing: `production`.
    #[serde(default)]
    pub environment: Environment,
    /// Where the server listens, for whom, and its bounds.
    #[serde(default)]
    pub server: ServerConfig,
    /// The database, but for its address, which is a secret: the environment variable `DATABASE_URL`.
    #[serde(default)]
    pub database: DatabaseConfig,
    /// The one currency of this deployment.
    pub currency: CurrencyConfig,
    /// Payments.
    #[serde(default)]
    pub payments: PaymentConfig,
    /// The games on offer and their terms.
    pub games: GamesConfig,
    /// Sets of draw rules of the operator's own, by their names.
    #[serde(default)]
    pub rule_sets: BTreeMap<String, RuleSetConfig>,
    /// Seeks.
    #[serde(default)]
    pub lobby: LobbyConfig,
    /// Players who do not begin their games.
    #[serde(default)]
    pub aborts: AbortConfig,
    /// How much and how often two players may stake against each other.
    #[serde(default)]
    pub pairs: PairConfig,
    /// Play now.
    #[serde(default)]
    pub matchmaking: MatchmakingConfig,
    /// Rematches.
    #[serde(default)]
    pub rematch: RematchConfig,
    /// Ratings.
    #[serde(default)]
    pub ratings: RatingConfig,
    /// When a pot is looked at before it is paid.
    #[serde(default)]
    pub reviews: ReviewConfig,
    /// What shows the server that it is out.
    #[serde(default)]
    pub outages: OutageConfig,
    /// Rivals matches.
    #[serde(default)]
    pub rivals: RivalsConfig,
    /// Notices of events.
    #[serde(default)]
    pub notices: NoticeConfig,
    /// Tournaments.
    #[serde(default)]
    pub tournaments: TournamentsConfig,
    /// Mail.
    #[serde(default)]
    pub mail: MailConfig,
    /// What happens to games that a restart interrupted.
    #[serde(default)]
    pub recovery: RecoveryConfig,
    /// Practice games: no account, no stake, not a row.
    #[serde(default)]
    pub practice: PracticeConfig,
    /// Those who watch.
    #[serde(default)]
    pub spectators: SpectatorConfig,
    /// Signed-in sessions.
    #[serde(default)]
    pub sessions: SessionConfig,
    /// How passwords are hashed.
    #[serde(default)]
    pub passwords: PasswordConfig,
    /// Logs.
    #[serde(default)]
    pub log: LogConfig,
}

impl Config {
    /// Whether this is a deployment for players.
    #[must_use]
    pub fn is_production(&self) -> bool {
        self.environment == Environment::Production
    }

    /// A rule set by its name; `None` when there is none so called.
    #[must_use]
    pub fn rule_set(&self, name: &str) -> Option<RuleSet> {
        match self.rule_sets.get(name) {
            Some(own) => own.rule_set(name).ok(),
            None => name.parse().ok(),
        }
    }

    /// The names of all rule sets that may be chosen from.
    #[must_use]
    pub fn rule_set_names(&self) -> Vec<String> {
        RuleSet::ALL.iter().map(ToString::to_string).chain(self.rule_sets.keys().cloned()).collect()
    }

    /// The rule set that a game is played by where none is chosen: the first of its own.
    #[must_use]
    pub fn usual_rule_set(&self, variant: Variant) -> RuleSet {
        let first = self.games.find(variant).and_then(|game| game.rule_sets.first());
        first.and_then(|name| self.rule_set(name)).unwrap_or_default()
    }

    /// The tournaments that are announced again and again, under the hash of this configuration.
    #[must_use]
    pub fn schedules(&self, hash: &str) -> Vec<ScheduledTournament> {
        // one that can't be was refused by the check
        self.tournaments.schedules.iter().filter_map(|one| one.scheduled(self, hash).ok()).collect()
    }

    /// The accepted configuration as text that is equal for equal configurations: JSON with its keys sorted.
    #[must_use]
    pub fn canonical(&self) -> String {
        let value = serde_json::to_value(self).expect("the configuration has only types that JSON has");
        let mut text = String::new();
        write_sorted(&value, &mut text);
        text
    }

    /// The SHA-256 of [`Config::canonical`] in hexadecimal: what a stake's terms are named by.
    #[must_use]
    pub fn hash(&self) -> String {
        Sha256::digest(self.canonical()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Everything in it that cannot be, all at once.
    ///
    /// # Errors
    /// [`ConfigError::Impossible`] with each key, the reason and what is allowed.
    pub fn check(&self) -> Result<(), ConfigError> {
        let mut problems = Vec::new();
        self.server.check(self.is_production(), &mut problems);
        self.database.check(&mut problems);
        self.currency.check(&mut problems);
        rule_sets::check(&self.rule_sets, &mut problems);
        self.games.check(&self.rule_set_names(), &mut problems);
        self.lobby.check(&mut problems);
        self.aborts.check(&mut problems);
        self.pairs.check(&mut problems);
        self.matchmaking.check(&mut problems);
        self.ratings.check(&mut problems);
        self.reviews.check(&mut problems);
        self.rematch.check(&mut problems);
        self.rivals.check(&self.games, &mut problems);
        self.notices.check(&mut problems);
        self.tournaments.check(self, &mut problems);
        self.mail.check(self.is_production(), &mut problems);
        self.recovery.check(&mut problems);
        self.outages.check(&mut problems);
        self.practice.check(&mut problems);
        self.spectators.check(&mut problems);
        self.sessions.check(&mut problems);
        self.passwords.check(&mut problems);
        self.log.check(&mut problems);
        self.check_money(&mut problems);
        if problems.is_empty() { Ok(()) } else { Err(ConfigError::Impossible(problems)) }
    }

    /// In production money must be real: the development gateway is refused, and stakes without a gateway too.
    fn check_money(&self, problems: &mut Vec<Problem>) {
        if !self.is_production() {
            return;
        }
        if self.payments.gateway == Gateway::Development {
            problems.push(Problem::new(
                "payments.gateway",
                "is \"development\", which makes money out of nothing, and this is production",
                "\"none\" in production",
            ));
        }
        for (variant, _) in self.games.offered().filter(|(_, game)| game.staked) {
            problems.push(Problem::new(
                format!("games.{variant}.staked"),
                "is true, but production has no payment gateway for stakes yet",
                "false in production (practice is open), or environment = \"development\" to try stakes",
            ));
        }
    }
}

/// Writes JSON with every object's keys in order, whatever order the map keeps.
fn write_sorted(value: &serde_json::Value, text: &mut String) {
    use serde_json::Value;
    match value {
        Value::Object(map) => {
            let mut keys: Vec<_> = map.keys().collect();
            keys.sort();
            text.push('{');
            for (at, key) in keys.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&Value::String(key.clone()).to_string());
                text.push(':');
                write_sorted(&map[key], text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write_sorted(value, text);
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

#[cfg(test)]
mod tests;
