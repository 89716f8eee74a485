//! PostgreSQL behind the ports: the journal, the bank, the placement, ratings, accounts, and the proof of the books. The only place
//! with SQL; knows no HTTP and no rule of play.
//!
//! Queries are checked when they run (`sqlx::query`, `query_as`), not when they are compiled: so a build needs neither a
//! database nor a folder of prepared answers that has to be kept in step, and the tests, which run every query against
//! a PostgreSQL of their own, check them all the same.

mod account;
mod address;
mod bank;
mod correct;
mod crash;
mod database;
mod deployment;
mod deposit;
mod dev_players;
mod due;
pub mod embedded;
mod error;
mod event_book;
mod event_games;
mod event_money;
mod event_row;
mod event_step;
mod game_columns;
mod history;
mod instant;
mod journal;
mod lease;
mod ledger_check;
mod owner;
mod pair_use;
mod past_tournament;
mod placement;
mod post;
mod rating;
mod rating_board;
mod rating_game;
mod rating_row;
mod retry;
mod session;
mod settle;
mod standing;
mod starts;
mod statement;
mod statistics;
mod tournament_book;
mod void;
mod wallet;
mod withdraw;
mod words;

pub use account::{AccountRow, NameTaken, NewAccountError};
pub use address::{Address, AddressError};
pub use correct::{CorrectError, Correction, Party};
pub use crash::{CrashAt, CrashPoint, arm_crash};
pub use database::{Database, DatabaseOptions, Durability, OpenError};
pub use deployment::{Deployment, DeploymentError};
pub use deposit::DepositError;
pub use dev_players::NewDevPlayer;
pub use due::Due;
pub use error::StoreError;
pub use event_money::HOUSE_PROMO;
pub use history::HistoryLine;
pub use journal::JournalMode;
pub use ledger_check::LedgerReport;
pub use owner::Owner;
pub use past_tournament::PastTournament;
pub use rating::{RatingRules, TakeBackError};
pub use rating_board::RatingBoardLine;
pub use session::{NewSession, SessionRow};
pub use standing::AbortBar;
pub use statement::StatementLine;
pub use void::VoidError;
pub use withdraw::{WithdrawError, WithdrawalEnd, WithdrawalRow, WithdrawalState};
