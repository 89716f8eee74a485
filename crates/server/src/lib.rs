//! The outer ring: HTTP, WebSocket, accounts, configuration and wiring. Knows no rule of play and no SQL.

mod accounts;
mod address;
mod announcement;
mod app;
mod calendar;
mod chance;
mod clock;
mod config;
mod draw_rules;
mod error;
mod figures;
mod http;
mod live;
mod logging;
mod mail;
mod money;
mod notices;
mod offers;
mod origin;
mod outage;
mod rate;
mod ready;
mod serve;
mod socket;
mod storage;
mod tournament_view;
mod watch;
mod wire;
mod withdrawals;

pub use announcement::{ladder_announcement, tournament_announcement};
pub use config::{
    AbortConfig, CancellationName, ClockConfig, Config, ConfigError, CurrencyConfig, DatabaseConfig,
    Environment, FormatName, GameConfig, GamesConfig, Gateway, LimitConfig, LobbyConfig, LogConfig,
    LogFormat, MailConfig, MailSecurity, MailTransport, MatchmakingConfig, MiniConfig, NoShowMoney,
    NoticeConfig, OutageConfig, PairConfig, PasswordConfig, PaymentConfig, PracticeConfig, Problem,
    RatingConfig, RecoveryConfig, RematchConfig, ReviewConfig, RivalsConfig, RuleSetConfig, ScheduleConfig,
    ServerConfig, SessionConfig, SocketConfig, SpectatorConfig, TournamentTermsConfig, TournamentsConfig,
};
pub use logging::filter as log_filter;
pub use serve::{RunError, Running, ServeOptions, StartError, run, start};
pub use storage::StorageError;
pub use store::JournalMode;
