//! Proves tables against the rules: positions drawn by chance, or all, each against what its moves lead to and some against a
//! search that knows no table. Knows no cell, no number of a position but to choose one, and nothing of how tables are made.
//!
//! That all positions are worth what their moves are worth proves them right: what is won or lost by induction over irreversible
//! plies and distances, and what is drawn because neither side can leave what is drawn but to its loss.

use super::MOST_PIECES;
use super::distances::{BLOCK, LONGEST};
use super::material::Material;
use super::placement::Placement;
use super::proof::{Chance, searched, turned};
use super::store::Tables;
use super::table::Table;
use super::value::Outcome;
use draughts::{MoveList, Position, Variant};
use std::cmp::Ordering as Than;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How deep drawn positions are searched without tables, and one in [`DEEPER_EVERY`]; where all positions are looked at, one in
/// [`SEARCHED_EVERY`] is searched.
const DEPTH: u32 = 5;
const DEEPER: u32 = 9;
const DEEPER_EVERY: u64 = 100;
const SEARCHED_EVERY: u64 = 1009;
/// Where all positions are looked at, a thread takes so many at a time.
const PIECE: u64 = 1 << 18;
/// The limits of quiet plies in the rule sets.
pub const LIMITS: [u16; 4] = [20, 40, 50, 80];
/// A thread keeps so many blocks of distances unpacked: 64 MB.
const BLOCKS: usize = 1 << 14;

/// What is proven.
#[derive(Clone, Copy, Debug)]
pub struct CheckOptions {
    /// The variant.
    pub variant: Variant,
    /// How many positions of each table, with either side to move; `None` looks at every one, with White to move.
    pub samples: Option<u64>,
    /// What decides which.
    pub seed: u64,
    /// How many threads work; the outcome does not depend on it.
    pub threads: usize,
}

/// What was looked at, and all of it was right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckReport {
    /// Tables that were looked at.
    pub tables: u32,
    /// Positions that are worth what their moves are worth.
    pub positions: u64,
    /// Those of them that the side to move wins.
    pub won: u64,
    /// Of these, those whose distance is more than each of [`LIMITS`].
    pub over: [u64; LIMITS.len()],
    /// Positions that a search without tables proved won or lost to the end of the game.
    pub proven: u64,
}

impl CheckReport {
    fn count(&mut self, (outcome, distance): (Outcome, u16)) {
        if outcome == Outcome::Win {
            self.won += 1;
            for (over, limit) in self.over.iter_mut().zip(LIMITS) {
                *over += u64::from(distance > limit);
            }
        }
    }

    fn add(&mut self, part: &Self) {
        self.positions += part.positions;
        self.won += part.won;
        self.proven += part.proven;
        self.over.iter_mut().zip(part.over).for_each(|(over, part)| *over += part);
    }
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The stop signal.
    #[error("the check was stopped")]
    Stopped,
    /// There is no table of the variant.
    #[error("there is no table of {variant} draughts to check")]
    Nothing {
        /// The variant.
        variant: Variant,
    },
    /// A move leads to a position of which no table tells.
    #[error("no table tells what {fen} is worth")]
    Unknown {
        /// The position.
        fen: String,
    },
    /// A value that the moves do not bear out.
    #[error("{fen} stands as {found:?}, its moves make it {expected:?}")]
    Moves {
        /// The position.
        fen: String,
        /// What its table says.
        found: (Outcome, u16),
        /// What its moves lead to.
        expected: (Outcome, u16),
    },
    /// An outcome that a search without tables refutes.
    #[error("{fen} stands as {found}, a search to the end of the game proves {expected}")]
    Search {
        /// The position.
        fen: String,
        /// What its table says.
        found: Outcome,
        /// What the search proves.
        expected: Outcome,
    },
}

/// Proves the tables of a variant. `progress` is told how many positions of how many have been looked at.
///
/// # Errors
/// A position that is wrong.
pub fn check(
    tables: &Tables,
    options: CheckOptions,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<CheckReport, CheckError> {
    let all = (2..=MOST_PIECES).flat_map(Material::all_of);
    let here: Vec<&Table> = all.filter_map(|material| tables.table(options.variant, material)).collect();
    if here.is_empty() {
        return Err(CheckError::Nothing { variant: options.variant });
    }
    let work: Vec<Work> = here.iter().flat_map(|table| Work::of(table, options)).collect();
    let total = work.iter().map(|work| work.count).sum();
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let run = || {
        let mut checker = Checker { tables, blocks: HashMap::new(), moves: MoveList::default() };
        let mut report = CheckReport::default();
        while let Some(work) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            checker.check(work, stop, &mut report)?;
            progress(done.fetch_add(work.count, Ordering::Relaxed) + work.count, total);
        }
        Ok(report)
    };
    let parts: Vec<Result<CheckReport, CheckError>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1)).map(|_| scope.spawn(run)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a check does not panic")).collect()
    });
    let mut report = CheckReport { tables: here.len() as u32, ..CheckReport::default() };
    for part in parts {
        report.add(&part?);
    }
    Ok(report)
}

/// Positions of one table that one thread looks at.
struct Work<'a> {
    table: &'a Table,
    variant: Variant,
    /// Where it begins if it is a run of numbers, else what decides which positions.
    choice: Choice,
    count: u64,
}

enum Choice {
    From(u64),
    Seed(u64),
}

impl<'a> Work<'a> {
    fn of(table: &'a Table, options: CheckOptions) -> Vec<Self> {
        let variant = options.variant;
        let positions = table.index().positions();
        if let Some(count) = options.samples {
            let seed = options.seed ^ (table.index().material.slot() as u64) << 32;
            return vec![Self { table, variant, choice: Choice::Seed(seed), count }];
        }
        (0..positions)
            .step_by(PIECE as usize)
            .map(|from| Self {
                table,
                variant,
                choice: Choice::From(from),
                count: PIECE.min(positions - from),
            })
            .collect()
    }
}

/// What one thread works with.
struct Checker<'a> {
    tables: &'a Tables,
    /// Unpacked blocks by material and number.
    blocks: HashMap<(usize, u64), Box<[u8; BLOCK]>>,
    moves: MoveList,
}

impl Checker<'_> {
    fn check(&mut self, work: &Work, stop: &AtomicBool, report: &mut CheckReport) -> Result<(), CheckError> {
        let index = work.table.index();
        let mut chance = Chance(if let Choice::Seed(seed) = work.choice { seed } else { 0 });
        for n in 0..work.count {
            if n % 64 == 0 && stop.load(Ordering::Relaxed) {
                return Err(CheckError::Stopped);
            }
            let (position, depth) = match work.choice {
                Choice::From(from) => {
                    let position = index.placement(from + n).position(work.variant);
                    (position, if n % SEARCHED_EVERY == 0 { DEPTH } else { 0 })
                }
                Choice::Seed(_) => {
                    let white = index.placement(chance.below(index.positions())).position(work.variant);
                    let position = if chance.below(2) == 0 { white } else { turned(&white) };
                    (position, if n % DEEPER_EVERY == 0 { DEEPER } else { DEPTH })
                }
            };
            report.proven += u64::from(self.check_one(&position, depth, report)?);
            report.positions += 1;
        }
        Ok(())
    }

    /// Proves one position; whether the search saw its end.
    fn check_one(
        &mut self,
        position: &Position,
        depth: u32,
        report: &mut CheckReport,
    ) -> Result<bool, CheckError> {
        let found = self.value(position)?;
        report.count(found);
        let expected = self.by_moves(position)?;
        if found != expected {
            return Err(CheckError::Moves { fen: position.fen().to_string(), found, expected });
        }
        if depth == 0 {
            return Ok(false);
        }
        match searched(position, depth, Outcome::Loss, Outcome::Win) {
            Outcome::Draw => Ok(false),
            expected if expected == found.0 => Ok(true),
            expected => Err(CheckError::Search { fen: position.fen().to_string(), found: found.0, expected }),
        }
    }

    /// As [`Tables::distance`], which it is held against where a block is unpacked for the first time.
    fn value(&mut self, position: &Position) -> Result<(Outcome, u16), CheckError> {
        let unknown = || CheckError::Unknown { fen: position.fen().to_string() };
        let placement = Placement::of(position);
        let Some(material) = Material::of(placement) else {
            return self.tables.distance(position).ok_or_else(unknown);
        };
        let table = self.tables.table(position.variant(), material).ok_or_else(unknown)?;
        let outcome = table.outcome(placement).ok_or_else(unknown)?;
        if outcome == Outcome::Draw {
            return Ok((outcome, 0));
        }
        let number = table.index().number(placement);
        let key = (material.slot(), number / BLOCK as u64);
        if !self.blocks.contains_key(&key) {
            if self.blocks.len() == BLOCKS {
                self.blocks.clear();
            }
            let mut block = Box::new([0; BLOCK]);
            let at = table.unpack(number, &mut block).ok_or_else(unknown)?;
            if self.tables.distance(position) != Some((outcome, u16::from(block[at]))) {
                return Err(unknown());
            }
            self.blocks.insert(key, block);
        }
        let distance = self.blocks.get(&key).map_or(0, |block| block[(number % BLOCK as u64) as usize]);
        Ok((outcome, u16::from(distance)))
    }

    /// What the position is worth by what the positions after its moves are.
    fn by_moves(&mut self, position: &Position) -> Result<(Outcome, u16), CheckError> {
        let mut moves = std::mem::take(&mut self.moves);
        position.legal_moves_into(&mut moves);
        let mut best = (Outcome::Loss, 0);
        for mv in &moves {
            let value = self.value(&position.play(mv))?;
            let outcome = value.0.reversed();
            let distance = match outcome {
                Outcome::Draw => 0,
                _ if mv.is_capture() || mv.is_man_move() => 1,
                _ => (value.1 + 1).min(LONGEST),
            };
            let better = match outcome.cmp(&best.0) {
                Than::Equal if outcome == Outcome::Win => distance < best.1,
                Than::Equal => distance > best.1,
                than => than.is_gt(),
            };
            if better {
                best = (outcome, distance);
            }
        }
        self.moves = moves;
        Ok(best)
    }
}
