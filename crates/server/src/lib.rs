//! The outer ring: HTTP, WebSocket, accounts, configuration and wiring. Knows no rule of play and no SQL.

mod accounts;
mod address;
mod chance;
mod clock;
mod config;
mod live;
mod origin;
mod rate;

pub use config::{
    ClockConfig, Config, ConfigError, CurrencyConfig, DatabaseConfig, Environment, GameConfig, GamesConfig,
    Gateway, LimitConfig, LobbyConfig, LogConfig, LogFormat, PasswordConfig, PaymentConfig, PracticeConfig,
    Problem, RecoveryConfig, RematchConfig, ServerConfig, SessionConfig, SocketConfig, SpectatorConfig,
};
