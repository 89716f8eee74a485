//! The outer ring: HTTP, WebSocket, accounts, configuration and wiring. Knows no rule of play and no SQL.

mod config;
mod origin;

pub use config::{
    ClockConfig, Config, ConfigError, CurrencyConfig, DatabaseConfig, Environment, GameConfig, GamesConfig,
    Gateway, LimitConfig, LobbyConfig, LogConfig, LogFormat, PasswordConfig, PaymentConfig, PracticeConfig,
    Problem, RecoveryConfig, RematchConfig, ServerConfig, SessionConfig, SocketConfig, SpectatorConfig,
};
