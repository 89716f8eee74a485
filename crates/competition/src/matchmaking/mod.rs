//! Play now: who waits, and who plays whom. Knows no wallet, no socket and no clock; a map of its parts.

mod pool;
mod rules;
mod seeker;
mod terms;

pub use pool::{Pool, PoolEvent, PoolPair, Waiting};
pub use seeker::{GameProfile, JoinError, Seeker, StakeRange};
pub use terms::{PoolTerms, PoolTermsError};
