//! Legal moves the slow way, from the rules as they are told: a board of cells, one piece and one jump at a time. Knows
//! of the crate only how to look at a position; shares no mask, table or search with it.

#![allow(dead_code, reason = "each test file uses a part")]

use draughts::{Piece, Position, Role, Side, Variant};
use std::collections::BTreeSet;

/// Column and row from 0, a1 at (0, 0).
type Cell = (i8, i8);

const DIAGONALS: [Cell; 4] = [(-1, 1), (1, 1), (-1, -1), (1, -1)];

/// What a move is: start, end, captured squares sorted, by number; and whether a man is crowned by it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Found {
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) captured: Vec<u8>,
    pub(crate) crowned: bool,
}

/// The pieces on their cells, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mailbox {
    variant: Variant,
    side: Side,
    width: i8,
    cells: Vec<Option<Piece>>,
}

/// A capture under way.
#[derive(Clone)]
struct Capture {
    start: Cell,
    at: Cell,
    piece: Piece,
    jumped: Vec<Cell>,
    crowned: bool,
    /// American: the man was crowned, and that ends the move.
    over: bool,
}

impl Mailbox {
    pub(crate) fn of(position: &Position) -> Self {
        let variant = position.variant();
        let width: i8 = if variant == Variant::International { 10 } else { 8 };
        let cells = vec![None; width as usize * width as usize];
        let mut mailbox = Self { variant, side: position.side_to_move(), width, cells };
        for (square, piece) in position.pieces() {
            let cell = mailbox.cell(square.number());
            mailbox.put(cell, Some(piece));
        }
        mailbox
    }

    /// Numbers run from the top row down, from left to right, over the dark cells only.
    fn cell(&self, number: u8) -> Cell {
        let a_row = self.width / 2;
        let index = number as i8 - 1;
        let row = self.width - 1 - index / a_row;
        (index % a_row * 2 + row % 2, row)
    }

    fn number(&self, (column, row): Cell) -> u8 {
        assert_eq!((column + row) % 2, 0, "a1 is dark");
        ((self.width - 1 - row) * (self.width / 2) + column / 2 + 1) as u8
    }

    fn holds(&self, (column, row): Cell) -> bool {
        (0..self.width).contains(&column) && (0..self.width).contains(&row)
    }

    fn at(&self, (column, row): Cell) -> Option<Piece> {
        self.cells[row as usize * self.width as usize + column as usize]
    }

    fn put(&mut self, (column, row): Cell, piece: Option<Piece>) {
        self.cells[row as usize * self.width as usize + column as usize] = piece;
    }

    fn empty(&self, cell: Cell) -> bool {
        self.holds(cell) && self.at(cell).is_none()
    }

    fn is_far_row(&self, row: i8) -> bool {
        row == if self.side == Side::White { self.width - 1 } else { 0 }
    }

    fn is_forward(&self, diagonal: Cell) -> bool {
        diagonal.1 == if self.side == Side::White { 1 } else { -1 }
    }

    fn flies(&self, piece: Piece) -> bool {
        piece.role == Role::King && self.variant != Variant::American
    }

    /// The empty cells from a cell in a direction: one, or for a flying king all up to the next piece.
    fn run(&self, from: Cell, diagonal: Cell, flies: bool) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut next = step(from, diagonal);
        while self.empty(next) && (flies || cells.is_empty()) {
            cells.push(next);
            next = step(next, diagonal);
        }
        cells
    }

    /// Every piece that can be jumped next, each with the captures that it leads to. The jumping piece itself is not on
    /// the board.
    fn jumps(&self, capture: &Capture) -> Vec<Vec<Capture>> {
        let mut found = Vec::new();
        for diagonal in DIAGONALS {
            let man = capture.piece.role == Role::Man;
            if capture.over || man && self.variant == Variant::American && !self.is_forward(diagonal) {
                continue;
            }
            let flies = self.flies(capture.piece);
            let before = if flies { self.run(capture.at, diagonal, true) } else { Vec::new() };
            let over = step(*before.last().unwrap_or(&capture.at), diagonal);
            let enemy = self.holds(over) && self.at(over).is_some_and(|piece| piece.side != self.side);
            let landings = self.run(over, diagonal, flies);
            if enemy && !capture.jumped.contains(&over) && !landings.is_empty() {
                found.push(landings.into_iter().map(|at| self.landed(capture, over, at)).collect());
            }
        }
        found
    }

    /// The next jumps that the rules allow: a Russian king lands where it can go on, if it can.
    fn next(&self, capture: &Capture) -> Vec<Capture> {
        let goes_on = |next: &Capture| !self.jumps(next).is_empty();
        let mut allowed = Vec::new();
        for mut landings in self.jumps(capture) {
            if self.variant == Variant::Russian && landings.iter().any(goes_on) {
                landings.retain(goes_on);
            }
            allowed.extend(landings);
        }
        allowed
    }

    fn landed(&self, before: &Capture, over: Cell, landing: Cell) -> Capture {
        let mut capture = before.clone();
        capture.at = landing;
        capture.jumped.push(over);
        if capture.piece.role == Role::Man && self.is_far_row(landing.1) {
            match self.variant {
                Variant::Russian => {
                    capture.piece.role = Role::King;
                    capture.crowned = true;
                }
                Variant::American => {
                    capture.crowned = true;
                    capture.over = true;
                }
                Variant::Brazilian | Variant::International => {}
            }
        }
        capture
    }

    /// Follows a capture to all its ends.
    fn finish(&self, capture: &Capture, ends: &mut BTreeSet<Found>) {
        let next = self.next(capture);
        for capture in &next {
            self.finish(capture, ends);
        }
        if next.is_empty() && !capture.jumped.is_empty() {
            let mut captured: Vec<u8> = capture.jumped.iter().map(|cell| self.number(*cell)).collect();
            captured.sort_unstable();
            let ends_there = capture.piece.role == Role::Man && self.is_far_row(capture.at.1);
            ends.insert(Found {
                from: self.number(capture.start),
                to: self.number(capture.at),
                captured,
                crowned: capture.crowned || ends_there,
            });
        }
    }

    fn own(&self) -> Vec<(Cell, Piece)> {
        let all = (0..self.width).flat_map(|row| (0..self.width).map(move |column| (column, row)));
        all.filter_map(|cell| Some((cell, self.at(cell).filter(|piece| piece.side == self.side)?))).collect()
    }

    fn captures(&self) -> BTreeSet<Found> {
        let mut ends = BTreeSet::new();
        for (start, piece) in self.own() {
            let mut without = self.clone();
            without.put(start, None);
            let capture =
                Capture { start, at: start, piece, jumped: Vec::new(), crowned: false, over: false };
            without.finish(&capture, &mut ends);
        }
        if matches!(self.variant, Variant::Brazilian | Variant::International) {
            let most = ends.iter().map(|found| found.captured.len()).max().unwrap_or(0);
            ends.retain(|found| found.captured.len() == most);
        }
        ends
    }

    fn quiet(&self) -> BTreeSet<Found> {
        let mut found = BTreeSet::new();
        for (start, piece) in self.own() {
            for diagonal in DIAGONALS {
                if piece.role == Role::Man && !self.is_forward(diagonal) {
                    continue;
                }
                for end in self.run(start, diagonal, self.flies(piece)) {
                    found.insert(Found {
                        from: self.number(start),
                        to: self.number(end),
                        captured: Vec::new(),
                        crowned: piece.role == Role::Man && self.is_far_row(end.1),
                    });
                }
            }
        }
        found
    }

    /// The legal moves: captures, or where there is none the others.
    pub(crate) fn moves(&self) -> BTreeSet<Found> {
        let captures = self.captures();
        if captures.is_empty() { self.quiet() } else { captures }
    }

    pub(crate) fn play(&self, mv: &Found) -> Self {
        let mut next = self.clone();
        let (from, to) = (self.cell(mv.from), self.cell(mv.to));
        let piece = self
            .at(from)
            .map(|piece| Piece { role: if mv.crowned { Role::King } else { piece.role }, ..piece });
        next.put(from, None);
        next.put(to, piece);
        for number in &mv.captured {
            next.put(self.cell(*number), None);
        }
        next.side = self.side.other();
        next
    }

    pub(crate) fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.iter().map(|mv| self.play(mv).perft(depth - 1)).sum(),
        }
    }
}

fn step((column, row): Cell, (across, up): Cell) -> Cell {
    (column + across, row + up)
}
