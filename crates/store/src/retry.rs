//! A transaction that lost to another one is done again, whole. Knows no SQL.

use crate::error::{Remedy, remedy};

/// How often a transaction is tried.
const TRIES: u32 = 4;

/// An error that may be the database's.
pub(crate) trait FromDatabase {
    /// What the database said, if it said it.
    fn database(&self) -> Option<&sqlx::Error>;
}

impl FromDatabase for sqlx::Error {
    fn database(&self) -> Option<&sqlx::Error> {
        Some(self)
    }
}

/// Does it, and does it again up to three times while it is a victim of a deadlock or of serialization.
pub(crate) async fn whole<T, E: FromDatabase, F: Future<Output = Result<T, E>>>(
    mut transaction: impl FnMut() -> F,
) -> Result<T, E> {
    for _ in 1..TRIES {
        match transaction().await {
            Err(error) if error.database().map(remedy) == Some(Remedy::Repeat) => {
                metrics::counter!("damas_transaction_repeats_total").increment(1);
            }
            done => return done,
        }
    }
    transaction().await
}
