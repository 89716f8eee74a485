//! The outer ring: HTTP, WebSocket, accounts, configuration and wiring. Knows no rule of play and no SQL.

mod accounts;
mod address;
mod app;
mod chance;
mod clock;
mod config;
mod draw_rules;
mod error;
mod figures;
mod http;
mod live;
mod logging;
mod money;
mod notices;
mod offers;
mod origin;
mod rate;
mod ready;
mod serve;
mod socket;
mod storage;
mod tournament_view;
mod watch;
mod wire;
mod withdrawals;

pub use config::{
    AbortConfig, ClockConfig, Config, ConfigError, CurrencyConfig, DatabaseConfig, Environment, GameConfig,
    GamesConfig, Gateway, LimitConfig, LobbyConfig, LogConfig, LogFormat, MatchmakingConfig, MiniConfig,
    NoShowMoney, NoticeConfig, PairConfig, PasswordConfig, PaymentConfig, PracticeConfig, Problem,
    RecoveryConfig, RematchConfig, ReviewConfig, RivalsConfig, RuleSetConfig, ServerConfig, SessionConfig,
    SocketConfig, SpectatorConfig,
};
pub use logging::filter as log_filter;
pub use serve::{RunError, Running, ServeOptions, StartError, run, start};
pub use storage::StorageError;
pub use store::JournalMode;
