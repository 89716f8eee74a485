//! Solves one cell: all positions, of both sides to move, with the same men on the same squares. Knows no other cell's
//! positions but by what they are worth.
//!
//! Within a cell only kings move. Every other ply is irreversible and leads to what has been solved before. So first each
//! position is judged by its irreversible plies alone; then won and lost positions are followed backwards, ply by ply in
//! order of distance, over the kings' quiet moves. What is reached by neither is drawn.

use super::kings::Cell;
use super::pair::Pair;
use super::placement::{Placement, turned};
use super::rays::Rays;
use super::value::{Outcome, Value};
use draughts::MoveList;
use std::sync::atomic::{AtomicBool, Ordering};

/// The building was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// How many positions are looked at between two looks at the stop signal.
const GLANCE: usize = 4096;

/// Marks a position whose side to move has an irreversible ply that draws: it cannot be lost.
const HOLDS: u8 = 1 << 7;

/// The room in which one thread solves cells, one after another.
pub(crate) struct CellSolver<'a> {
    pair: &'a Pair<'a>,
    rays: &'a Rays,
    stop: &'a AtomicBool,
    /// By node: the positions of one side to move, then those of the other.
    values: Vec<Value>,
    /// Quiet king moves that have not been seen to lose, and [`HOLDS`].
    left: Vec<u8>,
    /// The nodes decided at the distance that is being followed, and at the next.
    ripe: Vec<u32>,
    next: Vec<u32>,
    moves: MoveList,
}

/// A position by its irreversible plies alone.
struct Judged {
    value: Value,
    left: u8,
}

impl<'a> CellSolver<'a> {
    pub(crate) fn new(pair: &'a Pair<'a>, rays: &'a Rays, stop: &'a AtomicBool) -> Self {
        Self {
            pair,
            rays,
            stop,
            values: Vec::new(),
            left: Vec::new(),
            ripe: Vec::new(),
            next: Vec::new(),
            moves: MoveList::default(),
        }
    }

    /// Solves the cell of that number of the first half, and with it the one of the turned board; answers how many positions
    /// that were.
    pub(crate) fn solve(&mut self, number: u32) -> Result<u64, Stopped> {
        let squares = self.pair.squares();
        let half = &self.pair.halves[0];
        let (own_men, other_men) = half.index.men(number);
        let mut cells = vec![(0, number, Cell::new(squares, &half.kings, own_men, other_men))];
        let opposite = self.pair.opposite(0);
        let half = &self.pair.halves[opposite];
        let (own_men, other_men) = (turned(other_men, squares), turned(own_men, squares));
        let number_turned = half.index.cell(own_men, other_men);
        if opposite != 0 || number_turned != number {
            cells.push((opposite, number_turned, Cell::new(squares, &half.kings, own_men, other_men)));
        }
        self.judge_all(&cells)?;
        self.follow_back(&cells)?;
        let of_cell = cells[0].2.len();
        for (n, (half, number, _)) in cells.iter().enumerate() {
            let half = &self.pair.halves[*half];
            let first = u64::from(*number) * half.index.kings;
            for (at, value) in self.values[n * of_cell..(n + 1) * of_cell].iter().enumerate() {
                let value = if *value == Value::UNKNOWN { Value::DRAW } else { *value };
                half.set(first + at as u64, value);
            }
        }
        Ok(self.values.len() as u64)
    }

    fn judge_all(&mut self, cells: &[(usize, u32, Cell)]) -> Result<(), Stopped> {
        self.values.clear();
        self.left.clear();
        self.ripe.clear();
        self.next.clear();
        for (_, _, cell) in cells {
            for number in 0..cell.len() {
                if number % GLANCE == 0 && self.stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
                let (own_kings, other_kings) = cell.kings(number);
                let (own_men, other_men) = (cell.own_men, cell.other_men);
                let judged = self.judge(Placement { own_men, own_kings, other_men, other_kings });
                let node = self.values.len() as u32;
                match (judged.value.outcome(), judged.value.distance()) {
                    (Some(Outcome::Loss), 0) => self.ripe.push(node),
                    (Some(Outcome::Loss | Outcome::Win), _) => self.next.push(node),
                    _ => {}
                }
                self.values.push(judged.value);
                self.left.push(judged.left);
            }
        }
        Ok(())
    }

    fn judge(&mut self, placement: Placement) -> Judged {
        let position = placement.position(self.pair.variant);
        position.legal_moves_into(&mut self.moves);
        let mut best = None;
        let mut quiet = 0;
        for mv in &self.moves {
            if !mv.is_capture() && !mv.is_man_move() {
                quiet += 1;
                continue;
            }
            let outcome = self.pair.after_irreversible(&position.play(mv)).reversed();
            if outcome == Outcome::Win {
                return Judged { value: Value::win(1), left: 0 };
            }
            best = best.max(Some(outcome));
        }
        match best {
            _ if quiet > 0 => {
                let holds = if best == Some(Outcome::Draw) { HOLDS } else { 0 };
                Judged { value: Value::UNKNOWN, left: quiet | holds }
            }
            Some(Outcome::Draw) => Judged { value: Value::DRAW, left: 0 },
            // The side to move must give the position up: by an irreversible ply, or because it has none at all.
            Some(_) => Judged { value: Value::loss(1), left: 0 },
            None => Judged { value: Value::loss(0), left: 0 },
        }
    }

    fn follow_back(&mut self, cells: &[(usize, u32, Cell)]) -> Result<(), Stopped> {
        let mut distance = 0;
        while !(self.ripe.is_empty() && self.next.is_empty()) {
            let ripe = std::mem::take(&mut self.ripe);
            for (n, node) in ripe.iter().enumerate() {
                if n % GLANCE == 0 && self.stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
                self.follow_one_back(cells, *node as usize, distance + 1);
            }
            self.ripe = std::mem::replace(&mut self.next, ripe);
            self.next.clear();
            distance = distance.saturating_add(1);
        }
        Ok(())
    }

    /// Looks at every position from which a king of the opponent came here.
    fn follow_one_back(&mut self, cells: &[(usize, u32, Cell)], node: usize, distance: u16) {
        let squares = self.pair.squares();
        let of_cell = cells[0].2.len();
        let (side, number) = if node < of_cell { (0, node) } else { (1, node - of_cell) };
        let before_side = if cells.len() == 1 { 0 } else { 1 - side };
        let (cell, before) = (&cells[side].2, &cells[before_side].2);
        let lost = self.values[node].outcome() == Some(Outcome::Loss);
        let (own_kings, other_kings) = cell.kings(number);
        let occupied = cell.own_men | cell.other_men | own_kings | other_kings;
        let waiting = turned(own_kings, squares);
        let mut kings = other_kings;
        while kings != 0 {
            let king = kings.trailing_zeros();
            kings &= kings - 1;
            let mut from = self.rays.from(king, occupied);
            while from != 0 {
                let moved = other_kings ^ (1 << king) ^ (from & from.wrapping_neg());
                from &= from - 1;
                let node = before_side * of_cell + before.number(turned(moved, squares), waiting);
                if self.values[node] == Value::UNKNOWN {
                    self.decide(node, lost, distance);
                }
            }
        }
    }

    /// A quiet move from an undecided position leads to one that is lost, or else won, for the opponent.
    fn decide(&mut self, node: usize, lost: bool, distance: u16) {
        if lost {
            self.values[node] = Value::win(distance);
        } else {
            self.left[node] -= 1;
            if self.left[node] != 0 {
                return;
            }
            self.values[node] = Value::loss(distance);
        }
        self.next.push(node as u32);
    }
}
