//! The store against a PostgreSQL of its own: the journal, the bank, the books, accounts, the private cluster.

#![expect(clippy::unwrap_used, reason = "these are tests: what fails here fails the test")]

mod accounts;
mod books;
mod cluster;
mod disk;
mod embedded;
mod journal;
mod ladders;
mod lost_answers;
mod matches;
mod money;
mod notices;
mod orders;
mod pairs;
mod play_now;
mod proxy;
mod rate;
mod ratings;
mod reviews;
mod settling;
mod stored_rows;
mod tournaments;
mod withdrawals;
mod world;
