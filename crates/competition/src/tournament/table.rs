//! A round and its tables: who sits where, which game is on, how it was decided. Knows no points and no money.

use super::event::{EventGame, TableRole};
use crate::{GameResult, MiniKey, MiniMatch, PerSeat, Seat};
use ids::{GameId, WallTime};
use std::collections::BTreeMap;

/// A round that was paired.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// When it was paired.
    pub paired_at: WallTime,
    /// Its tables, number 1 first.
    pub tables: Vec<Table>,
    /// The player with the pairing's bye.
    pub bye: Option<usize>,
    /// The table of each player.
    pub(super) at_table: BTreeMap<usize, u16>,
}

/// A table of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its number, from 1.
    pub number: u16,
    /// What is played for.
    pub role: TableRole,
    /// Who sits there, by their numbers. The first has White in the first game; in a knockout he is the higher seed.
    pub seats: PerSeat<Option<usize>>,
    /// What comes next at it.
    pub course: Course,
    /// The game that is on.
    pub live: Option<LiveGame>,
    /// When the next game is due, while none is on.
    pub next_at: Option<WallTime>,
    /// The games that ended, in order.
    pub ended: Vec<EndedGame>,
    /// How it was decided.
    pub outcome: Option<TableOutcome>,
}

/// How a table goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Course {
    /// One game, which may be played again if it is voided.
    Single {
        /// How often it was.
        replay: u8,
    },
    /// A tie with its mini-match.
    Tie(Box<MiniMatch>),
}

/// A game that is on.
#[derive(Clone, Debug, PartialEq)]
pub struct LiveGame {
    /// As it was made.
    pub game: EventGame,
    /// When it was made; moved on by suspensions.
    pub since: WallTime,
    /// Who of the table has White.
    pub white: Seat,
    /// Which game of the tie it is.
    pub key: Option<MiniKey>,
    /// Whether its grace still runs.
    pub grace: bool,
}

/// A game that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedGame {
    /// Which.
    pub id: GameId,
    /// Who of the table had White.
    pub white: Seat,
    /// Who won.
    pub result: GameResult,
    /// Whether it was lost by forfeit.
    pub forfeit: bool,
}

/// How a table was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableOutcome {
    /// One of the two has it.
    Won {
        /// Who.
        seat: Seat,
        /// Whether at the board.
        by: WonBy,
    },
    /// A draw.
    Level,
    /// Neither was there, or both have gone.
    BothLost,
    /// Nobody sits there.
    Empty,
}

/// How a table was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// At the board.
    Play,
    /// The other did not come.
    Forfeit,
    /// The other has gone, or nobody came through to meet.
    Walkover,
}

impl Table {
    /// The seat of a player.
    #[must_use]
    pub fn seat_of(&self, player: usize) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|seat| self.seats[*seat] == Some(player))
    }

    /// Who won it.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        match self.outcome {
            Some(TableOutcome::Won { seat, .. }) => self.seats[seat],
            _ => None,
        }
    }

    /// Whether it waits for nothing more.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.outcome.is_some()
    }
}

impl Round {
    /// The table of that number.
    #[must_use]
    pub fn table(&self, number: u16) -> Option<&Table> {
        self.tables.get(usize::from(number).checked_sub(1)?)
    }

    pub(super) fn table_mut(&mut self, number: u16) -> Option<&mut Table> {
        self.tables.get_mut(usize::from(number).checked_sub(1)?)
    }

    /// The table at which a player sits.
    #[must_use]
    pub fn table_of(&self, player: usize) -> Option<&Table> {
        self.table(*self.at_table.get(&player)?)
    }
}
