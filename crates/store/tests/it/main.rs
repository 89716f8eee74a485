//! The store against a PostgreSQL of its own: the journal, the bank, the books, accounts, the private cluster.

mod accounts;
mod books;
mod cluster;
mod embedded;
mod journal;
mod lost_answers;
mod money;
mod proxy;
mod settling;
mod world;
