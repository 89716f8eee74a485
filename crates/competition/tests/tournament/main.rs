//! The rules of tournaments: the state table row by row, and each rule told as a story.
#![allow(clippy::unwrap_used, reason = "a test file: what is missing fails it")]

mod ending;
mod entering;
mod knockout;
mod notices;
mod playing;
mod scale;
mod story;
mod table;
