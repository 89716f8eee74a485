//! A tournament as one viewer may see it. Decides nothing; all is bounded by what a frame may be.

mod changes;
mod head;
mod pages;
mod row;
mod summary;
mod words;

pub(crate) use changes::{messages, part};
pub(crate) use pages::page;
pub(crate) use summary::{summary_of_row, summary_of_view};

#[cfg(test)]
mod tests;
