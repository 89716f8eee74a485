//! One game, command by command, with its instants moved by hand.
#![allow(clippy::unwrap_used, reason = "tests")]

mod clocks;
mod endings;
mod first_moves;
mod forfeits;
mod histories;
mod offers;
mod playouts;
mod table;
