//! Who meets whom: round robin, knockout, Swiss. Knows no clock, no money and no names.

pub mod berger;
pub mod bracket;
mod matching;
pub mod swiss;
