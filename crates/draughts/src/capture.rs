//! Captures by depth-first search: every variant, men and kings. Knows no quiet move and no order of turns.
//!
//! Captured pieces stay where they are until the move has ended, so the search keeps them out of what may be jumped
//! and never out of the way (the Turkish strike); the start square counts as empty.

use crate::layout::{Board, DIRECTIONS, Mover, Rules, across, far_row, fill, shift, take};
use crate::variant::Crowning;

/// A capture, in padded bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) captured: u64,
    /// Crowned on the way (Russian) or by ending there (American); false where the end square alone decides.
    pub(crate) crowned: bool,
}

/// Takes the ends that the search finds: one start, one captured set, every square of `landings`.
pub(crate) trait Sink {
    fn found<R: Rules>(&mut self, from: u64, landings: u64, captured: u64, crowned: bool, taken: u32);
}

/// A different route to the same move needs a closed loop, and that takes four captures.
const LOOP: u32 = 4;

/// Lists distinct captures; under majority only the longest.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) captures: Vec<Capture>,
    most: u32,
}

impl Listing {
    pub(crate) fn clear(&mut self) {
        self.captures.clear();
        self.most = 0;
    }
}

impl Sink for Listing {
    #[inline(always)]
    fn found<R: Rules>(&mut self, from: u64, landings: u64, captured: u64, crowned: bool, taken: u32) {
        if R::ROW.majority {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.most = taken;
                self.captures.clear();
            }
        }
        let mut rest = landings;
        while let Some(to) = take(&mut rest) {
            let capture = Capture { from, to, captured, crowned };
            if taken < LOOP || !self.captures.contains(&capture) {
                self.captures.push(capture);
            }
        }
    }
}

/// Counts distinct captures; under majority only the longest.
#[derive(Debug, Default)]
pub(crate) struct Counting {
    count: u64,
    most: u32,
    /// From four captures on: what was found, with all its ends.
    seen: Vec<Ends>,
}

#[derive(Debug)]
struct Ends {
    from: u64,
    captured: u64,
    crowned: bool,
    landings: u64,
}

impl Counting {
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
        self.count = 0;
        self.most = 0;
    }

    pub(crate) const fn count(&self) -> u64 {
        self.count
    }
}

impl Sink for Counting {
    #[inline(always)]
    fn found<R: Rules>(&mut self, from: u64, landings: u64, captured: u64, crowned: bool, taken: u32) {
        if R::ROW.majority {
            if taken < self.most {
                return;
            }
            if taken > self.most {
                self.clear();
                self.most = taken;
            }
        }
        let mut new = landings;
        if taken >= LOOP {
            let same =
                |ends: &&mut Ends| ends.from == from && ends.captured == captured && ends.crowned == crowned;
            match self.seen.iter_mut().find(same) {
                Some(ends) => {
                    new &= !ends.landings;
                    ends.landings |= landings;
                }
                None => self.seen.push(Ends { from, captured, crowned, landings }),
            }
        }
        self.count += u64::from(new.count_ones());
    }
}

/// One piece's search: what stands in its way, what it may take.
struct Search<'a, K: Sink> {
    other: u64,
    empty: u64,
    from: u64,
    sink: &'a mut K,
}

impl<K: Sink> Search<'_, K> {
    fn man<R: Rules, S: Mover>(&mut self, at: u64, captured: u64, taken: u32) {
        let mut ends = true;
        for t in DIRECTIONS {
            if !R::ROW.men_capture_backward && !S::FORWARD.contains(&t) {
                continue;
            }
            let step = R::STEP[t];
            let jumped = shift(at, step) & self.other & !captured;
            let to = shift(jumped, step) & self.empty;
            if to == 0 {
                continue;
            }
            ends = false;
            let (captured, taken) = (captured | jumped, taken + 1);
            let crowned = to & far_row::<R, S>() != 0;
            match R::ROW.crowning {
                Crowning::AtOnce if crowned => self.landed::<R>(to, t, captured, taken, true),
                Crowning::EndsTheMove if crowned => {
                    self.sink.found::<R>(self.from, to, captured, true, taken);
                }
                _ => self.man::<R, S>(to, captured, taken),
            }
        }
        if ends && taken > 0 {
            self.sink.found::<R>(self.from, at, captured, false, taken);
        }
    }

    fn king<R: Rules>(&mut self, at: u64) {
        if !R::ROW.flying_kings {
            return self.short_king::<R>(at, 0, 0);
        }
        for t in DIRECTIONS {
            let step = R::STEP[t];
            let jumped = shift(fill::<R>(at, step, self.empty), step) & self.other & shift(self.empty, -step);
            if jumped != 0 {
                self.jump::<R>(jumped, t, 0, 0, false);
            }
        }
    }

    fn short_king<R: Rules>(&mut self, at: u64, captured: u64, taken: u32) {
        let mut ends = true;
        for step in R::STEP {
            let jumped = shift(at, step) & self.other & !captured;
            let to = shift(jumped, step) & self.empty;
            if to != 0 {
                ends = false;
                self.short_king::<R>(to, captured | jumped, taken + 1);
            }
        }
        if ends && taken > 0 {
            self.sink.found::<R>(self.from, at, captured, false, taken);
        }
    }

    fn jump<R: Rules>(&mut self, jumped: u64, t: usize, captured: u64, taken: u32, crowned: bool) {
        let step = R::STEP[t];
        let run = fill::<R>(shift(jumped, step), step, self.empty);
        self.landed::<R>(run, t, captured | jumped, taken + 1, crowned);
    }

    /// A flying king may stand on any square of `run`, to which it came in direction `t`.
    fn landed<R: Rules>(&mut self, run: u64, t: usize, captured: u64, taken: u32, crowned: bool) {
        let other = self.other & !captured;
        let step = R::STEP[t];
        // Straight on is the same capture from every square of the run: taken once.
        let ahead = shift(fill::<R>(run, step, self.empty), step) & other & shift(self.empty, -step);
        let mut beside = [0; 2];
        let mut sources = 0;
        for (jumpable, u) in beside.iter_mut().zip(across(t)) {
            let step = R::STEP[u];
            *jumpable = shift(fill::<R>(run, step, self.empty), step) & other & shift(self.empty, -step);
            if !R::ROW.majority {
                sources |= fill::<R>(*jumpable, -step, self.empty | *jumpable) & run;
            }
        }
        if ahead | beside[0] | beside[1] == 0 {
            return self.sink.found::<R>(self.from, run, captured, crowned, taken);
        }
        if !R::ROW.majority && !R::ROW.land_to_go_on && ahead == 0 {
            self.sink.found::<R>(self.from, run & !sources, captured, crowned, taken);
        }
        if ahead != 0 {
            self.jump::<R>(ahead, t, captured, taken, crowned);
        }
        for (mut jumpable, u) in beside.into_iter().zip(across(t)) {
            while let Some(jumped) = take(&mut jumpable) {
                self.jump::<R>(jumped, u, captured, taken, crowned);
            }
        }
    }
}

/// Hands every legal capture to the sink; only pieces that have a first jump are searched.
#[inline(always)]
pub(crate) fn search<R: Rules, S: Mover, K: Sink>(board: Board, sink: &mut K) {
    let empty = R::BOARD & !(board.own | board.other);
    let (mut by_men, mut by_any) = (0, 0);
    for t in DIRECTIONS {
        let step = R::STEP[t];
        let starts = shift(board.other, -step) & shift(empty, -2 * step);
        by_any |= starts;
        if R::ROW.men_capture_backward || S::FORWARD.contains(&t) {
            by_men |= starts;
        }
    }
    let mut kings = board.own & board.kings;
    if !R::ROW.flying_kings {
        kings &= by_any;
    }
    while let Some(from) = take(&mut kings) {
        Search { other: board.other, empty: empty | from, from, sink }.king::<R>(from);
    }
    let mut men = board.own & !board.kings & by_men;
    while let Some(from) = take(&mut men) {
        Search { other: board.other, empty: empty | from, from, sink }.man::<R, S>(from, 0, 0);
    }
}
